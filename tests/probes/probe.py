"""The protocol of a probe: what the tests need of a screen, whatever the system.

Who implements it for a system derives from `Probe`, writes what is abstract, and promises:

- Input comes as from a device: neither the system nor a program can tell it from a person's.
  `Forged` alone is the contrary: it comes as from another program, by the system's own means.
- Places are in pixels of the screen, from its top left, as they show at that moment.
- What looks tells of this moment, and remembers nothing from before.
- `perform` takes its steps as one sequence, with no more time between them than they say, and
  returns once the last has been given to the system. A program may hear of it later.
- One thread looks at a time. Others may `perform` meanwhile, and ask for surfaces, kept windows
  and the pointer.
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
"""In a row, with some milliseconds between them, that see a control in one place: on a busy
machine a window that grows tells of its new place a frame before its controls do."""

ASIDE = 60
"""Pixels, upwards: further than any control is high."""


class Gone(Exception):
    """What it was about is no longer on the screen, nor is perhaps the screen."""


class NotHere(Exception):
    """No program, or no person, can do that on this system: a test of it has nothing to try."""


@dataclass(frozen=True)
class Place:
    """On the screen."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


@dataclass(frozen=True)
class Control(Place):
    """What is visible at one moment."""

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
        """It takes input."""
        return "sensitive" in self.states

    @property
    def active(self) -> bool:
        """Of a window: it has the keyboard."""
        return "active" in self.states


@dataclass(frozen=True)
class Surface(Place):
    """Where a program draws. Its place is that of its content, without what others put around."""

    handle: Handle


@dataclass(frozen=True)
class Window(Surface):
    """A surface that the window manager manages."""

    title: str


class Sight(Protocol):
    """What shows. Nothing here is input, and nothing of it changes the screen."""

    @abstractmethod
    def ready(self) -> bool:
        """Windows are managed, and controls can be found."""

    @abstractmethod
    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        """What shows now, in reading order; None matches all."""

    @abstractmethod
    def windows(self) -> list[Window]:
        """What the window manager manages, lowest first."""

    @abstractmethod
    def active_window(self) -> Handle | None:
        """The window that the window manager acts on; None: there is none."""

    @abstractmethod
    def application(self, window: Handle) -> tuple[str, ...]:
        """The names by which the desktop knows the program whose window it is."""

    @abstractmethod
    def surfaces(self, application: str | None = None, pid: int | None = None) -> list[Surface]:
        """All that shows, whoever manages it: panels, their icons, menus and bubbles too. Of the
        programs that the desktop knows by this name, in capitals or not; None matches all."""

    @abstractmethod
    def kept_windows(self, pid: int | None = None) -> set[Handle]:
        """All that the system keeps, shown or not, for this process or for everyone. The process
        has one at least. Raises Gone: one went while it looked."""

    @abstractmethod
    def pointer(self) -> tuple[int, int]:
        """Where it is."""

    @abstractmethod
    def windows_under_pointer(self) -> list[Handle]:
        """By the screen's own order; outermost first."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """A PNG of the whole screen."""

    @abstractmethod
    def pixels(self, place: Place) -> str:
        """A digest of what shows there."""


class Assistance(Protocol):
    """What assistive technology is told, and does, by other ways than input events."""

    @abstractmethod
    def listen(self) -> None:
        """Keeps what programs announce that start from now on, as a screen reader hears it."""

    @abstractmethod
    def announced(self, pid: int) -> list[str]:
        """What the process has announced since `listen`, oldest first."""

    @abstractmethod
    def act(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        """The control's own action. False: refused, or there is none."""

    @abstractmethod
    def write(self, name: str, text: str, at: int, *, pid: int | None = None) -> bool:
        """Into a field, before this character. False: refused."""

    @abstractmethod
    def cut(self, name: str, start: int, end: int, *, pid: int | None = None) -> bool:
        """Out of a field, these characters. False: refused."""

    @abstractmethod
    def focus(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        """Gives a control the focus. False: refused."""

    @abstractmethod
    def scroll(self, to: float, *, pid: int | None = None) -> bool:
        """Sets the first scroll bar that shows: 0 is its start, 1 its end. False: refused."""

    @abstractmethod
    def place_caret(self, name: str, at: int, *, pid: int | None = None) -> bool:
        """Puts the caret of a text before this character, as who reads on does. False: refused."""


class Input(Protocol):
    """What persons and programs do."""

    @abstractmethod
    def perform(self, *steps: Step) -> None:
        """These steps as one sequence. Raises Gone: a window that one is about has gone."""

    @abstractmethod
    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> AbstractContextManager[None]:
        """A window of another program lies there, above all others, until the block ends: no
        window manager manages it, and it never takes the keyboard. `clicks_through`: nor the
        pointer, which works what is below. `glimpses`: it is away for a moment now and then."""

    @abstractmethod
    def take_away(self, window: Handle, *, destroy: bool) -> None:
        """Another program destroys the window, or takes it from the screen."""

    @abstractmethod
    def say_moved(self, window: Handle, place: Place) -> None:
        """Another program tells the window, by the system's own means, that it has moved there."""


class Probe(Sight, Assistance, Input, Protocol):
    """What the tests speak to: the above, and what follows from it on every system."""

    @abstractmethod
    def close(self) -> None:
        """Ends what it has started; may be called again."""

    # -- waiting

    def wait_for(
        self,
        name: str,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> Control:
        """The one such control, once it takes input."""
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
        """These words are in one of the texts that show."""
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
        """Waits until it takes input and rests, then clicks its middle and goes aside.

        A pointer that lies on a control of the next dialog, in the same place, must first be
        known not to mean the one before.
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
        """At its middle, whatever its state; the pointer moves there, be it by a pixel."""
        x, y = control.centre
        self.perform(Move(x + 1, y), Move(x, y), Click(times=times, delay=0.02))

    def move(self, x: int, y: int) -> None:
        self.perform(Move(x, y))

    def wheel(self, direction: Direction, times: int = 1) -> None:
        """Quickly."""
        self.perform(Wheel(direction, times=times, delay=0.005))

    def key(self, *keys: str) -> None:
        """By name, one after another: "Return", "alt+a"."""
        self.perform(*map(Key, keys))

    def type(self, text: str) -> None:
        self.perform(Type(text))

    @contextmanager
    def repeating(self, *steps: Step) -> Iterator[None]:
        """These steps over and over, each time to their end, until the block ends."""
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
