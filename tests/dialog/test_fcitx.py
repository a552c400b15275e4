"""In a session of Wayland, by an input method that many people have: fcitx5."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from probes.probe import Control, Probe
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask_password, ask_text, click_into
from support.fcitx import Fcitx
from support.processes import wait_until
from support.world import World

pytestmark = pytest.mark.skipif(os.geteuid() == 0, reason="sway does not run as root")

ShowDialog = Callable[[screen.Show], DialogProcess]

KEYS, WORD = "gksrmf", "\ud55c\uae00"
"""What is pressed on a Korean keyboard of two sets, and the word that it makes."""


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World(compositor="sway")
    yield made
    made.close()


@pytest.fixture(scope="module")
def fcitx(screen_world: World) -> Iterator[Fcitx]:
    with closing(Fcitx(screen_world.environ)) as made:
        yield made


def field(probe: Probe, dialog: DialogProcess, name: str, role: str) -> Callable[[], Control]:
    return lambda: probe.wait_for(name, role=role, pid=dialog.pid)


@pytest.mark.usefixtures("fcitx")
def test_an_answer_is_written_by_it(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(arming=0))
    answer = field(probe, dialog, "Answer", "text")
    click_into(probe, answer, dialog.pid)
    probe.type(f"{KEYS} ")
    wait_until(lambda: answer().text == f"{WORD} ", "the word")
    probe.press("Send", pid=dialog.pid)
    heard = dialog.hear_answer()
    assert isinstance(heard, screen.Filled)
    assert [each.text for each in heard.entries] == [f"{WORD} "]


@pytest.mark.usefixtures("fcitx")
def test_a_password_is_not(probe: Probe, show: ShowDialog) -> None:
    """It would learn it."""
    dialog = show(ask_password(arming=0))
    click_into(probe, field(probe, dialog, "Password", "password text"), dialog.pid)
    probe.type(KEYS)
    probe.press("Send", pid=dialog.pid)
    heard = dialog.hear_answer()
    assert isinstance(heard, screen.Submitted)
    assert bytes(heard.secret.view()) == KEYS.encode()
