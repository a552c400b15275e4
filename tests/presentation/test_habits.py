"""The order of a dialog's buttons, as each desktop has it."""

import pytest

from sayso.presentation.habits import GNOME, MACOS, WINDOWS, Control, Habits


@pytest.mark.parametrize("habits", [GNOME, MACOS, WINDOWS])
def test_each_control_has_its_place(habits: Habits) -> None:
    assert sorted(habits.order, key=str) == sorted(Control, key=str)


def test_what_acts_comes_last_but_for_windows() -> None:
    assert [each.order[-1] for each in (GNOME, MACOS, WINDOWS)] == [
        Control.APPROVE,
        Control.APPROVE,
        Control.DENY,
    ]
