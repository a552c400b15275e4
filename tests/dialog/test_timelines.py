"""Random hands on the real screen: whatever they do before it is armed, nothing is approved."""

import random
from collections.abc import Callable

from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, take_keyboard
from support.hands import Hands

ShowDialog = Callable[[screen.Show], DialogProcess]

TIMELINES = 150
ARMING = 1.0
DEEDS = 8
"""In one timeline: they take 0.2 s together, so the control never comes alive among them."""

Words = list[str | int]


def test_no_random_timeline_approves_early(hands: Hands, show: ShowDialog) -> None:
    chance = random.Random(11)  # noqa: S311 (a test that can be run again alike)
    dialog = show(ask(arming=ARMING, standing=screen.Standing(600)))
    take_keyboard(hands, dialog.pid)
    x, y = hands.find("Approve", pid=dialog.pid)[0].centre
    for _ in range(TIMELINES):
        dialog.tell(screen.NotRecorded("again"))  # each time it is armed anew
        hands.xdotool(*timeline(chance, x, y))
        assert screen.Answer(Choice.APPROVE) not in dialog.hear_all(0.01)
    hands.press("Approve", pid=dialog.pid)
    assert screen.Answer(Choice.APPROVE) in dialog.hear_all()


def timeline(chance: random.Random, x: int, y: int) -> Words:
    deeds: list[Words] = [
        ["mousemove", x, y, "click", 1],
        ["mousemove", x + chance.randint(-30, 30), y, "mousedown", 1, "mouseup", 1],
        ["mousedown", 1, "mousemove", x, y, "mouseup", 1],
        ["click", "--repeat", 3, "--delay", 1, 1],
        ["mousemove", 5, 5, "mousemove", x, y],
        ["click", 5],
        ["key", "Tab"],
        ["key", "Return"],
        ["key", "space"],
        ["key", "KP_Enter"],
        ["key", "alt+a"],
        ["keydown", "Return", "keyup", "Return"],
    ]
    return [word for _ in range(DEEDS) for word in chance.choice(deeds)]
