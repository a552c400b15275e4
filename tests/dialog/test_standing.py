"""What the dialog says of how its question stands, and *Later*."""

from collections.abc import Callable
from functools import partial

import pytest

from probes.probe import Probe
from probes.steps import Click, Forged
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.values import replace
from sayso.wire import screen
from sayso.wire.screen import Update
from support.dialog_process import DialogProcess, ask, ask_text, focus, take_keyboard
from support.gallery import wait_until_still, window_of
from support.processes import wait_until

ShowDialog = Callable[[screen.Show], DialogProcess]

GONE = (
    "builder has stopped waiting. "
    "It gets your answer only if it asks again. The answer is kept for 60 s."
)


def wait_for_text(probe: Probe, dialog: DialogProcess, text: str) -> None:
    wait_until(lambda: text in probe.texts(dialog.pid), f'"{text}"')


def test_later_is_told_and_the_daemon_closes(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=60))
    probe.press("Later", pid=dialog.pid)
    assert dialog.hear() == screen.Later()
    assert not any(each.alive for each in probe.find(role="push button", pid=dialog.pid))
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()


@pytest.mark.parametrize("key", ["Return", "space"])
def test_later_by_keyboard(probe: Probe, show: ShowDialog, key: str) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    focus(probe, "Later", dialog.pid)
    probe.key(key)
    assert dialog.hear() == screen.Later()


def test_no_program_puts_a_question_off(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    probe.wait_for("Later", pid=dialog.pid)
    probe.act("Later", pid=dialog.pid)
    assert dialog.hear_all() == []


@pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
@pytest.mark.parametrize("warm", [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}], indirect=True)
def test_no_click_made_up_by_a_program_puts_it_off(probe: Probe, show: ShowDialog) -> None:
    """See test_hands_off.py for the two ways in which GTK hears of events."""
    dialog = show(ask())
    probe.move(*probe.wait_for("Later", pid=dialog.pid).centre)
    (window,) = probe.windows()
    probe.perform(Forged(window.handle, Click()))
    assert dialog.hear_all() == []
    probe.press("Later", pid=dialog.pid)
    assert dialog.hear() == screen.Later()


def test_the_place_in_the_queue_shows_while_others_wait(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    assert not probe.shows("1 of", dialog.pid)
    dialog.tell(Update(PromptStatus(60, place=1, of=3)))
    wait_for_text(probe, dialog, "1 of 3")
    dialog.tell(Update(PromptStatus(60)))
    wait_until(lambda: not probe.shows("1 of", dialog.pid), "no queue any more")


def test_the_buttons_stay_while_the_asker_goes_and_comes(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())

    def places() -> list[tuple[int, int]]:
        return [probe.find(name, pid=dialog.pid)[0].centre for name in ("Deny", "Approve")]

    def stands(gone: bool) -> bool:
        return (GONE in probe.texts(dialog.pid)) is gone and places() == before

    probe.wait_for("Approve", pid=dialog.pid)
    before = places()
    dialog.tell(Update(PromptStatus(60, kept_for=60)))
    wait_until(partial(stands, gone=True), "the banner, and the buttons in their places")
    dialog.tell(Update(PromptStatus(60)))
    wait_until(partial(stands, gone=False), "no banner, and the buttons in their places")


def test_that_the_asker_has_gone_is_said_with_an_icon(probe: Probe, show: ShowDialog) -> None:
    def icons() -> int:
        return len(probe.find(role="icon", pid=dialog.pid))

    dialog = show(ask())
    before = icons()
    dialog.tell(Update(PromptStatus(60, kept_for=60)))
    wait_for_text(probe, dialog, GONE)
    assert icons() == before + 1


def test_a_place_out_of_reach_is_named_until_it_is_back(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(asker={"host": "build-7", "claimed": True, "carrier_pid": 7}))
    wait_for_text(probe, dialog, "From build-7, another machine. sayso can't check who asks there.")
    words = "build-7 is out of reach just now. It gets your answer if it is back within 600 s."
    dialog.tell(Update(PromptStatus(60, kept_for=600, is_out_of_reach=True)))
    wait_for_text(probe, dialog, words)
    dialog.tell(Update(PromptStatus(60)))
    wait_until(lambda: words not in probe.texts(dialog.pid), "that it is back")


TYPED_FOR_IT = "No password belongs here: what you type goes to build-7."


def test_who_types_for_another_machine_is_told_so(probe: Probe, show: ShowDialog) -> None:
    there = replace(ask().asker, host="build-7", claimed=True)
    dialog = show(replace(ask_text(), asker=there))
    wait_for_text(probe, dialog, TYPED_FOR_IT)


def test_so_is_who_says_why_they_deny(probe: Probe, show: ShowDialog) -> None:
    there = {"host": "build-7", "claimed": True}
    dialog = show(ask(asker=there, deny_words=True))
    probe.wait_for("Deny…", pid=dialog.pid)
    assert TYPED_FOR_IT not in probe.texts(dialog.pid)
    probe.press("Deny…", pid=dialog.pid)
    wait_for_text(probe, dialog, TYPED_FOR_IT)


def test_what_moves_when_the_asker_goes_is_armed_anew(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=2))
    probe.wait_for("Approve", pid=dialog.pid)
    dialog.tell(Update(PromptStatus(60, kept_for=60)))
    wait_until(lambda: not probe.find("Approve", pid=dialog.pid)[0].alive, "a dead control")


@pytest.mark.x11("a window manager gives a size in its own time")
def test_one_that_asks_again_at_once_leaves_the_window_as_it_was(
    probe: Probe, show: ShowDialog
) -> None:
    """As a script does that asks until there is an answer."""
    dialog = show(ask())
    probe.wait_for("Approve", pid=dialog.pid)
    before = window_of(probe, dialog.pid)
    for _ in range(8):
        dialog.have_done(Update(PromptStatus(60, kept_for=60)))
        dialog.have_done(Update(PromptStatus(60)))
        wait_until_still(probe)
    wait_until(lambda: window_of(probe, dialog.pid) == before, f"{before}")
    wait_until_still(probe)
    assert window_of(probe, dialog.pid) == before


def test_an_answer_that_will_not_be_kept_is_said_to_be_lost(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(standing=PromptStatus(60, kept_for=0)))
    words = "builder has stopped waiting. If you answer now, nothing comes of it."
    wait_for_text(probe, dialog, words)


def test_an_asker_that_never_waited_is_not_said_to_have_stopped(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask(standing=PromptStatus(60, kept_for=60, was_awaited=False)))
    wait_for_text(
        probe,
        dialog,
        GONE.replace("has stopped", "is not"),
    )


def test_a_late_answer_is_kept_for_the_asker(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(standing=PromptStatus(60, kept_for=60)))
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.APPROVE)
    dialog.tell(screen.Recorded(60))
    wait_for_text(
        probe, dialog, "Recorded: approved. builder gets your answer if it asks again within 60 s."
    )
    assert dialog.hear() == screen.Closed()


def test_what_stands_behind_tabs_is_unread(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(details="ok\n" + "\t" * 14 + "; rm -rf ~"))
    place = probe.wait_for("Scroll right to the end to approve", pid=dialog.pid)
    assert not probe.find("Approve", pid=dialog.pid)[0].alive
    while "You have seen all of it" not in probe.texts(dialog.pid):
        probe.click(place)
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


def test_another_machine_is_named(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(asker={"host": "build-7\u202e"}))
    wait_for_text(probe, dialog, "From build-7\\u{202e}, another machine.")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (100, "Scroll to the end to approve"),  # and what is wide is broken there
        (8, "Scroll right to the end to approve"),
    ],
)
def test_the_arrow_leads_to_the_end(probe: Probe, show: ShowDialog, lines: int, words: str) -> None:
    text = [f"line {number}" + " " * 150 * (number == 5) + "." for number in range(lines)]
    dialog = show(ask(details="\n".join(text)))
    place = probe.wait_for(words, pid=dialog.pid)
    pressed = set()
    while hint := [each for each in probe.find(pid=dialog.pid) if "croll" in each.name]:
        pressed.add(hint[0].name)
        probe.click(place)
        dialog.hear_all(0.05)
    assert pressed == {words}
    wait_for_text(probe, dialog, "You have seen all of it")
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)
