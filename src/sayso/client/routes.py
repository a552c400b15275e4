"""Which daemon a program asks: that of its own machine, or that of the machine where the person
sits.

This machine's own daemon comes first, if it has a screen. Then come the sockets that ssh has put
here, the newest first; each leads to the daemon of a machine where the person sits. If none of them
can be used, this machine's own daemon is asked after all: it says why it can't show the question.
"""

from __future__ import annotations

from sayso.platforms import select
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Route(Value):
    """A way to a daemon."""

    path: str | None = None
    """Path of a socket that leads to another machine; None: the socket of this machine's daemon."""
    start: bool = False
    """Start a daemon if none runs."""
    needs_screen: bool = False
    """Skip this route if its daemon has no screen."""


OWN = Route()


def own(start: bool) -> Sequence[Route]:
    """Only the route to this machine's daemon; with `start`, a daemon may be started."""
    return (Route(start=start),)


def routes(environ: Mapping[str, str], start: bool) -> Sequence[Route]:
    """The routes, in the order in which they are tried; with `start`, a daemon may be started on
    this machine."""
    if environ.get("SAYSO_SOCKET") or select.session().screen(environ):
        return own(start)
    forwarded = select.endpoint().forwarded(environ)
    if not forwarded:
        return own(start)
    return (Route(needs_screen=True), *(Route(path) for path in forwarded), *own(start))
