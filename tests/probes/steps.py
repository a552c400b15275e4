"""The steps that `Probe.perform` takes: what a person, or a program, does at a screen.

Places are in pixels of the screen, from its top left; times in seconds. Keys have the names of
X11's keysyms, with modifiers before them: "a", "Return", "KP_Enter", "alt+a".
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NewType

Handle = NewType("Handle", str)
"""Names a window. Its form is up to each system."""

CLICK_DELAY = 0.1
KEY_DELAY = 0.012


class Button(Enum):
    """The buttons of a mouse."""

    LEFT = auto()
    MIDDLE = auto()
    RIGHT = auto()


class Direction(Enum):
    """Directions of a mouse wheel: where the person wants to get in the text."""

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
    """The pointer goes on by these distances, at once."""

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
    """The wheel turns by one notch, `times` times; `delay` passes after each."""

    direction: Direction
    times: int = 1
    delay: float = CLICK_DELAY


@dataclass(frozen=True)
class KeyDown:
    """A key goes down, and `delay` passes. A key that is held repeats as the system is set up."""

    key: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class KeyUp:
    """A key comes up, and `delay` passes."""

    key: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class Key:
    """A key goes down and up; half of `delay` passes after each of the two."""

    key: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class Type:
    """The keys that make this text, one after another. How `delay` passes for each key depends on
    the system."""

    text: str
    delay: float = KEY_DELAY


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Forged:
    """Input that a program of the same user makes up and sends to one window, bypassing the
    devices."""

    window: Handle
    step: Press | Release | Click | Wheel | KeyDown | KeyUp | Key | Type


@dataclass(frozen=True)
class Focus:
    """A program gives the keyboard focus to the window with this title. The next step comes once
    the window has it."""

    title: str


@dataclass(frozen=True)
class MoveWindow:
    """The window manager is asked to put the window at this place. The next step comes once the
    window has moved.

    Both coordinates must change: not every system tells when only one of them does.
    """

    window: Handle
    x: int
    y: int


@dataclass(frozen=True)
class ResizeWindow:
    """The window manager is asked to give the window this size, which may happen a moment later."""

    window: Handle
    width: int
    height: int


@dataclass(frozen=True)
class Minimise:
    """The window manager is asked to minimise the window, which may happen a moment later."""

    window: Handle


@dataclass(frozen=True)
class Activate:
    """The window manager is asked to raise the window and give it the keyboard focus, which may
    happen a moment later."""

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
"""All steps there are: every probe handles each of them."""
