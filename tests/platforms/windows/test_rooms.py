"""What another program does to the controls of a window, and what is noticed of it."""

import sys

import pytest

assert sys.platform == "win32"

from collections.abc import Iterator
from ctypes import c_int, c_ssize_t
from ctypes.wintypes import BOOL, HANDLE, HWND, LPARAM, UINT, WPARAM

from sayso.core.questions import FormSelect, FormText
from sayso.dialog.model import model
from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.windows import Extended, Style
from sayso.platforms.windows.win32 import toplevel as toplevels
from sayso.platforms.windows.win32.column import Column, ColumnRoom
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.place import Place
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.text_input import TextInput
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation.queue_list import QueueEntry
from sayso.wire import screen
from support.dialog_process import (
    ask,
    ask_device_code,
    ask_form,
    ask_password,
    ask_select,
    ask_text,
)
from support.entries import options

NO_SIZE, NO_Z_ORDER, NO_ACTIVATE, NOT_ASKED = 0x1, 0x4, 0x10, 0x400
"""SWP_…; the last is SWP_NOSENDCHANGING."""
STYLE, EXTENDED = -16, -20
SET_REDRAW, GET_FONT = 0xB, 0x31

_user, _gdi = Library("user32"), Library("gdi32")
_set_place = _user.function(
    "SetWindowPos", BOOL, HWND, HWND, c_int, c_int, c_int, c_int, UINT, failed=None
)
_set_parent = _user.function("SetParent", HWND, HWND, HWND)
_style = _user.function("GetWindowLongPtrW", c_ssize_t, HWND, c_int, failed=None)
_set_style = _user.function("SetWindowLongPtrW", c_ssize_t, HWND, c_int, c_ssize_t, failed=None)
_set_region = _user.function("SetWindowRgn", c_int, HWND, HANDLE, BOOL)
_rectangle = _gdi.function("CreateRectRgn", HANDLE, c_int, c_int, c_int, c_int)
_send = _user.function("SendMessageW", c_ssize_t, HWND, UINT, WPARAM, LPARAM, failed=None)


class Made:
    """A window with a control in it, and a column with a control and a field."""

    def __init__(self) -> None:
        self.toplevel = Toplevel("title")
        windows.place(self.toplevel.window, 50, 50, 400, 300)
        self.control = Label(self.toplevel, "words")
        self.control.place(10, 10, 80, 20)
        self.room = ColumnRoom(self.toplevel, "column")
        self.row = Label(self.room, "a row")
        self.field = TextInput(self.room, "field", "", multiline=False, lines=1)
        self.column = Column(self.room, [self.row, self.field])
        self.column.place(10, 40, 300, 200)

    def look_anew(self) -> None:
        """As where the person has changed the fonts of their system."""
        self.toplevel.look.renew()
        self.toplevel.restyle()

    @property
    def is_as_made(self) -> bool:
        return self.toplevel.is_as_made()


@pytest.fixture(params=[False, True], ids=["from-left", "from-right"])
def made(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Where one reads from the left, and where from the right. Nobody sees the window."""
    monkeypatch.setattr(toplevels, "is_right_to_left", lambda: request.param)
    made = Made()
    yield made
    windows.destroy(made.toplevel.window)


def move(window: int, x: int, y: int, flags: int = 0) -> None:
    _set_place(window, None, x, y, 0, 0, NO_SIZE | NO_Z_ORDER | NO_ACTIVATE | flags)


LONG = "\n".join(f"line {number}" for number in range(300))
ORDERS = {
    "confirm": ask(details=LONG),
    "code": ask_device_code(),
    "password": ask_password(repeat=True, user="me"),
    "text": ask_text(multiline=True),
    "select": ask_select(custom=True),
    "form": ask_form(
        FormText("Name", default="shop"),
        FormSelect("Where", options=options("Here", "There"), custom=True),
    ),
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("from_right", [False, True])
def test_every_dialog_is_as_made_whatever_opens_in_it(
    order: screen.Show, from_right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toplevels, "is_right_to_left", lambda: from_right)
    toplevel = Toplevel("title")
    view = PromptView(toplevel, model(order, "/home/me"))
    place = Place(toplevel, view)
    toplevel.place_on_screen(*view.fit(*toplevel.work_area_size))
    view.arrange(toplevel.client_size[1])
    assert toplevel.is_as_made()
    rows = tuple(QueueEntry(number, "other", "words", "20 s", "all") for number in (1, 2))
    for change in (
        view.lineage.toggle,
        view.open_deny_words,
        lambda: view.fill_queue(rows),
        lambda: view.say_trouble("words"),
        lambda: view.fill_queue(()),
        view.close_deny_words,
        view.lineage.toggle,
        toplevel.restyle,
    ):
        place.open_below(change)
        assert toplevel.is_as_made()
    windows.destroy(toplevel.window)


def test_what_we_do_is_no_change(made: Made) -> None:
    assert made.is_as_made
    windows.place(made.toplevel.window, 60, 40, 500, 350)
    assert made.is_as_made
    made.column.place(10, 60, 320, 220)
    made.control.place(20, 10, 70, 30)
    assert made.is_as_made
    made.control.show(False)
    made.look_anew()
    assert made.is_as_made


@pytest.mark.parametrize("which", ["control", "room", "row", "field"])
def test_what_is_moved_unasked_is_noticed(made: Made, which: str) -> None:
    move(getattr(made, which).window, 30, 90, NOT_ASKED)
    assert not made.is_as_made


@pytest.mark.parametrize("which", ["control", "room", "row"])
def test_so_is_what_another_window_is_given(made: Made, which: str) -> None:
    other = Toplevel("other")
    _set_parent(getattr(made, which).window, other.window)
    assert not made.is_as_made


@pytest.mark.parametrize("which", ["control", "room", "row", "field"])
@pytest.mark.parametrize("way", ["unshow", "fade", "cut out"])
def test_so_is_what_is_out_of_sight(made: Made, which: str, way: str) -> None:
    window = getattr(made, which).window
    match way:
        case "unshow":
            _set_style(window, STYLE, _style(window, STYLE) & ~Style.VISIBLE)
        case "fade":
            _set_style(window, EXTENDED, _style(window, EXTENDED) | Extended.LAYERED)
        case _:
            _set_region(window, _rectangle(0, 0, 5, 5), True)
    assert not made.is_as_made


@pytest.mark.parametrize("which", ["control", "room", "row"])
def test_what_is_asked_before_it_is_moved_stays(made: Made, which: str) -> None:
    window = getattr(made, which).window
    before = windows.area(window)
    move(window, 30, 90)
    assert windows.area(window) == before
    assert made.is_as_made


@pytest.mark.parametrize("which", ["control", "room", "row"])
def test_nothing_is_kept_from_being_drawn(made: Made, which: str) -> None:
    window = getattr(made, which).window
    _send(window, SET_REDRAW, 0, 0)
    assert windows.has_style(window, Style.VISIBLE)


@pytest.mark.parametrize("which", ["control", "row", "field"])
def test_each_control_has_the_fonts_of_now(made: Made, which: str) -> None:
    """Those of before are deleted."""
    made.look_anew()
    font = _send(getattr(made, which).window, GET_FONT, 0, 0)
    assert font == made.toplevel.look.fonts.text
