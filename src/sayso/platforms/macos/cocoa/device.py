"""What comes from an input device of the person's own, and what a program made up."""

import sys

assert sys.platform == "darwin"

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any

import objc

from sayso.platforms.macos.cocoa import quartz, raw


class Hand(Enum):
    """Who is at work."""

    DEVICE = auto()
    PROGRAM = auto()
    SYSTEM = auto()
    """AppKit takes events itself meanwhile, for what a device began: while text is selected, a
    scroller is dragged, or the window is moved."""


_at_work: list[Hand] = []
"""Whose event is handled now; the last of several counts."""
_handled: list[Any] = []
"""The event that came last: each counts once, however often it is sent on."""


def made_up(event: Any) -> str:
    """Why this event is no device's, one line; empty: nothing is known against it.

    Who posts an event chooses the state that it claims (field 45), so that proves nothing. Whether
    field 41 can be forged only a Mac can tell.
    """
    if not event.respondsToSelector_("CGEvent"):
        return ""
    known = raw.message(objc.pyobjc_id(event), "CGEvent")  # its type is Quartz' affair
    if not known:
        return "no event of the system stands behind it"
    pid = quartz.poster(known)
    return f"process {pid} posted it" if pid else ""


def take(event: Any) -> Hand:
    """Whose it is, as it comes."""
    if _handled and _handled[0] is event:
        return Hand.PROGRAM
    _handled[:] = [event]
    return Hand.PROGRAM if made_up(event) else Hand.DEVICE


@contextmanager
def at_work(who: Hand) -> Iterator[None]:
    """While what came by this hand is carried out."""
    _at_work.append(who)
    try:
        yield
    finally:
        _at_work.pop()


def by_device() -> bool:
    """Whether this is done for an event of a device, here and now.

    What assistive technology does comes by no event, though the application's last one may be an
    old click.
    """
    return bool(_at_work) and _at_work[-1] is Hand.DEVICE


def by_scrolling_device() -> bool:
    """The same, or the person drags a scroller."""
    return bool(_at_work) and _at_work[-1] in (Hand.DEVICE, Hand.SYSTEM)
