"""Dialogs one after another, whoever asks: which is on the screen, and its answer."""

from typing import Any

from support.asking import ALERT
from support.processes import wait_until
from support.world import World


def on_screen(world: World) -> dict[str, Any]:
    """The prompt whose dialog has been painted, once there is one."""
    return wait_until(
        lambda: next((each for each in world.prompts() if each["state"] == "shown"), None),
        "a dialog on the screen",
    )


def answer_next(world: World, label: str) -> int:
    """Presses this in the dialog on the screen, whatever it asks; its process, once it is gone."""
    on_screen(world)
    pid = wait_until(lambda: world.dialogs.find(role=ALERT), "the dialog")[0].pid
    world.dialogs.press(label, pid=pid)
    world.dialogs.wait_gone(role=None, pid=pid)
    return pid
