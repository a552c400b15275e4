"""sayso shows no notifications on macOS: the system takes them from signed programs alone
(UNUserNotificationCenter), and sayso is none."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable

from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.presentation.notifications import Notification

_WHY = "macOS shows notifications of signed programs alone, and sayso is not signed"


class _Nowhere:
    """Fulfils `sayso.platforms.contract.notifications.Notifier`."""

    def __init__(self, reader: NotificationDelegate) -> None:
        self._reader = reader

    def show(self, key: str, bubble: Notification) -> None:
        self._reader.failed(_WHY)
        self._reader.closed(key)

    def withdraw(self, key: str) -> None:
        """It is not shown."""

    def close(self) -> None:
        """Nothing is open."""


def notifier(reader: NotificationDelegate) -> _Nowhere:
    return _Nowhere(reader)


def are_shown(told: Callable[[bool], None]) -> None:
    told(False)
