"""When approving comes alive, which strokes are fresh, and how time is told."""

import pytest

from sayso.core.arming import Arming, Keys
from sayso.core.catalogue import not_recorded, time_left


def test_nothing_is_alive_before_the_first_start() -> None:
    arming = Arming(1)
    arming.early_input(5)
    assert not arming.is_alive(1e9)


def test_it_comes_alive_after_its_delay() -> None:
    arming = Arming(1)
    arming.start(10)
    assert not arming.is_alive(10.99)
    assert arming.is_alive(11)


def test_early_input_puts_it_off_for_ten_seconds_at_most() -> None:
    arming = Arming(1)
    arming.start(10)
    for tenth in range(200):
        arming.early_input(10 + tenth / 10)
    assert arming.alive_at == 20


def test_input_once_alive_changes_nothing() -> None:
    arming = Arming(1)
    arming.start(10)
    arming.early_input(11)
    assert arming.is_alive(11)


def test_a_new_start_counts_anew() -> None:
    arming = Arming(1)
    arming.start(10)
    arming.start(30)
    assert not arming.is_alive(30.5)
    arming.early_input(30.9)
    assert arming.alive_at == pytest.approx(31.9)


def test_a_long_delay_is_not_cut_by_the_ceiling() -> None:
    arming = Arming(30)
    arming.start(0)
    arming.early_input(29)
    assert not arming.is_alive(29.9)
    assert arming.is_alive(30)


def test_a_key_is_fresh_once_until_it_is_released() -> None:
    keys = Keys()
    assert keys.press(36, 100)
    assert not keys.press(36, 600)
    assert keys.press(65, 610)
    keys.release(36, 700)
    assert keys.press(36, 800)


def test_a_repeat_told_as_release_and_press_is_no_fresh_press() -> None:
    keys = Keys()
    keys.release(36, 500)
    assert not keys.press(36, 500)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(120, "2:00"), (102, "1:42"), (59.2, "1:00"), (9.01, "0:10"), (0.1, "0:01"), (0, "0:00")],
)
def test_time_left_is_told_in_whole_seconds(seconds: float, told: str) -> None:
    assert time_left(seconds) == told
    assert time_left(-seconds) == "0:00"


def test_a_failure_names_its_reason() -> None:
    assert "the disk is full" in not_recorded("the disk is full")
