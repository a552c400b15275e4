"""Watches the person's pointer over the control that approves, and hands its messages on."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from ctypes.wintypes import MSG

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.controls import BUTTON
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.device import Hand, at_work, by_device, is_touch
from sayso.presentation.arming import Guard

_LEFT = frozenset([Message.LEFT_DOWN, Message.LEFT_DOUBLE])
_NC_PRESSES = frozenset([0x00A1, 0x00A3, 0x00A4, 0x00A6, 0x00A7, 0x00A9])
"""WM_NC…BUTTONDOWN and …BUTTONDBLCLK: presses on what the system draws around the window."""
_SYSTEM_LOOPS = _NC_PRESSES | {0x0204, 0x0205, 0x007B}
"""Messages after which the system may take others itself, for a frame, a scrollbar or a menu."""
_PRESSES = _LEFT | _NC_PRESSES | {0x0204, 0x0206, 0x0207, 0x0209, 0x020B, 0x020D}
_MOVES = frozenset([Message.MOUSE_MOVE, Message.NC_MOUSE_FIRST])
_UPS = frozenset([0x0202, 0x0205, 0x0208, 0x020C])


def is_key(message: MSG) -> bool:
    return message.message in (
        Message.KEY_DOWN,
        Message.KEY_UP,
        Message.SYSTEM_KEY_DOWN,
        Message.SYSTEM_KEY_UP,
    )


def is_pointer(message: MSG) -> bool:
    kind = message.message
    return (
        Message.MOUSE_MOVE <= kind <= Message.MOUSE_LAST
        or Message.NC_MOUSE_FIRST <= kind <= Message.NC_MOUSE_LAST
    )


class Pointer:
    """The pointer over one window."""

    def __init__(self, approve: int, guard: Guard, now: Callable[[], float]) -> None:
        self._approve, self._guard, self._now = approve, guard, now
        self._was_at = windows.pointer()
        self.has_pressed = False
        """The message that was handled last was a press."""

    def is_press(self, message: MSG) -> bool:
        return message.message in _PRESSES or message.message in _UPS

    def on_message(self, message: MSG) -> None:
        """Notes a message that came from a device of the person's. The system also sends moves
        where the pointer has not moved."""
        place = message.pt.x, message.pt.y
        if place != self._was_at:
            self._was_at = place
            self._came(place, by_hand=message.message in _MOVES)
        if message.message == Message.LEFT_UP and not windows.lies_in(self._approve, *place):
            self._guard.pointer_up_elsewhere()
        self.has_pressed = message.message in _PRESSES
        if message.hWnd == self._approve and message.message in _LEFT:
            down = self._guard.touch_down if is_touch() else self._guard.pointer_down
            down(self._now())

    def _came(self, place: tuple[int, int], *, by_hand: bool) -> None:
        """Notes where the pointer is now. What a device moves, it tells of before it presses: else
        a program has put the pointer there (SetCursorPos)."""
        if not by_hand:
            self._guard.pointer_lost()
            self._guard.change_drawn()  # nothing has to be drawn for it
        elif windows.lies_in(self._approve, *place):
            self._guard.pointer_moved()  # also where the control is not enabled yet

    def pass_on(self, message: MSG) -> None:
        """Hands a message on. A wheel scrolls what is under the pointer. A button gets the second
        press of a double click as another single one, which it would not take for a press
        otherwise."""
        if message.message == Message.LEFT_DOUBLE and windows.kind(message.hWnd or 0) == BUTTON:
            message.message = Message.LEFT_DOWN
        if message.message in (Message.WHEEL, Message.WHEEL_ASIDE):
            under = windows.at(message.pt.x, message.pt.y)
            while under and windows.thread_is_ours(under) and not windows.scrolls(under):
                under = windows.parent(under)  # a field that shows all of its text, say
            if under and windows.thread_is_ours(under):
                message.hWnd = under
        if message.message in _SYSTEM_LOOPS:
            with at_work(Hand.SYSTEM if by_device() else Hand.PROGRAM):
                messages.dispatch(message)
        else:
            messages.dispatch(message)
