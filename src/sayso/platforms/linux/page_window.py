"""A window with a web page on Linux: WebKitGTK, loaded when it is needed and not before."""

import sys

assert sys.platform == "linux"

import os
from typing import TYPE_CHECKING

from sayso.errors import Unsupported
from sayso.platforms.contract.page_window import Page
from sayso.platforms.linux import display, gtk_modules, pygobject, session

if TYPE_CHECKING:
    from sayso.platforms.contract.page_window import Answer
    from sayso.platforms.linux.gtk.web_page import WebPage

_NO_WEBKIT = "no page can be shown: {error}"
_WITHOUT = "sayso history --html FILE writes a page, and sayso config has the settings"
_PACKAGES = f"install python3-gi, gir1.2-gtk-3.0 and gir1.2-webkit2-4.1; without them {_WITHOUT}"

_shown: list["WebPage"] = []


def check() -> None:
    _load()


def show(page: Page, answer: "Answer") -> None:
    kind = _load()
    _shown[:] = [kind(page, answer)]
    _shown[0].run()
    _shown.clear()


def choose_file(title: str, name: str) -> str | None:
    return _shown[0].choose_file(title, name)


def _load() -> type["WebPage"]:
    """Loads WebKitGTK and opens the display. Raises Unsupported."""
    named = session.screen(os.environ)
    if named is None:
        raise Unsupported("no display", remedy=f"without one {_WITHOUT}")
    gtk_modules.unname(os.environ)
    pygobject.find()
    try:
        import gi

        for name, version in (
            *display.libraries(named),
            ("WebKit2", "4.1"),
            ("JavaScriptCore", "4.1"),
        ):
            gi.require_version(name, version)
        from gi.repository import GLib

        GLib.set_prgname("sayso")  # before GTK takes the windows' class from it
        from gi.repository import Gtk

        is_open, _words = Gtk.init_check(None)
        if not is_open:
            raise Unsupported(f"the display {named} can't be opened")
        gtk_modules.keep_out()
        from sayso.platforms.linux.gtk.web_page import WebPage
    except (ImportError, ValueError) as error:
        raise Unsupported(_NO_WEBKIT.format(error=error), remedy=_PACKAGES) from error
    return WebPage
