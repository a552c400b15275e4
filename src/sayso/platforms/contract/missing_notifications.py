"""The notifications of a system on which sayso shows none."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.notifications import NotificationDelegate
    from sayso.presentation.notifications import Notification


class _Nowhere:
    """Fulfils `Notifier`."""

    def __init__(self, reader: NotificationDelegate, why: str) -> None:
        self._reader, self._why = reader, why

    def show(self, key: str, bubble: Notification) -> None:
        self._reader.failed(self._why)
        self._reader.closed(key)

    def withdraw(self, key: str) -> None:
        """It is not shown."""

    def close(self) -> None:
        """Nothing is open."""


class MissingNotifications:
    """Fulfils `Notifications`: it says so to whoever shows one."""

    def __init__(self, why: str) -> None:
        """`why`: in words."""
        self._why = why

    def notifier(self, reader: NotificationDelegate) -> _Nowhere:
        return _Nowhere(reader, self._why)

    def are_shown(self, told: Callable[[bool], None]) -> None:
        told(False)
