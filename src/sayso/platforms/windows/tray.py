"""The tray on Windows: an icon in the taskbar's notification area. `open` makes it; nothing is
loaded before."""

import sys

assert sys.platform == "win32"

import os
import subprocess
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sayso.core.text import visible_path
from sayso.errors import ServiceError
from sayso.platforms.contract.channel import Channel
from sayso.presentation.tray.model import TrayModel

if TYPE_CHECKING:
    from sayso.platforms.windows.win32.tray_icon import Icon
    from sayso.platforms.windows.win32.tray_menu import Menu

_parts: list[tuple["Icon", "Menu"]] = []


def open(chosen: Callable[[Any], None]) -> None:  # noqa: A001 - the protocol's own word
    """Makes the icon and its menu. Raises Unsupported: there is no screen, or the system is too
    old."""
    from sayso.platforms.windows import dialogs

    dialogs.open_screen()
    from sayso.platforms.windows.win32.tray_icon import Icon
    from sayso.platforms.windows.win32.tray_menu import Menu

    menu = Menu(chosen)
    _parts.append((Icon(menu), menu))


def icon() -> "Icon | None":
    """The tray's icon; None: this process has none."""
    return _parts[0][0] if _parts else None


def show(model: TrayModel) -> None:
    shown, menu = _parts[0]
    menu.show(model.items)
    shown.draw(model.icon, model.summary)


def is_seen(told: Callable[[bool], None]) -> None:
    """Whether the taskbar has the icon. Windows does not tell whether the icon is shown there, or
    hidden behind the arrow with others."""
    told(_parts[0][0].is_there)


def tell(words: str, remedy: str) -> None:
    from sayso.platforms.windows.win32 import tray_windows

    tray_windows.tell(words, remedy)


def about(name: str, version: str, comment: str, licence: str) -> None:
    from sayso.platforms.windows.win32 import tray_windows

    tray_windows.about(name, version, comment, licence)


def open_path(path: str, failed: Callable[[ServiceError], None]) -> None:
    """Opens the path in the program for such files; if there is none, as text. A thread waits for
    the system, and `failed` is called from the main loop."""
    from sayso.platforms.windows.native.handles import Event
    from sayso.platforms.windows.win32.message_loop import message_loop

    is_over, faults = Event(), list[OSError]()

    def work() -> None:
        try:
            _open(path)
        except OSError as error:
            faults.append(error)
        finally:
            is_over.set()

    def tell() -> None:
        call_off()
        is_over.close()
        for error in faults:
            words = f"{visible_path(path)} can't be opened: {error.strerror or error}"
            failed(ServiceError(words, remedy="open it in a program of your choice"))

    call_off = message_loop().watch(lambda: is_over.handle, tell)
    threading.Thread(target=work, daemon=True).start()


def _open(path: str) -> None:
    """Opens the path. Raises OSError."""
    from sayso.platforms.windows.native import shell

    shell.use_components()
    try:
        shell.open_address(path)
    except shell.NoProgram:
        _open_as_text(path)


def _open_as_text(path: str) -> None:
    """Opens the path in Notepad. Raises OSError."""
    from sayso.platforms.windows.native import directories

    editor = os.path.join(directories.known(directories.Folder.SYSTEM), "notepad.exe")
    subprocess.Popen([editor, path])  # noqa: S603 (the system's own, no shell)


def run(channel: Channel, readable: Callable[[], None]) -> None:
    """Runs the main loop until `stop`. Calls `readable` when something has come over the channel,
    or its other end has closed."""
    from sayso.platforms.windows.channel import pipe
    from sayso.platforms.windows.win32.message_loop import message_loop

    call_off = message_loop().watch(pipe(channel).readable_event, readable)
    try:
        message_loop().run()
    finally:
        call_off()
        _parts[0][0].close()


def stop() -> None:
    from sayso.platforms.windows.win32.message_loop import message_loop

    message_loop().stop()
