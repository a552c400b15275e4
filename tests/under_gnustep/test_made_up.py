"""What a program makes up works nothing, in each form that macOS' documents have: another process
posts it (CGEventPost, CGEventPostToPid), or this one does itself (postEvent:atStart:)."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator

import pytest

from sayso.core.questions import Choice, FormConfirm, FormText
from sayso.wire import screen
from support.dialog_process import ask, ask_form, ask_select, ask_text
from under_gnustep.asked import (
    APPROVED,
    DOWN,
    ESCAPE,
    OPTION,
    RETURN,
    SPACE,
    TAB,
    TEXT,
    Asked,
)

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

ANOTHER, ITSELF = 4321, -1
"""As the double has it: macos_double/posted.py."""


@pytest.fixture(params=[ANOTHER, ITSELF], ids=["another", "itself"])
def program(request: pytest.FixtureRequest) -> int:
    """Who makes things up."""
    who: int = request.param
    return who


@pytest.fixture
def made_up(asked: Asked, program: int) -> Iterator[Asked]:
    """What comes is a device's until `asked.posted_by(program)`."""
    yield asked
    asked.posted_by(0)


def test_keys_approve_dismiss_and_put_off_nothing(made_up: Asked, program: int) -> None:
    made_up.show(ask())
    for name in ("Later", "Approve"):
        made_up.go_to(name)
        made_up.posted_by(program)
        made_up.strikes(RETURN, SPACE, ESCAPE)
        assert made_up.said() == []
        made_up.posted_by(0)
    made_up.strike(RETURN)
    assert made_up.said() == [APPROVED]


@pytest.mark.parametrize("name", ["Approve", "Deny", "Later"])
def test_clicks_work_no_button(made_up: Asked, program: int, name: str) -> None:
    made_up.show(ask())
    made_up.go_to("Approve")
    made_up.posted_by(program)
    made_up.click(name)
    assert made_up.said() == []
    made_up.posted_by(0)
    made_up.click("Deny")
    assert made_up.said() == [screen.Answer(Choice.DENY)]


def test_they_choose_nothing(made_up: Asked, program: int) -> None:
    made_up.show(ask_select())
    made_up.go_to("Here", OPTION)
    made_up.posted_by(program)
    made_up.strikes(SPACE, DOWN)
    made_up.click("There", OPTION)
    assert not any("checked" in made_up.see(each, OPTION).states for each in ("Here", "There"))
    made_up.posted_by(0)
    made_up.click("There", OPTION)
    assert "checked" in made_up.see("There", OPTION).states


def test_keys_type_into_a_field_and_send_nothing(made_up: Asked, program: int) -> None:
    made_up.show(ask_text())
    made_up.go_to("Answer", TEXT)
    made_up.posted_by(program)
    made_up.strikes("a", "b", RETURN, TAB)
    assert made_up.see("Answer", TEXT).text == "ab"
    assert made_up.has_focus("Answer", TEXT)
    assert made_up.said() == []


def test_keys_lead_to_no_other_line(made_up: Asked, program: int) -> None:
    made_up.show(
        ask_form(
            FormText(header="Name", message="", required=True),
            FormConfirm(header="Public", message="", required=True),
        )
    )
    made_up.go_to("Name", TEXT)
    made_up.posted_by(program)
    made_up.strikes(TAB, RETURN)
    assert made_up.has_focus("Name", TEXT)
