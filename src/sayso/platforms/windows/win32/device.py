"""What comes from an input device of the person's own, and what a program made up."""

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.messages import Origin


class Hand(Enum):
    """Who is at work."""

    DEVICE = auto()
    ASSISTIVE = auto()
    """The system's own keyboard on the screen, say."""
    PROGRAM = auto()
    SYSTEM = auto()
    """The system takes messages itself meanwhile, whoever's, for what a device began: while a
    window is moved, a scrollbar is dragged, or a menu is open."""


_ORIGINS = {Origin.HARDWARE: Hand.DEVICE, Origin.SYSTEM: Hand.ASSISTIVE}

_at_work: list[Hand] = []
"""Whose message is handled now; the last of several counts."""


def hand() -> Hand:
    """Who sent the message that was taken last."""
    origin, _kind = messages.source()
    return next((who for each, who in _ORIGINS.items() if each == origin), Hand.PROGRAM)


def is_touch() -> bool:
    """It came from a finger or a pen, which never rests on a control unnoticed."""
    _origin, kind = messages.source()
    return kind in (messages.TOUCH, messages.PEN)


@contextmanager
def at_work(who: Hand) -> Iterator[None]:
    """While what came by this hand is carried out."""
    _at_work.append(who)
    try:
        yield
    finally:
        _at_work.pop()


def by_device() -> bool:
    """Whether this is done for an input device: not for what another program sends meanwhile."""
    return bool(_at_work) and _at_work[-1] is Hand.DEVICE and not messages.is_sent_by_other()


def by_scrolling_device() -> bool:
    """The same, or the person drags a scrollbar."""
    by_hand = bool(_at_work) and _at_work[-1] in (Hand.DEVICE, Hand.SYSTEM)
    return by_hand and not messages.is_sent_by_other()


def is_by_other() -> bool:
    """What a window is told just now another program has sent it."""
    return messages.is_sent_by_other() and not windows.by_us()
