"""A daemon's first steps, before most of it is loaded.

To load it takes as long as a dialog process takes to load its toolkit. So the lock is taken first,
and whoever comes second ends at once; then the first dialog process and the keeper are started, and
load at the same time as the daemon. This imports little.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path

from sayso.daemon import children
from sayso.daemon.bootstrap import BACKLOG, Bootstrap, tell
from sayso.daemon.places import log_directory
from sayso.errors import AlreadyRunning, SaysoError
from sayso.platforms import select
from sayso.platforms.contract.processes import ChildProcess

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.endpoint import Listener

log = logging.getLogger(__name__)

_CANNOT_BEGIN = 6
_UNIT_CANNOT_BEGIN = 78
"""The same for the service manager (EX_CONFIG, sysexits.h): a status that no daemon which has begun
ends with, so that those are started again (RestartPreventExitStatus=)."""


def run(
    announce_to: str = "",
    successor: str = "",
    keeper: int = 0,
    *,
    is_supervised: bool = False,
) -> int:
    """Runs the daemon until a signal asks it to stop, or a successor to go on; the exit code.

    With `announce_to`, it goes on as nobody's child, and one line there says that it listens
    (`{"pid": …}`), or the error that keeps it from it; from then on its log goes to a file. So it
    does where it `is_supervised`: started by the service manager, which gives it the socket, and is
    told by exit status 78 that it can't begin. Else the log goes to stderr. A `successor` is
    started by the keeper of this pid, with the handover as JSON.
    """
    cannot_begin = _UNIT_CANNOT_BEGIN if is_supervised else _CANNOT_BEGIN
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    processes, session, endpoint = select.processes(), select.session(), select.endpoint()
    if announce_to:
        announce_to = processes.detach(announce_to)
    inherited = None
    try:
        processes.settle()
        processes.harden()
        if successor:
            inherited = ChildProcess(processes.inherited_channel(), processes.parent(keeper))
            listener = endpoint.adopt(json.loads(successor))
        else:
            listener = _listen(is_supervised)
    except SaysoError as error:
        log.error("%s; %s", error.message, error.remedy)  # noqa: TRY400 (the user's own mistake)
        tell(announce_to, error.to_wire())
        if isinstance(error, AlreadyRunning):
            return 0
        return cannot_begin
    if announce_to or is_supervised:
        _log_to_file()
    session.join(os.environ)
    screen = session.screen(os.environ)
    handover = listener.handover()
    beginning = Bootstrap(
        listener,
        screen,
        _first(lambda: processes.spawn(children.DIALOG)) if screen else None,
        inherited or _first(lambda: children.start_keeper(children.KEEPER, handover)),
        is_successor=inherited is not None,
        announce_to=announce_to,
        cannot_begin=cannot_begin,
    )
    sys.modules["ssl"] = None  # type: ignore[assignment]  # means: not to be had (reference, "import")
    # Nothing here speaks TLS. asyncio would load it with a MiB of its library, and goes without.
    from sayso.daemon.app import run as run_loaded

    return run_loaded(beginning)


def _listen(is_supervised: bool) -> Listener:
    """Raises AlreadyRunning, UntrustedPlace."""
    endpoint = select.endpoint()
    path = endpoint.socket_path(os.environ)
    given = select.supervisor().given(os.environ)
    if not is_supervised:  # what there is was given to another program, which started us
        return endpoint.listen(path, BACKLOG)
    from sayso.daemon import second

    return second.listen(lambda: endpoint.listen(path, BACKLOG, given), path, given.notify)


def _first(start: Callable[[], ChildProcess]) -> ChildProcess | None:
    """None: whoever needs it tries again, and tells why there is none."""
    try:
        return start()
    except OSError:
        return None


def _log_to_file() -> None:
    """Sends stderr, ours and that of our children, to the log file in the state directory."""
    directory = Path(log_directory())
    try:
        select.files().make_directory(str(directory))
        select.processes().send_errors_to(str(directory / "daemon.log"))
    except OSError as error:
        log.warning("there is no log, for it can't be written: %s", error)
