"""What of a dialog's window the person can see."""

import sys
from typing import cast

import pytest

assert sys.platform == "win32"

import threading
from collections.abc import Iterator
from ctypes import c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR

from sayso.platforms.windows.native import desktop, screens, windows
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.win32.eyes import WindowEyes
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.toplevel import Toplevel

ALL_RIGHTS = 0x1FF

_user = Library("user32")
_create_desktop = _user.function(
    "CreateDesktopW", HANDLE, LPCWSTR, LPCWSTR, c_void_p, DWORD, DWORD, c_void_p
)
_set_desktop = _user.function("SetThreadDesktop", BOOL, HANDLE)

LEFT, TOP = 200, 150
WIDTH, HEIGHT = 300, 200


class Seen:
    """A window with one control in it, and what tells of both."""

    def __init__(self) -> None:
        self.toplevel = Toplevel("title")
        self.control = Label(self.toplevel, "words")
        self.control.place(100, 60, 80, 20)
        windows.show_above_all(self.toplevel.window)
        self._eyes = WindowEyes(self.toplevel, cast("PromptView", None))

    def move(self, x: int, y: int, width: int = WIDTH, height: int = HEIGHT) -> None:
        windows.place(self.toplevel.window, x, y, width, height)

    def control_is_hidden(self) -> bool:
        return self._eyes.hides([self.control])

    def all_is_hidden(self) -> bool:
        return self._eyes.hides_all()


@pytest.fixture(scope="module")
def made() -> Iterator[Seen]:
    seen = Seen()
    yield seen
    windows.destroy(seen.toplevel.window)


@pytest.fixture
def seen(made: Seen) -> Seen:
    """In the middle of the screen."""
    made.move(LEFT, TOP)
    return made


def test_where_nothing_is_in_the_way_all_is_seen(seen: Seen) -> None:
    assert not seen.control_is_hidden()
    assert not seen.all_is_hidden()


@pytest.mark.parametrize("side", ["left", "right"])
def test_what_lies_beyond_the_screen_is_hidden(seen: Seen, side: str) -> None:
    """Part of the control, and much of the window."""
    ((left, _top, right, _bottom),) = screens.areas()
    seen.move((left if side == "left" else right) - WIDTH // 2, TOP)
    assert seen.control_is_hidden()
    assert not seen.all_is_hidden()


def test_so_is_a_window_of_which_nothing_is_on_the_screen(seen: Seen) -> None:
    seen.move(-5000, TOP)
    assert seen.control_is_hidden()
    assert seen.all_is_hidden()


def test_what_the_window_has_no_room_for_is_hidden(seen: Seen) -> None:
    seen.move(LEFT, TOP, 150, HEIGHT)
    assert seen.control_is_hidden()
    assert not seen.all_is_hidden()


def test_a_control_may_lie_on_two_screens(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    left, _top, right, _bottom = windows.area(seen.control.window)
    middle = (left + right) // 2
    sides = [(0, 0, middle, 1000), (middle, 0, 2000, 1000)]
    monkeypatch.setattr(screens, "areas", lambda: sides)
    assert not seen.control_is_hidden()
    monkeypatch.setattr(screens, "areas", lambda: sides[1:])
    assert seen.control_is_hidden()
    assert not seen.all_is_hidden()


def test_where_no_screen_is_nothing_is_seen(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "areas", list)
    assert seen.control_is_hidden()
    assert seen.all_is_hidden()


def test_while_the_person_sees_another_desktop_all_is_hidden(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while the system asks for an administrator's consent, above a picture of ours."""
    monkeypatch.setattr(desktop, "is_seen", lambda: False)
    assert seen.control_is_hidden()
    assert seen.all_is_hidden()


def test_a_thread_on_another_desktop_is_not_seen() -> None:
    told: list[bool] = []

    def work() -> None:
        _set_desktop(_create_desktop("sayso-test", None, None, 0, ALL_RIGHTS, None))
        told.append(desktop.is_seen())

    elsewhere = threading.Thread(target=work)
    elsewhere.start()
    elsewhere.join()
    assert told == [False]
    assert desktop.is_seen()
