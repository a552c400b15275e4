"""Where notifications are shown."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.presentation.notifications import Notification


class NotificationDelegate(Protocol):
    """Who is told what becomes of notifications. `key` is what each was shown under."""

    def clicked(self, key: str) -> None: ...

    def closed(self, key: str) -> None:
        """It is gone, or was never to be seen; not by our own doing."""

    def failed(self, words: str) -> None:
        """Why there are none; one line."""


class Notifier(Protocol):
    """Shows notifications. Nothing waits: what is asked for here is done from the main loop."""

    def show(self, key: str, bubble: Notification) -> None:
        """In place of the one that was shown under this key."""

    def withdraw(self, key: str) -> None: ...

    def close(self) -> None:
        """Nothing is told any more; what is shown stays."""


class Notifications(Protocol):
    """Where notifications are shown."""

    def notifier(self, reader: NotificationDelegate) -> Notifier:
        """Connects to nothing until there is something to show."""

    def are_shown(self, told: Callable[[bool], None]) -> None:
        """Whether something shows them, or would be started to; `told` hears it at once, or from
        the main loop."""
