"""What a program says of itself to a daemon that can't see it: who asks, and who has exited."""

from __future__ import annotations

import os

from sayso.platforms import select
from sayso.wire import elsewhere

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.core.lineage import Lineage
    from sayso.wire.rpc import Params


def look() -> Lineage | None:
    """This process and its ancestors; None: they can't be read."""
    return select.peer().running(os.getpid())


def introduction(lineage: Lineage) -> Params:
    """The `params` of `introduce`, as of now."""
    now = select.session().now()
    return elsewhere.introduction(lineage.members, select.peer().system(), now)


def exited(params: Params) -> Params:
    """The `params` of `exited`, for those of `check_exited`. Raises ProtocolError."""
    check, processes = elsewhere.read_to_check(params)
    has_exited = select.peer().has_exited
    gone = [place for place, each in enumerate(processes) if has_exited(each)]
    return {"check": check, "processes": gone}
