"""By keyboard alone, by assistive technology, and in the looks that people choose to see better."""

from collections.abc import Callable
from pathlib import Path

import pytest

from probes.probe import Probe
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.presentation.habits import Control as Button
from sayso.wire import screen
from support.dialog_process import UNHURRIED, DialogProcess, ask, focus, focused, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

LOOKS = [
    {"GTK_THEME": "HighContrast"},
    {"GTK_THEME": "HighContrastInverse"},
    {"GTK_THEME": "Adwaita:dark"},
    {"GDK_SCALE": "2"},
    {"GDK_DPI_SCALE": "2"},
]
LONG = "\n".join(f"line {number}" for number in range(200))
LINES_TO_PAGE = "\n".join(f"line {number}" for number in range(50))


def test_the_dialog_says_who_asks_what(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(title="Deploy?", message="To production."))
    alert = probe.find(role="alert", pid=dialog.pid)[0]
    assert alert.name == "builder asks"
    assert alert.description == "Deploy? To production."


def test_each_control_has_a_name(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(details=LONG, asker={"host": "build-7"}, standing=PromptStatus(60, 1, 2)))
    probe.wait_for("Scroll to the end to approve", pid=dialog.pid)
    controls = [each for each in probe.find(pid=dialog.pid) if "focusable" in each.states]
    roles = {"push button", "text", "toggle button"}
    assert {each.name for each in controls if each.role in roles} >= {
        "Question", "Details", "Scroll to the end to approve", "Later", "Deny", "Approve",
    }  # fmt: skip
    assert all(each.name for each in controls if each.role in roles)


def test_a_dead_control_says_why(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=60))
    approve = probe.find("Approve", pid=dialog.pid)[0]
    assert approve.description == "Not ready yet: wait a moment, then approve"


def test_tab_goes_round_in_reading_order(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask(details="of it", arming=UNHURRIED))
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    visited = []
    for _ in range(6):
        seen = focused(probe, dialog.pid)
        assert seen is not None
        visited.append(seen)
        probe.key("Tab")
        wait_until(lambda seen=seen: focused(probe, dialog.pid) != seen, "the next")  # type: ignore[misc]
    where = "in /srv/shop"
    words = {Button.DENY: "Deny", Button.APPROVE: "Approve"}
    answers = [words[each] for each in screen_world.habits.order if each in words]
    round_trip = ["Question", "Details", "Later", *answers, where]
    start = round_trip.index(visited[0])
    assert visited == round_trip[start:] + round_trip[:start]


@pytest.mark.x11("the keyboard goes to no dialog by itself", but=("wine", "gnustep"))
@pytest.mark.parametrize("warm", LOOKS, indirect=True, ids=lambda look: "".join(look.values()))
def test_by_keyboard_alone_in_every_look(probe: Probe, show: ShowDialog) -> None:
    """Without a pointer: the keyboard comes at a pause, the text is read, approve has the focus.

    Where everything is twice as large, a page of so small a screen holds two lines and a half.
    """
    dialog = show(ask(details=LINES_TO_PAGE, arming=0))
    wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
    on = "Scroll to the end to approve"
    focus(probe, on, dialog.pid)

    def read() -> bool:
        probe.key("space")
        return probe.shows("You have seen all of it", dialog.pid)

    wait_until(read, "the end of the text")
    focus(probe, "Approve", dialog.pid)
    probe.key("Return")
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


@pytest.mark.x11("the keyboard goes to no dialog by itself", but=("wine", "gnustep"))
def test_nothing_fills_where_less_motion_is_asked_for(
    screen_world: World, probe: Probe, tmp_path: Path
) -> None:
    assert fills(screen_world, probe, tmp_path, animations=True)
    assert not fills(screen_world, probe, tmp_path, animations=False)


def test_it_fills_in_few_pictures(probe: Probe, show: ShowDialog) -> None:
    """Each of them costs processor time: at most fifteen a second."""
    dialog = show(ask(arming=2))
    approve = probe.find("Approve", pid=dialog.pid)[0]
    pictures = set()
    while not probe.find("Approve", pid=dialog.pid)[0].alive:
        pictures.add(probe.pixels(approve))
    assert 2 < len(pictures) <= 2 * 15 + 2  # and two of one that does not fill


def fills(world: World, probe: Probe, place: Path, animations: bool) -> bool:
    """Whether the picture of *approve* changes while it is armed, for a second."""
    settings = place / str(animations) / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"[Settings]\ngtk-enable-animations={animations:d}\n")
    probe.move(0, 0)
    dialog = DialogProcess(world.environ | {"XDG_CONFIG_HOME": str(place / str(animations))})
    try:
        dialog.hear()
        dialog.tell(ask(arming=30))
        dialog.hear()
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
        approve = probe.find("Approve", pid=dialog.pid)[0]
        wait_until(
            lambda: probe.shows("Closes in 0:58", dialog.pid), "that it is drawn with the keyboard"
        )
        before = probe.pixels(approve)
        wait_until(lambda: probe.shows("Closes in 0:56", dialog.pid), "some seconds")
        return probe.pixels(approve) != before
    finally:
        dialog.close()
        probe.wait_gone(pid=dialog.pid, role=None)


@pytest.mark.x11("a layer has no name", but=("wine", "gnustep"))
def test_the_desktop_knows_the_window_by_our_name(probe: Probe, show: ShowDialog) -> None:
    show(ask())
    (window,) = probe.windows()
    assert probe.application(window.handle) == ("sayso", "Sayso")
