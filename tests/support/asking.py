"""Asking through the command line, and finding the question on the screen."""

from typing import Any

from probes.probe import BUTTON
from support.processes import PATIENCE, Finished, wait_until
from support.world import World

ALERT = "alert"
"""The accessibility role of sayso's dialogs."""


def pending(world: World, *arguments: str) -> str:
    """Asks without waiting for the answer. Returns the ticket."""
    asked = world.sayso("confirm", *arguments, "--wait", "0", "--json")
    assert asked.code == 3, asked
    ticket: str = asked.json["ticket"]
    return ticket


def dialog(world: World, message: str, timeout: float = PATIENCE) -> int:
    """Waits until a dialog that asks this is painted. Returns its process id. A dialog that was
    answered already doesn't count."""

    def asking() -> int | None:
        if not any(prompt["state"] == "shown" for prompt in world.prompts()):
            return None
        shown = world.dialogs.find()
        asks = {each.pid for each in shown if each.role == BUTTON}
        for each in shown:
            # a title may be part of the text, above the message
            if each.name == "Question" and each.text.endswith(message) and each.pid in asks:
                return each.pid
        return None

    return wait_until(asking, f'a dialog that asks "{message}"', timeout)


def answer(world: World, message: str, label: str = "Deny") -> None:
    """Presses the button `label` in the dialog that asks this message. Returns when its buttons
    have gone."""
    pid = dialog(world, message)
    world.dialogs.press(label, pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)


def read_on(world: World, pid: int, to: str) -> None:
    """Scrolls down by the dialog's own button until everything was read. `to`: the end of that
    button's name, which says what can be done then."""
    while unread := world.dialogs.find(f"Scroll to the end to {to}", pid=pid):
        world.dialogs.click(unread[0])
        world.dialogs.move(1, 1)


def no_dialog(world: World) -> None:
    """Waits until no dialog is on the screen."""
    world.dialogs.wait_gone(role=ALERT)


def until_state(world: World, state: str) -> dict[str, Any]:
    """Waits until the only prompt is in this state. Returns the prompt."""

    def reached() -> dict[str, Any] | None:
        (prompt,) = world.prompts()
        return prompt if prompt["state"] == state else None

    return wait_until(reached, f"a prompt that is {state}")


def came_out(done: Finished) -> tuple[int, str]:
    """Exit status and outcome of a command that was run with --json."""
    return done.code, done.json["status"]


def replace_gi(world: World, program: str) -> None:
    """Puts this program in place of Python's `gi`, which loads GTK, for all processes that start
    from now on."""
    world.interpreter.add_module("gi", program)
