"""The tray on macOS: an item in the menu bar. AppKit is loaded only by `open`."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sayso.core.text import visible_path
from sayso.errors import ServiceError, Unsupported
from sayso.platforms.contract.children import Ended
from sayso.platforms.macos import children, loop
from sayso.presentation.tray.model import TrayModel

if TYPE_CHECKING:
    from sayso.platforms.macos.cocoa.tray_icon import Icon
    from sayso.platforms.macos.cocoa.tray_menu import Menu

OPENER = "/usr/bin/open"
_OPENS_WITHIN = 30.0
"""Seconds that open(1) may take: it waits only until a program has been told what to open."""

_parts: list[tuple["Icon", "Menu"]] = []

run, stop = loop.run, loop.stop


def open(chosen: Callable[[Any], None]) -> None:  # noqa: A001 - the protocol's own word
    """Puts the icon into the menu bar. `chosen` is called with the command of each item that the
    person chooses. Raises Unsupported: PyObjC is missing, or there is no screen."""
    try:
        from sayso.platforms.macos.cocoa import application
        from sayso.platforms.macos.cocoa.tray_icon import Icon
        from sayso.platforms.macos.cocoa.tray_menu import Menu
    except ImportError as error:
        raise Unsupported(
            f"no icon can be shown in the menu bar: {error}",
            remedy="pip install pyobjc-framework-Cocoa",
        ) from error
    if not application.has_screen():
        raise Unsupported("no screen: nobody is logged in to see an icon")
    menu = Menu(chosen)
    _parts.append((Icon(menu.shell), menu))


def show(model: TrayModel) -> None:
    icon, menu = _parts[0]
    menu.show(model.items)
    icon.draw(model.icon, model.summary)


def is_seen(told: Callable[[bool], None]) -> None:
    """Always tells True: the menu bar is part of the system. Whether it has room for one more icon,
    beside a camera say, can't be found out."""
    told(True)


def tell(words: str, remedy: str) -> None:
    from sayso.platforms.macos.cocoa import tray_windows

    tray_windows.tell(words, remedy)


def about(name: str, version: str, comment: str, licence: str) -> None:
    from sayso.platforms.macos.cocoa import tray_windows

    tray_windows.about(name, version, comment, licence)


def open_path(path: str, failed: Callable[[ServiceError], None]) -> None:
    """Opens the file by open(1): in the program for such files, or if that fails, as text. `failed`
    is called if neither works."""

    def over(ended: Ended) -> None:
        if not ended.succeeded:
            children.run([OPENER, "-t", path], over_again, _OPENS_WITHIN)

    def over_again(ended: Ended) -> None:
        if not ended.succeeded:
            words = f"{visible_path(path)} can't be opened: {ended.complaint}"
            failed(ServiceError(words, remedy="open it in a program of your choice"))

    children.run([OPENER, path], over, _OPENS_WITHIN)
