"""The order of a dialog's buttons, as each desktop has it."""

import pytest

from sayso.presentation.habits import GNOME, MACOS, WINDOWS, Control, Habits


@pytest.mark.parametrize("habits", [GNOME, MACOS, WINDOWS])
def test_each_control_has_its_place(habits: Habits) -> None:
    assert sorted(habits.order, key=str) == sorted(Control, key=str)


def test_what_acts_comes_last_but_for_windows() -> None:
    assert [each.order.index(Control.APPROVE) for each in (GNOME, MACOS, WINDOWS)] == [2, 2, 0]


def test_what_only_dismisses_is_furthest_from_what_acts() -> None:
    assert [each.order.index(Control.CANCEL) for each in (GNOME, MACOS, WINDOWS)] == [0, 0, 2]
