"""The countdown: quiet until the last seconds."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import AppKit

from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.room import Room
from sayso.presentation import catalogue
from sayso.presentation.countdown import Countdown


class TimeLeft(Label):
    """The words for the time that is left. They never get narrower while the time runs."""

    def __init__(self, room: Room, seconds: float) -> None:
        self._countdown = Countdown()
        self._widest = 0
        super().__init__(room)
        self.view.setAlignment_(AppKit.NSTextAlignmentRight)
        self.set_tip(catalogue.TIME_LEFT())
        self.describe(catalogue.TIME_LEFT())
        self.tell(seconds)

    def tell(self, seconds: float) -> None:
        if told := self._countdown.tell(seconds):
            self.set_font("bold" if told.is_last else "text")
            self.say(told.words)
            self.announce(told.announced)

    @property
    def natural_width(self) -> int:
        self._widest = max(self._widest, super().natural_width + 6)
        return self._widest
