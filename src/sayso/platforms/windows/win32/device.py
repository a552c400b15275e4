"""Tells input from the person's own devices apart from input that a program made up."""

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.messages import Origin


class Hand(Enum):
    """Where input comes from."""

    DEVICE = auto()
    ASSISTIVE = auto()
    """Assistive technology, say the system's on-screen keyboard."""
    PROGRAM = auto()
    SYSTEM = auto()
    """The system itself, which takes all messages, whoever sent them, while what a device began
    goes on: a window is moved, a scrollbar is dragged, or a menu is open."""


_ORIGINS = {Origin.HARDWARE: Hand.DEVICE, Origin.SYSTEM: Hand.ASSISTIVE}

_at_work: list[Hand] = []
"""Where the input comes from that is handled now. Calls may be nested: the last entry counts."""


def hand() -> Hand:
    """Where the message comes from that was taken last."""
    origin, _kind = messages.source()
    return next((who for each, who in _ORIGINS.items() if each == origin), Hand.PROGRAM)


def is_touch() -> bool:
    """Whether the message that was taken last came from a finger or a pen. Unlike a pointer these
    do not rest on a control unnoticed."""
    _origin, kind = messages.source()
    return kind in (messages.TOUCH, messages.PEN)


@contextmanager
def at_work(who: Hand) -> Iterator[None]:
    """A context manager to handle input in: `who` is where that comes from."""
    _at_work.append(who)
    try:
        yield
    finally:
        _at_work.pop()


def by_device() -> bool:
    """Whether we now handle input of one of the person's devices, not what another program sends
    meanwhile."""
    return bool(_at_work) and _at_work[-1] is Hand.DEVICE and not messages.is_sent_by_other()


def by_scrolling_device() -> bool:
    """Like `by_device`, but true while the person drags a scrollbar, too."""
    by_hand = bool(_at_work) and _at_work[-1] in (Hand.DEVICE, Hand.SYSTEM)
    return by_hand and not messages.is_sent_by_other()


def is_by_other() -> bool:
    """Whether another program has sent the message that a window gets now."""
    return messages.is_sent_by_other() and not windows.by_us()
