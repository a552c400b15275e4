"""What the toolkit finds on the screen; run in a process of its own by the doctor."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Iterator

from sayso.errors import Unsupported
from sayso.platforms.base import Finding, Health
from sayso.platforms.linux import dialogs, idle

_WATCHER = "org.kde.StatusNotifierWatcher"


def look() -> Iterator[Finding]:
    """Display and toolkit first; the rest only where both work."""
    try:
        name = dialogs.open_screen()
    except Unsupported as error:
        kind = "toolkit" if "GTK" in error.message else "display"
        yield Finding(kind, Health.BROKEN, error.message, error.remedy or _DISPLAY_REMEDY)
        return
    from gi.repository import Gtk

    version = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
    yield Finding("display", Health.WORKS, name)
    yield Finding("toolkit", Health.WORKS, f"GTK {version}")
    yield _fonts()
    yield _tray_host()
    yield _idle(name)


_DISPLAY_REMEDY = "run it in a terminal of your desktop, or set DISPLAY"


def _fonts() -> Finding:
    from gi.repository import Gtk

    families = Gtk.Window().get_pango_context().list_families()
    if not families:
        remedy = "sudo apt-get install fonts-dejavu-core"
        return Finding("fonts", Health.BROKEN, "there is no font to write with", remedy)
    return Finding("fonts", Health.WORKS, f"{len(families)} families")


def _tray_host() -> Finding:
    from gi.repository import Gdk, Gio, GLib

    tray = Gdk.Atom.intern("_NET_SYSTEM_TRAY_S0", False)
    if Gdk.selection_owner_get(tray) is not None:
        return Finding("tray host", Health.WORKS, "a system tray on this screen")
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        try:
            bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
            answer = bus.call_sync(
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                "NameHasOwner",
                GLib.Variant("(s)", (_WATCHER,)),
                GLib.VariantType("(b)"),
                Gio.DBusCallFlags.NONE,
                2_000,
                None,
            )
        except GLib.Error as error:
            words = f"the session bus does not answer: {error.message}"
            return Finding("tray host", Health.DOUBTFUL, words)
        if answer.unpack()[0]:
            return Finding("tray host", Health.WORKS, "status notifiers on the session bus")
    words = "no panel shows tray icons; questions do not need one"
    return Finding("tray host", Health.DOUBTFUL, words)


def _idle(display: str) -> Finding:
    if idle.measure(display) is None:
        words = "the screen does not tell: a question never takes the keyboard by itself"
        return Finding("idle measure", Health.DOUBTFUL, words, "sudo apt-get install libxss1")
    return Finding("idle measure", Health.WORKS, "MIT-SCREEN-SAVER")
