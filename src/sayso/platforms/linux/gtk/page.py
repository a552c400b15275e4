"""The address of a web page that is to be opened, and a code to type there: large, below the
asker's frame."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gdk, Gio, GLib, Gtk, Pango

from sayso.platforms.linux.gtk.labels import announce, attributes, bold, heading
from sayso.platforms.linux.gtk.text_pane import TextPane
from sayso.presentation import catalogue, dialog

_LARGE = 2.0
"""The size of the code, relative to the system's font: the code is read here and typed elsewhere.
"""
_COLUMNS = 20
"""Characters in a line. A longer code takes several lines."""
_COLUMN = 2.5
"""The width of a large letter of fixed width, in letters of the system's font, at the most."""
_MARGIN = 12


class Page:
    """The address, which is read to its end like every text, and a code, which a button copies."""

    def __init__(self, words: dialog.Page) -> None:
        self._words = words
        self.pane = TextPane(catalogue.ADDRESS(), wraps=True)
        self.pane.fill("", words.address)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        self.root.pack_start(heading(catalogue.OPEN_ADDRESS()), False, False, 0)
        self.root.pack_start(_framed(self.pane.root), True, True, 0)
        if words.code:
            self.root.pack_start(heading(catalogue.TYPE_CODE()), False, False, 0)
            self.root.pack_start(self._code(), False, False, 0)

    def open(self) -> str:
        """Opens the address in the person's browser, without a shell. Returns what went wrong, one
        line; empty: nothing.

        Where there is no browser, GTK's own function says nothing and reports success.
        """
        address = self._words.address
        browser = Gio.AppInfo.get_default_for_uri_scheme(address.partition(":")[0].lower())
        if browser is None:
            return catalogue.NO_BROWSER()
        try:
            browser.launch_uris([address], self.root.get_display().get_app_launch_context())
        except GLib.Error as error:
            return str(error.message)
        return ""

    def _code(self) -> Any:
        code = Gtk.Label(label=self._words.code, selectable=True, xalign=0, wrap=True)
        code.set_line_wrap_mode(Pango.WrapMode.WORD_CHAR)
        code.set_width_chars(int(min(len(self._words.code), _COLUMNS) * _COLUMN))
        code.set_max_width_chars(int(_COLUMNS * _COLUMN))
        large = Pango.attr_scale_new(_LARGE), Pango.attr_family_new("monospace"), bold()
        code.set_attributes(attributes(*large, Pango.attr_insert_hyphens_new(False)))
        code.get_accessible().set_name(catalogue.CODE())
        code.set_property("margin", _MARGIN)
        box = Gtk.Box()
        box.get_style_context().add_class("view")
        box.add(code)
        copy = Gtk.Button(label=catalogue.COPY_CODE(), valign=Gtk.Align.CENTER)
        copy.connect("clicked", self._on_copy)
        row = Gtk.Box(spacing=12)
        row.pack_start(_framed(box), True, True, 0)
        row.pack_start(copy, False, False, 0)
        return row

    def _on_copy(self, copy: Any) -> None:
        clipboard = Gtk.Clipboard.get_for_display(copy.get_display(), Gdk.SELECTION_CLIPBOARD)
        clipboard.set_text(self._words.code, -1)
        copy.set_label(catalogue.CODE_COPIED())
        announce(copy, catalogue.CODE_COPIED())


def _framed(widget: Any) -> Any:
    frame = Gtk.Frame()
    frame.add(widget)
    return frame
