"""The world of a test: its own directories, screen and message bus, apart from the machine.

def test_something(world: World) -> None:
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0
"""

import contextlib
import secrets
import shutil
import socket
import struct
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probes.gnome import GnomeProbe
from probes.probe import NotHere, Probe
from probes.wayland import LayersProbe
from sayso.presentation.habits import GNOME, MACOS, WINDOWS, Habits
from support import evidence
from support.agents import Agent, Desk
from support.gnome import GnomeScreen
from support.interpreter import Interpreter
from support.kwin import KwinScreen
from support.left_behind import LeftBehind as LeftBehind
from support.monitors import Monitor
from support.processes import (
    PATIENCE,
    Finished,
    Job,
    Seen,
    StillWaiting,
    alive,
    bears,
    kill,
    look,
    marked,
    wait_until,
)
from support.screen import Screen
from support.services import SERVICE
from support.sway import SwayScreen
from support.wire import Wire

if TYPE_CHECKING:
    from probes.wine import WineProbe
    from support.gnustep_screen import GnustepScreen
    from support.wine_screen import WineScreen

COMPOSITORS: dict[str, type[SwayScreen | GnomeScreen | KwinScreen]] = {
    "sway": SwayScreen,
    "gnome": GnomeScreen,
    "kwin": KwinScreen,
}
WINE = "wine"
"""Value of `compositor` for Windows' own screen, under Wine."""
GNUSTEP = "gnustep"
"""Value of `compositor` for a Mac's dialogs, shown by GNUstep, which stands in for macOS."""

HURRIED = {"Settings.arming": 0.2, "RECORDED_SECONDS": 0.05, "SPARE_SECONDS": 60.0}
"""Shorter times in `sayso.core.settings`, in seconds, for the tests that are not about time. No
spare dialog process is started."""


HOMES = {"CONFIG": ".config", "STATE": ".local/state", "DATA": ".local/share", "CACHE": ".cache"}
"""The home directories of the XDG Base Directory Specification, relative to the home directory."""


_ENDS_WITHIN = 20.0
"""Seconds, on a busy machine, for processes and windows to go when they hear that the daemon
ended."""

_USUAL = {"DBUS_SYSTEM_BUS_ADDRESS", "GDK_BACKEND", "GDK_GL", "TMPDIR"}
"""Names of variables that every process in this world gets, unless its starter sets them
otherwise."""


class World:
    """An isolated environment for one test. `close` ends it, and fails the test if anything is left
    behind."""

    def __init__(
        self,
        *,
        screen: bool = True,
        monitors: Sequence[Monitor] = (),
        tray: bool = False,
        hurried: bool = False,
        compositor: str | None = None,
        outer: str | None = None,
    ) -> None:
        """`tray`: its daemons have a tray icon; otherwise the configuration file turns it off.
        `hurried`: dialogs are armed, and go after they said *Recorded*, almost at once.
        `compositor`: None for X11, a key of COMPOSITORS for a Wayland session, or WINE or GNUSTEP.
        `outer`: the X display on which sway shows its two screens as windows."""
        # a short path: the path of a socket has at most 107 bytes (unix(7))
        self.directory = Path(tempfile.mkdtemp(prefix="sayso-", dir="/tmp"))
        self.interpreter = Interpreter(self.directory / "python")
        self.environ = self._clean_environ()
        self._forced: dict[str, str] = {}
        self.configuration = Path(self.environ["XDG_CONFIG_HOME"]) / "sayso" / "config.toml"
        self._mac: GnustepScreen | None = None
        self._jobs: list[Job] = []
        self._mark_claim, self._mark = _claim_mark()
        self._desk = Desk(self.directory)
        self._screen: Screen | SwayScreen | GnomeScreen | KwinScreen | WineScreen | None = None
        self._windows: WineScreen | None = None
        if screen:
            try:
                if compositor == WINE:
                    self._screen = self._windows = self._new_windows()
                elif compositor == GNUSTEP:
                    self._screen = self._new_mac()
                elif outer:
                    self._screen = SwayScreen(self.directory, self.environ, outer=outer)
                elif compositor:
                    self._screen = COMPOSITORS[compositor](self.directory, self.environ)
                else:
                    self._screen = Screen(self.directory, self.environ, monitors=monitors)
            except BaseException:
                self._desk.close()
                self._mark_claim.close()
                shutil.rmtree(self.directory)
                raise
        if self._windows:
            self.configuration = self._windows.configuration
        if tray:
            self.offered.parent.mkdir(mode=0o700, parents=True)
            self.offered.touch()
        else:
            self.configuration.parent.mkdir()
            self.configuration.write_text("tray = false\n")
        self.everywhere()
        if hurried:
            self.set_clocks(HURRIED)
        evidence.OPEN.append(self)

    def _new_windows(self) -> "WineScreen":
        from support.wine_screen import WineScreen  # it needs files of packaging

        return WineScreen(self.directory, self.environ, self.interpreter.bin)

    def _new_mac(self) -> "GnustepScreen":
        from support.gnustep_screen import GnustepScreen  # it needs GNUstep

        self._mac = GnustepScreen(self.directory, self.environ, self.interpreter.bin)
        return self._mac

    def _clean_environ(self) -> dict[str, str]:
        """A new environment, in which no variable of the test process is left. Makes the
        directories that it names."""
        environ = {
            "PATH": f"{self.interpreter.bin}:{Path(sys.executable).parent}:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": self._place("home"),
            "XDG_RUNTIME_DIR": self._place("run"),
            "TMPDIR": self._place("tmp"),
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.directory}/system-bus",
        }
        # the defaults of the specification: a daemon that starts by itself does not see these
        # variables
        for kind, place in HOMES.items():
            environ[f"XDG_{kind}_HOME"] = self._place(f"home/{place}")
        self.interpreter.set_home(Path(environ["HOME"]))
        return environ

    @property
    def offered(self) -> Path:
        """The file that tells the tray that it has already offered to set up programs that can ask
        through sayso."""
        state = self._windows.state if self._windows else Path(self.environ["XDG_STATE_HOME"])
        return state / "sayso" / "offered"

    def _place(self, name: str) -> str:
        path = self.directory / name
        path.mkdir(mode=0o700, parents=True)
        return str(path)

    # -- what a test does here

    def set_clocks(self, seconds: Mapping[str, float]) -> None:
        """Changes constants of `sayso.core.settings` in every process that starts from now on:
        `{"Settings.put_off": 3}` and the like, in seconds. The values may be shorter than any
        person or program can set them."""
        lines = [f"settings.{name} = {value!r}" for name, value in seconds.items()]
        program = "\n".join(["from sayso.core import settings", *lines, ""])
        self.run_at_start(f"clocks_{secrets.token_hex(4)}", program)

    def run_at_start(self, name: str, program: str) -> None:
        """Runs Python source in each process that starts from now on, before any code of sayso."""
        if self._windows:
            self._windows.run_at_start(program)
        else:
            self.interpreter.add_module(name, program, at_start=True)

    def everywhere(self, **variables: str) -> None:
        """Sets environment variables in every process that starts from now on, whoever starts it:
        in a daemon as well, which takes over little of its starter's environment."""
        self.environ.update(variables)
        self._forced.update(variables)
        usual = {name: self.environ[name] for name in _USUAL & self.environ.keys()}
        self.interpreter.set_variables(usual, self._forced)

    @property
    def dialogs(self) -> Probe:
        assert self._screen is not None, "a headless world has no screen"
        return self._screen.probe

    @property
    def screen(self) -> Screen:
        assert self._screen is not None, "a headless world has no screen"
        if self.is_mac or not isinstance(self._screen, Screen):
            raise NotHere("it is about an X server")
        return self._screen

    @property
    def screen_name(self) -> str:
        """The name that sayso is to report for the screen."""
        if self._windows:
            return self._windows.name
        if self.is_mac:
            return "Aqua"
        return self.environ.get("WAYLAND_DISPLAY") or self.environ["DISPLAY"]

    @property
    def stand_in(self) -> list[str]:
        """The command that shows another program's window, "Stand-in", with a button "Approve"."""
        if self._windows:
            return self._windows.stand_in
        return [sys.executable, str(Path(__file__).with_name("window.py"))]

    def outer_pid(self, pid: int) -> int:
        """The pid by which Linux knows a dialog process. `pid`: the pid as the process itself knows
        it, which Wine makes different."""
        return self._windows.outer_pid() if self._windows else pid

    @property
    def is_windows(self) -> bool:
        return self._windows is not None

    @property
    def habits(self) -> Habits:
        """The conventions of the platform for the person at this screen."""
        return MACOS if self.is_mac else WINDOWS if self.is_windows else GNOME

    @property
    def windows_state(self) -> Path:
        """Directory in which programs on this Windows keep the state of the machine."""
        assert self._windows is not None, "this world has no Windows"
        return self._windows.state

    @property
    def wine(self) -> "WineProbe":
        assert self._windows is not None, "this world has no Windows"
        return self._windows.probe

    @property
    def is_mac(self) -> bool:
        """Whether dialogs and the tray are a Mac's. The daemon is Linux's all the same."""
        return self._mac is not None

    @property
    def mac_eyes(self) -> Path:
        """Directory of the sockets on which shown windows can be inspected: a folder for each kind
        of process, in it a socket for each pid."""
        assert self._mac is not None, "this world has no Mac"
        return self._mac.eyes

    @property
    def sway(self) -> SwayScreen:
        assert isinstance(self._screen, SwayScreen), "this world has no sway"
        return self._screen

    @property
    def has_pauses(self) -> bool:
        """Whether a question waits until the person pauses before it comes up."""
        return isinstance(self._screen, GnomeScreen)

    @property
    def has_kwin(self) -> bool:
        return isinstance(self._screen, KwinScreen)

    @property
    def layers(self) -> LayersProbe:
        """The probe of a compositor that has layers."""
        assert isinstance(self._screen, SwayScreen | KwinScreen), "this world has no layers"
        return self._screen.probe

    @property
    def gnome(self) -> GnomeProbe:
        assert isinstance(self._screen, GnomeScreen), "this world has no GNOME Shell"
        return self._screen.probe

    def sayso(self, *arguments: str, timeout: float = 90.0) -> Finished:
        """Runs one command of sayso to its end."""
        return self.start(*arguments).wait(timeout)

    def start(self, *arguments: str, terminal: bool = False) -> Job:
        """Starts one command of sayso in a session of its own; see `spawn`."""
        return self.spawn([*self.command, *arguments], terminal=terminal)

    @property
    def command(self) -> list[str]:
        """The command line that runs sayso in this world."""
        return [str(self.interpreter.python), "-m", "sayso"]

    def spawn(
        self, argv: Sequence[str], *, terminal: bool = False, descriptors: Sequence[int] = ()
    ) -> Job:
        """Starts a program in a session of its own. `terminal`: on a terminal of its own.
        `descriptors`: file descriptors that it inherits."""
        with marked(self._mark):
            job = Job(
                argv,
                environ=self.environ,
                cwd=Path(self.environ["HOME"]),
                output=self.directory / f"job-{len(self._jobs)}",
                terminal=terminal,
                descriptors=descriptors,
            )
        self._jobs.append(job)
        return job

    def agent(self, *, terminal: bool = False) -> Agent:
        """A long-lived process that runs commands; see agents.py."""
        return self._desk.hire(lambda argv: self.spawn(argv, terminal=terminal))

    @property
    def socket_path(self) -> Path:
        return Path(self.environ["XDG_RUNTIME_DIR"]) / "sayso" / "socket"

    def wire(self, timeout: float = PATIENCE) -> Wire:
        """A connection to the daemon, which must run."""
        return Wire(self.socket_path, timeout)

    def prompts(self) -> list[dict[str, Any]]:
        """The prompts that `sayso list` prints, asked for over a socket. An empty list if no daemon
        listens."""
        try:
            with self.wire() as wire:
                listed: list[dict[str, Any]] = wire.call("list")["result"]["prompts"]
        except (FileNotFoundError, ConnectionRefusedError):
            return []
        return listed

    def daemon_pid(self) -> int | None:
        """The daemon's process id, as the kernel reports it for the socket; None if nobody listens.

        A daemon that was killed just now has a successor in a moment: this waits for the successor.
        """
        pid = self._listening_pid()
        if pid is None or look(pid):
            return pid
        with contextlib.suppress(AssertionError, OSError), self.wire() as wire:
            wire.call("hello")  # fails where there is no successor
        return self._listening_pid()

    def _listening_pid(self) -> int | None:
        """The process that called listen(2) last. That process may have ended while the keeper
        still holds the socket."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(5)
            try:
                connection.connect(str(self.socket_path))
            except (FileNotFoundError, ConnectionRefusedError):
                return None
            credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        pid: int = struct.unpack("3i", credentials)[0]
        return pid

    def processes(self) -> list[Seen]:
        """All processes that run in this world, except those of the screen itself."""
        place = str(self.directory).encode()
        service = f"{SERVICE}=1".encode()
        sessions = {job.pid for job in self._jobs}
        return [
            seen
            for seen in alive()
            if (place in seen.environ and service not in seen.environ)
            or (not seen.environ and bears(seen.pid, self._mark))
            or seen.session in sessions
        ]

    def describe(self) -> str:
        """Processes, windows, texts and the pointer, for a person who reads about a failure."""
        lines = [f"process {seen}" for seen in self.processes()]
        if self._screen is not None and not self._screen.lost:
            lines += [str(window) for window in self.dialogs.windows()]
            lines += [f"text {text!r}" for text in self.dialogs.texts()]
            lines.append(f"pointer at {self.dialogs.pointer()}")
        return "\n".join(lines)

    def logs(self) -> list[Path]:
        """Log files of the screen's services and of the daemon, and the output of each job."""
        state = self._windows.state if self._windows else Path(self.environ["XDG_STATE_HOME"])
        daemon = state / "sayso" / "log" / "daemon.log"
        return [self.directory / "services.log", daemon, *sorted(self.directory.glob("job-*"))]

    def take_picture(self, path: Path) -> bool:
        """Saves a picture of the whole screen as PNG. False: there is no screen."""
        if self._screen is None or self._screen.lost:
            return False
        self.dialogs.screenshot(path)
        return True

    # -- the end

    def close(self) -> None:
        """Stops the daemon and everything else. Raises LeftBehind if something was left; it names
        what."""
        told = ""
        try:
            if faults := self._stop():
                told = evidence.testimony(self)
        finally:
            evidence.OPEN.remove(self)
            self._kill_all()
            for job in self._jobs:
                job.close()
            self._mark_claim.close()
            if self._screen is not None:
                self._screen.close()
            shutil.rmtree(self.directory)
        if faults:
            raise LeftBehind("\n".join(["left behind:", *faults, told]))

    def _kill_all(self) -> None:
        """Kills all processes of this world, again and again: daemon and keeper restart each other
        until both are killed in one go."""
        while left := self.processes():
            for seen in left:
                kill(seen.pid)

    def _stop(self) -> list[str]:
        self._desk.close()
        faults = []
        if self.daemon_pid() is not None:
            stopped = self.sayso("daemon", "stop")
            if stopped.code:
                faults.append(f"sayso daemon stop: exit {stopped.code}, {stopped.err.strip()}")
            # directories of remote places stay: they are mounted in containers that live on
            left = (each for each in self.socket_path.parent.rglob("*") if not each.is_dir())
            faults += [f"file {path}" for path in left]
        # processes that have just heard that the daemon ended need a moment to end
        with contextlib.suppress(StillWaiting):
            wait_until(lambda: not self.processes(), "the end of all processes", _ENDS_WITHIN)
        faults += [f"process {seen}" for seen in self.processes()]
        if self._screen is not None and not self._screen.lost:
            with contextlib.suppress(StillWaiting):
                wait_until(lambda: not self.dialogs.windows(), "no window", _ENDS_WITHIN)
            faults += [f'window "{each.title}"' for each in self.dialogs.windows()]
        return faults


def _claim_mark() -> tuple[socket.socket, int]:
    """A number that no other world has until the socket is closed."""
    while True:
        mark = 1 + secrets.randbelow(800_000)
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0sayso-test-mark-{mark}")
        except OSError:
            claim.close()
        else:
            return claim, mark
