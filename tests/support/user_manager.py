"""A real `systemd --user` in a world: the person's service manager, from login to logout.

It needs root: the manager gets a control group of its own, and a mount namespace in which the
system looks as if systemd had started it.
"""

import contextlib
import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

from support import control_groups
from support.processes import Job, StillWaiting, wait_until
from support.world import World

PROGRAM = Path("/usr/lib/systemd/systemd")
SHIPPED = Path("/usr/lib/systemd/user")

TARGETS = (
    "basic.target", "default.target", "exit.target", "graphical-session-pre.target",
    "graphical-session.target", "paths.target", "shutdown.target", "sockets.target",
    "systemd-exit.service", "timers.target",
)  # fmt: skip
"""Units of the distribution that the manager gets: targets only, nothing that starts other
programs."""

SCREEN = {"DISPLAY", "XAUTHORITY"}

DESKTOP = "[Unit]\nBindsTo=graphical-session.target\n"
"""Unit of a desktop that tells systemd about its session."""

BECOME = """
set -e
mount --make-rprivate /
mount -t tmpfs none /run
mkdir -p /run/systemd/system
mount -t cgroup2 none /sys/fs/cgroup
echo $$ > "/sys/fs/cgroup/$1/cgroup.procs"
exec "$2" --user
"""


class UserManager:
    """A running `systemd --user`. Use it as a context manager. It reads the units that `sayso
    autostart` writes for the person."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._units = world.directory / "units"
        self._group = _control_groups() / f"sayso-test-{os.getpid()}"
        self._home = self._group / f"user@{os.geteuid()}.service"
        self._job: Job | None = None

    def __enter__(self) -> "UserManager":
        self._units.mkdir()
        for name in TARGETS:
            (self._units / name).symlink_to(SHIPPED / name)
        (self._units / "desktop.target").write_text(DESKTOP)
        self._group.mkdir()
        self._home.mkdir()
        person = f"{self._world.environ['XDG_CONFIG_HOME']}/systemd/user"
        self._world.environ["SYSTEMD_UNIT_PATH"] = f"{person}:{self._units}"
        self.log_in()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(StillWaiting):
            self.log_out()
        (self._group / "cgroup.kill").write_text("1")
        for place in sorted((self._group, *self._group.rglob("*/")), reverse=True):
            wait_until(lambda place=place: _removed(place), f"the end of {place}")  # type: ignore[misc]  # the loop's own
        if "DISPLAY" in self._world.environ:
            wait_until(lambda: not self._world.dialogs.windows(), "the end of all windows")

    def log_in(self) -> None:
        """Starts the manager, and with it what is to run before any session. It does not know about
        a screen yet."""
        environ = self._world.environ
        screen = {name: environ.pop(name) for name in SCREEN if name in environ}
        group = self._home.relative_to(_control_groups())
        self._job = self._world.spawn(
            ["unshare", "--mount", "sh", "-c", BECOME, "sh", str(group), str(PROGRAM)]
        )
        environ.update(screen)
        wait_until(self._is_up, "the manager")

    def ship(self, name: str, text: str) -> None:
        """Adds a unit as if the distribution had it; it is not enabled."""
        (self._units / name).write_text(text)
        self.call("daemon-reload")

    def start_desktop(self) -> None:
        """Starts a desktop session: tells the manager about the screen, and starts the desktop's
        unit."""
        self.call("import-environment", *(SCREEN & self._world.environ.keys()))
        self.call("start", "desktop.target")

    def log_out(self) -> None:
        """Has the manager end what it started, and then itself."""
        assert self._job is not None
        if self._job.running:
            self._job.signal(15)
            self._job.wait()

    def call(self, *words: str) -> str:
        """Runs `systemctl --user`. Returns what it writes. Raises AssertionError if it fails."""
        done = self._systemctl(*words)
        assert done.returncode == 0, f"{words}: {done.stderr}\n{self._said()}"
        return done.stdout

    def show(self, unit: str, name: str) -> str:
        """The value of this property of a unit."""
        return self.call("show", "--value", f"--property={name}", unit).strip()

    def _is_up(self) -> bool:
        assert self._job is not None
        assert self._job.running, self._said()
        return self._systemctl("is-active", "basic.target").returncode == 0

    def _systemctl(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["systemctl", "--user", *words],
            env=self._world.environ,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    def _said(self) -> str:
        return self._job.err if self._job else ""


def _control_groups() -> Path:
    if not PROGRAM.exists():
        pytest.skip("this system has no systemd")
    root = control_groups.root()
    if obstacle := _obstacle(root):
        pytest.skip(f"no service manager can be started here: {obstacle}")
    return root


@cache
def _obstacle(root: Path) -> str:
    """Why no manager can be started here: the error of a trial; empty if it worked."""
    group = root / f"sayso-trial-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        return str(error)
    try:
        going = ["unshare", "--mount", "sh", "-c", BECOME, "sh", group.name, "true"]
        done = subprocess.run(going, capture_output=True, text=True, timeout=30, check=False)
    finally:
        wait_until(lambda: _removed(group), f"the end of {group}")
    return done.stderr.strip() if done.returncode else ""


def _removed(place: Path) -> bool:
    """Removes the control group. False: a process in it has not ended yet."""
    try:
        place.rmdir()
    except OSError:
        return False
    return True
