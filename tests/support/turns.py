"""Dialogs one after another, whoever asks: which is on the screen, and its answer."""

from typing import Any

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
    button = world.dialogs.press(label)
    world.dialogs.wait_gone(role=None, pid=button.pid)
    return button.pid
