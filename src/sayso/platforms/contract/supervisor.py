"""The service manager that starts the daemon, and restarts it when it died."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping, Sequence


class SocketActivation(Value):
    """What a service manager gave to the daemon that it started."""

    listening: int | None = None
    """Descriptor of the listening socket, which belongs to the manager; None: it gave none."""
    notify: str = ""
    """Address for messages about the state of the daemon; empty: the manager wants none."""


class Supervisor(Protocol):
    """The service manager that starts the daemon at login, and restarts it when it died."""

    def start(self, environ: Mapping[str, str], command: Sequence[str]) -> int | None:
        """Has the manager start this daemon, with the environment `environ`: then the daemon does
        not end with a program, a terminal or another service. Returns the pid once the daemon is
        ready. None: the manager or the daemon can't; starting it without the manager says why."""

    def given(self, environ: MutableMapping[str, str]) -> SocketActivation:
        """Takes what the manager gave out of this environment. Raises UntrustedPlace: the manager
        gave something unexpected."""

    def ends_with(self, keeper: int | None) -> str | None:
        """What this process belongs to now and may end with, by the system's name for it: a
        terminal, a login, a program. None: nothing known.

        `keeper`: pid of the daemon's keeper, which may have started this process."""

    def tell(self, address: str, facts: Mapping[str, object]) -> None:
        """Sends facts to the manager, as in sd_notify(3): READY=1, for example. Without effect if
        `address` is empty."""
