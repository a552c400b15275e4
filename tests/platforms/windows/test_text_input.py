"""A field for text while an input method shows what is not in the text yet.

Wine has no method that could be worked from here: the field is told what Windows tells it then.
"""

import sys

import pytest

assert sys.platform == "win32"

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32 import text_input
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.platforms.windows.win32.text_field import TextField
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation import catalogue, dialog

RETURN = Stroke(key=VirtualKey.RETURN, place=28, time=0)


@pytest.fixture
def field(monkeypatch: pytest.MonkeyPatch) -> TextField:
    """Of one line, with the focus, in a window that nobody sees."""
    monkeypatch.setattr(text_input.TextInput, "has_focus", True)
    words = dialog.TextField(error="", default="", multiline=False)
    return TextField(Toplevel("title"), words)


def tell(field: TextField, message: Message, word: int = 0) -> None:
    windows.send(field.input.window, message, word)


def test_nothing_is_submitted_meanwhile(field: TextField) -> None:
    field.input.text = "shop"
    assert field.submits(RETURN)
    tell(field, Message.COMPOSING_BEGINS)
    assert not field.submits(RETURN)
    assert field.obstacle == catalogue.COMPOSING()
    tell(field, Message.COMPOSING_ENDS)
    assert field.submits(RETURN)
    assert field.obstacle == ""


def test_what_it_writes_is_the_persons(field: TextField) -> None:
    """No device is at work at that moment: the method is."""
    tell(field, Message.COMPOSING_BEGINS)
    tell(field, Message.CHAR, ord("店"))
    assert field.input.text == "店"
    assert field.input.is_by_hand
    assert field.input.written_at_cursor


def test_what_is_written_with_no_method_at_work_is_a_programs(field: TextField) -> None:
    tell(field, Message.CHAR, ord("店"))
    assert field.input.text == "店"
    assert not field.input.is_by_hand
