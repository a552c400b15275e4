"""Keys that only Windows has a use for: Alt and a letter."""

from collections.abc import Iterator

import pytest

from probes.wine import WineProbe
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import UNHURRIED, DialogProcess, ask, focused, take_keyboard
from support.processes import wait_until
from support.world import WINE, World


@pytest.fixture(scope="module")
def windows() -> Iterator[World]:
    made = World(compositor=WINE)
    yield made
    made.close()


@pytest.fixture
def probe(windows: World) -> WineProbe:
    return windows.wine


@pytest.fixture
def dialog(windows: World, probe: WineProbe) -> Iterator[DialogProcess]:
    """It asks, and has the keyboard."""
    process = DialogProcess(windows.environ)
    probe.move(0, 0)
    try:
        assert isinstance(process.hear(), screen.Ready)
        process.tell(ask(deny="Abort", arming=UNHURRIED))
        assert process.hear() == screen.Painted()
        take_keyboard(probe, process.pid)
        probe.wait_for("Approve", pid=process.pid)
        yield process
    finally:
        process.close()


def lead_to(probe: WineProbe, dialog: DialogProcess, keys: str, name: str) -> None:
    def has_led() -> bool:
        probe.key(keys)
        return focused(probe, dialog.pid) == name

    wait_until(has_led, f"the focus on {name}")


def test_a_letter_leads_to_its_button_and_does_no_more(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    """Whose first letter another one has has its next."""
    for keys, name in (("alt+b", "Abort"), ("alt+l", "Later"), ("alt+a", "Approve")):
        lead_to(probe, dialog, keys, name)
    assert dialog.hear_all() == []
    probe.key("Return")
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


def test_a_letter_that_a_program_makes_up_leads_nowhere(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    before = focused(probe, dialog.pid)
    for _ in range(5):
        probe.inject_with_alt("a")
    assert dialog.hear_all() == []
    assert focused(probe, dialog.pid) == before
