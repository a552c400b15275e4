"""What a person types into a dialog that another program has asked for."""

from probes.probe import Control
from support.asking import ALERT, dialog, read_on
from support.processes import wait_until
from support.world import World

ROLE = "password text"


def type_secret(world: World, message: str, text: str, field: str = "Password") -> int:
    """Into the dialog that asks so; its process."""
    pid = dialog(world, message)
    _type(world, pid, field, ROLE, text, "●" * len(text))
    return pid


def type_words(world: World, pid: int, text: str, field: str = "Answer") -> None:
    """Into a field that shows them."""
    _type(world, pid, field, "text", text, text)


def _type(world: World, pid: int, field: str, role: str, text: str, shown: str) -> None:
    def entry() -> Control:
        return world.dialogs.find(field, role=role, pid=pid)[-1]  # its label may be one, too

    world.dialogs.click(entry())
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    world.dialogs.type(text)
    wait_until(lambda: entry().text == shown, "what was typed")


def send_secret(world: World, message: str, text: str) -> None:
    """And sends it; returns once the dialog has gone."""
    pid = type_secret(world, message, text)
    send(world, pid)
    world.dialogs.wait_gone(role=ALERT, pid=pid)


def send(world: World, pid: int) -> None:
    """Once all of it has been read: how long that is depends on where the tests are."""
    read_on(world, pid, "send")
    world.dialogs.press("Send", pid=pid)
