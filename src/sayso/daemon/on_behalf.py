"""For which process a requester asks: what the kernel says, at that moment, of the pid that the
requester names.

The process is a fact if a socket came along of which the kernel says that this very process
connected it and still holds its other end. It must be none of the requester's own lineage, as the
dialog names these processes anyway. Anything else is a claim. The socket is examined only once, as
the question is asked: the kernel names the same process for ever, but that process may end, or pass
its end on.
"""

import logging
from dataclasses import replace

from sayso.core.behalf import Behalf
from sayso.core.events import Request
from sayso.core.lineage import Lineage
from sayso.errors import InvalidParams, Unsupported
from sayso.platforms.contract.channel import Lent
from sayso.platforms.contract.peer import Peer

log = logging.getLogger(__name__)

FIELD = "on_behalf_socket"


def check_named(lent: Lent | None, params: dict[str, object]) -> None:
    """Raises InvalidParams if something came along with a request that does not mention it."""
    if lent and params.get(FIELD) is not True:
        why = f"{FIELD}: must be true where a socket comes along"
        raise InvalidParams(why, field=FIELD, remedy="send none along, or say whom it proves")


def known(peer: Peer, by: Lineage, request: Request, lent: Lent | None) -> Request:
    """The request, with what is known of the process for which it is asked. `by`: who asks.

    Raises InvalidParams (no socket came along, or something else did) and Unsupported (this system
    can't tell who connected a socket, or had no file descriptor left to take it).
    """
    if request.behalf is None:
        return request
    if request.lends:
        _check(peer, lent)
    behalf = _proven(peer, by, request.behalf, lent) or _claimed(peer, by, request.behalf)
    return replace(request, behalf=behalf)


def _check(peer: Peer, lent: Lent | None) -> None:
    if peer.no_proof:
        raise Unsupported(peer.no_proof, field=FIELD, remedy="leave it out: the pid is a claim")
    if lent is None:
        raise InvalidParams(f"{FIELD}: no socket came along with this line", field=FIELD)
    if not lent.had_room:
        why = "the daemon has no descriptor left to look at what came along"
        raise Unsupported(why, field=FIELD, remedy="ask again, or leave it out")
    if lent.fault:
        raise InvalidParams(f"{FIELD}: what came along {lent.fault}", field=FIELD)


def _proven(peer: Peer, by: Lineage, behalf: Behalf, lent: Lent | None) -> Behalf | None:
    if lent is None:
        return None
    lineage = peer.served(lent)
    served = None if lineage is None else lineage.requester
    if served is None or served.pid != behalf.pid or served in by.processes:
        log.info("what was lent does not prove process %d", behalf.pid)
        return None
    return replace(behalf, lineage=lineage, is_fact=True)


def _claimed(peer: Peer, by: Lineage, behalf: Behalf) -> Behalf:
    """The process as a claim. A pid from a container or another machine is not looked up: here, it
    would be another process."""
    return behalf if by.container or by.place else replace(behalf, lineage=peer.running(behalf.pid))
