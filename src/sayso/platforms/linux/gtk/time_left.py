"""The countdown: quiet until the last seconds, announced to a screen reader now and then."""

import sys

assert sys.platform == "linux"

from gi.repository import Gtk

from sayso.platforms.linux.gtk.icon import Icon, image
from sayso.platforms.linux.gtk.labels import announce, attributes, bold
from sayso.presentation import catalogue
from sayso.presentation.countdown import Countdown


class TimeLeft:
    """A clock and the time left. It never gets narrower while the time runs."""

    _width = 0
    """Pixels of the widest text so far."""

    def __init__(self) -> None:
        self._label = Gtk.Label(xalign=1)
        self._countdown = Countdown()
        self.root = Gtk.Box(spacing=6, valign=Gtk.Align.START)
        self.root.add(image(Icon.CLOCK))
        self.root.add(self._label)
        self.root.set_tooltip_text(catalogue.TIME_LEFT())
        self._label.get_accessible().set_description(catalogue.TIME_LEFT())

    def show(self, seconds: float) -> None:
        told = self._countdown.tell(seconds)
        if told is None:
            return
        self._label.set_text(told.words)
        self._label.set_attributes(attributes(*[bold()] * told.is_last))
        self._width = max(self._width, self._label.get_layout().get_pixel_size()[0])
        self._label.set_size_request(self._width, -1)
        if told.announced:
            announce(self._label, told.announced)
