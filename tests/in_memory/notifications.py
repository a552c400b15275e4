"""Notifications that nobody sees: they are kept for the test, which acts as the person."""

from collections.abc import Callable

from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.presentation.notifications import Notification


class MemoryNotifications:
    """Fulfils `sayso.platforms.contract.notifications.Notifications`, for one reader at a time."""

    def __init__(self) -> None:
        self.bubbles: dict[str, Notification] = {}
        """The notifications that are shown, by key."""
        self.history: list[Notification] = []
        self.trouble = ""
        """Why no notification can be shown; empty: they can."""
        self.reader: NotificationDelegate | None = None
        """Whom clicks and ends are reported to; None: nobody, or no longer."""

    def notifier(self, reader: NotificationDelegate) -> "MemoryNotifications":
        self.reader = reader
        return self

    def are_shown(self, told: Callable[[bool], None]) -> None:
        told(not self.trouble)

    def show(self, key: str, bubble: Notification) -> None:
        if self.trouble:
            self.fails(self.trouble)
            self._gone(key)
            return
        self.bubbles[key] = bubble
        self.history.append(bubble)

    def withdraw(self, key: str) -> None:
        self.bubbles.pop(key, None)

    def close(self) -> None:
        self.reader = None

    # What happens to them

    def click(self, key: str) -> None:
        if self.reader:
            self.reader.clicked(key)

    def dismiss(self) -> None:
        """The person closes the only notification."""
        (key,) = self.bubbles
        del self.bubbles[key]
        self._gone(key)

    def fails(self, words: str) -> None:
        if self.reader:
            self.reader.failed(words)

    def _gone(self, key: str) -> None:
        if self.reader:
            self.reader.closed(key)
