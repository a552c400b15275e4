"""A real input method in a Wayland session: fcitx5, which writes Korean."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from support.processes import wait_until
from support.services import SERVICE

_NAME = "org.fcitx.Fcitx5"
_PROFILE = """\
[Groups/0]
Name=Default
Default Layout=us
DefaultIM=hangul

[Groups/0/Items/0]
Name=keyboard-us

[Groups/0/Items/1]
Name=hangul

[GroupOrder]
0=Default
"""
_ACTIVE = "[Behavior]\nActiveByDefault=True\n"
_WITHOUT = "clipboard,cloudpinyin,kimpanel,notificationitem,notifications,spell,xcb,xim"


class Fcitx:
    """A running fcitx5, active from the first key. End it with `close`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """`environ`: names the screen, the message bus, and a home directory of the test."""
        self._environ = {**environ, SERVICE: "fcitx"}
        place = Path(environ["XDG_CONFIG_HOME"], "fcitx5")
        place.mkdir(parents=True)
        (place / "profile").write_text(_PROFILE)
        (place / "config").write_text(_ACTIVE)
        self._process = subprocess.Popen(
            ["fcitx5", f"--disable={_WITHOUT}"],
            env=self._environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self._is_there, "fcitx5")

    def _is_there(self) -> bool:
        ask = "--dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner"
        command = ["dbus-send", "--session", "--print-reply", *ask.split(), f"string:{_NAME}"]
        done = subprocess.run(
            command, env=self._environ, capture_output=True, check=True, timeout=30
        )
        return b"boolean true" in done.stdout

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(10)
