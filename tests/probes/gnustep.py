"""The probe of a Mac's dialogs on the double: GNUstep's windows, on an X server.

Windows, pointer and keys are those of X, as in X11Probe. GNUstep tells assistive technology
nothing, so each dialog itself tells about its controls, over a socket (macos_eyes.py).
"""

import json
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain, groupby
from pathlib import Path
from typing import Any, TypeGuard

from probes.eyes import Reply
from probes.probe import BUTTON, Control, NotHere, Place
from probes.steps import (
    Click,
    Forged,
    Handle,
    Key,
    KeyDown,
    KeyUp,
    Minimise,
    Move,
    MoveBy,
    Pause,
    Press,
    Release,
    ResizeWindow,
    Step,
    Type,
)
from probes.x11 import X11Probe

COMMAND = "alt"
"""GNUstep's Command key. A Mac has Command where other systems have Ctrl."""
EDITS = ("ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+z")
STRANGER = 4321
"""The pid of the process that forged input seems to come from."""
GTK_CODES = "ctrl+shift+u"
PATIENCE = 20.0
BEAT = 0.04
"""Seconds between two actions of a hand; see `in_turn`."""
HAMMERED = 20
"""With this many presses or more, steps are not split up; see `in_turn`."""


class GnustepProbe(X11Probe):
    def __init__(self, environ: Mapping[str, str], eyes: Path) -> None:
        """`eyes`: the directory with the dialogs' sockets, which are named by pid."""
        super().__init__(environ)
        self._sockets = eyes

    # -- sight

    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        if role == "panel":
            raise NotHere("the frame is drawn, and is no control")
        found = [
            Control(**{**each, "states": frozenset(each["states"])})
            for reply in self._ask("find", pid, name=name, role=role)
            for each in reply["controls"]
        ]
        is_ours = pid is not None and (self._sockets / str(pid)).exists()
        return found if is_ours else found + super().find(name, role=role, pid=pid)

    def cut_words(self, pid: int) -> list[str]:
        """The texts of this dialog's labels that have less room than their lines take."""
        (reply,) = self._ask("cut_words", pid)
        words: list[str] = reply["words"]
        return words

    def _ask(self, operation: str, pid: int | None, **how: Any) -> Iterator[Reply]:
        """The answers of all dialogs, or of the one with this pid. A dialog that goes meanwhile
        gives none."""
        for path in sorted(self._sockets.glob(str(pid or "*"))):
            if reply := ask(path, operation, **how):
                yield reply

    def application(self, window: Handle) -> tuple[str, ...]:
        raise NotHere("the desktop knows a program by its bundle")

    # -- assistive technology

    def listen(self) -> None:
        """Does nothing: each dialog keeps what it announces anyhow."""

    def announced(self, pid: int) -> list[str]:
        return [words for reply in self._ask("announced", pid) for words in reply["words"]]

    def act(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        if role in ("text", "password text"):
            raise NotHere("a field has no action of its own")
        return self._done("act", pid, name=name, role=role)

    def write(self, name: str, text: str, at: int, *, pid: int | None = None) -> bool:
        return self._done("write", pid, name=name, text=text, at=at)

    def cut(self, name: str, start: int, end: int, *, pid: int | None = None) -> bool:
        return self._done("cut", pid, name=name, start=start, end=end)

    def focus(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        return self._done("focus", pid, name=name, role=role)

    def scroll(self, to: float, *, pid: int | None = None) -> bool:
        return self._done("scroll", pid, to=to)

    def place_caret(self, name: str, at: int, *, pid: int | None = None) -> bool:
        return self._done("place_caret", pid, name=name, at=at)

    # -- what a device does and GNUstep does not learn from X

    def strike(self, character: str, *, is_repeated: bool, pid: int) -> None:
        """Presses a key for this character in the window that has the keyboard focus.
        `is_repeated`: as if the key was held."""
        assert self._done(
            "strike", pid, character=character, code=ord(character), is_repeated=is_repeated
        )

    def _done(self, operation: str, pid: int | None, **how: Any) -> bool:
        return next((reply["done"] for reply in self._ask(operation, pid, **how)), False)

    # -- input

    def perform(self, *steps: Step) -> None:
        if any(isinstance(each, Minimise | ResizeWindow) for each in steps):
            raise NotHere("it has no button for that, and nobody else's word does it")
        if Key("Caps_Lock") in steps:
            raise NotHere("GNUstep tells of no Caps Lock that is taken off again")
        if Key(GTK_CODES) in steps:
            raise NotHere("only GTK takes characters by their codes")
        for is_forged, some in groupby(steps, lambda step: isinstance(step, Forged)):
            with self._posted() if is_forged else nullcontext():
                for together in in_turn([*chain.from_iterable(map(as_on_a_mac, some))]):
                    self._settle()
                    super().perform(*together)

    @contextmanager
    def _posted(self) -> Iterator[None]:
        """Until the block ends, all input seems to be posted by another process, as CoreGraphics
        would tell: X tells GNUstep nothing of the kind."""
        self.posted_by(STRANGER)
        yield
        self.posted_by(0)

    def posted_by(self, process: int) -> None:
        """From now on, all input to any dialog seems to be posted by this process; 0: by a
        device."""
        self._settle()
        list(self._ask("posted_by", None, process=process))

    def click(self, control: Control, times: int = 1) -> None:
        """Like `Probe.click`, and returns once each dialog has handled the click."""
        super().click(control, times)
        self._settle()

    def _settle(self) -> None:
        """Waits until each dialog has handled the events so far. It answers in between, so it is
        asked twice."""
        for _ in range(2):
            list(self._ask("announced", None))

    @contextmanager
    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> Iterator[None]:
        not_here("the window server tells of what is out of sight; there is none")
        yield

    def take_away(self, window: Handle, *, destroy: bool) -> None:
        raise NotHere("no program takes another one's window away")

    def say_moved(self, window: Handle, place: Place) -> None:
        raise NotHere("no program tells a window where it is")


def forges(step: Step) -> TypeGuard[Press | Release | KeyDown | KeyUp | Type]:
    return isinstance(step, Press | Release | KeyDown | KeyUp | Type)


def ask(path: Path, operation: str, **how: Any) -> Reply | None:
    """Asks the eyes that listen at this path. None: their process goes meanwhile."""
    with socket.socket(socket.AF_UNIX) as eye:
        eye.settimeout(PATIENCE)
        try:
            eye.connect(str(path))
            eye.sendall(json.dumps({"op": operation, **how}).encode() + b"\n")
            with eye.makefile("rb") as lines:
                line = lines.readline()
        except (ConnectionError, FileNotFoundError):
            return None
    return json.loads(line) if line else None


def not_here(why: str) -> None:
    raise NotHere(why)


def in_turn(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """The steps in groups, each with one action of a button or a key. Of two events that have come
    before it looks, GNUstep takes the later one first, and on a busy machine no pause between them
    is long enough. The release of a key stays in the group of its press: X would repeat a key that
    is held for longer. A hand that hammers (HAMMERED) waits for nothing."""
    if sum(isinstance(step, Press | KeyDown) for step in steps) >= HAMMERED:
        yield list(steps)
        return
    some: list[Step] = []
    for step in steps:
        if some and isinstance(step, Press | Release | KeyDown | Type | Forged):
            yield some
            some = []
        some.append(step)
    yield some


def as_on_a_mac(step: Step) -> list[Step]:
    """A step as a Mac's user would do it, with a pause of BEAT between two events."""
    match step:
        case Click(button, times, delay):
            return [Press(button), Pause(BEAT), Release(button), Pause(max(delay, BEAT))] * times
        case Key(key, delay):
            key = key.replace("ctrl", COMMAND) if key in EDITS else key
            return [KeyDown(key, max(delay / 2, BEAT)), KeyUp(key, max(delay / 2, BEAT))]
        case Forged(window, forged):
            return [Forged(window, each) if forges(each) else each for each in as_on_a_mac(forged)]
        case Type(text, delay):
            return [Type(each, max(delay, BEAT)) for each in text]
        case Move() | MoveBy() | Press() | Release():
            return [step, Pause(BEAT)]
        case _:
            return [step]
