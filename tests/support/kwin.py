"""A private session of Plasma's compositor: KWin, without a monitor, and the message buses."""

import shutil
from pathlib import Path

from probes.kwin import KwinProbe
from support.processes import wait_until
from support.services import Services
from support.sockets import listens

PROGRAM = "kwin_wayland"
SIZE = (1280, 800)
_DISPLAY = "wayland-kwin"

_SETTINGS = {
    "kwinrc": "[org.kde.kdecoration2]\nNoPlugin=true\n",  # window frames are a package of their own
    "kcminputrc": "[Keyboard]\nNumLock=0\n",  # 0: it is on
}

_ALLOWED = {
    "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1",
    "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS": "1",
}
"""Lets any program send input and take pictures."""


class KwinScreen(Services):
    """Starts a session of KWin. Sets WAYLAND_DISPLAY and DBUS_SESSION_BUS_ADDRESS, among others, in
    `environ`."""

    probe: KwinProbe

    def __init__(self, directory: Path, environ: dict[str, str]) -> None:
        super().__init__(directory, environ)
        self.lost = False
        self._environ.update(
            GDK_GL="disable",
            XDG_SESSION_TYPE="wayland",
            XDG_CURRENT_DESKTOP="KDE",
        )
        try:
            self._start_bus()
            self._start_kwin()
            self._start_accessibility()
            self.probe = KwinProbe(self._service_environ(), SIZE)
            wait_until(self.probe.ready, "the accessibility bus")
        except BaseException:
            self.close()
            raise

    def _start_kwin(self) -> None:
        program = shutil.which(PROGRAM)
        assert program, f"{PROGRAM} is not installed; packaging/test.sh installs it"
        # a copy lacks the file's capability: in a container without that capability the kernel
        # would not run the original
        copy = shutil.copyfile(program, self._directory / PROGRAM)
        copy.chmod(0o755)
        for name, settings in _SETTINGS.items():
            file = Path(self._environ["XDG_CONFIG_HOME"], name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(settings)
        width, height = SIZE
        self._environ.update(_ALLOWED)
        self._service(
            [str(copy), "--virtual", "--width", str(width), "--height", str(height),
             "--no-lockscreen", "--no-global-shortcuts", "--socket", _DISPLAY]
        )  # fmt: skip
        for name in _ALLOWED:
            del self._environ[name]
        self._environ["WAYLAND_DISPLAY"] = _DISPLAY
        socket = Path(self._environ["XDG_RUNTIME_DIR"]) / _DISPLAY
        wait_until(lambda: listens(socket), "the compositor")
