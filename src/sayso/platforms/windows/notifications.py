"""Notifications on Windows: the balloon of the tray's icon, which is one at a time.

A notification of the newer kind needs a program that was installed with a name of its own.
"""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from typing import TYPE_CHECKING

from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.platforms.windows import tray
from sayso.presentation.notifications import Notification

if TYPE_CHECKING:
    from sayso.platforms.windows.native.notify_icon import Told

_NO_ICON = "no notifications: the taskbar does not have sayso's icon"


class Balloon:
    """Fulfils `Notifier`."""

    def __init__(self, reader: NotificationDelegate) -> None:
        self._reader = reader
        self._shown: tuple[str, Notification] | None = None
        """The key of what it shows, or showed until its time was over."""

    def show(self, key: str, bubble: Notification) -> None:
        icon = tray.icon()
        if icon and icon.show_balloon(bubble.summary, bubble.body):
            icon.balloon_told = self._told
            self._shown = key, bubble
        else:
            self._reader.failed(_NO_ICON)
            self._reader.closed(key)

    def withdraw(self, key: str) -> None:
        icon = tray.icon()
        if icon and self._shown and self._shown[0] == key:
            self._shown = None
            icon.withdraw_balloon()

    def close(self) -> None:
        self._shown = None

    def _told(self, told: "Told") -> None:
        """Windows gives it a few seconds and tells the same when the person closes it. So one that
        is to last was not taken note of before it is clicked."""
        from sayso.platforms.windows.native.notify_icon import Told

        if not self._shown:
            return
        key, bubble = self._shown
        is_clicked = told is Told.BALLOON_CLICKED
        if bubble.lasting and not is_clicked:
            return
        self._shown = None
        if is_clicked:
            self._reader.clicked(key)
        self._reader.closed(key)


def notifier(reader: NotificationDelegate) -> Balloon:
    return Balloon(reader)


def are_shown(told: Callable[[bool], None]) -> None:
    """At the icon alone."""
    icon = tray.icon()
    told(icon is not None and icon.is_there)
