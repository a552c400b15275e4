"""The probe of Windows under Wine, on an X server of its own.

Devices are the X server's, by xdotool: Wine takes them for hardware. A program that runs on that
Windows (windows_eyes.py) tells what shows, and does what other programs do.
"""

import hashlib
import json
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from PIL import Image
from Xlib import X
from Xlib.display import Display

from probes.eyes import Eyes, Reply
from probes.probe import BUTTON, Control, Gone, NotHere, Place, Probe, Surface, Window
from probes.steps import (
    Activate,
    Click,
    Focus,
    Forged,
    Handle,
    Key,
    KeyDown,
    KeyUp,
    Minimise,
    Move,
    MoveWindow,
    ResizeWindow,
    Step,
    Type,
    Wheel,
)
from probes.x11 import corners, words

EYES = Path(__file__).with_name("windows_eyes.py")
COVER = Path(__file__).with_name("windows_cover.py")
STAND_IN = Path(__file__).with_name("windows_stand_in.py")

UNKNOWN = -1
"""A pid that no process on Windows has."""
GTK_CODES = "ctrl+shift+u"

Run = Callable[..., list[str]]
"""The command that runs a Python program on that Windows."""


class WineProbe(Probe):
    def __init__(self, environ: Mapping[str, str], run: Run, pids: Path, told: Path) -> None:
        """`pids`: a directory with a file for each process that was started from here: its name is
        the pid here, its content the pid on Windows. `told`: the directory where dialogs write what
        they tell assistive technology."""
        self._environ, self._run_there, self._pids, self._told = environ, run, pids, told
        self._eyes = Eyes(run(EYES, f"Z:{told}"), environ)
        self._one_at_a_time = threading.Lock()

    def close(self) -> None:
        self._eyes.close()

    def _look(self, operation: str, **arguments: Any) -> Reply:
        """Asks the eyes, one request at a time: another thread may ask while one performs."""
        with self._one_at_a_time:
            return self._eyes.look(operation, **arguments)

    # -- pids on Windows (there) and on Linux (here)

    def _there(self, pid: int | None) -> int | None:
        if pid is None:
            return None
        told = self._pids / str(pid)
        return int(told.read_text()) if told.exists() else UNKNOWN

    def _here(self, pid: int) -> int:
        """The pid here of a process on Windows; the pid on Windows if it was not started from
        here."""
        for told in self._pids.iterdir():
            if told.suffix == "" and told.read_text() == str(pid):
                return int(told.name)
        return pid

    # -- sight

    def ready(self) -> bool:
        return bool(self._look("ready")["ready"])

    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        if role == "panel":
            raise NotHere("the frame is drawn, and is no control")
        found = self._look("find", name=name, role=role, pid=self._there(pid))["controls"]
        here = {each["pid"]: self._here(each["pid"]) for each in found}
        return [
            Control(**{**each, "pid": here[each["pid"]], "states": frozenset(each["states"])})
            for each in found
        ]

    def windows(self) -> list[Window]:
        return [_window(each) for each in self._look("windows")["windows"]]

    def active_window(self) -> Handle | None:
        told = self._look("active")["window"]
        return Handle(told) if told else None

    def application(self, window: Handle) -> tuple[str, ...]:
        raise NotHere("the desktop knows a program by its file alone")

    def surfaces(self, application: str | None = None, pid: int | None = None) -> list[Surface]:
        if application is not None:
            raise NotHere("the desktop knows a program by its file alone")
        there = self._there(pid)
        found = self._look("surfaces")["windows"]
        return [_window(each) for each in found if there in (None, each["pid"])]

    def kept_windows(self, pid: int | None = None) -> set[Handle]:
        return {Handle(each) for each in self._look("kept", pid=self._there(pid))["windows"]}

    def windows_under_pointer(self) -> list[Handle]:
        return [Handle(each) for each in self._look("under_pointer")["windows"]]

    def pointer(self) -> tuple[int, int]:
        x, y, *_ = self._xdotool("getmouselocation").split()
        return int(x.removeprefix("x:")), int(y.removeprefix("y:"))

    def screenshot(self, path: Path) -> None:
        self._picture(None).save(path)

    def pixels(self, place: Place) -> str:
        return hashlib.sha256(self._picture(place).tobytes()).hexdigest()

    def _picture(self, place: Place | None) -> Image.Image:
        display = Display(self._environ["DISPLAY"])
        try:
            screen = display.screen()
            whole = Place(0, 0, screen.width_in_pixels, screen.height_in_pixels)
            x, y, width, height = corners(place or whole)
            data = screen.root.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF).data
        finally:
            display.close()
        return Image.frombytes("RGB", (width, height), data, "raw", "BGRX")

    # -- assistive technology

    def listen(self) -> None:
        """Does nothing: each dialog writes down what it announces anyhow."""

    def announced(self, pid: int) -> list[str]:
        lines = (self._told / f"told-{self._there(pid)}").read_text(encoding="utf-8").splitlines()
        told = map(json.loads, lines)
        return [words for _window, which, words in told if which == "ANNOUNCED"]

    def act(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        if role in ("text", "password text"):
            raise NotHere("a field has no action of its own")
        return self._done("act", name=name, role=role, pid=self._there(pid))

    def write(self, name: str, text: str, at: int, *, pid: int | None = None) -> bool:
        return self._done("write", name=name, text=text, at=at, pid=self._there(pid))

    def cut(self, name: str, start: int, end: int, *, pid: int | None = None) -> bool:
        return self._done("cut", name=name, start=start, end=end, pid=self._there(pid))

    def focus(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        return self._done("focus", name=name, role=role, pid=self._there(pid))

    def scroll(self, to: float, *, pid: int | None = None) -> bool:
        return self._done("scroll", to=to, role="scroll bar", pid=self._there(pid))

    def place_caret(self, name: str, at: int, *, pid: int | None = None) -> bool:
        return self._done("place_caret", name=name, at=at, pid=self._there(pid))

    def _done(self, operation: str, **how: Any) -> bool:
        return bool(self._look(operation, **how)["done"])

    # -- input

    def perform(self, *steps: Step) -> None:
        """Takes the steps. Steps of devices that follow each other go to xdotool in one call."""
        if Key(GTK_CODES) in steps:
            raise NotHere("only GTK takes characters by their codes")
        devices: list[Step] = []
        for step in steps:
            if isinstance(step, Forged | Focus | MoveWindow | ResizeWindow | Minimise | Activate):
                self._by_devices(devices)
                devices = []
                self._by_program(step)
            else:
                devices.append(step)
        self._by_devices(devices)

    def _by_devices(self, steps: list[Step]) -> None:
        if steps:
            self._xdotool(*map(str, chain.from_iterable(map(words, steps))))

    def _by_program(self, step: Step) -> None:
        match step:
            case Forged(window, forged):
                self._forge(window, forged)
            case Focus(title):
                self._look("come_forward", title=title)
            case MoveWindow(window, x, y):
                self._look("place", window=window, x=x, y=y)
            case ResizeWindow(window, width, height):
                self._look("place", window=window, width=width, height=height)
            case Minimise(window):
                self._look("minimise", window=window)
            case Activate(window):
                self._look("come_forward", window=window)

    def _forge(self, window: Handle, step: Step) -> None:
        match step:
            case Click(button, times):
                self._look("forge", window=window, kind="click", button=button.name, times=times)
            case Wheel(direction, times):
                self._look(
                    "forge", window=window, kind="wheel", direction=direction.name, times=times
                )
            case Type(text):
                self._look("forge", window=window, kind="characters", text=text)
            case Key(key):
                self._look("forge", window=window, kind="key", key=key, down=True, up=True)
            case KeyDown(key):
                self._look("forge", window=window, kind="key", key=key, down=True, up=False)
            case KeyUp(key):
                self._look("forge", window=window, kind="key", key=key, down=False, up=True)

    def click(self, control: Control, times: int = 1) -> None:
        """Moves in two calls: of moves that follow each other at once, the system passes on only
        the last."""
        x, y = control.centre
        self.perform(Move(x + 2, y))
        self.perform(Move(x, y), Click(times=times, delay=0.02))

    def inject(self, *keys: str, clicks: int = 0) -> None:
        """A program makes up keys, and then clicks, by the system's own calls for that."""
        self._look("inject", keys=keys, clicks=clicks)

    def inject_with_alt(self, key: str) -> None:
        """Like `inject`, for one key while Alt is down."""
        self._look("inject_with_alt", key=key)

    def tell(self, window: Handle, message: int, first: int = 0, second: int = 0) -> int:
        """A program sends any message to a window. Returns the result."""
        reply: Reply = self._look(
            "tell", window=window, message=message, first=first, second=second
        )
        return int(reply["result"])

    def handle(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> Handle:
        """The handle of a control, which is a window as well."""
        found = self._look("handle", name=name, role=role, pid=self._there(pid))
        return Handle(found["window"])

    def say(self, window: Handle, words: str) -> None:
        """A program sets the text of a control."""
        self._look("say", window=window, words=words)

    def place(self, window: Handle, x: int, y: int) -> None:
        """A program moves a window, or a control within its parent, to this place."""
        self._look("place", window=window, x=x, y=y)

    def cut_out(self, window: Handle) -> None:
        """A program cuts a window down to its upper left corner."""
        self._look("cut_out", window=window)

    def intrude(self, window: Handle) -> bool:
        """A program puts a control of its own into another one's window. False: it can't."""
        return bool(self._look("intrude", window=window)["done"])

    def unshow(self, window: Handle) -> None:
        """A program takes the style WS_VISIBLE from a control."""
        self._look("unshow", window=window)

    def shift(self, window: Handle, x: int, y: int) -> None:
        """A program has a control's own thread move it."""
        self._look("shift", window=window, x=x, y=y)

    def slip(self, window: Handle, x: int, y: int) -> None:
        """A program moves a control within its parent, so that it is not asked before."""
        self._look("slip", window=window, x=x, y=y)

    def fade(self, window: Handle) -> None:
        """A program makes a window almost transparent."""
        self._look("fade", window=window)

    def of_tray(self, what: str, pid: int, **how: Any) -> Reply:
        """What the tray's process tells: see windows_tray_eyes. `pid`: the pid here, or that on
        Windows if the process was not started from here. Empty: it does not answer yet."""
        there = self._there(pid)
        return self._look("of_tray", pid=pid if there == UNKNOWN else there, what=what, **how)

    def announce(self, name: str) -> None:
        """A program posts the registered message with this name to all windows."""
        self._look("announce", name=name)

    def kill(self, pid: int) -> None:
        """Another program of the same user ends the process. `pid`: that on Windows."""
        self._look("kill", pid=pid)

    def post(self, window: Handle, message: int, first: int = 0, second: int = 0) -> None:
        """A program puts any message into a window's queue."""
        self._look("post", window=window, message=message, first=first, second=second)

    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> AbstractContextManager[None]:
        how = ["through"] * clicks_through + ["glimpses"] * glimpses
        return self._covered([*map(str, corners(place)), *how])

    @contextmanager
    def _covered(self, where: list[str]) -> Iterator[None]:
        with subprocess.Popen(
            self._run_there(COVER, *where), env=self._environ, cwd="/",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                assert process.stdout.readline(), "the cover did not come"
                yield
            finally:
                process.stdin.close()

    def take_away(self, window: Handle, *, destroy: bool) -> None:
        if destroy:
            raise NotHere("no program can destroy another one's window")
        self._look("hide", window=window)

    def say_moved(self, window: Handle, place: Place) -> None:
        x, y = place.x & 0xFFFF, place.y & 0xFFFF
        self.tell(window, 0x0003, 0, y << 16 | x)

    def _xdotool(self, *arguments: str) -> str:
        try:
            return subprocess.run(
                ["xdotool", *arguments],
                env=self._environ, check=True, timeout=20, capture_output=True, text=True,
            ).stdout  # fmt: skip
        except subprocess.CalledProcessError as error:
            raise Gone(f"{error}: {error.stderr}") from error


def _window(told: Reply) -> Window:
    return Window(
        told["x"], told["y"], told["width"], told["height"], Handle(told["handle"]), told["title"]
    )
