"""Random hands on the real screen: whatever they do before it is armed, nothing counts."""

import random
from collections.abc import Callable

from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_password, take_keyboard
from support.hands import Hands
from support.lengths import AtLength

ShowDialog = Callable[[screen.Show], DialogProcess]

Deed = list[str | int | float]
"""Words of xdotool."""

ARMING = 3.0
"""Much longer than a timeline takes, so that the control never comes alive within one."""
DEEDS = 8
NO_DELAY: Deed = ["--delay", 1]
"""In milliseconds; xdotool's own are 100 after each click."""
HELD_RETURN: Deed = ["keydown", *NO_DELAY, "Return", "sleep", 0.01, "keyup", *NO_DELAY, "Return"]
TYPED = "canary-7f3a"


def test_no_random_timeline_approves_early(
    hands: Hands, show: ShowDialog, at_length: AtLength
) -> None:
    dialog = show(ask(arming=ARMING, standing=screen.Standing(600)))
    take_keyboard(hands, dialog.pid)
    deeds = around(*hands.find("Approve", pid=dialog.pid)[0].centre)
    for_nothing(hands, dialog, deeds, at_length(80, 400))
    hands.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


def test_no_random_timeline_submits_a_password_early(
    hands: Hands, show: ShowDialog, at_length: AtLength
) -> None:
    dialog = show(ask_password(arming=ARMING, standing=screen.Standing(600)))
    take_keyboard(hands, dialog.pid)
    hands.type(TYPED)
    field = hands.find("Password", role="password text", pid=dialog.pid)[0]
    deeds = [
        *around(*hands.find("Submit", pid=dialog.pid)[0].centre),
        *in_field(*field.centre),
    ]
    for_nothing(hands, dialog, deeds, at_length(30, 100))
    hands.press("Submit", pid=dialog.pid)
    assert isinstance(dialog.hear_answer(), screen.Submitted)


def for_nothing(hands: Hands, dialog: DialogProcess, deeds: list[Deed], times: int) -> None:
    """Arms it anew for each timeline of random deeds; not one is an answer of any kind."""
    chance = random.Random(11)  # noqa: S311 (a test that can be run again alike)
    for number in range(times):
        dialog.have_done(screen.NotRecorded("again"))
        words = [word for _ in range(DEEDS) for word in chance.choice(deeds)]
        hands.xdotool(*words)
        heard = dialog.hear_all(0.01 if number < times - 1 else 0.3)
        answers = [each for each in heard if each != screen.Activity()]
        assert not answers, f"timeline {number}: {answers} by xdotool {' '.join(map(str, words))}"


def around(x: int, y: int) -> list[Deed]:
    """What hands do near the control, whose middle this is."""
    return [
        ["mousemove", x, y, *click(1)],
        ["mousemove", x - 30, y, "mousedown", 1, "mouseup", 1],
        ["mousemove", x + 30, y, "mousedown", 1, "mouseup", 1],
        ["mousedown", 1, "mousemove", x, y, "mouseup", 1],
        ["click", "--repeat", 3, *NO_DELAY, 1],
        ["mousemove", 5, 5, "mousemove", x, y],
        click(5),
        *[["key", *NO_DELAY, key] for key in ("Tab", "Return", "space", "KP_Enter", "alt+a")],
        HELD_RETURN,
    ]


def in_field(x: int, y: int) -> list[Deed]:
    return [
        ["mousemove", x, y, *click(1), "key", *NO_DELAY, "Return"],
        ["mousemove", x, y, *click(1), "key", *NO_DELAY, "x", "KP_Enter"],
        ["mousemove", x, y, *click(1), *HELD_RETURN],
    ]


def click(button: int) -> Deed:
    return ["click", *NO_DELAY, button]
