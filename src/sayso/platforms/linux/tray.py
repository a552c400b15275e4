"""The tray on Linux: pystray's AppIndicator, with GTK 3, loaded by `open` and not before."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sayso import extras
from sayso.errors import ServiceError, Unsupported
from sayso.platforms.contract.channel import Channel
from sayso.platforms.linux import gtk_modules, pygobject
from sayso.platforms.unix.channel import descriptor
from sayso.presentation.tray.model import TrayModel

if TYPE_CHECKING:
    from sayso.platforms.linux.gtk.tray_icon import Icon
    from sayso.platforms.linux.gtk.tray_menu import Menu

_NO_LIBRARY = "no icon can be shown in the tray: {error}"
_PACKAGES = "install python3-gi, gir1.2-gtk-3.0 and gir1.2-ayatanaappindicator3-0.1, and run: "

_FOR_LOADING = {"GDK_GL": "disable", "PYSTRAY_BACKEND": "appindicator"}
"""Variables that the libraries read while they are loaded; programs that are opened later need not
see them. Without them a bare X server would load Mesa for nothing, and pystray would try icons
without a menu."""

_parts: list[tuple["Icon", "Menu"]] = []


def open(chosen: Callable[[Any], None]) -> None:  # noqa: A001 - the protocol's own word
    """Raises Unsupported: a library is missing, or there is no display."""
    make_icon, make_menu = load()
    menu = make_menu(chosen)
    _parts.append((make_icon(menu.shell), menu))


def load() -> tuple[type["Icon"], type["Menu"]]:
    """Loads the libraries, but shows nothing. Raises Unsupported."""
    added = {name: value for name, value in _FOR_LOADING.items() if name not in os.environ}
    os.environ.update(added)
    gtk_modules.unname(os.environ)
    pygobject.find()
    try:
        import gi

        gi.require_version("Gtk", "3.0")
        from gi.repository import GLib

        GLib.set_prgname("sayso")  # before GTK takes the windows' class from it
        gtk_modules.keep_out()
        from sayso.platforms.linux.gtk.tray_icon import Icon
        from sayso.platforms.linux.gtk.tray_menu import Menu
    except (ImportError, ValueError) as error:
        remedy = _PACKAGES + extras.advice("desktop")
        raise Unsupported(_NO_LIBRARY.format(error=error), remedy=remedy) from error
    finally:
        for name in added:
            del os.environ[name]
    return Icon, Menu


def show(model: TrayModel) -> None:
    icon, menu = _parts[0]
    menu.show(model.items)
    icon.draw(model.icon, model.summary)


def is_embedded() -> bool:
    """Whether there is an XEmbed tray on GDK's display, which is then no Wayland compositor."""
    from gi.repository import Gdk

    from sayso.platforms.linux import display

    name = Gdk.Display.get_default().get_name()
    if not display.is_x11(name):
        return False
    from sayso.platforms.linux.x11 import attention

    return attention.has_tray(name)


def is_seen(told: Callable[[bool], None]) -> None:
    """Calls `told` with whether an XEmbed tray on this screen, or a panel on the session bus, shows
    the icon."""
    from sayso.platforms.linux import bus_names

    if is_embedded():
        told(True)
    else:
        bus_names.has(bus_names.WATCHER, (bus_names.NOW,), told)


def tell(words: str, remedy: str) -> None:
    from sayso.platforms.linux.gtk import tray_windows

    tray_windows.tell(words, remedy)


def about(name: str, version: str, comment: str, licence: str) -> None:
    from sayso.platforms.linux.gtk import tray_windows

    tray_windows.about(name, version, comment, licence)


def open_path(path: str, failed: Callable[[ServiceError], None]) -> None:
    """Returns at once; `failed` is called with the reason if nothing opens it."""
    from sayso.platforms.linux.gtk import opening

    opening.open_path(path, failed)


def run(channel: Channel, readable: Callable[[], None]) -> None:
    """Runs the main loop until `stop`. Calls `readable` when something has come over the channel,
    or its other end has closed."""
    from gi.repository import GLib, Gtk

    def on_readable(_fd: int, _condition: object) -> bool:
        readable()
        return True

    arrived = GLib.IOCondition.IN | GLib.IOCondition.HUP | GLib.IOCondition.ERR
    GLib.io_add_watch(descriptor(channel), GLib.PRIORITY_DEFAULT, arrived, on_readable)
    Gtk.main()


def stop() -> None:
    from gi.repository import Gtk

    Gtk.main_quit()
