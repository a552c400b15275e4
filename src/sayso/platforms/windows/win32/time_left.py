"""The countdown, in bold in the last seconds."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.room import Room
from sayso.presentation import catalogue
from sayso.presentation.countdown import Countdown


class TimeLeft(Label):
    """A label with the time left. It never gets narrower while the time runs."""

    def __init__(self, room: Room, seconds: float) -> None:
        self._countdown = Countdown()
        self._widest = 0
        super().__init__(room)
        self.ends_line = True
        self.set_tip(catalogue.TIME_LEFT())
        self.describe(catalogue.TIME_LEFT())
        self.tell(seconds)

    def tell(self, seconds: float) -> None:
        if told := self._countdown.tell(seconds):
            self.set_font("bold" if told.is_last else "text")
            self.say(told.words)
            if told.announced:
                self.announce(told.announced)

    @property
    def natural_width(self) -> int:
        self._widest = max(self._widest, super().natural_width + self.room.look.px(6))
        return self._widest
