"""Starts the daemon where none runs.

The person's service manager starts the daemon, if such a manager runs and can do it: then the
daemon ends only with the manager. Otherwise this program starts the daemon, and hears why it can't
begin. Such a daemon has no parent here, a session of its own, `/` as its directory, and not our
standard streams: it outlives the program that started it. If two daemons start at once, one gets
the lock, and both callers connect to that one.
"""

from __future__ import annotations

from sayso import launcher
from sayso.errors import ParseError, ProtocolError, Unreachable, from_wire
from sayso.platforms import select
from sayso.wire.codec import decode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

START_WITHIN = 20.0
"""Seconds for a daemon to say that it listens: a machine that was just switched on is busy."""


def start_daemon(environ: Mapping[str, str]) -> int:
    """Starts a daemon and waits until it listens; returns its pid.

    Raises AlreadyRunning if another daemon holds the lock, Unreachable, and the error with which
    the daemon failed to start.
    """
    if select.session().is_elevated(environ):
        raise Unreachable(
            "no daemon runs for this user, and under sudo none is started",
            remedy="run it as yourself, without sudo",
        )
    own = select.session().environment(environ)
    pid = select.supervisor().start(own, launcher.command("daemon", "run", "--supervised"))
    if pid is not None:
        return pid

    def command(announce_to: str) -> Sequence[str]:
        return launcher.latest(launcher.command("daemon", "run", "--announce-to", announce_to))

    return _pid(select.processes().launch(command, own, START_WITHIN))


def _pid(line: bytes) -> int:
    """The pid in the line that a daemon announces. Raises the error that the line holds instead, or
    ProtocolError."""
    try:
        message = decode(line)
    except ParseError as error:
        raise ProtocolError(f"the daemon's ready line is {error.message}") from error
    if "code" in message:
        raise from_wire(message)
    pid = message.get("pid")
    if not isinstance(pid, int):
        raise ProtocolError("the daemon's ready line does not name a pid")
    return pid
