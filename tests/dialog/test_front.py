"""The person asks to see a question: its dialog comes before all others, and is armed anew."""

from collections.abc import Callable, Iterator

import pytest

from probes.probe import Probe
from probes.steps import Click, Move
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

APPROVED = screen.Answer(Choice.APPROVE)


@pytest.fixture
def covered(
    screen_world: World, probe: Probe, show: ShowDialog
) -> Iterator[tuple[DialogProcess, DialogProcess]]:
    """A dialog, and another one that lies over it and has the keyboard: as much on top as it is."""
    dialog = show(ask(arming=1, asker={"name": "waiter"}))
    cover = DialogProcess(screen_world.environ)
    try:
        cover.hear()
        cover.tell(ask(message="A taller question.\n" * 9))
        assert cover.hear() == screen.Painted()
        take_keyboard(probe, cover.pid)
        assert titles(probe) == ["waiter asks", "builder asks"]
        yield dialog, cover
    finally:
        cover.close()
    probe.wait_gone(pid=cover.pid, role=None)


def titles(probe: Probe) -> list[str]:
    """Of the windows, the foremost last."""
    return [window.title for window in probe.windows()]


def under_pointer(probe: Probe) -> str:
    """The title: the window manager tells of its order before or after the server has it."""
    there = probe.windows_under_pointer()
    return next((each.title for each in probe.windows() if each.handle in there), "")


def is_active(probe: Probe, dialog: DialogProcess) -> bool:
    return any(each.active for each in probe.find(role="alert", pid=dialog.pid))


def test_it_comes_before_the_others_with_the_keyboard(
    probe: Probe, covered: tuple[DialogProcess, DialogProcess]
) -> None:
    dialog, cover = covered
    dialog.have_done(screen.BringForward())
    wait_until(lambda: is_active(probe, dialog), "the keyboard")
    assert not is_active(probe, cover)
    assert titles(probe) == ["builder asks", "waiter asks"]


def test_it_comes_without_the_keyboard_where_any_program_may_have_said_so(
    probe: Probe, covered: tuple[DialogProcess, DialogProcess]
) -> None:
    """By `sayso next`."""
    dialog, cover = covered
    dialog.have_done(screen.BringForward(takes_keyboard=False))
    wait_until(
        lambda: titles(probe) == ["builder asks", "waiter asks"], "it to be before the other"
    )
    assert is_active(probe, cover)
    assert not is_active(probe, dialog)


def test_a_click_meant_for_what_lay_there_does_not_count(
    probe: Probe, covered: tuple[DialogProcess, DialogProcess]
) -> None:
    dialog, _ = covered
    assert dialog.hear_all(1.2) == []  # from then on the other one takes no keyboard by itself
    x, y = probe.find("Approve", pid=dialog.pid)[0].centre
    probe.perform(Move(x + 1, y), Move(x, y))
    dialog.have_done(screen.BringForward())
    wait_until(lambda: under_pointer(probe) == "waiter asks", "it to be under the pointer")
    probe.perform(Click())
    assert dialog.hear_all() == []
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_where_it_has_the_keyboard_it_is_armed_anew_as_well(probe: Probe, show: ShowDialog) -> None:
    """Something may lie over it that takes no keyboard."""
    dialog = show(ask(arming=2))
    take_keyboard(probe, dialog.pid)
    approve = probe.wait_for("Approve", pid=dialog.pid)
    dialog.have_done(screen.BringForward())
    probe.click(approve)
    assert dialog.hear_all() == []
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_before_it_is_painted(probe: Probe, warm: DialogProcess) -> None:
    warm.tell(ask())
    warm.tell(screen.BringForward())
    assert warm.hear() == screen.Painted()
    wait_until(lambda: is_active(probe, warm), "the keyboard")
    probe.press("Approve", pid=warm.pid)
    assert warm.hear() == APPROVED


def test_once_it_is_answered_it_changes_nothing(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED
    dialog.have_done(screen.BringForward())
    assert not probe.find("Approve", pid=dialog.pid)[0].alive
    dialog.have_done(screen.Recorded())
    assert dialog.hear() == screen.Closed()
