"""The toplevel window of a question, and its place on the screen."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Atk, Gtk

from sayso.core.text import shorten
from sayso.platforms.linux.gtk.icon import marks
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.platforms.linux.gtk.surface import surface
from sayso.presentation.dialog import DialogModel

_ANNOUNCED = 1_000
"""Characters of the message in the window's description."""


def alert() -> Any:
    """A window that screen readers announce when it is shown."""
    window = Gtk.Window(resizable=True)
    window.set_icon_list(marks())
    window.get_accessible().set_role(Atk.Role.ALERT)
    return window


class PrebuiltWindow:
    """A window with no question yet: styled and prepared, but not shown."""

    def __init__(self, window: Any) -> None:
        self.view = PromptView()
        self.window = window
        self.surface = surface(window, self.view.give_way)
        self.surface.prepare()
        window.add(self.view.root)
        window.realize()
        self.surface.realized()
        self.view.rehearse()

    def fill(self, model: DialogModel) -> None:
        """Sets the question. To be called once."""
        self.view.fill(model)
        window = self.window
        window.set_title(model.heading)
        # the focus is shown from the first Tab on; where much is at stake, from the start
        window.connect("map-event", lambda *_: window.set_focus_visible(model.destructive))
        self._size = self.view.fit(*self.surface.room())
        self.surface.put(*self._size)
        words = shorten(f"{model.title} {model.message}".strip(), _ANNOUNCED)
        window.get_accessible().set_description(words)

    def lay_out(self) -> None:
        """To be called right after the window is shown, as the window manager or compositor is at
        work then."""
        self.window.get_display().flush()
        width, height = self._size
        height = max(height, self.view.height)  # a line may have come since
        self.view.lay_out(width, height)
        self.surface.draw_ahead(self.view.root, width, height)


def pointer_is_over(widget: Any) -> bool:
    """Whether the pointer is over a widget of a window on the screen."""
    window = widget.get_toplevel()
    pointer = widget.get_display().get_default_seat().get_pointer()
    _window, x, y, _mask = window.get_window().get_device_position(pointer)
    left, top = widget.translate_coordinates(window, 0, 0)
    width, height = widget.get_allocated_width(), widget.get_allocated_height()
    return bool(left <= x < left + width and top <= y < top + height)
