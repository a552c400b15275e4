"""Tells what an input device of the person's own sent from what a program made up."""

import sys

assert sys.platform == "darwin"

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any

import objc

from sayso.platforms.macos.cocoa import quartz, raw


class Hand(Enum):
    """Who caused what is being done."""

    DEVICE = auto()
    PROGRAM = auto()
    SYSTEM = auto()
    """AppKit handles events in a loop of its own, for what a device began: while text is selected,
    a scroller is dragged, or the window is moved."""


_at_work: list[Hand] = []
"""Who caused what is being done; of several, the last counts."""
_handled: list[Any] = []
"""The event that came last, or nothing: each event counts once, however often it is sent on."""


def made_up(event: Any) -> str:
    """Why this event did not come from a device, in one line; empty: nothing is known against it.

    Whoever posts an event chooses the source state that it claims (field 45), so that proves
    nothing. Whether the pid of who posted it (field 41) can be forged only a Mac can tell.
    """
    if not event.respondsToSelector_("CGEvent"):
        return ""
    known = raw.message(objc.pyobjc_id(event), "CGEvent")  # its type is in PyObjC's Quartz alone
    if not known:
        return "no event of the system stands behind it"
    pid = quartz.poster(known)
    return f"process {pid} posted it" if pid else ""


def cause_of(event: Any) -> Hand:
    """Who caused this event, which has just come. An event that comes twice is a program's the
    second time."""
    if _handled and _handled[0] is event:
        return Hand.PROGRAM
    _handled[:] = [event]
    return Hand.PROGRAM if made_up(event) else Hand.DEVICE


@contextmanager
def at_work(who: Hand) -> Iterator[None]:
    """Within this block, what is done counts as caused by `who`."""
    _at_work.append(who)
    try:
        yield
    finally:
        _at_work.pop()


def by_device() -> bool:
    """Whether an event of a device is being handled, here and now.

    Assistive technology acts without an event, though the application's last one may be an old
    click.
    """
    return bool(_at_work) and _at_work[-1] is Hand.DEVICE


def by_scrolling_device() -> bool:
    """Like `by_device`, and also while AppKit handles events for what a device began: the person
    drags a scroller, say."""
    return bool(_at_work) and _at_work[-1] in (Hand.DEVICE, Hand.SYSTEM)
