"""Keys that only Windows has a use for: Alt and a letter."""

import pytest

from probes.wine import WineProbe
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import UNHURRIED, DialogProcess, ask, focused, take_keyboard
from support.processes import wait_until


@pytest.fixture
def asking(probe: WineProbe, dialog: DialogProcess) -> DialogProcess:
    """It asks, and has the keyboard."""
    dialog.tell(ask(deny="Abort", arming=UNHURRIED))
    assert dialog.hear() == screen.Painted()
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    return dialog


def lead_to(probe: WineProbe, asking: DialogProcess, keys: str, name: str) -> None:
    def has_led() -> bool:
        probe.key(keys)
        return focused(probe, asking.pid) == name

    wait_until(has_led, f"the focus on {name}")


def test_a_letter_leads_to_its_button_and_does_no_more(
    probe: WineProbe, asking: DialogProcess
) -> None:
    """Whose first letter another one has has its next."""
    for keys, name in (("alt+b", "Abort"), ("alt+l", "Later"), ("alt+a", "Approve")):
        lead_to(probe, asking, keys, name)
    assert asking.hear_all() == []
    probe.key("Return")
    assert asking.hear_answer() == screen.Answer(Choice.APPROVE)


def test_a_letter_that_a_program_makes_up_leads_nowhere(
    probe: WineProbe, asking: DialogProcess
) -> None:
    before = focused(probe, asking.pid)
    for _ in range(5):
        probe.inject_with_alt("a")
    assert asking.hear_all() == []
    assert focused(probe, asking.pid) == before
