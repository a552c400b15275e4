"""Notifications on Windows: the balloon of the tray's icon, which is one at a time.

A notification of the newer kind needs a program that was installed with a name of its own.
"""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.core.text import shorten
from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.platforms.windows import tray
from sayso.platforms.windows.native.notify_icon import LONGEST_BODY, LONGEST_TITLE, Told
from sayso.presentation.notifications import Notification

_NO_ICON = "no notifications: the taskbar does not have sayso's icon"


class Balloon:
    """Fulfils `Notifier`."""

    def __init__(self, reader: NotificationDelegate) -> None:
        self._reader = reader
        self._shown: tuple[str, Notification] | None = None
        """The key of what it shows, or showed until its time was over."""
        self._is_up = False
        """The system has said so: what it told before is of an earlier one."""

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

    def _told(self, told: Told) -> None:
        """Windows gives it a few seconds and tells the same when the person closes it. So one that
        is to last was not taken note of before it is clicked."""
        self._is_up = self._is_up or told is Told.BALLOON_UP
        if not self._shown or not self._is_up or told is Told.BALLOON_UP:
            return
        key, bubble = self._shown
        is_clicked = told is Told.BALLOON_CLICKED
        if bubble.lasting and not is_clicked:
            return
        self._shown = None
        if is_clicked:
            self._reader.clicked(key)
        self._reader.closed(key)


def _fitting(bubble: Notification) -> tuple[str, str]:
    """What it says, and below that what a click on it does: a balloon has no button. Lines that are
    too long for it lose their middle, and none is left out."""
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
    """Of 16 bits, by which the system counts."""
    return len(words.encode("utf-16-le", "replace")) // 2


def notifier(reader: NotificationDelegate) -> Balloon:
    return Balloon(reader)


def are_shown(told: Callable[[bool], None]) -> None:
    """At the icon alone."""
    icon = tray.icon()
    told(icon is not None and icon.is_there)
