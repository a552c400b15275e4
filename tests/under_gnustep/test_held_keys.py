"""A key that is held works nothing: by events that say so, as no key of X's does."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from probes.gnustep import GnustepProbe
from probes.probe import Control
from sayso.core.questions import Choice, FormText
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import (
    DialogProcess,
    ask,
    ask_form,
    ask_select,
    ask_text,
    take_keyboard,
)
from support.processes import wait_until
from support.world import GNUSTEP, World

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

RETURN, TAB, SPACE, DOWN = "\r", "\t", " ", "\uf701"
BUTTON, OPTION, TEXT = "push button", "radio button", "text"
APPROVED = screen.Answer(Choice.APPROVE)
LINES = tuple(FormText(header=name, message="", required=True) for name in ("Name", "Place"))


@pytest.fixture(scope="module")
def mac_world() -> Iterator[World]:
    made = World(compositor=GNUSTEP)
    yield made
    made.close()


@dataclass
class Asked:
    """A dialog that has the keyboard, where the person took the focus by keys."""

    probe: GnustepProbe
    dialog: DialogProcess

    def show(self, order: screen.Show) -> None:
        """Its keys count from the start: nothing else keeps a held one from what it would do."""
        self.dialog.tell(replace(order, arming=0.0))
        assert self.dialog.hear() == screen.Painted()
        take_keyboard(self.probe, self.dialog.pid)

    def see(self, name: str, role: str = BUTTON) -> Control:
        return self.probe.find(name, role=role, pid=self.dialog.pid)[0]

    def has_focus(self, name: str, role: str = BUTTON) -> bool:
        return "focused" in self.see(name, role).states

    def go_to(self, name: str, role: str = BUTTON) -> None:
        def there() -> bool:
            if not self.has_focus(name, role):
                self.strike(TAB)
            return self.has_focus(name, role)

        wait_until(there, name)

    def strike(self, character: str, *, is_repeated: bool = False) -> None:
        self.probe.strike(character, is_repeated=is_repeated, pid=self.dialog.pid)

    def hold(self, *characters: str) -> None:
        for character in characters * 2:
            self.strike(character, is_repeated=True)

    def said(self) -> list[screen.Order | screen.Report]:
        """But for what merely tells that somebody is at work there."""
        heard = self.dialog.hear_all()
        return [each for each in heard if not isinstance(each, screen.Activity | screen.Drafted)]


@pytest.fixture
def asked(mac_world: World) -> Iterator[Asked]:
    process = DialogProcess(mac_world.environ)
    probe = mac_world.dialogs
    assert isinstance(probe, GnustepProbe)
    try:
        assert isinstance(process.hear(), screen.Ready)
        yield Asked(probe, process)
    finally:
        process.close()


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
