"""systemd's requests for passwords, which an agent answers: https://systemd.io/PASSWORD_AGENTS/."""

from __future__ import annotations

from sayso.platforms.contract.autostart import Autostart
from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sayso.platforms.contract.watching import CallOff


class Written(Value):
    """A request as it was written."""

    text: bytes
    by_root: bool
    """Whether root wrote it, and not our user, unless that is root."""


class Reply(Protocol):
    """A connection to the program that made one request, and to nobody else."""

    def send(self, *pieces: bytes | memoryview) -> None:
        """Sends all pieces as one message, without copying or waiting. Raises OSError: nobody takes
        the message."""

    def close(self) -> None: ...


class PasswordAgent(Autostart, Protocol):
    """Finds and answers requests for passwords. As an `Autostart`, it has the agent start at
    login."""

    def directories(self, environ: Mapping[str, str]) -> Sequence[str]:
        """The directories for requests: the system's, and the person's own. They need not exist."""

    def requests(self, directory: str) -> Mapping[str, object]:
        """For each request in the directory: its path, and a mark that changes when the file is
        written or replaced. Raises OSError."""

    def read(self, path: str) -> Written:
        """Reads one request, if nobody but root or this user can have written it. Raises
        OSError."""

    def connect(self, path: str, socket: str) -> Reply:
        """Connects to the socket that the request at `path` names. The socket must lie beside the
        request, be root's or this user's, and be writable for us. Raises OSError."""

    def watch_exit(self, pid: int, exited: Callable[[], None]) -> CallOff | None:
        """Calls `exited` once this process, of any user, has exited, in each turn of the running
        loop until that is called off. None: it has exited already. Raises OSError."""
