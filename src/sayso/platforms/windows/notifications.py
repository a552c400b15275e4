"""Notifications on Windows: balloons of the tray's icon, one at a time.

The newer kind of notification needs a program that was installed with a name of its own.
"""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.core.text import shorten
from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.platforms.windows import tray
from sayso.platforms.windows.native.notify_icon import LONGEST_BODY, LONGEST_TITLE, IconEvent
from sayso.presentation.notifications import Notification

_NO_ICON = "no notifications: the taskbar does not have sayso's icon"


class Balloon:
    """Fulfils `Notifier`."""

    def __init__(self, reader: NotificationDelegate) -> None:
        self._reader = reader
        self._shown: tuple[str, Notification] | None = None
        """Key and content of the balloon that is shown, or was until its time was over."""
        self._is_up = False
        """Whether the system has said that this balloon is up. What it reports before that is about
        an earlier balloon."""

    def show(self, key: str, bubble: Notification) -> None:
        icon = tray.icon()
        self._is_up = False
        if icon and icon.show_balloon(*_fitting(bubble)):
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

    def _told(self, told: IconEvent) -> None:
        """Takes the system's reports. Windows shows a balloon for a few seconds, and reports the
        same when the person closes it. So only a click tells that a lasting one was noticed."""
        self._is_up = self._is_up or told is IconEvent.BALLOON_UP
        if not self._shown or not self._is_up or told is IconEvent.BALLOON_UP:
            return
        key, bubble = self._shown
        is_clicked = told is IconEvent.BALLOON_CLICKED
        if bubble.lasting and not is_clicked:
            return
        self._shown = None
        if is_clicked:
            self._reader.clicked(key)
        self._reader.closed(key)


def _fitting(bubble: Notification) -> tuple[str, str]:
    """Title and text of the balloon. The text's last line says what a click does, as a balloon has
    no button. Lines that are too long lose their middle, but no line is left out."""
    lines = [*filter(None, bubble.body.split("\n")), f"\u25b8 {bubble.label}"]
    longest = LONGEST_BODY
    while _units("\n".join(shorten(line, longest) for line in lines)) > LONGEST_BODY:
        longest -= 1
    body = "\n".join(shorten(line, longest) for line in lines)
    longest = LONGEST_TITLE
    while _units(shorten(bubble.summary, longest)) > LONGEST_TITLE:
        longest -= 1
    return shorten(bubble.summary, longest), body


def _units(words: str) -> int:
    """Length in units of 16 bits, in which the system counts."""
    return len(words.encode("utf-16-le", "replace")) // 2


def notifier(reader: NotificationDelegate) -> Balloon:
    return Balloon(reader)


def are_shown(told: Callable[[bool], None]) -> None:
    """Notifications are shown if the tray's icon is there, and only then."""
    icon = tray.icon()
    told(icon is not None and icon.is_there)
