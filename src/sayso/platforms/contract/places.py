"""Where a person's files are."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping


class LoginFiles(Value):
    """Files that set variables for what a person starts after logging in."""

    profiles: tuple[str, ...]
    """What shells of POSIX' kind read: where a variable is to be set. Some may not be there yet."""
    others: tuple[str, ...] = ()
    """Those that such a shell reads as well, and that need no change."""
    directory: str | None = None
    """Each file in it is read by the session's service manager (environment.d(5)). None: there is
    none on this system."""


class Places(Protocol):
    """Where a person's files are, for a process with this environment."""

    def home(self, environ: Mapping[str, str]) -> str:
        """The person's home directory."""

    def configuration(self, environ: Mapping[str, str]) -> str:
        """The directory with one for each program; it need not exist."""

    def state(self, environ: Mapping[str, str]) -> str:
        """Likewise; of what a program remembers, and of logs."""

    def session_files(self, environ: Mapping[str, str]) -> str:
        """The directory for files that are of no use once the session is over, and that nobody but
        the person reads. Raises UntrustedPlace: the environment names an impossible one."""

    def login_files(self, environ: Mapping[str, str]) -> LoginFiles:
        """None of them where the system has variables elsewhere than in files."""
