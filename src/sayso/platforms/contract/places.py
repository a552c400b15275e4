"""Where a person's files are."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping


class LoginFiles(Value):
    """Files that set variables for what a person starts after logging in."""

    profiles: tuple[str, ...]
    """Files of POSIX-like shells in which a variable has to be set. Some may not exist yet."""
    others: tuple[str, ...] = ()
    """Files that such shells may read as well, and that need no change."""
    directory: str | None = None
    """Directory whose files are all read by the session's service manager (environment.d(5)). None:
    there is none on this system."""


class Places(Protocol):
    """Where a person's files are, for a process with this environment."""

    def home(self, environ: Mapping[str, str]) -> str:
        """The person's home directory."""

    def configuration(self, environ: Mapping[str, str]) -> str:
        """The directory in which each program has a directory for its configuration. It need not
        exist."""

    def state(self, environ: Mapping[str, str]) -> str:
        """Like `configuration`, but for logs and for what a program remembers."""

    def session_files(self, environ: Mapping[str, str]) -> str:
        """The directory for files that are of no use after the session, and that nobody but the
        person may read. Raises UntrustedPlace: the environment names an impossible directory."""

    def login_files(self, environ: Mapping[str, str]) -> LoginFiles:
        """Files that set variables. There are none if the system keeps variables elsewhere."""
