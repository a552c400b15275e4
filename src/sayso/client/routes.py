"""Which daemon a program asks: of its own machine, or of where the person sits.

An own daemon that has a screen comes first. Then come the sockets that ssh puts here, the newest
first; each leads to the daemon of a machine that the person sits at. Without any of them it is the
own one, which says why it can't ask.
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
    """Of a socket that leads to another machine; None: this machine's own."""
    start: bool = False
    """Start a daemon where none runs."""
    needs_screen: bool = False
    """It is passed over if it has none."""


OWN = Route()


def own(start: bool) -> Sequence[Route]:
    """This machine's daemon alone; with `start`, one may be started."""
    return (Route(start=start),)


def routes(environ: Mapping[str, str], start: bool) -> Sequence[Route]:
    """In the order in which they are tried; with `start`, an own daemon may be started."""
    if environ.get("SAYSO_SOCKET") or select.session().screen(environ):
        return own(start)
    forwarded = select.endpoint().forwarded(environ)
    if not forwarded:
        return own(start)
    return (Route(needs_screen=True), *(Route(path) for path in forwarded), *own(start))
