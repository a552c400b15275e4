"""The tray of macOS, on the double: what every tray does, and what is a Mac's alone."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import macos_double
from contract import tray as contract
from contract.tray import ASKED, OVERVIEW, QUESTION, WAITING, TrayContract
from macos_double import headers, selectors
from probes import gnustep
from probes.steps import Move, Pause, Press, Release
from sayso.core.overview import Overview
from sayso.errors import Unsupported
from sayso.values import replace
from support.mac import BEAT
from support.processes import wait_until
from support.tray_process import TrayProcess
from support.world import World

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

ICON = (12, 12)
"""In the double's menu bar."""


class MacHand:
    """Fulfils `contract.tray.Hand`."""

    def __init__(self, world: World, process: TrayProcess) -> None:
        self.world, self.process = world, process
        self._eyes = world.mac_eyes / "tray" / str(process.pid)

    def ask(self, operation: str, **how: Any) -> dict[str, Any]:
        reply = gnustep.ask(self._eyes, operation, **how)
        assert reply is not None
        return reply

    def lines(self) -> dict[str, dict[str, Any]]:
        return {each["label"]: each for each in self.ask("lines")["lines"]}

    def icon(self) -> str:
        drawing: str = self.ask("icon")["drawing"]
        return drawing

    def labels(self) -> list[str]:
        return [*self.lines()]

    def enabled(self, label: str) -> bool:
        return bool(self.lines()[label]["enabled"])

    def checked(self, label: str) -> bool:
        return bool(self.lines()[label]["checked"])

    def choose(self, label: str) -> None:
        assert self.ask("choose", label=label)["done"]

    def shows(self, words: str) -> int:
        return sum(words in each for each in self.ask("windows")["windows"])

    def close_windows(self) -> None:
        self.ask("close")

    # a real pointer

    def open(self) -> None:
        """The button stays down."""
        self.world.dialogs.perform(Move(*ICON), Pause(BEAT), Press(), Pause(BEAT))

    def let_go_at(self, label: str) -> None:
        def there() -> dict[str, Any] | None:
            place = self.ask("place", label=label)
            return place if place["is_shown"] else None

        place = wait_until(there, label)
        x, y = place["x"], place["y"]
        steps = Move(x - 1, y), Pause(BEAT), Move(x, y), Pause(BEAT), Release(), Pause(BEAT)
        self.world.dialogs.perform(*steps)


@pytest.fixture
def hand(mac_world: World, record: Path) -> Iterator[MacHand]:
    process = TrayProcess(mac_world.environ | {macos_double.RECORD: str(record)})
    try:
        assert process.hear()["method"] == "ready"
        yield MacHand(mac_world, process)
    finally:
        process.close()


class TestTray(TrayContract):
    pass


def shown(hand: MacHand, overview: Overview, label: str) -> None:
    hand.process.show(overview)
    wait_until(lambda: label in hand.labels(), label)


def test_the_icon_is_a_template_for_each_screen_and_has_its_words(hand: MacHand) -> None:
    shown(hand, WAITING, ASKED)
    words = "sayso: 1 question waits"
    assert hand.ask("icon") == {
        "drawing": "waiting-1", "is_template": True, "sizes": [16, 32], "tip": words, "name": words,
    }  # fmt: skip


def test_a_line_is_chosen_with_the_pointer(hand: MacHand) -> None:
    shown(hand, WAITING, ASKED)
    hand.open()
    hand.let_go_at(ASKED)
    assert hand.process.asks() == contract.CHOICES[ASKED]


def test_no_line_moves_while_the_menu_is_open(hand: MacHand) -> None:
    other = replace(QUESTION, number=8, title="Restart?")
    shown(hand, replace(OVERVIEW, prompts=(QUESTION, other)), ASKED)
    hand.open()
    before = hand.labels()
    hand.process.show(replace(OVERVIEW, prompts=(replace(other, title="Reboot?"),)))
    renamed = ["claude: Reboot?" if each == "claude: Restart?" else each for each in before]
    wait_until(lambda: hand.labels() == renamed, "other words, in the same places")
    assert not hand.enabled(ASKED)
    hand.let_go_at("claude: Reboot?")
    assert hand.process.asks() == ("bring_forward", {"number": 8})
    wait_until(lambda: hand.labels()[0] == "claude: Reboot?", "the lines of now")


def test_what_was_chosen_is_carried_out_before_lines_move(hand: MacHand) -> None:
    shown(hand, WAITING, ASKED)
    before = hand.ask("open_menu")
    hand.process.show(replace(OVERVIEW, troubles=("A trouble",)))
    wait_until(lambda: not hand.enabled(ASKED), "its end")
    after = hand.ask("close_menu")
    assert [each["label"] for each in after["lines"]] == [e["label"] for e in before["lines"]]
    wait_until(lambda: hand.labels()[0] == "A trouble", "the lines of now")


def test_a_menu_that_is_opened_again_at_once_is_open(hand: MacHand) -> None:
    shown(hand, WAITING, ASKED)
    before = [each["label"] for each in hand.ask("open_menu")["lines"]]
    hand.process.show(replace(OVERVIEW, troubles=("A trouble",)))
    wait_until(lambda: not hand.enabled(ASKED), "its end")
    hand.ask("reopen_menu")
    hand.process.show(WAITING)
    wait_until(lambda: hand.enabled(ASKED), "it again")
    assert hand.labels() == before
    hand.process.show(replace(OVERVIEW, troubles=("A trouble",)))
    wait_until(lambda: not hand.enabled(ASKED), "its end")
    assert hand.labels() == before


def test_what_it_does_is_apples(hand: MacHand, record: Path) -> None:
    shown(hand, WAITING, ASKED)
    hand.open()
    hand.let_go_at("About sayso")
    wait_until(lambda: hand.shows("MIT licence"), "the window")
    hand.choose("Quit")
    hand.process.refuse(hand.process.request(), Unsupported("It can't be."))
    wait_until(lambda: hand.shows("It can't be."), "why")
    hand.close_windows()
    hand.process.hang_up()
    assert hand.process.wait() == 0
    recorded = selectors.recorded(record)
    assert {"button", "setTemplate:", "statusItemWithLength:"} <= {
        each["selector"] for each in recorded if each["what"] == "sent"
    }
    wrong = selectors.wrong(recorded, headers.read(macos_double.TYPES))
    assert [each for each in wrong if each not in OF_THE_EYES] == []


OF_THE_EYES = ("-[NSMenu menuRepresentation]", "-[NSMenuView rectOfItemAtIndex:]")
"""By which a test finds a line on the screen."""
