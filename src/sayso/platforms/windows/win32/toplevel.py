"""The window that a question stands in, and its place on the screen."""

import sys

assert sys.platform == "win32"

from typing import Protocol

from sayso.platforms.windows.native import looks, screens, windows
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Extended, Style
from sayso.platforms.windows.win32 import icon
from sayso.platforms.windows.win32.device import is_by_other
from sayso.platforms.windows.win32.look import Look
from sayso.platforms.windows.win32.room import Room
from sayso.presentation import layout
from sayso.presentation.translation import is_right_to_left

_STYLE = Style.POPUP | Style.CAPTION | Style.SYSTEM_MENU
_USUAL_DPI = 96
_MOVE_MESSAGES = frozenset([Message.MOVE, Message.SIZE, Message.WINDOW_POS_CHANGED])
_LOOK_MESSAGES = frozenset([Message.SYSTEM_COLORS, Message.SETTING_CHANGE])


class Listener(Protocol):
    """Hears what the system tells a window."""

    def on_close(self) -> None: ...
    def on_keyboard(self) -> None:
        """The window has got the keyboard focus."""

    def on_place(self) -> None:
        """The window may have been moved, or changed its size."""

    def on_look(self) -> None:
        """Colours, fonts or DPI have changed: the window is to be laid out anew."""


class Toplevel(Room):
    """A window that opens above all others, and does not take the keyboard focus."""

    def __init__(self, title: str) -> None:
        self.listener: Listener | None = None
        self._extended = Extended.TOPMOST | Extended.NO_ACTIVATE | Extended.CONTROL_PARENT
        self._extended |= Extended.DIALOG_FRAME
        if is_right_to_left():
            self._extended |= Extended.RIGHT_TO_LEFT
        super().__init__(Look(_USUAL_DPI), _STYLE, self._extended)
        windows.set_text(self.window, title)
        left, top, *_ = screens.work_area(windows.foreground())
        windows.place(self.window, left, top, 0, 0)  # on that screen, whose DPI it gets
        self._take_look(looks.dpi(self.window))

    @property
    def work_area_size(self) -> tuple[int, int]:
        """Width and height of the work area, in pixels."""
        left, top, right, bottom = screens.work_area(self.window)
        return right - left, bottom - top

    @property
    def client_size(self) -> tuple[int, int]:
        """Width and height of the client area, in pixels."""
        return windows.size(self.window)

    @property
    def is_minimised(self) -> bool:
        return windows.is_minimised(self.window)

    def place_on_screen(self, width: int, height: int) -> None:
        """Gives the client area this size, in pixels, and places the window in the work area:
        centred across, with a third of the free height above it."""
        left, top, right, bottom = screens.work_area(self.window)
        whole = windows.whole_size(width, height, _STYLE, self._extended, self.look.dpi)
        x = left + (right - left - whole[0]) // 2
        y = top + max((bottom - top - whole[1]) // 3, 0)
        windows.place(self.window, x, y, *whole)

    def resize(self, height: int, *, moves_top: bool) -> None:
        """Sets the height of the client area, in pixels. `moves_top`: the lower edge stays, if
        there is room above; else the upper edge stays, if there is room below."""
        _width, before = self.client_size
        if height == before:
            return
        _left, area_top, _right, area_bottom = screens.work_area(self.window)
        x, top, right, bottom = windows.area(self.window)
        frame_height = bottom - top - before
        new_top, new = layout.resized(
            top,
            bottom - top,
            more=0,
            least=height + frame_height,
            area=(area_top, area_bottom - area_top),
            moves_top=moves_top,
        )
        windows.place(self.window, x, new_top, right - x, new)
        windows.draw_anew(self.window)

    def on_message(self, message: int, wparam: int, lparam: int) -> int | None:
        if message == Message.SET_TEXT and is_by_other():
            return 0  # another program may not change the title
        listener = self.listener
        if listener is None:
            return super().on_message(message, wparam, lparam)
        if message == Message.CLOSE:
            listener.on_close()
            return 0
        if message == Message.ACTIVATE and wparam & 0xFFFF:
            listener.on_keyboard()
            return 0
        if message == Message.DPI_CHANGED:
            # not the DPI in wparam: another program may have sent the message
            self._take_look(looks.dpi(self.window))
            listener.on_look()
            return 0
        if message in _LOOK_MESSAGES:
            self._take_look(self.look.dpi)
            listener.on_look()
        if message in _MOVE_MESSAGES:
            listener.on_place()
        return super().on_message(message, wparam, lparam)

    def _take_look(self, dpi: int) -> None:
        self.look.dpi = dpi
        icon.make_known(self.window, dpi)
        self.look.renew()
        looks.darken_title(self.window, dark=self.look.is_dark)
        self.restyle()


def pointer_is_over(window: int) -> bool:
    """Whether the pointer is over a window that is on the screen."""
    return windows.lies_in(window, *windows.pointer())
