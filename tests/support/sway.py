"""A private Wayland session: sway, without a monitor or in windows on X11, and the message
buses."""

from pathlib import Path

from probes.sway import SwayProbe
from support.processes import wait_until
from support.services import Services

SIZE = (1280, 800)

CONFIGURATION = """\
xwayland enable
output {name} resolution {width}x{height} scale {scale} background #3f3f3f solid_color
default_border none
focus_follows_mouse no
"""

_USUAL = {"WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}


class SwayScreen(Services):
    """Starts a session of sway. Sets WAYLAND_DISPLAY, SWAYSOCK and DBUS_SESSION_BUS_ADDRESS, among
    others, in `environ`."""

    probe: SwayProbe

    def __init__(
        self, directory: Path, environ: dict[str, str], scale: float = 1, outer: str | None = None
    ) -> None:
        """`outer`: an X display, on which sway shows two outputs as windows. Closing such a window
        unplugs the output."""
        super().__init__(directory, environ)
        self.lost = False
        self._name = "X11-1" if outer else "HEADLESS-1"
        self._backend = {"WLR_BACKENDS": "headless"}
        if outer:
            self._backend = {"WLR_BACKENDS": "x11", "WLR_X11_OUTPUTS": "2", "DISPLAY": outer}
        self._backend |= _USUAL
        self._environ.update(GDK_GL="disable", XDG_SESSION_TYPE="wayland")
        try:
            self._start_bus()
            self._start_sway(scale)
            self._start_accessibility()
            self.probe = SwayProbe(self._service_environ(), SIZE, self._name)
            wait_until(self.probe.ready, "the accessibility bus")
        except BaseException:
            self.close()
            raise

    def guest(self) -> str:
        """The display of the X server (Xwayland) in this session."""
        told = self._directory / "guest"
        self.probe.order(f"exec printenv DISPLAY > {told}.new && mv {told}.new {told}")
        wait_until(told.exists, "the name of the X server")
        return told.read_text().strip()

    def _start_sway(self, scale: float) -> None:
        configuration = self._directory / "sway.conf"
        width, height = SIZE
        configuration.write_text(
            CONFIGURATION.format(name=self._name, width=width, height=height, scale=scale)
        )
        self._environ.update(self._backend)
        self._service(["sway", "--config", str(configuration)])
        for name in self._backend:
            del self._environ[name]
        runtime = Path(self._environ["XDG_RUNTIME_DIR"])

        def named(pattern: str) -> str | None:
            return next((each.name for each in runtime.glob(pattern)), None)

        display = wait_until(lambda: named("wayland-?"), "sway")
        ipc = wait_until(lambda: named("sway-ipc.*"), "sway's own socket")
        self._environ["WAYLAND_DISPLAY"] = display
        self._environ["SWAYSOCK"] = str(runtime / ipc)
