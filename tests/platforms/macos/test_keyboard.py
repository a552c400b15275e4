"""Keys in a window, on an AppKit without GNUstep: with an input method, and as a Mac tells of
them."""

import sys
from typing import TYPE_CHECKING, Any

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import time

import pytest

from sayso.core.questions import Choice, FormText
from sayso.dialog.model import model
from sayso.wire import screen
from support import bare_appkit
from support.bare_appkit import Key
from support.bare_window import BareWindow
from support.dialog_process import ask_form, ask_password, ask_text

pytestmark = pytest.mark.usefixtures("appkit", "live")

RETURN, TAB, ESCAPE = "\r", "\t", "\x1b"
DISMISSED = (Choice.DISMISS, None, None, "")
HOME = "/Users/ann"


class Asked:
    """A window that has the keyboard, and a hand whose keys count from the start."""

    def __init__(self, order: screen.Show) -> None:
        from sayso.platforms.macos.cocoa.window import Window

        self._heard = BareWindow()
        Window(model(order, HOME), self._heard).come_up()
        bare_appkit.turn()
        self._panel = bare_appkit.panels[-1]
        self._panel.makeKeyWindow()

    @property
    def said(self) -> list[Any]:
        """What it told of answers."""
        return [each for each in self._heard.told if isinstance(each, tuple) and len(each) > 2]

    @property
    def focus(self) -> Any:
        """The view that has it, or the field whose editor has it."""
        holder = self._panel.firstResponder()
        return holder.delegate() if holder.isFieldEditor() else holder

    def press(self, character: str, **how: Any) -> Key:
        event = Key(character, **how)
        if not self._panel.performKeyEquivalent_(event):
            self._panel.sendEvent_(event)
        return event

    def release(self, character: str) -> None:
        self._panel.sendEvent_(Key(character, comes_up=True))

    def strike(self, *characters: str) -> None:
        for each in characters:
            self.press(each)
            self.release(each)

    def compose(self, marks: bool = True) -> None:
        """By a key, an input method begins to write, or ends."""
        self.press("k", marks=marks)
        self.release("k")

    def compose_by_itself(self) -> None:
        """An input method begins to write: what is said, say."""
        self._panel.firstResponder().mark(True)

    def passed_on(self, event: Key) -> bool:
        """Whether AppKit gets this event, and so the input method."""
        return event in self._panel.passed_on


def form() -> screen.Show:
    names = ("Name", "Place")
    return ask_form(*(FormText(header=each, message="", required=True) for each in names), arming=0)


def named() -> screen.Show:
    return ask_password(user="User name", arming=0)


class TestCommand:
    """AppKit tells of no key that comes up while Command is down."""

    def test_return_with_it_sends_nothing(self) -> None:
        """Though Command comes up first, so that it is told of."""
        asked = Asked(ask_text(arming=0))
        asked.strike("a")
        asked.press(RETURN, command=True)
        asked.release(RETURN)
        assert asked.said == []

    @pytest.mark.parametrize("composes", [False, True])
    def test_the_next_return_counts(self, composes: bool) -> None:
        asked = Asked(ask_text(arming=0))
        asked.strike("a")
        if composes:
            asked.compose()
        asked.press(RETURN, command=True)
        if composes:
            asked.compose(False)
        asked.strike(RETURN)
        assert len(asked.said) == 1


class TestInputMethod:
    @pytest.mark.parametrize(
        "order", [ask_text(arming=0), named(), form()], ids=["text", "name", "form"]
    )
    @pytest.mark.parametrize("character", [RETURN, TAB, ESCAPE], ids=["Return", "Tab", "Escape"])
    def test_while_it_is_at_work_keys_are_its_own(self, order: screen.Show, character: str) -> None:
        asked = Asked(order)
        asked.strike("a")
        asked.compose()
        before = asked.focus
        assert asked.passed_on(asked.press(character))
        asked.compose(False)
        asked.release(character)
        assert asked.focus is before
        assert asked.said == []

    def test_early_they_put_off_when_keys_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: now)
        asked = Asked(ask_text(arming=1))
        asked.strike("a")
        asked.compose()
        for now in (0.9, 1.8):
            asked.compose(now < 1)
        asked.strike(RETURN)
        assert asked.said == []
        now = 9.0
        asked.strike(RETURN)
        assert len(asked.said) == 1

    def test_afterwards_they_are_ours(self) -> None:
        asked = Asked(ask_text(arming=0))
        asked.strike("a")
        asked.compose()
        asked.strike(RETURN)
        asked.compose(False)
        asked.strike(ESCAPE)
        assert asked.said == [DISMISSED]

    def test_a_name_that_is_being_written_is_not_sent(self) -> None:
        """Though the key went down before."""
        asked = Asked(named())
        asked.strike("a", TAB, "p")
        while asked.focus.stringValue() != "a":
            asked.strike(TAB)
        asked.press(RETURN)
        asked.compose_by_itself()
        asked.release(RETURN)
        assert asked.said == []
        asked.compose(False)
        asked.strike(RETURN)
        assert [said[:2] for said in asked.said] == [("submitted", b"a\np")]

    def test_a_line_of_a_form_is_not_left(self) -> None:
        from sayso.platforms.macos.cocoa.form import Form
        from sayso.platforms.macos.cocoa.panel import Toplevel
        from sayso.platforms.macos.cocoa.stroke import stroke

        words: Any = model(form(), HOME).field
        made = Form(Toplevel("title"), words)
        line = made.texts[0]
        line.grab_focus()
        assert made.leads_on(stroke(Key(RETURN)))
        line.text_view.mark(True)
        assert not made.leads_on(stroke(Key(RETURN)))
