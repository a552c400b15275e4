"""The protocol of a probe: how the tests look at a screen and work it, whatever the system.

An implementation for a system derives from `Probe`, defines what is abstract, and promises:

- Input comes as from a device: neither the system nor a program can tell it from a person's.
  Only `Forged` comes as from another program, by the system's own means.
- Places are in pixels of the screen, from its top left, as they show at that moment.
- Methods that look at the screen tell about this moment, and remember nothing from before.
- `perform` takes its steps as one sequence, with no more time between them than they say, and
  returns once the last has been given to the system. A program may get it later.
- One thread looks at a time. Other threads may `perform` meanwhile, and ask for surfaces, kept
  windows and the pointer.
"""

import threading
from abc import abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from probes.steps import Click, Direction, Handle, Key, Move, MoveBy, Step, Type, Wheel
from support.processes import PATIENCE, wait_until

BUTTON = "push button"

LOOKS = 5
"""How many times in a row, some milliseconds apart, a control must be seen in one place: on a busy
machine a growing window tells about its new place a frame before its controls do."""

ASIDE = 60
"""Pixels that the pointer goes up after a click: more than the height of any control."""


class Gone(Exception):
    """The window or control in question, or perhaps the whole screen, is no longer there."""


class NotHere(Exception):
    """No program, or no person, can do that on this system, so a test of it has nothing to try."""


@dataclass(frozen=True)
class Place:
    """A rectangle on the screen, in pixels from its top left."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


@dataclass(frozen=True)
class Control(Place):
    """A control that shows, as it was at one moment."""

    pid: int
    role: str
    """One word for each kind, on all systems: "push button", "alert" (a dialog), "text" …"""
    name: str
    description: str
    text: str
    states: frozenset[str]
    """One word for each, on all systems: "sensitive", "active", "focused", "checked" …"""

    @property
    def alive(self) -> bool:
        """Whether it is enabled, that is, takes input."""
        return "sensitive" in self.states

    @property
    def active(self) -> bool:
        """Whether it is a window that has the keyboard focus."""
        return "active" in self.states


@dataclass(frozen=True)
class Surface(Place):
    """An area that a program draws. The place is that of the content, without what the system draws
    around it."""

    handle: Handle


@dataclass(frozen=True)
class Window(Surface):
    """A surface that the window manager manages."""

    title: str


class Sight(Protocol):
    """How to look at the screen. Nothing here is input, and nothing changes the screen."""

    @abstractmethod
    def ready(self) -> bool:
        """Whether windows are managed, and controls can be found."""

    @abstractmethod
    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        """The controls that show now, in reading order. None matches all."""

    @abstractmethod
    def windows(self) -> list[Window]:
        """The windows that the window manager manages, lowest first."""

    @abstractmethod
    def active_window(self) -> Handle | None:
        """The window that the window manager acts on; None: there is none."""

    @abstractmethod
    def application(self, window: Handle) -> tuple[str, ...]:
        """The names by which the desktop knows the program that the window belongs to."""

    @abstractmethod
    def surfaces(self, application: str | None = None, pid: int | None = None) -> list[Surface]:
        """All surfaces that show, whoever manages them: also panels, their icons, menus and
        bubbles. `application`: the name, in capitals or not, by which the desktop knows the
        program. None matches all."""

    @abstractmethod
    def kept_windows(self, pid: int | None = None) -> set[Handle]:
        """All windows that the system keeps, shown or not, for this process, or for all processes
        (None). The process must have at least one. Raises Gone: a window went meanwhile."""

    @abstractmethod
    def pointer(self) -> tuple[int, int]:
        """The place of the pointer."""

    @abstractmethod
    def windows_under_pointer(self) -> list[Handle]:
        """The windows under the pointer, nested as the system has them, outermost first."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Writes a PNG of the whole screen."""

    @abstractmethod
    def pixels(self, place: Place) -> str:
        """A digest of what shows there."""


class Assistance(Protocol):
    """What assistive technology hears, and does without input events."""

    @abstractmethod
    def listen(self) -> None:
        """Keeps the announcements of programs that start from now on, as a screen reader hears
        them."""

    @abstractmethod
    def announced(self, pid: int) -> list[str]:
        """What the process has announced since `listen`, oldest first."""

    @abstractmethod
    def act(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        """Does the control's own action. False: refused, or there is no such control."""

    @abstractmethod
    def write(self, name: str, text: str, at: int, *, pid: int | None = None) -> bool:
        """Inserts text into a field, before the character with the index `at`. False: refused."""

    @abstractmethod
    def cut(self, name: str, start: int, end: int, *, pid: int | None = None) -> bool:
        """Cuts the characters from `start` to `end` out of a field. False: refused."""

    @abstractmethod
    def focus(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        """Gives a control the keyboard focus. False: refused."""

    @abstractmethod
    def scroll(self, to: float, *, pid: int | None = None) -> bool:
        """Sets the first scroll bar that shows: 0 is its start, 1 its end. False: refused."""

    @abstractmethod
    def place_caret(self, name: str, at: int, *, pid: int | None = None) -> bool:
        """Puts the caret of a text before the character with the index `at`, as a person does who
        reads on. False: refused."""


class Input(Protocol):
    """What persons and programs do."""

    @abstractmethod
    def perform(self, *steps: Step) -> None:
        """Takes these steps as one sequence. Raises Gone: the window of a step has gone."""

    @abstractmethod
    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> AbstractContextManager[None]:
        """Puts a window of another program there, above all others, until the block ends. No window
        manager manages it, and it never takes the keyboard focus. `clicks_through`: it does not
        take clicks either; they go to what is below. `glimpses`: it is hidden for a moment now and
        then."""

    @abstractmethod
    def take_away(self, window: Handle, *, destroy: bool) -> None:
        """Another program destroys the window (`destroy`), or hides it."""

    @abstractmethod
    def say_moved(self, window: Handle, place: Place) -> None:
        """Another program tells the window, by the system's own means, that it has moved there."""


class Probe(Sight, Assistance, Input, Protocol):
    """What the tests use: the protocols above, and what follows from them on every system."""

    @abstractmethod
    def close(self) -> None:
        """Ends what the probe has started; may be called again."""

    # -- waiting

    def wait_for(
        self,
        name: str,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> Control:
        """Waits for the first such control that is enabled. Raises StillWaiting."""
        return wait_until(
            lambda: next((c for c in self.find(name, role=role, pid=pid) if c.alive), None),
            f'a living {role or "control"} "{name}"',
            timeout,
        )

    def wait_gone(
        self,
        name: str | None = None,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        wait_until(
            lambda: not self.find(name, role=role, pid=pid), f'no "{name}" on the screen', timeout
        )

    # -- words

    def texts(self, pid: int | None = None) -> list[str]:
        """Every text that shows, in reading order."""
        return [text for each in self.find(pid=pid) if (text := each.text or each.name)]

    def shows(self, words: str, pid: int | None = None) -> bool:
        """Whether one of the texts that show contains these words."""
        return any(words in text for text in self.texts(pid))

    # -- pointer and keys

    def press(
        self,
        name: str,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> Control:
        """Waits until the control is enabled and stays in its place, then clicks its middle and
        moves the pointer away.

        If the pointer stayed and the next dialog had a control in that place, that dialog would
        first have to make sure that the pointer does not still mean the dialog before.
        """
        places: list[tuple[int, int]] = []

        def rests() -> Control | None:
            control = self.wait_for(name, role=role, pid=pid, timeout=timeout)
            places.append(control.centre)
            return control if places[-LOOKS:] == [control.centre] * LOOKS else None

        control = wait_until(rests, f'"{name}" to stay in its place', timeout)
        self.click(control)
        self.perform(MoveBy(0, -ASIDE))
        return control

    def click(self, control: Control, times: int = 1) -> None:
        """Clicks the control's middle, whatever its state. The pointer always moves there, if only
        by a pixel."""
        x, y = control.centre
        self.perform(Move(x + 1, y), Move(x, y), Click(times=times, delay=0.02))

    def move(self, x: int, y: int) -> None:
        self.perform(Move(x, y))

    def wheel(self, direction: Direction, times: int = 1) -> None:
        """Turns the wheel quickly."""
        self.perform(Wheel(direction, times=times, delay=0.005))

    def key(self, *keys: str) -> None:
        """Presses these keys one after another, by name: "Return", "alt+a"."""
        self.perform(*map(Key, keys))

    def type(self, text: str) -> None:
        self.perform(Type(text))

    @contextmanager
    def repeating(self, *steps: Step) -> Iterator[None]:
        """Repeats these steps in another thread, each time to their end, until the block ends."""
        over = threading.Event()

        def go_on() -> None:
            while not over.is_set():
                self.perform(*steps)

        with ThreadPoolExecutor(1) as pool:
            going_on = pool.submit(go_on)
            try:
                yield
            finally:
                over.set()
            going_on.result()
