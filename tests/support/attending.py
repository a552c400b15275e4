"""Plays a person who answers whatever is asked while a program runs."""

from collections.abc import Callable

from probes.probe import BUTTON
from support.asking import ALERT
from support.gnupg import FIELD, enter
from support.processes import Finished, Job, wait_until
from support.world import World


def attend(
    world: World, job: Job, secret: Callable[[], str], within: float, yes: tuple[str, ...] = ()
) -> tuple[Finished, int]:
    """Answers until the job ends: types `secret()` where there are password fields, else presses a
    button named in `yes`. Returns how the job ended, and how many answers were given. `within`:
    seconds."""
    answered = 0

    def ended() -> bool:
        nonlocal answered
        if (pid := _asking(world)) is not None:
            if world.dialogs.find(role=FIELD, pid=pid):
                enter(world, secret(), pid)
            else:
                world.dialogs.press(_button(world, pid, yes), pid=pid)
            world.dialogs.wait_gone(role=BUTTON, pid=pid)
            answered += 1
        return not job.running

    wait_until(ended, "the end of the program that asks", within)
    return job.wait(), answered


def _asking(world: World) -> int | None:
    """The process of the dialog on the screen; None: there is none."""
    if not any(prompt["state"] == "shown" for prompt in world.prompts()):
        return None
    alerts = (each.pid for each in world.dialogs.find(role=ALERT))
    return next((pid for pid in alerts if world.dialogs.find(role=BUTTON, pid=pid)), None)


def _button(world: World, pid: int, names: tuple[str, ...]) -> str:
    there = {each.name for each in world.dialogs.find(role=BUTTON, pid=pid)}
    (name,) = there & set(names)
    return name
