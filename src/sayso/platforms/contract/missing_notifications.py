"""Stands in for notifications on a system where sayso shows none."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.notifications import NotificationDelegate
    from sayso.presentation.notifications import Notification


class _Nowhere:
    """Implements `Notifier`: each notification fails."""

    def __init__(self, reader: NotificationDelegate, why: str) -> None:
        self._reader, self._why = reader, why

    def show(self, key: str, bubble: Notification) -> None:
        self._reader.failed(self._why)
        self._reader.closed(key)

    def withdraw(self, key: str) -> None:
        """Does nothing, as nothing is shown."""

    def close(self) -> None:
        """Does nothing, as nothing is open."""


class MissingNotifications:
    """Implements `Notifications`: whoever shows one is told why it is not shown."""

    def __init__(self, why: str) -> None:
        """`why`: the reason, in words for the log."""
        self._why = why

    def notifier(self, reader: NotificationDelegate) -> _Nowhere:
        return _Nowhere(reader, self._why)

    def are_shown(self, told: Callable[[bool], None]) -> None:
        told(False)
