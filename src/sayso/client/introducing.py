"""What a client tells a daemon whose kernel can't see it: which process asks, and which processes
have exited."""

from __future__ import annotations

import os

from sayso.errors import SaysoError
from sayso.platforms import select
from sayso.wire import elsewhere

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.lineage import Lineage
    from sayso.wire.rpc import Params


def look() -> tuple[Lineage, str] | None:
    """This process and its ancestors, and the id of the system that they run on. None: they can't
    be read, so the daemon knows this program by its tickets alone."""
    peer = select.peer()
    try:
        lineage, system = peer.running(os.getpid()), peer.system()
    except (OSError, SaysoError):
        return None
    return None if lineage is None else (lineage, system)


def introduction(lineage: Lineage, system: str) -> Params:
    """The `params` of `introduce`, with the current time."""
    return elsewhere.introduction(lineage.members, system, select.session().now())


def exited(params: Params) -> Params:
    """The `params` of `exited`, in reply to those of `check_exited`. Raises ProtocolError."""
    check, processes = elsewhere.read_to_check(params)
    has_exited = select.peer().has_exited
    gone = [place for place, each in enumerate(processes) if has_exited(each)]
    return {"check": check, "processes": gone}
