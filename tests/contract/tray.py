"""What the tray of every platform does, in its own process. A backend's own test inherits this."""

from collections.abc import Callable
from typing import Any, Protocol

import pytest

from sayso.core.overview import Overview, PromptOverview
from sayso.core.settings import Settings
from sayso.errors import Unsupported
from sayso.values import replace
from support.processes import wait_until
from support.tray_process import TrayProcess

QUESTION = PromptOverview(7, "confirm", "Deploy?", "claude", "shown", None)
OVERVIEW = Overview(settings=Settings(sound=True, notifications=False, timeout=120.0))
"""Without notifications: these have a contract of their own."""
WAITING = replace(OVERVIEW, prompts=(QUESTION,))
ASKED = "claude: Deploy?"
SOUND = "Settings > Play a sound"
NOTHING = "No questions wait"


class Hand(Protocol):
    """What a person sees and does at the tray, by whatever means the system has."""

    process: TrayProcess

    def icon(self) -> str:
        """The name of the icon's drawing."""

    def labels(self) -> list[str]:
        """The menu's labels. The label of a submenu stands before those in it: "Settings > Play a
        sound"."""

    def enabled(self, label: str) -> bool: ...
    def checked(self, label: str) -> bool: ...
    def choose(self, label: str) -> None: ...
    def shows(self, words: str) -> int:
        """The number of windows that contain these words."""

    def close_windows(self) -> None: ...


CHOICES: dict[str, tuple[str, dict[str, Any]]] = {
    ASKED: ("bring_forward", {"number": 7}),
    "Do not disturb: off > For 30 minutes": ("dnd", {"seconds": 1800}),
    SOUND: ("configure", {"name": "sound", "value": False}),
    "Settings > Dialogs stay: 2 min > 5 min": ("configure", {"name": "timeout", "value": 300}),
    "Quit": ("quit", {}),
}


class TrayContract:
    """Fixture: `hand`, that of a tray which has said that it is ready."""

    def shown(self, hand: Hand, overview: Overview, is_so: Callable[[], bool]) -> None:
        hand.process.show(overview)
        wait_until(is_so, "what was told")

    def test_it_shows_how_all_stands(self, hand: Hand) -> None:
        """The icon may change a moment after the lines."""
        self.shown(hand, WAITING, lambda: ASKED in hand.labels() and hand.icon() == "waiting-1")
        assert NOTHING not in hand.labels()
        self.shown(hand, OVERVIEW, lambda: NOTHING in hand.labels() and hand.icon() == "idle")
        assert ASKED not in hand.labels()

    def test_lines_stand_in_their_order_whatever_comes_and_goes(self, hand: Hand) -> None:
        other = replace(QUESTION, number=8, title="Restart?")
        self.shown(hand, WAITING, lambda: ASKED in hand.labels())
        both = replace(OVERVIEW, prompts=(other, QUESTION))
        self.shown(hand, both, lambda: "claude: Restart?" in hand.labels())
        first = [each for each in hand.labels() if " > " not in each]
        assert first[:3] == ["claude: Restart?", ASKED, "History"]
        assert first[-1] == "Quit"

    @pytest.mark.parametrize("label", CHOICES)
    def test_what_is_chosen_the_daemon_is_asked_for(self, hand: Hand, label: str) -> None:
        self.shown(hand, WAITING, lambda: ASKED in hand.labels())
        hand.choose(label)
        assert hand.process.asks() == CHOICES[label]

    def test_marks_are_as_it_stands(self, hand: Hand) -> None:
        self.shown(hand, OVERVIEW, lambda: SOUND in hand.labels())
        assert hand.checked(SOUND)
        assert hand.checked("Do not disturb: off > Off")
        silent = replace(OVERVIEW, settings=replace(OVERVIEW.settings, sound=False))
        self.shown(hand, silent, lambda: not hand.checked(SOUND))

    def test_a_choice_marks_nothing_by_itself(self, hand: Hand) -> None:
        self.shown(hand, OVERVIEW, lambda: SOUND in hand.labels())
        hand.choose(SOUND)
        hand.process.asks()
        assert hand.checked(SOUND)

    def test_what_only_tells_cannot_be_chosen(self, hand: Hand) -> None:
        self.shown(hand, OVERVIEW, lambda: NOTHING in hand.labels())
        assert not hand.enabled(NOTHING)
        assert hand.enabled("Quit")

    def test_what_the_daemon_refuses_is_told_in_a_window(self, hand: Hand) -> None:
        self.shown(hand, WAITING, lambda: ASKED in hand.labels())
        hand.choose("Quit")
        request = hand.process.request()
        hand.process.refuse(request, Unsupported("It can't be.", remedy="Do it <b>yourself</b>."))
        wait_until(lambda: hand.shows("It can't be."), "why")
        assert hand.shows("Do it <b>yourself</b>.")
        hand.close_windows()
        wait_until(lambda: not hand.shows("It can't be."), "its end")

    def test_what_this_is_one_window_tells(self, hand: Hand) -> None:
        self.shown(hand, OVERVIEW, lambda: "About sayso" in hand.labels())
        for _ in range(2):
            hand.choose("About sayso")
        wait_until(lambda: hand.shows("MIT licence"), "the window")
        hand.choose("Quit")  # done after the choices before it, and so shows that these are done
        hand.process.asks()
        assert hand.shows("MIT licence") == 1
        hand.close_windows()
        wait_until(lambda: not hand.shows("MIT licence"), "its end")
        hand.choose("About sayso")
        wait_until(lambda: hand.shows("MIT licence"), "another one")

    def test_it_ends_with_the_daemon(self, hand: Hand) -> None:
        self.shown(hand, OVERVIEW, lambda: NOTHING in hand.labels())
        hand.process.hang_up()
        assert hand.process.wait() == 0
