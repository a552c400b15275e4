"""A screen of one's own: an X server, a message bus, a window manager and the accessibility bus."""

import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from probes.probe import Probe
from probes.systems import open_probe
from support.monitors import Monitor, arrange, extent
from support.processes import StillWaiting, alive, kill, wait_until

SERVICE = "WORLD_SERVICE"
"""The variable that marks what belongs to the screen, not to what is tried on it."""

BUS_CONFIGURATION = """\
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""No service directories: nothing of the machine starts by being asked for."""

BUS = "dbus-daemon"
WINDOW_MANAGER = "openbox"

NUMBERS = range(100, 1000)
"""Of screens. X servers that look for a number by themselves begin at 0."""

_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
ACCESSIBILITY = next((each for each in _LAUNCHERS if Path(each).exists()), _LAUNCHERS[0])
"""As on a desktop it belongs to the session bus, where whoever comes on a screen looks for it."""


class Screen:
    """Adds DISPLAY and DBUS_SESSION_BUS_ADDRESS to `environ`, whose places lie in `directory`."""

    def __init__(
        self,
        directory: Path,
        environ: dict[str, str],
        size: str = "1280x800",
        monitors: Sequence[Monitor] = (),
    ) -> None:
        """With `monitors` the screen is as large as they take."""
        self._directory = directory
        self._environ = environ
        self.lost = False
        self._size = size
        self._services: dict[str, subprocess.Popen[bytes]] = {}
        """By the program's name."""
        claim, number = claim_number()
        self._claims = [claim]
        self._viewer = directory / "viewer"
        self._environ.update(DISPLAY=f":{number}", GDK_BACKEND="x11", GDK_GL="disable")
        try:
            if monitors:
                self._xvnc(monitors)
            else:
                self._xvfb()
            self._start_bus()
            self._start_accessibility()
            self._start_desktop()
        except BaseException:
            self.close()
            raise

    def lose(self) -> None:
        """The X server dies, and with it all that was on it; the buses live on."""
        self.lost = True
        self.probe.close()
        for program in self._services.keys() - {BUS, ACCESSIBILITY}:
            self._kill(program)

    def restore(self) -> None:
        """Another X server, under the name of the one that was lost."""
        self._xvfb()
        self._start_desktop()
        self.lost = False

    def restore_elsewhere(self) -> str:
        """Another X server, under a name of its own, which is returned; the environment of what
        is tried keeps the name of the one that was lost, which no other test takes meanwhile."""
        before = self._environ["DISPLAY"]
        claim, number = claim_number()
        self._claims.append(claim)
        name = self._environ["DISPLAY"] = f":{number}"
        self._xvfb()
        self._kill(ACCESSIBILITY)  # what it starts goes to the screen that it was started on
        self._start_accessibility()
        self._start_desktop()
        self.lost = False
        self._environ["DISPLAY"] = before
        return name

    def arrange(self, monitors: Sequence[Monitor]) -> None:
        """Others than there were, for a screen that had some: one is plugged in, or unplugged."""
        arrange(self._viewer, monitors)

    @contextlib.contextmanager
    def window_manager_stopped(self) -> Iterator[None]:
        """No window is mapped, moved or resized; what is asked of it meanwhile it does then."""
        manager = self._services[WINDOW_MANAGER]
        manager.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            manager.send_signal(signal.SIGCONT)

    def _start_bus(self) -> None:
        bus = self._directory / "bus"
        configuration = self._directory / "bus.conf"
        configuration.write_text(BUS_CONFIGURATION.format(socket=bus))
        address = self._announced(
            [BUS, "--nofork", f"--config-file={configuration}", "--print-address={fd}"]
        )
        self._environ["DBUS_SESSION_BUS_ADDRESS"] = address

    def _start_accessibility(self) -> None:
        self._service([ACCESSIBILITY, "--launch-immediately"])

    def _start_desktop(self) -> None:
        self._start_window_manager()
        self.probe: Probe = open_probe(self._service_environ())
        wait_until(self.probe.ready, "a window manager and the accessibility bus")
        # At the first key of all the X server tells of another keyboard, and the window manager
        # looks its own keys up anew: one that comes meanwhile is lost to it.
        self.probe.key("shift")

    def _start_window_manager(self) -> None:
        """It says that it is there before it has begun, and gives no focus to what comes until
        then."""
        begun = self._directory / "window-manager"
        begun.unlink(missing_ok=True)
        self._service([WINDOW_MANAGER, "--sm-disable", "--startup", f"touch {begun}"])
        wait_until(begun.exists, "the window manager")

    def _xvfb(self) -> None:
        self._announced(
            ["Xvfb", self._environ["DISPLAY"], "-displayfd", "{fd}",
             "-screen", "0", f"{self._size}x24", "-dpi", "96", "-nolisten", "tcp", "-noreset"]
        )  # fmt: skip

    def _xvnc(self, monitors: Sequence[Monitor]) -> None:
        width, height = extent(monitors)
        self._announced(
            ["Xtigervnc", self._environ["DISPLAY"], "-displayfd", "{fd}",
             "-geometry", f"{width}x{height}", "-depth", "24", "-dpi", "96", "-nolisten", "tcp",
             "-noreset", "-rfbport", "-1", "-rfbunixpath", str(self._viewer),
             "-SecurityTypes", "None"]
        )  # fmt: skip
        arrange(self._viewer, monitors)

    def _announced(self, argv: Sequence[str], timeout: float = 10.0) -> str:
        """Starts a service, with `{fd}` in its arguments for the descriptor that it writes to."""
        reading, writing = os.pipe()
        try:
            self._service([each.replace("{fd}", str(writing)) for each in argv], writing)
        finally:
            os.close(writing)
        with os.fdopen(reading) as lines:
            if not select.select([lines], [], [], timeout)[0]:
                raise StillWaiting(f"{argv[0]} said nothing for {timeout:g} s")
            line = lines.readline().strip()
        if not line:
            raise StillWaiting(f"{argv[0]} did not start:\n{self._log.read_text()}")
        return line

    @property
    def _log(self) -> Path:
        return self._directory / "services.log"

    def _service_environ(self) -> dict[str, str]:
        # "memory": the accessibility bus needs no settings daemon
        return {**self._environ, SERVICE: "1", "GSETTINGS_BACKEND": "memory"}

    def _service(self, argv: Sequence[str], *descriptors: int) -> None:
        program = shutil.which(argv[0])
        assert program, f"{argv[0]} is not installed; packaging/test.sh installs it"
        with self._log.open("ab") as log:
            self._services[argv[0]] = subprocess.Popen(
                [program, *argv[1:]], env=self._service_environ(), pass_fds=descriptors,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
            )  # fmt: skip

    def _kill(self, program: str) -> None:
        service = self._services.pop(program)
        service.kill()
        service.wait(10)

    def close(self) -> None:
        if hasattr(self, "probe"):
            self.probe.close()
        for service in reversed(self._services.values()):
            service.terminate()
        for service in self._services.values():
            service.wait(10)
        for claim in self._claims:
            claim.close()
        self._end_helpers()

    def _end_helpers(self) -> None:
        """The accessibility bus leaves helpers of its own to end by themselves."""
        marks = (str(self._directory).encode(), f"{SERVICE}=1".encode())
        for seen in list(alive()):
            if all(mark in seen.environ for mark in marks):
                kill(seen.pid)


def claim_number() -> tuple[socket.socket, int]:
    """A screen's number, which no other test takes until the socket is closed. An X server keeps
    its number only while it lives, and one that was lost shall come back under its name."""
    for number in NUMBERS:
        claim = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError):  # somebody has it
            claim.bind(f"\0sayso-test-screen-{number}")
            if not is_served(number):
                return claim, number
        claim.close()
    raise AssertionError(f"all screens from :{NUMBERS[0]} to :{NUMBERS[-1]} are taken")


def is_served(number: int) -> bool:
    """By an X server, of whomever: by a file, or by an abstract name, which a server outside of a
    chroot has as well. What another user's server has left behind is in the way like one."""
    path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 (X's own place)
    with contextlib.suppress(FileNotFoundError):
        if os.geteuid() not in (0, Path(path).stat().st_uid):
            return True
    for name in (path, f"\0{path}"):
        with socket.socket(socket.AF_UNIX) as sock:
            if sock.connect_ex(name) == 0:
                return True
    return False
