"""A press on the control that approves: it counts where the person brought the pointer there."""

import sys

import pytest

assert sys.platform == "win32"

from collections.abc import Iterator
from ctypes.wintypes import MSG, POINT

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.pointer import Pointer
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation.arming import Guard

DELAY = 1.0
ELSEWHERE = -40


class Hand:
    """The person's hand, over a window with one control; all of it is armed."""

    def __init__(self, toplevel: Toplevel) -> None:
        control = Label(toplevel, "Approve")
        control.place(50, 50, 100, 30)
        self._window = control.window
        self._left, self._top, *_ = windows.area(self._window)
        self._now = 0.0
        self._guard = Guard(DELAY)
        self._guard.appear(self._now, over_button=False)
        self._pointer = Pointer(self._window, self._guard, lambda: self._now)
        self.wait()

    def wait(self) -> None:
        self._now += 2 * DELAY

    def do(self, message: int, at: int) -> None:
        """`at`: pixels from the control's left edge."""
        place = POINT(self._left + at, self._top + 5)
        self._pointer.on_message(MSG(hWnd=self._window, message=message, pt=place))

    def approves(self, at: int) -> bool:
        self.do(Message.LEFT_DOWN, at)
        self.do(Message.LEFT_UP, at)
        return self._guard.clicked(self._now)


@pytest.fixture
def hand() -> Iterator[Hand]:
    """Nobody sees the window."""
    toplevel = Toplevel("title")
    windows.place(toplevel.window, 200, 200, 300, 200)
    yield Hand(toplevel)
    windows.destroy(toplevel.window)


def test_a_press_where_the_person_moved_it_counts(hand: Hand) -> None:
    hand.do(Message.MOUSE_MOVE, 10)
    assert hand.approves(10)
    assert hand.approves(10)


def test_where_a_program_put_it_the_delay_begins_anew(hand: Hand) -> None:
    assert not hand.approves(10)
    assert not hand.approves(10)
    hand.do(Message.MOUSE_MOVE, 11)
    hand.wait()
    assert hand.approves(11)


@pytest.mark.parametrize("before", [[], [Message.WHEEL]], ids=["at-once", "after-the-wheel"])
def test_nor_does_it_count_where_the_person_had_moved_it_before(
    hand: Hand, before: list[int]
) -> None:
    hand.do(Message.MOUSE_MOVE, 10)
    hand.do(Message.MOUSE_MOVE, ELSEWHERE)
    for each in before:
        hand.do(each, 10)
    assert not hand.approves(10)


def test_a_move_that_the_system_tells_of_without_one_is_none(hand: Hand) -> None:
    assert not hand.approves(10)
    hand.do(Message.MOUSE_MOVE, 10)
    hand.wait()
    assert not hand.approves(10)
