"""What the toolkit finds on the screen; the doctor runs this in a process of its own."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Iterator

from sayso.core.text import visible_line
from sayso.errors import Unsupported
from sayso.platforms.contract.dialogs import OpenScreen
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.linux import (
    attention,
    dialogs,
    display,
    page_window,
    sandbox,
    session_bus,
    tray,
)

_WATCHER = "org.kde.StatusNotifierWatcher"
_NOTIFICATIONS = "org.freedesktop.Notifications"


def look() -> Iterator[Finding]:
    """Findings about display and toolkit first, the rest only where both work."""
    try:
        opened = dialogs.open_screen()
    except Unsupported as error:
        kind = "toolkit" if "GTK" in error.message else "display"
        yield Finding(kind, Health.BROKEN, error.message, error.remedy or _DISPLAY_REMEDY)
        return
    from gi.repository import Gtk

    version = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
    yield _display(opened)
    if not display.is_x11(opened.name):
        from sayso.platforms.linux.wayland import doctor

        yield doctor.compositor(opened.name)
        yield doctor.lock_screen(lambda: _names("ListNames"))
    yield Finding("toolkit", Health.WORKS, f"GTK {version}")
    yield _fonts()
    yield _tray_icon()
    yield _tray_host(opened)
    yield _history_window()
    yield _idle(opened)
    yield _notifications()
    yield _sound()


_DISPLAY_REMEDY = "run it in a terminal of your desktop, or set WAYLAND_DISPLAY or DISPLAY"


def _display(opened: OpenScreen) -> Finding:
    from sayso.platforms.linux.gtk import surface

    if opened.unguarded:
        words = f"{opened.name}: a dialog is shown {opened.unguarded}"
        return Finding("display", Health.DOUBTFUL, words, surface.remedy())
    return Finding("display", Health.WORKS, opened.name)


_APPINDICATOR = "sudo apt-get install gnome-shell-extension-appindicator"
_XSS = "sudo apt-get install libxss1"


def _fonts() -> Finding:
    from gi.repository import Gtk

    families = Gtk.Window().get_pango_context().list_families()
    if not families:
        remedy = "sudo apt-get install fonts-dejavu-core"
        return Finding("fonts", Health.BROKEN, "there is no font to write with", remedy)
    return Finding("fonts", Health.WORKS, f"{len(families)} families")


def _tray_icon() -> Finding:
    try:
        tray.load()
    except Unsupported as error:
        return Finding("tray icon", Health.DOUBTFUL, error.message, error.remedy)
    return Finding("tray icon", Health.WORKS, "what it needs is installed")


def _history_window() -> Finding:
    try:
        page_window.check()
    except Unsupported as error:
        return Finding("history window", Health.DOUBTFUL, error.message, error.remedy)
    if why := sandbox.why_not():
        words = f"what draws it has no sandbox: {visible_line(why)}"
        return Finding("history window", Health.DOUBTFUL, words, _SANDBOX)
    return Finding("history window", Health.WORKS, "what it needs is installed")


_SANDBOX = "install bubblewrap and xdg-dbus-proxy, and let bwrap make namespaces for users"


def _tray_host(opened: OpenScreen) -> Finding:
    if tray.is_embedded():
        return Finding("tray host", Health.WORKS, "a system tray on this screen")
    try:
        if _WATCHER in _names("ListNames"):
            return Finding("tray host", Health.WORKS, "status notifiers on the session bus")
    except Unsupported as error:
        return Finding("tray host", Health.DOUBTFUL, error.message)
    words = "no panel shows tray icons: questions appear all the same, and commands do the rest"
    return Finding("tray host", Health.DOUBTFUL, words, _tray_remedy(opened))


def _tray_remedy(opened: OpenScreen) -> str:
    if "GNOME" in os.environ.get("XDG_CURRENT_DESKTOP", "").split(":"):
        return f"{_APPINDICATOR}, log in again, and switch it on in Extensions"
    panel = "trayer" if display.is_x11(opened.name) else "waybar"
    return f"start a panel that does, for example {panel}: sudo apt-get install {panel}"


def _idle(opened: OpenScreen) -> Finding:
    x11, name = display.is_x11(opened.name), "idle measure"
    if attention.idle(opened.name) is not None:
        return Finding(name, Health.WORKS, "MIT-SCREEN-SAVER" if x11 else "by the compositor")
    if x11:
        words = "the screen does not say: a question never asks for the keyboard by itself"
        return Finding(name, Health.DOUBTFUL, words, _XSS)
    words = "the compositor does not say: no notification comes because you are away"
    return Finding(name, Health.DOUBTFUL, words)


def _notifications() -> Finding:
    name = "notifications"
    try:
        if _NOTIFICATIONS in {*_names("ListNames"), *_names("ListActivatableNames")}:
            return Finding(name, Health.WORKS, "a notification server on the session bus")
    except Unsupported as error:
        return Finding(name, Health.DOUBTFUL, error.message)
    words = "no notification server: nothing notifies you of a question while you are away"
    return Finding(name, Health.DOUBTFUL, words, "sudo apt-get install xfce4-notifyd")


def _names(method: str) -> list[str]:
    """The names of programs that the session bus has or could start, by `method`; empty where there
    is no bus.

    Raises Unsupported: the bus does not answer.
    """
    from gi.repository import Gio, GLib

    if not session_bus.is_there(os.environ):
        return []
    bus = "org.freedesktop.DBus"
    try:
        answer = Gio.bus_get_sync(Gio.BusType.SESSION, None).call_sync(
            bus, "/org/freedesktop/DBus", bus, method, None, GLib.VariantType("(as)"),
            Gio.DBusCallFlags.NONE, 2_000, None,
        )  # fmt: skip
    except GLib.Error as error:
        raise Unsupported(f"the session bus does not answer: {error.message}") from error
    names: list[str] = answer.unpack()[0]
    return names


def _sound() -> Finding:
    import gi

    try:
        gi.require_version("GSound", "1.0")
        from gi.repository import GSound  # noqa: F401 (what it needs, is there)
    except (ImportError, ValueError) as error:
        remedy = "sudo apt-get install gir1.2-gsound-1.0 libcanberra-pulse sound-theme-freedesktop"
        return Finding("sound", Health.DOUBTFUL, f"none can be played: {error}", remedy)
    return Finding("sound", Health.WORKS, "GSound, if you want it (setting `sound`)")
