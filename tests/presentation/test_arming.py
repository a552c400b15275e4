"""When approving comes alive, which strokes are fresh, and how time is told."""

import random
from itertools import pairwise
from math import inf

import pytest

from sayso.presentation.arming import Arming, Guard, Keys
from sayso.presentation.catalogue import closes_in, not_recorded


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
    assert closes_in(seconds) == f"Closes in {told}"
    assert closes_in(-seconds) == "Closes in 0:00"


def test_a_failure_names_its_reason() -> None:
    assert "the disk is full" in not_recorded("the disk is full")


def test_a_pointer_that_rested_there_counts_once_it_has_moved() -> None:
    guard = Guard(1)
    guard.start(0)
    guard.pointer_down(2)
    assert not guard.clicked(2.1)
    guard.pointer_moved()
    guard.pointer_down(2.2)  # the click before began the delay anew
    assert not guard.clicked(2.3)
    guard.pointer_down(3.1)
    assert guard.clicked(3.2)


def test_a_hand_that_lies_on_deny_may_have_meant_the_question_before() -> None:
    guard = Guard(1)
    guard.appear(10, over_button=True)
    assert not guard.takes_click(10.4)
    assert not guard.is_settled(10.4)
    guard.start(10.3)  # a move or a resize is no new question
    assert guard.takes_click(10.5)
    assert guard.is_settled(10.5)


def test_a_pointer_that_comes_to_deny_counts_at_once() -> None:
    guard = Guard(1)
    guard.appear(10, over_button=False)
    assert guard.takes_click(10.1)
    assert not guard.is_settled(10.1)


def test_appearing_arms_it() -> None:
    guard = Guard(1)
    guard.appear(10, over_button=False)
    assert not guard.is_armed(10.9)
    assert guard.is_armed(11)


def test_who_lets_go_elsewhere_has_not_clicked() -> None:
    guard = Guard(1)
    guard.appear(0, over_button=False)
    guard.pointer_moved()
    guard.pointer_down(2)
    guard.pointer_up_elsewhere()
    assert not guard.clicked(2.1)


def test_a_click_counts_once() -> None:
    guard = Guard(1)
    guard.start(0)
    guard.pointer_moved()
    guard.pointer_down(2)
    assert guard.clicked(2.1)
    assert not guard.clicked(2.2)


class TestAPointerThatWasLost:
    @pytest.fixture
    def guard(self) -> Guard:
        made = Guard(1)
        made.start(0)
        made.pointer_moved()
        made.pointer_lost()
        return made

    def test_it_counts_once_it_has_moved(self, guard: Guard) -> None:
        guard.change_drawn()
        assert not clicks(guard, 1)
        guard.pointer_moved()
        assert clicks(guard, 2.2)

    def test_not_by_a_move_before_the_change_is_drawn(self, guard: Guard) -> None:
        guard.pointer_moved()
        assert not clicks(guard, 1)
        guard.change_drawn()
        assert not clicks(guard, 2.2)
        guard.pointer_moved()
        assert clicks(guard, 3.4)

    def test_nor_before_the_last_of_them_is(self, guard: Guard) -> None:
        guard.pointer_lost()
        guard.change_drawn()
        guard.pointer_moved()
        guard.change_drawn()
        assert not clicks(guard, 1)
        guard.pointer_moved()
        assert clicks(guard, 2.2)


def clicks(guard: Guard, now: float) -> bool:
    """Whether a click counts that takes a tenth of a second."""
    guard.pointer_down(now)
    return guard.clicked(now + 0.1)


def test_a_finger_never_rests() -> None:
    guard = Guard(1)
    guard.start(0)
    guard.touch_down(1)
    assert guard.clicked(1.1)


def test_it_tells_when_it_changes_by_itself() -> None:
    guard = Guard(1)
    assert guard.changes_at == (inf, inf)
    guard.start(10)
    guard.keyboard_came(10.5)
    assert guard.changes_at == (11, 11.5)


@pytest.mark.parametrize("seed", range(100))
def test_nothing_is_ever_approved_early(seed: int) -> None:
    """Ten thousand random timelines in all, a hundred for each seed."""
    chance = random.Random(seed)  # noqa: S311 (a test that can be run again alike)
    approved = sum(Timeline(chance).run() for _ in range(100))
    assert approved  # else nothing was tried


class Timeline:
    """Random events before a guard, and beside it, by the words of the contract, what may count."""

    DELAY = 1.0

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._guard = Guard(self.DELAY)
        self._now = 0.0
        self._moved = False
        self._down: set[int] = set()
        self._started = -inf
        self._keyboard_came: float | None = None
        self._inputs: list[float] = []

    def run(self) -> int:
        """The number of approvals."""
        events = [self._start, self._focus, self._move, self._click, self._touch, self._stroke]
        self._start()
        approved = 0
        for _ in range(self._chance.randint(2, 25)):
            self._now += self._chance.choice([0.001, 0.03, 0.3, 0.7, 1.01, 3.0, 11.0])
            approved += bool(self._chance.choice(events)())
        return approved

    def _start(self) -> None:
        self._guard.start(self._now)
        self._started = self._now

    def _focus(self) -> None:
        self._guard.keyboard_came(self._now)
        self._keyboard_came = self._now

    def _move(self) -> None:
        self._guard.pointer_moved()
        self._moved = True

    def _click(self) -> bool:
        allowed = self._moved
        self._input()
        self._guard.pointer_down(self._now)
        return self._let_go(allowed)

    def _touch(self) -> bool:
        self._input()
        self._guard.touch_down(self._now)
        return self._let_go(allowed=True)

    def _let_go(self, allowed: bool) -> bool:
        began = self._now
        self._something_between()
        counted = self._guard.clicked(self._now)
        if counted:
            assert allowed
            assert self._calm(began, self._started)
        return counted

    def _stroke(self) -> bool:
        key, stamp = self._chance.randint(1, 3), int(self._now * 1_000)
        fresh = key not in self._down
        self._down.add(key)
        began, came = self._now, self._keyboard_came
        self._guard.key_down(key, stamp, self._now, approving=self._chance.random() < 0.8)
        self._inputs.append(self._now)
        if self._chance.random() < 0.2:
            return False  # it stays down: its next press is a repeat
        self._something_between()
        counted = self._guard.key_up(key, int(self._now * 1_000), self._now)
        self._down.discard(key)
        if counted:
            assert fresh
            assert came is not None
            assert came == self._keyboard_came
            assert self._calm(began, self._started)
            assert self._calm(began, came)
        return counted

    def _something_between(self) -> None:
        self._now += self._chance.choice([0.01, 0.1, 2.0])
        if self._chance.random() < 0.2:
            self._chance.choice([self._start, self._focus])()
            self._now += self._chance.choice([0.01, 2.0])

    def _input(self) -> None:
        self._guard.early_input(self._now)
        self._inputs.append(self._now)

    def _calm(self, began: float, started: float) -> bool:
        """What began then came a quiet second after the start, or ten seconds after it at most."""
        since = [started, *(each for each in self._inputs if started < each < began)]
        gaps = [later - sooner + 1e-9 for sooner, later in pairwise([*since, began])]
        return began >= started + 10 or any(gap >= self.DELAY for gap in gaps)
