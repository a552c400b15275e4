"""In a session of Wayland: what is written with more than a key for each character."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from probes.input_method import InputMethod
from probes.probe import Control, Probe
from probes.wlroots_devices import WlrootsDevices
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask_password, ask_text, click_into
from support.processes import wait_until
from support.sway import SIZE
from support.world import World

pytestmark = pytest.mark.skipif(os.geteuid() == 0, reason="sway does not run as root")

ShowDialog = Callable[[screen.Show], DialogProcess]


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World(compositor="sway")
    yield made
    made.close()


@pytest.fixture
def method(screen_world: World) -> Iterator[InputMethod]:
    with closing(InputMethod(screen_world.environ)) as made:
        yield made


def field(probe: Probe, dialog: DialogProcess, name: str, role: str) -> Callable[[], Control]:
    return lambda: probe.wait_for(name, role=role, pid=dialog.pid)


def test_dead_keys_make_a_letter(screen_world: World, probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(arming=0))
    answer = field(probe, dialog, "Answer", "text")
    click_into(probe, answer, dialog.pid)
    with closing(WlrootsDevices(screen_world.environ, SIZE, "us(intl)")) as keyboard:
        for key in ("'", "e"):
            keyboard.key(key, down=True)
            keyboard.key(key, down=False)
        wait_until(lambda: answer().text == "é", "the letter")


def test_an_input_method_writes_an_answer(
    probe: Probe, method: InputMethod, show: ShowDialog
) -> None:
    dialog = show(ask_text(arming=0))
    answer = field(probe, dialog, "Answer", "text")
    click_into(probe, answer, dialog.pid)
    method.write("日本")
    wait_until(lambda: answer().text == "日本", "what it wrote")
    probe.press("Send", pid=dialog.pid)
    heard = dialog.hear_answer()
    assert isinstance(heard, screen.Filled)
    assert [each.text for each in heard.entries] == ["日本"]


def test_none_is_asked_for_a_password(probe: Probe, method: InputMethod, show: ShowDialog) -> None:
    """It would learn it."""
    dialog = show(ask_password(arming=0))
    click_into(probe, field(probe, dialog, "Password", "password text"), dialog.pid)
    probe.type("a")
    assert not method.is_wanted
    probe.press("Send", pid=dialog.pid)
    heard = dialog.hear_answer()
    assert isinstance(heard, screen.Submitted)
    assert bytes(heard.secret.view()) == b"a"
