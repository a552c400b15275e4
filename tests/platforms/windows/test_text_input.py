"""A field for text: what an input method writes, and what programs do.

Wine has no method that could be worked from here, but it keeps what such a one would: the test puts
it there, and Wine tells the field as Windows does.
"""

import sys

import pytest

assert sys.platform == "win32"

import ctypes
from collections.abc import Iterator
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, LPARAM, UINT, WPARAM

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.controls import CHANGES_CONTROLS, EditMessage
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.platforms.windows.win32.text_field import TextField
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation import catalogue, dialog

RETURN = Stroke(key=VirtualKey.RETURN, place=28, time=0)
SET_STRING, COMPOSITION, COMPLETE, CANCEL, RESULT = 0x9, 0x15, 0x1, 0x4, 0x800
"""SCS_SETSTR, NI_COMPOSITIONSTR, CPS_COMPLETE, CPS_CANCEL, GCS_RESULTSTR."""

_imm, _user = Library("imm32"), Library("user32")
_context = _imm.function("ImmGetContext", HANDLE, HWND)
_show = _imm.function(
    "ImmSetCompositionStringW", BOOL, HANDLE, DWORD, ctypes.c_void_p, DWORD, ctypes.c_void_p, DWORD
)
_notify = _imm.function("ImmNotifyIME", BOOL, HANDLE, DWORD, DWORD, DWORD)
_send = _user.function(
    "SendMessageW", ctypes.c_ssize_t, HWND, UINT, WPARAM, ctypes.c_void_p, failed=None
)
_post = _user.function("PostMessageW", BOOL, HWND, UINT, WPARAM, LPARAM)


class Method:
    """An input method that the person works, for one control."""

    def __init__(self, window: int) -> None:
        self._context = _context(window)

    def show(self, words: str) -> None:
        """Shows what is not in the text yet."""
        room = ctypes.create_unicode_buffer(words)
        _show(self._context, SET_STRING, room, 2 * len(words), None, 0)
        take_all()

    def write(self) -> None:
        """Writes what it has shown."""
        _notify(self._context, COMPOSITION, COMPLETE, 0)
        take_all()

    def give_up(self) -> None:
        _notify(self._context, COMPOSITION, CANCEL, 0)
        take_all()


def take_all() -> None:
    while message := messages.take():
        messages.translate(message)
        messages.dispatch(message)


@pytest.fixture(scope="module")
def toplevel() -> Iterator[Toplevel]:
    made = Toplevel("title")
    windows.show_above_all(made.window)
    yield made
    windows.destroy(made.window)


@pytest.fixture
def field(toplevel: Toplevel) -> TextField:
    """Of one line, with the focus."""
    made = TextField(toplevel, dialog.TextField(error="", default="", multiline=False))
    made.input.grab_focus()
    take_all()
    return made


@pytest.fixture
def method(field: TextField) -> Iterator[Method]:
    made = Method(field.input.window)
    yield made
    made.give_up()


def send(field: TextField, message: int, word: int = 0, second: str = "") -> None:
    """As any program can."""
    room = ctypes.create_unicode_buffer(second)
    _send(field.input.window, message, word, ctypes.addressof(room))


def test_nothing_is_submitted_meanwhile(field: TextField, method: Method) -> None:
    field.input.text = "shop"
    assert field.submits(RETURN)
    method.show("店")
    assert not field.submits(RETURN)
    assert field.obstacle == catalogue.COMPOSING()
    method.write()
    assert field.submits(RETURN)
    assert field.obstacle == ""


def test_what_it_writes_is_the_persons(field: TextField, method: Method) -> None:
    """No device is at work at that moment: the method is."""
    method.show("店")
    method.write()
    assert field.input.text == "店"
    assert field.input.is_by_hand
    assert field.input.written_at_cursor


def test_what_is_posted_while_it_shows_something_is_a_programs(
    field: TextField, method: Method
) -> None:
    method.show("店")
    _post(field.input.window, Message.CHAR, ord("x"), 1)
    take_all()
    assert "x" in field.input.text
    assert not field.input.is_by_hand


def test_no_program_makes_one_up(field: TextField) -> None:
    for each in (Message.COMPOSING_BEGINS, Message.COMPOSING):
        _post(field.input.window, each, 0, 0)
        take_all()
        assert field.obstacle != catalogue.COMPOSING()
        send(field, EditMessage.INSERT, 0, "yes, do")
        assert not field.input.is_by_hand


def test_no_program_ends_one(field: TextField, method: Method) -> None:
    method.show("店")
    _post(field.input.window, Message.COMPOSING_ENDS, 0, 0)
    take_all()
    assert not field.submits(RETURN)


def test_what_another_program_sends_of_one_is_ignored(
    field: TextField, method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the method wrote last is still kept, and would be written once more."""
    method.show("店")
    method.write()
    monkeypatch.setattr(messages, "is_sent_by_other", lambda: True)
    send(field, Message.COMPOSING, RESULT)
    assert field.input.text == "店"


def test_no_other_program_has_its_text_come_as_characters() -> None:
    assert EditMessage.SET_METHOD in CHANGES_CONTROLS


def test_what_is_written_with_no_method_at_work_is_a_programs(field: TextField) -> None:
    send(field, Message.CHAR, ord("店"))
    assert field.input.text == "店"
    assert not field.input.is_by_hand


def test_a_text_that_a_program_sets_is_a_programs(field: TextField) -> None:
    """The control does not tell of that by itself."""
    heard = []
    field.watch_typing(lambda: heard.append(field.input.text))
    send(field, Message.SET_TEXT, 0, "yes, do")
    assert heard == ["yes, do"]
    assert not field.input.is_by_hand
    assert not field.input.written_at_cursor


def test_in_a_field_that_was_cleared_nothing_is_a_programs(field: TextField) -> None:
    send(field, EditMessage.INSERT, 0, "yes, do")
    assert not field.input.is_by_hand
    field.input.clear()
    assert field.input.is_by_hand
