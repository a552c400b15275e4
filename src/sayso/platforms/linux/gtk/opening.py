"""Opens files and directories in the programs that the person uses for them."""

import sys

assert sys.platform == "linux"

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from gi.repository import Gdk, Gio, GLib

from sayso.core.text import visible_path
from sayso.errors import ServiceError
from sayso.platforms.contract.children import Ended
from sayso.platforms.linux import children

_SCREEN = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "XDG_CURRENT_DESKTOP",
)
"""Variables that a program on the desktop needs."""

_OUR_UNIT = "INVOCATION_ID"
"""A variable that systemd sets for what runs as a unit: systemd.exec(5)."""

_WITHIN = 30.0
"""Seconds for systemd to start a unit; it gives up by itself before."""


def open_path(path: str, failed: Callable[[ServiceError], None]) -> None:
    """Returns at once; `failed` is called with the reason if nothing opens it."""
    file = Gio.File.new_for_path(path)

    def fail(why: str) -> None:
        remedy = "open it in a program of your choice"
        failed(ServiceError(f"{visible_path(path)} can't be opened: {why}", remedy=remedy))

    def found(_file: Any, result: Any) -> None:
        try:
            program = file.query_default_handler_finish(result)
            command = _apart(program, file.get_uri()) if _OUR_UNIT in os.environ else None
            if command:
                children.run(command, over, _WITHIN)
            else:
                _launch(program, file)
        except GLib.Error as error:
            fail(error.message)
        except OSError as error:
            fail(error.strerror or str(error))

    def over(ended: Ended) -> None:
        if not ended.succeeded:
            fail(ended.complaint)

    file.query_default_handler_async(GLib.PRIORITY_DEFAULT, None, found)


def _launch(program: Gio.AppInfo, file: Gio.File) -> None:
    """Raises GLib.Error, OSError."""
    context = Gdk.Display.get_default().get_app_launch_context()
    with _silence():
        program.launch_uris([file.get_uri()], context)


@contextmanager
def _silence() -> Iterator[None]:
    """Programs that are started meanwhile write to nothing: our standard error is the daemon's log.

    Our own descriptors are redirected for that, as Gio has no uniform way to set those of a
    program: its way for what a `.desktop` file describes differs between its versions. Raises
    OSError.
    """
    with ExitStack() as undo:
        nothing = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        undo.callback(os.close, nothing)
        for stream in (1, 2):
            ours = fcntl.fcntl(stream, fcntl.F_DUPFD_CLOEXEC, 3)
            undo.callback(os.close, ours)
            undo.callback(os.dup2, ours, stream)
            os.dup2(nothing, stream)
        yield


def _apart(program: Gio.AppInfo, uri: str) -> list[str] | None:
    """The command that opens the URI in a unit of its own: the restrictions of our unit would
    hamper an editor, and the end of our unit would end it. None: there is no such command here.

    Not xdg-open(1), which finds no program for TOML where there is only one for text in general.
    """
    runner = shutil.which("systemd-run")
    launcher = shutil.which("gio")
    described = program.get_filename() if isinstance(program, Gio.DesktopAppInfo) else None
    if not runner or not launcher or not described:
        return None
    variables = [f"--setenv={name}" for name in _SCREEN if name in os.environ]
    start = [runner, "--user", "--collect", "--quiet", *variables, "--"]
    return [*start, launcher, "launch", described, uri]
