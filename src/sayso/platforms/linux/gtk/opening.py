"""Opens files and directories in the programs that the person uses for them."""

import sys

assert sys.platform == "linux"

import os
import shutil
import subprocess

from gi.repository import Gdk, Gio, GLib

from sayso.errors import ServiceError

_SCREEN = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "XDG_CURRENT_DESKTOP",
)
"""Variables that a program of the desktop needs."""

_OUR_UNIT = "INVOCATION_ID"
"""systemd.exec(5): set for what runs as a unit."""


def open_path(path: str) -> None:
    """Raises ServiceError: nothing can open it."""
    file = Gio.File.new_for_path(path)
    try:
        if _OUR_UNIT in os.environ and (command := _apart(file.get_uri())):
            subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 (a fixed list, no shell)
            return
        context = Gdk.Display.get_default().get_app_launch_context()
        Gio.AppInfo.launch_default_for_uri(file.get_uri(), context)
    except (GLib.Error, OSError) as error:
        words = error.message if isinstance(error, GLib.Error) else error.strerror
        raise ServiceError(
            f"{path} can't be opened: {words}", remedy="open it in a program of your choice"
        ) from error


def _apart(uri: str) -> list[str] | None:
    """The command that opens it as a unit of its own: what hardens ours would bind an editor, and
    the end of ours would end it. None: there is no such command here."""
    runner = shutil.which("systemd-run")
    opener = shutil.which("xdg-open")
    if not runner or not opener:
        return None
    variables = [f"--setenv={name}" for name in _SCREEN if name in os.environ]
    return [runner, "--user", "--collect", "--quiet", *variables, "--", opener, uri]
