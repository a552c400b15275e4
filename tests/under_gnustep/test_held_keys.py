"""A key that is held works nothing: by events that say so, as no key of X's does."""

import sys

assert sys.platform == "linux"

import pytest

from sayso.core.questions import FormText
from sayso.wire import screen
from support.dialog_process import ask, ask_form, ask_select, ask_text
from under_gnustep.asked import APPROVED, DOWN, OPTION, RETURN, SPACE, TAB, TEXT, Asked

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

LINES = tuple(FormText(header=name, message="", required=True) for name in ("Name", "Place"))


def test_it_does_not_approve(asked: Asked) -> None:
    asked.show(ask())
    asked.go_to("Approve")
    asked.probe.wait_for("Approve", pid=asked.dialog.pid)
    asked.hold(RETURN, SPACE)
    assert asked.said() == []
    asked.strike(RETURN)
    assert asked.said() == [APPROVED]


def test_it_does_not_put_off(asked: Asked) -> None:
    asked.show(ask())
    asked.go_to("Later")
    asked.hold(RETURN, SPACE)
    assert asked.said() == []
    asked.strike(RETURN)
    assert screen.Later() in asked.said()


def test_it_submits_no_text_but_goes_on_with_it(asked: Asked) -> None:
    asked.show(ask_text())
    asked.go_to("Answer", TEXT)
    asked.strike("a")
    asked.hold("b")
    asked.hold(RETURN)
    assert asked.see("Answer", TEXT).text == "abb"
    assert asked.said() == []
    asked.strike(RETURN)
    (filled,) = asked.said()
    assert isinstance(filled, screen.Filled)


def test_it_chooses_nothing(asked: Asked) -> None:
    asked.show(ask_select())
    asked.go_to("Here", OPTION)
    before = asked.see("Here", OPTION).states
    asked.hold(DOWN, SPACE)
    assert asked.see("Here", OPTION).states == before
    asked.strike(DOWN)
    assert asked.has_focus("There", OPTION)


def test_it_moves_the_focus_nowhere(asked: Asked) -> None:
    asked.show(ask())
    asked.go_to("Later")
    asked.hold(TAB)
    assert asked.has_focus("Later")


@pytest.mark.parametrize("character", [TAB, RETURN], ids=["Tab", "Return"])
def test_it_leads_to_no_other_line(asked: Asked, character: str) -> None:
    asked.show(ask_form(*LINES))
    asked.go_to("Name", TEXT)
    asked.hold(character)
    assert asked.has_focus("Name", TEXT)
    asked.strike(character)
    assert asked.has_focus("Place", TEXT)
