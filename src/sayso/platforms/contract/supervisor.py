"""The service manager that starts the daemon, and again when it died."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping, Sequence


class SocketActivation(Value):
    """What the service manager that started a daemon gave it."""

    listening: int | None = None
    """The descriptor of the listening socket, which stays the manager's; None: it gave none."""
    notify: str = ""
    """Where it wants to be told how the daemon fares; empty: nowhere."""


class Supervisor(Protocol):
    """The service manager that starts the daemon at login, and again when it died."""

    def start(self, environ: Mapping[str, str], command: Sequence[str]) -> int | None:
        """Has it start this daemon, with its own environment, so that it ends with no program, no
        terminal and no other service; its pid once it is ready. None: it can't, or the daemon
        can't; to start it without says why."""

    def given(self, environ: MutableMapping[str, str]) -> SocketActivation:
        """Takes it out of this environment. Raises UntrustedPlace: it is not as agreed."""

    def ends_with(self, keeper: int | None) -> str | None:
        """`keeper`: the pid of ours, which may have started this process.

        What this process belongs to now, and may end with, by the system's name for it: a
        terminal, a login, a program. None: nothing that is known."""

    def tell(self, address: str, facts: Mapping[str, object]) -> None:
        """In the words of sd_notify(3). Without effect where `address` is empty."""
