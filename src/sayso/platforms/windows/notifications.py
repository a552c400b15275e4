"""sayso shows no notifications on Windows yet."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.presentation.notifications import Notification

_WHY = "sayso shows no notifications on Windows yet"


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
