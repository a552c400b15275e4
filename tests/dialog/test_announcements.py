"""What a screen reader says unasked: the toolkit's announcements, heard over AT-SPI."""

from collections.abc import Callable

import pytest

from probes.probe import Probe
from sayso.core.prompt_status import PromptStatus
from sayso.presentation import catalogue
from sayso.wire import screen
from sayso.wire.screen import Update
from support.dialog_process import DialogProcess, ask, ask_password, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]


@pytest.fixture(scope="module", autouse=True)
def _listening(screen_world: World) -> None:
    """Before any dialog starts: each asks at its start who listens to what."""
    screen_world.dialogs.listen()


def wait_for_last(probe: Probe, dialog: DialogProcess, words: str) -> None:
    wait_until(lambda: probe.announced(dialog.pid)[-1:] == [words], f'"{words}" announced')


def test_the_time_left_is_told_on_demand_and_at_60_30_and_10_s(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask(standing=PromptStatus(90)))
    assert catalogue.TIME_LEFT() in {each.description for each in probe.find(pid=dialog.pid)}
    told: list[str] = []
    for mark in (60, 30, 10):
        assert probe.announced(dialog.pid) == told
        dialog.tell(Update(PromptStatus(mark + 1.5)))
        told.append(f"{mark} seconds left to answer")
        wait_for_last(probe, dialog, told[-1])
    assert probe.announced(dialog.pid) == told


def test_that_the_asker_has_gone_is_announced(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    probe.wait_for("Approve", pid=dialog.pid)
    gone = (
        "builder has stopped waiting. "
        "It gets your answer only if it asks again. The answer is kept for 60 s."
    )
    for _ in range(2):  # the same again is no news
        dialog.have_done(Update(PromptStatus(50, kept_for=60)))
        wait_for_last(probe, dialog, gone)
    assert probe.announced(dialog.pid) == [gone]


def test_that_an_answer_was_not_recorded_is_announced(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    probe.press("Deny", pid=dialog.pid)
    dialog.hear()
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_for_last(probe, dialog, "Not recorded: the disk is full. Answer again.")


def test_what_is_wrong_with_a_password_is_announced(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(repeat=True))
    take_keyboard(probe, dialog.pid)
    probe.type("one")
    probe.key("Tab")
    probe.type("on")
    wait_for_last(probe, dialog, catalogue.NOT_THE_SAME())
    told = catalogue.NOT_THE_SAME()
    wait_until(lambda: told in descriptions(probe, dialog), "words about it")
    probe.type("e")
    probe.wait_for("Send", pid=dialog.pid)
    assert catalogue.NOT_THE_SAME() not in descriptions(probe, dialog)
    assert probe.announced(dialog.pid) == [catalogue.NOT_THE_SAME()]


def test_caps_lock_is_announced(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    take_keyboard(probe, dialog.pid)
    probe.key("Caps_Lock")
    try:
        wait_for_last(probe, dialog, catalogue.CAPS_LOCK())
        assert catalogue.CAPS_LOCK() in descriptions(probe, dialog)
    finally:
        probe.key("Caps_Lock")
    wait_until(
        lambda: catalogue.CAPS_LOCK() not in descriptions(probe, dialog), "no word about Caps Lock"
    )
    assert probe.announced(dialog.pid) == [catalogue.CAPS_LOCK()]


def descriptions(probe: Probe, dialog: DialogProcess) -> set[str]:
    return {each.description for each in probe.find(pid=dialog.pid)}


@pytest.mark.parametrize(
    ("kept_for", "words"),
    [
        (None, "Recorded: denied"),
        (60, "Recorded: denied. builder gets your answer if it asks again within 60 s."),
        (0, "Recorded: denied. builder is not waiting, so nothing comes of it."),
    ],
)
def test_what_was_recorded_is_announced(
    probe: Probe, show: ShowDialog, kept_for: float | None, words: str
) -> None:
    dialog = show(ask())
    probe.press("Deny", pid=dialog.pid)
    dialog.hear()
    dialog.tell(screen.Recorded(kept_for))
    wait_for_last(probe, dialog, words)
