"""Dialogs that come one after another: the one on the screen, and how to answer it."""

from typing import Any

from support.asking import ALERT
from support.processes import wait_until
from support.world import World


def on_screen(world: World) -> dict[str, Any]:
    """Waits until a dialog has been painted. Returns its prompt."""
    return wait_until(
        lambda: next((each for each in world.prompts() if each["state"] == "shown"), None),
        "a dialog on the screen",
    )


def answer_next(world: World, label: str) -> int:
    """Presses the button `label` in the dialog on the screen, whatever it asks. Returns its process
    id once it has gone."""
    on_screen(world)
    pid = wait_until(lambda: world.dialogs.find(role=ALERT), "the dialog")[0].pid
    world.dialogs.press(label, pid=pid)
    world.dialogs.wait_gone(role=None, pid=pid)
    return pid
