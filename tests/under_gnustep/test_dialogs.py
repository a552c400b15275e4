"""A dialog of each kind: what it sent AppKit, and what it waits to be sent, is Apple's."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from pathlib import Path

import pytest

import macos_double
from macos_double import headers, selectors
from macos_double.headers import Headers
from probes.probe import Probe
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import FormConfirm, FormSelect, FormText, Severity
from sayso.core.queue_row import QueueRow
from sayso.values import replace
from sayso.wire import screen
from support import entries
from support.dialog_process import (
    DialogProcess,
    ask,
    ask_device_code,
    ask_form,
    ask_notice,
    ask_password,
    ask_select,
    ask_text,
    take_keyboard,
)
from support.world import World

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

LONG = "\n".join(f"line {number} of many" for number in range(99))
QUESTIONS = (
    FormText(header="Name", message="", required=True, placeholder="build-7"),
    FormConfirm(header="Public", message="Everyone sees it", required=True),
    FormSelect(
        header="Where", message="", required=False,
        options=entries.options("Here", "There"), custom=True,
    ),
)  # fmt: skip


UNPROVEN = "Probably builder; macOS can't prove it"


def confirmed(probe: Probe, dialog: DialogProcess) -> None:
    probe.press(f"{UNPROVEN} · in /srv/shop", role="toggle button", pid=dialog.pid)
    probe.press("1 of 2", pid=dialog.pid)
    assert dialog.hear() == screen.OpenQueue()
    dialog.tell(screen.Queue((QueueRow(2, "other", "A title", 50.0),)))
    probe.wait_for("other: A title, 0:50 left", pid=dialog.pid)
    probe.press("And the tags", role="check box", pid=dialog.pid)
    probe.press("Deny…", pid=dialog.pid)
    probe.wait_for("Reason for denying (optional)", role="text", pid=dialog.pid)
    probe.type("No")
    probe.press("Approve", pid=dialog.pid)


def read(probe: Probe, dialog: DialogProcess) -> None:
    probe.press("Scroll to the end to approve", pid=dialog.pid)
    take_keyboard(probe, dialog.pid)
    probe.key("Tab", "shift+Tab", "Down", "ctrl+a", "ctrl+c", "Escape")


def typed_in_secret(probe: Probe, dialog: DialogProcess) -> None:
    probe.click(probe.find("User name", role="text", pid=dialog.pid)[0])
    probe.type("me")
    for name in ("Password", "Repeat"):
        probe.click(probe.find(name, role="password text", pid=dialog.pid)[0])
        probe.type("secret")
    probe.press("Show the password", pid=dialog.pid)
    probe.press("Send", pid=dialog.pid)


def typed(probe: Probe, dialog: DialogProcess) -> None:
    take_keyboard(probe, dialog.pid)
    probe.click(probe.find("Answer", role="text", pid=dialog.pid)[0])
    probe.type("two words")
    probe.press("Send", pid=dialog.pid)


def chosen(probe: Probe, dialog: DialogProcess) -> None:
    probe.press("There", role="radio button", pid=dialog.pid)
    probe.press("Send", pid=dialog.pid)


def signed_in(probe: Probe, dialog: DialogProcess) -> None:
    probe.press("Copy the code", pid=dialog.pid)
    probe.press("Cancel", pid=dialog.pid)


def filled(probe: Probe, dialog: DialogProcess) -> None:
    probe.click(probe.find("Name", role="text", pid=dialog.pid)[0])
    probe.type("build")
    probe.press("Yes", role="radio button", pid=dialog.pid)
    probe.press("Send", pid=dialog.pid)


def told(probe: Probe, dialog: DialogProcess) -> None:
    dialog.tell(screen.Update(PromptStatus(60, kept_for=30.0)))
    dialog.tell(screen.BringForward(takes_keyboard=True))
    probe.press("OK", pid=dialog.pid)


Hand = Callable[[Probe, DialogProcess], None]

KINDS: dict[str, tuple[screen.Show, Hand]] = {
    "confirm": (
        replace(
            ask(
                title="Deploy?", check="And the tags", deny_words=True, cancel="Not now",
                standing=PromptStatus(60, place=1, of=2), asker={"unproven": True},
            ),
            lists_queue=True,
        ),
        confirmed,
    ),
    "long": (ask(message="words " * 50, details=LONG, severity=Severity.DESTRUCTIVE), read),
    "notice": (ask_notice(), told),
    "password": (ask_password(repeat=True, user="User name", error="No"), typed_in_secret),
    "text": (ask_text(default="one\ntwo", multiline=True), typed),
    "select": (ask_select(custom=True), chosen),
    "code": (ask_device_code(), signed_in),
    "form": (ask_form(*QUESTIONS), filled),
}  # fmt: skip


@pytest.fixture(scope="module")
def apples() -> Headers:
    return headers.read(macos_double.TYPES)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_dialog_does_is_apples(
    mac_world: World, record: Path, apples: Headers, kind: str
) -> None:
    order, use = KINDS[kind]
    dialog = DialogProcess(mac_world.environ | {macos_double.RECORD: str(record)})
    try:
        dialog.ready()
        dialog.tell(order)
        assert dialog.hear() == screen.Painted()
        use(mac_world.dialogs, dialog)
        assert isinstance(dialog.hear_answer(), screen.Answer | screen.Submitted | screen.Filled)
    finally:
        dialog.close()
    recorded = selectors.recorded(record)
    assert len(recorded) > 200
    assert selectors.wrong(recorded, apples) == []
