"""One question after the other in the same place: a hand that comes twice answers one of them."""

import time
from collections.abc import Callable, Iterator

import pytest

from sayso.core.arming import SETTLING
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.hands import Hands
from support.world import World

ShowNext = Callable[[Callable[[], object]], DialogProcess]

ORDER = ask(arming=60)
WINDOW = ["search", "--onlyvisible", "--name", "^builder asks$"]
TRIALS = 10


@pytest.fixture
def show_next(screen_world: World, hands: Hands) -> Iterator[ShowNext]:
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
    hands: Hands, show: Callable[[screen.Show], DialogProcess], show_next: ShowNext
) -> None:
    dialog = show(ORDER)
    hands.click(hands.wait_for("Deny", pid=dialog.pid))
    assert dialog.hear() == screen.Answer(Choice.DENY)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = show_next(lambda: hands.xdotool("click", 1))
    assert following.hear_all(SETTLING) == []
    hands.xdotool("click", 1)
    assert following.hear() == screen.Answer(Choice.DENY)


def test_assistive_technology_denies_at_once_wherever_the_pointer_lies(
    hands: Hands, show: Callable[[screen.Show], DialogProcess], show_next: ShowNext
) -> None:
    dialog = show(ORDER)
    hands.move(*hands.wait_for("Deny", pid=dialog.pid).centre)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = show_next(lambda: hands.act("Deny"))
    assert following.hear() == screen.Answer(Choice.DENY)


def test_escape_twice_dismisses_one_question(hands: Hands, show_next: ShowNext) -> None:
    dialog = show_next(lambda: hands.xdotool(*WINDOW, "windowfocus", "--sync", "key", "Escape"))
    assert dialog.hear_all(SETTLING) == []
    hands.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)


def test_a_held_escape_dismisses_one_question(hands: Hands, show_next: ShowNext) -> None:
    dialog = show_next(lambda: hands.xdotool(*WINDOW, "windowfocus", "--sync", "keydown", "Escape"))
    try:
        assert dialog.hear_all(2 * SETTLING) == []  # the X server repeats it by now
    finally:
        hands.xdotool("keyup", "Escape")
    hands.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)
