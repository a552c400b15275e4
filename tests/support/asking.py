"""Questions asked through the command line, and found again on the screen."""

from typing import Any

from probes.probe import BUTTON
from support.processes import PATIENCE, Finished, wait_until
from support.world import World

ALERT = "alert"
"""The role of a dialog of sayso."""


def pending(world: World, *arguments: str) -> str:
    """Asks and does not wait; the ticket."""
    asked = world.sayso("confirm", *arguments, "--wait", "0", "--json")
    assert asked.code == 3, asked
    ticket: str = asked.json["ticket"]
    return ticket


def dialog(world: World, message: str, timeout: float = PATIENCE) -> int:
    """The process of the dialog that asks this, once it is painted; one that was answered asks no
    more."""

    def asking() -> int | None:
        if not any(prompt["state"] == "shown" for prompt in world.prompts()):
            return None
        shown = world.dialogs.find()
        asks = {each.pid for each in shown if each.role == BUTTON}
        for each in shown:
            # a title may stand above the message
            if each.name == "Question" and each.text.endswith(message) and each.pid in asks:
                return each.pid
        return None

    return wait_until(asking, f'a dialog that asks "{message}"', timeout)


def answer(world: World, message: str, label: str = "Deny") -> None:
    """Presses this in the dialog that asks so; returns when the dialog has taken it."""
    pid = dialog(world, message)
    world.dialogs.press(label, pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)


def read_on(world: World, pid: int, to: str) -> None:
    """As far down as there is more; `to`: what one can do then."""
    while unread := world.dialogs.find(f"Scroll to the end to {to}", pid=pid):
        world.dialogs.click(unread[0])
        world.dialogs.move(1, 1)


def no_dialog(world: World) -> None:
    """Waits until none is on the screen."""
    world.dialogs.wait_gone(role=ALERT)


def until_state(world: World, state: str) -> dict[str, Any]:
    """The one prompt there is, once it is in this state."""

    def reached() -> dict[str, Any] | None:
        (prompt,) = world.prompts()
        return prompt if prompt["state"] == state else None

    return wait_until(reached, f"a prompt that is {state}")


def came_out(done: Finished) -> tuple[int, str]:
    """Exit status and outcome of a command with --json."""
    return done.code, done.json["status"]


def replace_gi(world: World, program: str) -> None:
    """What Python finds for the toolkit, from the next process on."""
    world.interpreter.add_module("gi", program)
