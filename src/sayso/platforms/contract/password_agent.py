"""systemd's requests for passwords, which an agent answers: https://systemd.io/PASSWORD_AGENTS/."""

from __future__ import annotations

from sayso.platforms.contract.autostart import Autostart
from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sayso.platforms.contract.watching import CallOff


class Reply(Protocol):
    """The way back to whoever made one request, and to nobody else."""

    def send(self, *pieces: bytes | memoryview) -> None:
        """Them all as one message, uncopied, and at once. Raises OSError: nobody takes it."""

    def close(self) -> None: ...


class PasswordAgent(Autostart, Protocol):
    """Where requests lie, and how they are answered; and, as an `Autostart`, what starts the agent
    at login."""

    def directories(self, environ: Mapping[str, str]) -> Sequence[str]:
        """Where requests may lie: the system's, and the person's own. They need not exist."""

    def requests(self, directory: str) -> Mapping[str, object]:
        """The path of each request there is, and what is another once the file is. Raises
        OSError."""

    def read(self, path: str) -> bytes:
        """One of them, if root or this user alone wrote it. Raises OSError."""

    def connect(self, path: str, socket: str) -> Reply:
        """To the socket that this request names: it lies beside it, is root's or this user's, and
        we may write to it. Raises OSError."""

    def watch_exit(self, pid: int, exited: Callable[[], None]) -> CallOff | None:
        """`exited` hears when this process, of whichever user, has exited, in each turn of the
        running loop until that is called off. None: it has exited. Raises OSError."""
