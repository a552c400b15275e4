"""What a person, or a program, does at a screen: the steps that `Probe.perform` takes.

Places are in pixels of the screen, from its top left; times in seconds. Keys have the names of
X11's keysyms, with modifiers before them: "a", "Return", "KP_Enter", "alt+a".
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NewType

Handle = NewType("Handle", str)
"""Names a window. What it says is the system's own affair."""

CLICK_DELAY = 0.1
KEY_DELAY = 0.012


class Button(Enum):
    """Of a mouse."""

    LEFT = auto()
    MIDDLE = auto()
    RIGHT = auto()


class Direction(Enum):
    """Of a wheel: where the person wants to get in the text."""

    UP = auto()
    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()


@dataclass(frozen=True)
class Move:
    """The pointer goes to this place, at once."""

    x: int
    y: int


@dataclass(frozen=True)
class MoveBy:
    """The pointer goes on by so much, at once."""

    x: int
    y: int


@dataclass(frozen=True)
class Press:
    """A mouse button goes down where the pointer is."""

    button: Button = Button.LEFT


@dataclass(frozen=True)
class Release:
    """A mouse button comes up where the pointer is."""

    button: Button = Button.LEFT


@dataclass(frozen=True)
class Click:
    """A mouse button goes down and up where the pointer is; `delay` passes after each click."""

    button: Button = Button.LEFT
    times: int = 1
    delay: float = CLICK_DELAY


@dataclass(frozen=True)
class Wheel:
    """Turns by one notch, `times` times; `delay` passes after each."""

    direction: Direction
    times: int = 1
    delay: float = CLICK_DELAY


@dataclass(frozen=True)
class KeyDown:
    """A key goes down, and `delay` passes. Held, it repeats as the system has it repeat."""

    key: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class KeyUp:
    """A key comes up, and `delay` passes."""

    key: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class Key:
    """A key goes down and up; half of `delay` passes after each."""

    key: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class Type:
    """The keys that make this text, one after another; `delay` for each as the system takes it."""

    text: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Forged:
    """Input that a program of the same user makes up and sends to one window, past the devices."""

    window: Handle
    step: Press | Release | Click | Wheel | KeyDown | KeyUp | Key | Type


@dataclass(frozen=True)
class Focus:
    """A program hands the keyboard to the window with this title. What follows comes once the
    window has it."""

    title: str


@dataclass(frozen=True)
class MoveWindow:
    """The window manager is asked to put it there. What follows comes once it has moved.

    To another column and another row: not every system tells when it changes one of the two.
    """

    window: Handle
    x: int
    y: int


@dataclass(frozen=True)
class ResizeWindow:
    """The window manager is asked for this size; the window may have it a moment later."""

    window: Handle
    width: int
    height: int


@dataclass(frozen=True)
class Minimise:
    """The window manager is asked to; the window may go a moment later."""

    window: Handle


@dataclass(frozen=True)
class Activate:
    """The window manager is asked to bring it up with the keyboard; it may come a moment later."""

    window: Handle


Step = (
    Move
    | MoveBy
    | Press
    | Release
    | Click
    | Wheel
    | KeyDown
    | KeyUp
    | Key
    | Type
    | Pause
    | Forged
    | Focus
    | MoveWindow
    | ResizeWindow
    | Minimise
    | Activate
)
"""Closed: every probe takes each of them."""
