"""Tells the daemon whether the person learns here of questions that wait to be opened.

If neither an icon nor notifications are shown, the person does not, and the daemon shows questions
at once.
"""

from __future__ import annotations

from sayso.core.settings import WHEN_ASKED

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.settings import Settings
    from sayso.platforms.contract.notifications import Notifications
    from sayso.platforms.contract.tray import Tray

_UNKNOWN = "not known"
"""Stands for: the daemon has not been told anything yet."""
_NO_ICON = "no panel shows tray icons"


class Inbox:
    """Finds out whether the person learns of waiting questions. `tell` is called at first, and when
    the answer has changed: with the reason why they do not, or None if they do."""

    def __init__(
        self, tray: Tray, notifications: Notifications, tell: Callable[[str | None], None]
    ) -> None:
        self._tray = tray
        self._notifications = notifications
        self._tell = tell
        self._told: str | None = _UNKNOWN
        self._notifies = False
        """Whether the setting allows notifications."""
        self._looking = False

    def look(self, settings: Settings) -> None:
        """Checks again. To be called when questions may have come, and now and then while some
        wait."""
        self._notifies = settings.notifications
        if settings.appear == WHEN_ASKED and not self._looking:
            self._looking = True
            self._tray.is_seen(self._on_icon)

    def _on_icon(self, is_seen: bool) -> None:
        if is_seen:
            self._found(None)
        elif self._notifies:
            self._notifications.are_shown(self._on_notifications)
        else:
            self._found(f"{_NO_ICON}, and the setting notifications is off")

    def _on_notifications(self, are_shown: bool) -> None:
        self._found(None if are_shown else f"{_NO_ICON}, and nothing shows notifications")

    def _found(self, absent: str | None) -> None:
        self._looking = False
        if absent != self._told:
            self._told = absent
            self._tell(absent)
