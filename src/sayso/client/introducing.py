"""What a program says of itself to a daemon that can't see it: who asks, and who has exited."""

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
    """This process and its ancestors, and the system that they are on; None: they can't be read,
    and this program is known by its tickets alone."""
    peer = select.peer()
    try:
        lineage, system = peer.running(os.getpid()), peer.system()
    except (OSError, SaysoError):
        return None
    return None if lineage is None else (lineage, system)


def introduction(lineage: Lineage, system: str) -> Params:
    """The `params` of `introduce`, as of now."""
    return elsewhere.introduction(lineage.members, system, select.session().now())


def exited(params: Params) -> Params:
    """The `params` of `exited`, for those of `check_exited`. Raises ProtocolError."""
    check, processes = elsewhere.read_to_check(params)
    has_exited = select.peer().has_exited
    gone = [place for place, each in enumerate(processes) if has_exited(each)]
    return {"check": check, "processes": gone}
