"""What a person types into a dialog that another program has opened."""

from probes.probe import Control
from support.asking import ALERT, dialog, read_on
from support.dialog_process import click_into
from support.processes import wait_until
from support.world import World

ROLE = "password text"


def type_secret(world: World, message: str, text: str, field: str = "Password") -> int:
    """Types into the dialog that asks this message, and does not send. Returns its process id."""
    pid = dialog(world, message)
    _type(world, pid, field, ROLE, text, "●" * len(text))
    return pid


def type_words(world: World, pid: int, text: str, field: str = "Answer") -> None:
    """Types into a field that shows its text."""
    _type(world, pid, field, "text", text, text)


def _type(world: World, pid: int, field: str, role: str, text: str, shown: str) -> None:
    def entry() -> Control:
        # the last: its label may have the same role and name
        return world.dialogs.find(field, role=role, pid=pid)[-1]

    click_into(world.dialogs, entry, pid)
    world.dialogs.type(text)
    wait_until(lambda: entry().text == shown, "what was typed")


def send_secret(world: World, message: str, text: str) -> None:
    """Types into the dialog and sends. Returns once the dialog has gone."""
    pid = type_secret(world, message, text)
    send(world, pid)
    world.dialogs.wait_gone(role=ALERT, pid=pid)


def send(world: World, pid: int) -> None:
    """Scrolls to the end if need be, and sends: whether the texts fit depends on where the tests
    run."""
    read_on(world, pid, "send")
    world.dialogs.press("Send", pid=pid)
