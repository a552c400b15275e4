"""Shows notifications."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.presentation.notifications import Notification


class NotificationDelegate(Protocol):
    """Is told what becomes of notifications. `key`: the key under which one was shown."""

    def clicked(self, key: str) -> None: ...

    def closed(self, key: str) -> None:
        """The notification is gone, or was never seen. Not called after `withdraw`."""

    def failed(self, words: str) -> None:
        """Notifications can't be shown. `words`: why, in one line."""


class Notifier(Protocol):
    """Shows notifications. Its methods return at once; the main loop does the work."""

    def show(self, key: str, bubble: Notification) -> None:
        """Shows a notification, in place of the one that is shown under this key."""

    def withdraw(self, key: str) -> None: ...

    def close(self) -> None:
        """Stops calling the delegate. Notifications that are shown stay."""


class Notifications(Protocol):
    """Shows notifications."""

    def notifier(self, reader: NotificationDelegate) -> Notifier:
        """Makes a notifier for this delegate. It connects only once there is something to show."""

    def are_shown(self, told: Callable[[bool], None]) -> None:
        """Calls `told`, at once or from the main loop, with whether a program shows notifications,
        or would be started to do so."""
