"""Native windows on Linux: GTK 3, loaded when the screen is opened and not before."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sayso.errors import Unsupported
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.dialogs import OpenScreen
from sayso.platforms.linux import display, gtk_modules, pygobject, session
from sayso.platforms.unix.channel import descriptor
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel

if TYPE_CHECKING:
    from sayso.platforms.linux.gtk.toplevel import PrebuiltWindow
    from sayso.platforms.linux.gtk.window import Window

_PROGRAM = "sayso"
_NO_GTK = "GTK 3 can't be loaded: {error}"

_ready: list["PrebuiltWindow"] = []
"""The window for the first question, made beforehand: making it takes longer than filling it."""


def open_screen() -> OpenScreen:
    """Loads GTK, opens the screen, warms up. Raises Unsupported."""
    # On a bare X server GDK would load Mesa for nothing: 60 MiB and 50 ms.
    os.environ.setdefault("GDK_GL", "disable")
    named = session.screen(os.environ)
    if named is None:
        raise Unsupported("no display")
    gtk_modules.unname(os.environ)
    opened = _open(named)
    if opened is None:
        raise Unsupported(f"the display {named} can't be opened")
    gtk_modules.keep_out()
    from sayso.platforms.linux.gtk import surface

    surface.check()
    from sayso.platforms.linux.gtk.warm_up import warm_up

    warm_up()
    _ready.append(_blank())
    return OpenScreen(str(opened.get_name()), surface.unguarded())


def _open(screen: str) -> Any:
    """Opens GDK's display; None: it can't be opened. PyGObject opens it while it loads GTK. Raises
    Unsupported: there is no GTK."""
    pygobject.find()
    try:
        import gi

        for name, version in display.libraries(screen):
            gi.require_version(name, version)
        from gi.repository import GLib

        GLib.set_prgname(_PROGRAM)  # before GTK takes the window's class from it
        with display.alone(screen):
            from gi.repository import Gdk, Gtk

            Gtk.init_check(None)
    except (ImportError, ValueError) as error:
        raise Unsupported(_NO_GTK.format(error=error), remedy=pygobject.remedy()) from error
    return Gdk.Display.get_default()


def show(model: DialogModel, delegate: DialogDelegate, activation: str | None = None) -> "Window":
    from sayso.platforms.linux.gtk.window import Window

    return Window(model, delegate, _ready.pop() if _ready else _blank(), activation)


def _blank() -> "PrebuiltWindow":
    from sayso.platforms.linux.gtk.toplevel import PrebuiltWindow, alert

    return PrebuiltWindow(alert())


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
