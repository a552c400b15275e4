"""The size of a dialog's window, whatever is added to it."""

import sys

import pytest

assert sys.platform == "win32"

from collections.abc import Iterator
from ctypes import c_int
from ctypes.wintypes import BOOL, HWND

from sayso.dialog.model import model
from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.win32.place import Place
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.toplevel import Toplevel
from support.dialog_process import ask

MINIMISE, RESTORE = 6, 9

_show = Library("user32").function("ShowWindow", BOOL, HWND, c_int, failed=None)


class Shown:
    def __init__(self) -> None:
        self.toplevel = Toplevel("title")
        self.view = PromptView(self.toplevel, model(ask(), "/home/me"))
        self.place = Place(self.toplevel, self.view)
        self.toplevel.place_on_screen(*self.view.fit(*self.toplevel.work_area_size))
        self.view.arrange(self.toplevel.client_size[1])
        windows.show_above_all(self.toplevel.window)

    def has_trouble(self) -> None:
        self.place.keep_buttons(lambda: self.view.say_trouble("words"))

    @property
    def fits(self) -> bool:
        return self.toplevel.client_size[1] == self.view.height


@pytest.fixture
def shown() -> Iterator[Shown]:
    shown = Shown()
    yield shown
    windows.destroy(shown.toplevel.window)


def test_it_grows_with_what_is_added(shown: Shown) -> None:
    before = shown.view.height
    shown.has_trouble()
    assert shown.view.height > before
    assert shown.fits


def test_it_has_room_for_what_was_added_while_it_was_minimised(shown: Shown) -> None:
    """Else its buttons would be out of sight."""
    _show(shown.toplevel.window, MINIMISE)
    shown.has_trouble()
    shown.place.catch_up()
    _show(shown.toplevel.window, RESTORE)
    shown.place.catch_up()
    assert shown.fits
    assert shown.toplevel.is_as_made()
