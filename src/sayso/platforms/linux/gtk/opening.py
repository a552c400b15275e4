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
from sayso.platforms.desktop import Ended
from sayso.platforms.linux import children

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

_WITHIN = 30.0
"""Seconds for systemd to start a unit; it gives up by itself before."""


def open_path(path: str, failed: Callable[[ServiceError], None]) -> None:
    """Returns at once; `failed` hears why nothing opens it."""
    file = Gio.File.new_for_path(path)

    def fail(why: str) -> None:
        remedy = "open it in a program of your choice"
        failed(ServiceError(f"{visible_path(path)} can't be opened: {why}", remedy=remedy))

    def over(ended: Ended) -> None:
        if not ended.succeeded:
            fail(ended.complaint)

    if _OUR_UNIT in os.environ and (command := _apart(file.get_uri())):
        children.run(command, over, _WITHIN)
    else:
        _launch(file, fail)


def _launch(file: Gio.File, failed: Callable[[str], None]) -> None:
    def found(_file: Any, result: Any) -> None:
        context = Gdk.Display.get_default().get_app_launch_context()
        try:
            program = file.query_default_handler_finish(result)
            with _silence():
                program.launch_uris([file.get_uri()], context)
        except GLib.Error as error:
            failed(error.message)
        except OSError as error:
            failed(error.strerror or str(error))

    file.query_default_handler_async(GLib.PRIORITY_DEFAULT, None, found)


@contextmanager
def _silence() -> Iterator[None]:
    """What is started in it writes to nothing: our standard error is the daemon's log.

    By our own descriptors, as Gio has no common way to name others: the one that it has, for
    what a `.desktop` file describes, is not the same in all its versions. Raises OSError.
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


def _apart(uri: str) -> list[str] | None:
    """The command that opens it as a unit of its own: what hardens ours would bind an editor, and
    the end of ours would end it. None: there is no such command here."""
    runner = shutil.which("systemd-run")
    opener = shutil.which("xdg-open")
    if not runner or not opener:
        return None
    variables = [f"--setenv={name}" for name in _SCREEN if name in os.environ]
    return [runner, "--user", "--collect", "--quiet", *variables, "--", opener, uri]
