"""A private X screen: an X server, a message bus, a window manager and the accessibility bus."""

import contextlib
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

from probes.probe import Probe
from probes.systems import open_probe
from support.monitors import Monitor, arrange, extent
from support.processes import wait_until
from support.services import ACCESSIBILITY, BUS, Services

WINDOW_MANAGER = "openbox"

NUMBERS = range(100, 1000)
"""Display numbers. X servers that pick a free number by themselves begin at 0."""


class Screen(Services):
    """An X server with its services. Sets DISPLAY and DBUS_SESSION_BUS_ADDRESS in `environ`; its
    files lie in `directory`."""

    def __init__(
        self,
        directory: Path,
        environ: dict[str, str],
        size: str = "1280x800",
        monitors: Sequence[Monitor] = (),
    ) -> None:
        """`size`: pixels, of a screen with a single monitor. With `monitors` the screen is as large
        as they need."""
        super().__init__(directory, environ)
        self.lost = False
        self._size = size
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
        """Kills the X server and all that was on it. The message buses live on."""
        self.lost = True
        self.probe.close()
        for program in self._services.keys() - {BUS, ACCESSIBILITY}:
            self._kill(program)

    def restore(self) -> None:
        """Starts another X server under the display name of the lost one."""
        self._xvfb()
        self._start_desktop()
        self.lost = False

    def restore_elsewhere(self) -> str:
        """Starts another X server under a new display name, and returns that name. The environment
        of the programs under test keeps the name of the lost server, which no other test takes
        meanwhile."""
        before = self._environ["DISPLAY"]
        claim, number = claim_number()
        self._claims.append(claim)
        name = self._environ["DISPLAY"] = f":{number}"
        self._xvfb()
        # the programs that it starts would go to the screen on which it was started itself
        self._kill(ACCESSIBILITY)
        self._start_accessibility()
        self._start_desktop()
        self.lost = False
        self._environ["DISPLAY"] = before
        return name

    def arrange(self, monitors: Sequence[Monitor]) -> None:
        """Replaces the monitors of a screen that was made with `monitors`, as if one was plugged in
        or out."""
        arrange(self._viewer, monitors)

    @contextlib.contextmanager
    def window_manager_stopped(self) -> Iterator[None]:
        """Stops the window manager: no window is mapped, moved or resized. It does afterwards what
        it was asked to do meanwhile."""
        manager = self._services[WINDOW_MANAGER]
        manager.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            manager.send_signal(signal.SIGCONT)

    def _start_desktop(self) -> None:
        self._start_window_manager()
        self.probe = self._open_probe()
        wait_until(self.probe.ready, "a window manager and the accessibility bus")
        # At the very first key the X server announces another keyboard, and the window manager
        # looks up its own shortcuts anew: a key that comes meanwhile is lost to it.
        self.probe.key("shift")

    def _open_probe(self) -> Probe:
        return open_probe(self._service_environ())

    def _start_window_manager(self) -> None:
        """Starts it and waits until it works. It announces itself on the screen earlier, and gives
        no keyboard focus to windows until it works."""
        begun = self._directory / "window-manager"
        begun.unlink(missing_ok=True)
        startup = ["--sm-disable", "--startup", f"touch {begun}", *self._manager_options()]
        self._service([WINDOW_MANAGER, *startup])
        wait_until(begun.exists, "the window manager")

    def _manager_options(self) -> list[str]:
        return []

    def _xvfb(self) -> None:
        self._announced(
            ["Xvfb", self._environ["DISPLAY"], "-displayfd", "{fd}",
             "-screen", "0", f"{self._size}x24", "-dpi", "96", "-nolisten", "tcp", "-noreset",
             "-s", "0"]  # it never goes dark by itself
        )  # fmt: skip

    def _xvnc(self, monitors: Sequence[Monitor]) -> None:
        width, height = extent(monitors)
        self._announced(
            ["Xtigervnc", self._environ["DISPLAY"], "-displayfd", "{fd}",
             "-geometry", f"{width}x{height}", "-depth", "24", "-dpi", "96", "-nolisten", "tcp",
             "-noreset", "-s", "0", "-rfbport", "-1", "-rfbunixpath", str(self._viewer),
             "-SecurityTypes", "None"]
        )  # fmt: skip
        arrange(self._viewer, monitors)

    def close(self) -> None:
        super().close()
        for claim in self._claims:
            claim.close()


def claim_number() -> tuple[socket.socket, int]:
    """Claims a display number, which no other test takes until the socket is closed. The X server
    itself holds its number only while it runs, but a lost one must be able to come back under its
    name."""
    for number in NUMBERS:
        claim = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError):  # another test has it
            claim.bind(f"\0sayso-test-screen-{number}")
            if not is_served(number):
                return claim, number
        claim.close()
    raise AssertionError(f"all screens from :{NUMBERS[0]} to :{NUMBERS[-1]} are taken")


def is_served(number: int) -> bool:
    """Whether an X server of any user has this display number. Its socket is a file, or an abstract
    name, which also a server outside of a chroot has. A file that another user's server has left
    behind is in the way like a server."""
    path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 (X's own place)
    with contextlib.suppress(FileNotFoundError):
        if os.geteuid() not in (0, Path(path).stat().st_uid):
            return True
    for name in (path, f"\0{path}"):
        with socket.socket(socket.AF_UNIX) as sock:
            if sock.connect_ex(name) == 0:
                return True
    return False
