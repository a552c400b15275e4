"""One question after the other in the same place: a hand that comes twice answers one of them."""

import time
from collections.abc import Callable, Iterator

import pytest

from probes.probe import Probe
from probes.steps import Click, Focus, Key, KeyDown, KeyUp
from sayso.core.questions import Choice
from sayso.presentation.arming import SETTLING
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.world import World

ShowNext = Callable[[Callable[[], object]], DialogProcess]

ORDER = ask(arming=60)
TITLE = "builder asks"
TRIALS = 10


@pytest.fixture
def show_next(screen_world: World, probe: Probe) -> Iterator[ShowNext]:
    """Shows the question and acts at once; on a machine too busy for that, with another dialog."""
    made: list[DialogProcess] = []

    def shown(deed: Callable[[], object]) -> DialogProcess:
        for _ in range(TRIALS):
            dialog = DialogProcess(screen_world.environ)
            made.append(dialog)
            dialog.hear()
            before = time.monotonic()
            dialog.tell(ORDER)
            assert dialog.hear() == screen.Painted()
            deed()
            if time.monotonic() < before + SETTLING:
                return dialog
            dialog.close()
        raise AssertionError(f"none of {TRIALS} dialogs could be reached within {SETTLING} s")

    yield shown
    for dialog in made:
        dialog.close()


def test_a_double_click_on_deny_denies_one_question(
    probe: Probe, show: Callable[[screen.Show], DialogProcess], show_next: ShowNext
) -> None:
    dialog = show(ORDER)
    probe.click(probe.wait_for("Deny", pid=dialog.pid))
    assert dialog.hear() == screen.Answer(Choice.DENY)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = show_next(lambda: probe.perform(Click()))
    assert following.hear_all(SETTLING) == []
    probe.perform(Click())
    assert following.hear() == screen.Answer(Choice.DENY)


def test_a_double_click_on_later_puts_off_one_question(
    probe: Probe, show: Callable[[screen.Show], DialogProcess], show_next: ShowNext
) -> None:
    dialog = show(ORDER)
    probe.click(probe.wait_for("Later", pid=dialog.pid))
    assert dialog.hear() == screen.Later()
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = show_next(lambda: probe.perform(Click()))
    assert following.hear_all(SETTLING) == []
    probe.perform(Click())
    assert following.hear() == screen.Later()


def test_assistive_technology_denies_at_once_wherever_the_pointer_lies(
    probe: Probe, show: Callable[[screen.Show], DialogProcess], show_next: ShowNext
) -> None:
    dialog = show(ORDER)
    probe.move(*probe.wait_for("Deny", pid=dialog.pid).centre)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = show_next(lambda: probe.act("Deny"))
    assert following.hear() == screen.Answer(Choice.DENY)


@pytest.mark.x11("the keyboard goes to no dialog by itself")
def test_escape_twice_dismisses_one_question(probe: Probe, show_next: ShowNext) -> None:
    dialog = show_next(lambda: probe.perform(Focus(TITLE), Key("Escape")))
    assert dialog.hear_all(SETTLING) == []
    probe.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)


@pytest.mark.x11("the keyboard goes to no dialog by itself")
def test_a_held_escape_dismisses_one_question(probe: Probe, show_next: ShowNext) -> None:
    dialog = show_next(lambda: probe.perform(Focus(TITLE), KeyDown("Escape")))
    try:
        assert dialog.hear_all(2 * SETTLING) == []  # the X server repeats it by now
    finally:
        probe.perform(KeyUp("Escape"))
    probe.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)
