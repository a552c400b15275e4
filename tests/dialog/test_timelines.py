"""Random hands on the real screen: whatever they do before it is armed, nothing counts."""

import random
from collections.abc import Callable, Sequence

from probes.probe import Probe
from probes.steps import (
    Click,
    Direction,
    Key,
    KeyDown,
    KeyUp,
    Move,
    Pause,
    Press,
    Release,
    Step,
    Wheel,
)
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_password, take_keyboard
from support.lengths import AtLength
from support.processes import wait_until

ShowDialog = Callable[[screen.Show], DialogProcess]

Deed = Sequence[Step]

ARMING = 3.0
"""Much longer than a timeline takes, so that the control never comes alive within one."""
DEEDS = 8
QUICKLY = 0.001
"""Seconds after each click and key."""
CLICK = Click(delay=QUICKLY)
HELD_RETURN: Deed = [KeyDown("Return", QUICKLY), Pause(0.01), KeyUp("Return", QUICKLY)]
TYPED = "canary-7f3a"


def test_no_random_timeline_approves_early(
    probe: Probe, show: ShowDialog, at_length: AtLength
) -> None:
    dialog = show(ask(arming=ARMING, standing=PromptStatus(600)))
    take_keyboard(probe, dialog.pid)
    deeds = around(*probe.find("Approve", pid=dialog.pid)[0].centre)
    for_nothing(probe, dialog, deeds, at_length(80, 400))
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


def test_no_random_timeline_submits_a_password_early(
    probe: Probe, show: ShowDialog, at_length: AtLength
) -> None:
    dialog = show(ask_password(arming=ARMING, standing=PromptStatus(600)))
    take_keyboard(probe, dialog.pid)
    probe.type(TYPED)
    field = probe.find("Password", role="password text", pid=dialog.pid)[0]
    deeds = [
        *around(*probe.find("Send", pid=dialog.pid)[0].centre),
        *in_field(*field.centre),
    ]
    for_nothing(probe, dialog, deeds, at_length(30, 100))
    probe.press("Send", pid=dialog.pid)
    assert isinstance(dialog.hear_answer(), screen.Submitted)


def for_nothing(probe: Probe, dialog: DialogProcess, deeds: list[Deed], times: int) -> None:
    """Arms it anew for each timeline of random deeds; not one is an answer of any kind.

    A compositor hangs up on a program that leaves two or three of them lying unread.
    """
    chance = random.Random(11)  # noqa: S311 (a test that can be run again alike)
    for number in range(times):
        dialog.have_done(screen.NotRecorded("again"))
        steps = [step for _ in range(DEEDS) for step in chance.choice(deeds)]
        probe.perform(*steps)
        wait_until(dialog.is_at_rest, "the dialog to have seen it all")
        heard = dialog.hear_all(0.01 if number < times - 1 else 0.3)
        answers = [each for each in heard if each != screen.Activity()]
        assert not answers, f"timeline {number}: {answers} by {steps}"


def around(x: int, y: int) -> list[Deed]:
    """What hands do near the control, whose middle this is."""
    return [
        [Move(x, y), CLICK],
        [Move(x - 30, y), Press(), Release()],
        [Move(x + 30, y), Press(), Release()],
        [Press(), Move(x, y), Release()],
        [Click(times=3, delay=QUICKLY)],
        [Move(5, 5), Move(x, y)],
        [Wheel(Direction.DOWN, delay=QUICKLY)],
        *[[quick(key)] for key in ("Tab", "Return", "space", "KP_Enter", "alt+a")],
        HELD_RETURN,
    ]


def in_field(x: int, y: int) -> list[Deed]:
    return [
        [Move(x, y), CLICK, quick("Return")],
        [Move(x, y), CLICK, quick("x"), quick("KP_Enter")],
        [Move(x, y), CLICK, *HELD_RETURN],
    ]


def quick(key: str) -> Key:
    return Key(key, QUICKLY)
