"""A daemon's first steps, before most of its code is loaded.

Loading the daemon takes as long as loading the toolkit in a dialog process. So the lock is taken
first, and a second daemon ends at once; then the first dialog process and the keeper are started,
and load at the same time as the daemon. This module imports little.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path

from sayso.daemon import children, own_log
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
"""Exit status for the service manager if the daemon can't begin (EX_CONFIG, sysexits.h). A daemon
that has begun never ends with it: the manager restarts after any other status
(RestartPreventExitStatus=)."""


def run(
    announce_to: str = "",
    successor: str = "",
    keeper: int = 0,
    *,
    is_supervised: bool = False,
) -> int:
    """Runs the daemon until a signal asks it to stop, or to make room for a successor; returns the
    exit code.

    `announce_to`: the daemon detaches from the program that started it, and announces there, by one
    line, that it listens (`{"pid": …}`), or the error that keeps it from that. `is_supervised`: the
    service manager started the daemon, gives it the socket, and is told by exit status 78 that it
    can't begin. In both cases the log goes to a file, else to stderr. `successor`: the handover as
    JSON, if a keeper started this daemon; `keeper`: the pid of that keeper.
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
    # Nothing here speaks TLS: asyncio works without ssl, and would load a MiB of library for it.
    from sayso.daemon.app import run as run_loaded

    return run_loaded(beginning)


def _listen(is_supervised: bool) -> Listener:
    """Takes the lock and listens. Raises AlreadyRunning, UntrustedPlace."""
    endpoint = select.endpoint()
    path = endpoint.socket_path(os.environ)
    given = select.supervisor().given(os.environ)
    if not is_supervised:  # a socket that was given is meant for the program that started us
        return endpoint.listen(path, BACKLOG)
    from sayso.daemon import supervised_lock

    return supervised_lock.listen(lambda: endpoint.listen(path, BACKLOG, given), path, given.notify)


def _first(start: Callable[[], ChildProcess]) -> ChildProcess | None:
    """Starts a first process; None: it can't be started. Whoever needs it tries again later, and
    then reports why it can't."""
    try:
        return start()
    except OSError:
        return None


def _log_to_file() -> None:
    try:
        own_log.begin(Path(log_directory()))
    except OSError as error:
        log.warning("there is no log, for it can't be written: %s", error)
