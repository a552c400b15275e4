"""A private GNOME session: GNOME Shell, without a monitor, and the message buses."""

from pathlib import Path

from probes.gnome import GnomeProbe
from support.logind import Bus
from support.processes import wait_until
from support.services import Services

PROGRAM = "gnome-shell"
SIZE = (1280, 800)
_DISPLAY = "wayland-gnome"


_NO_HOT_CORNERS = """
    const Settings = imports.gi.Gio.Settings;
    const settings = new Settings({schema_id: 'org.gnome.desktop.interface'});
    settings.set_boolean('enable-hot-corners', false)
"""
"""Keeps the shell from opening the overview when the pointer is moved to a corner."""


class GnomeScreen(Services):
    """Starts a session of GNOME. Sets WAYLAND_DISPLAY and DBUS_SESSION_BUS_ADDRESS, among others,
    in `environ`. No service is on its system bus."""

    probe: GnomeProbe

    def __init__(self, directory: Path, environ: dict[str, str]) -> None:
        super().__init__(directory, environ)
        self.lost = False
        self._environ.update(
            GDK_GL="disable",
            XDG_SESSION_TYPE="wayland",
            XDG_CURRENT_DESKTOP="GNOME",
            WAYLAND_DISPLAY=_DISPLAY,
        )
        self._system_bus = Bus(directory)
        self._system_bus.start()
        try:
            self._start_bus()
            self._start_shell()
            self._start_accessibility()
            self.probe = GnomeProbe(self._service_environ(), SIZE)
            wait_until(self._has_begun, "the shell")
            wait_until(self.probe.ready, "the accessibility bus")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        super().close()
        self._system_bus.end()

    def _start_shell(self) -> None:
        width, height = SIZE
        self._service(
            [PROGRAM, "--headless", "--virtual-monitor", f"{width}x{height}", "--no-x11",
             "--wayland-display", _DISPLAY, "--unsafe-mode"]
        )  # fmt: skip
        socket = Path(self._environ["XDG_RUNTIME_DIR"]) / _DISPLAY
        wait_until(socket.exists, "the compositor")

    def _has_begun(self) -> bool:
        """Whether the shell has started and hides its overview, behind which windows would come up
        at first."""
        if self.probe.run("Main.layoutManager._startingUp"):
            return False
        self.probe.run("Main.overview.hide()")
        self.probe.run(_NO_HOT_CORNERS)
        return not self.probe.run("Main.overview.visible")
