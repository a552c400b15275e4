"""The small windows of the tray: what went wrong, and what this is."""

import sys

assert sys.platform == "linux"

from gi.repository import Gtk

from sayso.platforms.linux.gtk.icon import marks, show_mark

_about: list[Gtk.AboutDialog] = []
"""The one that is open."""
_LOGO = 64
"""Pixels; on a fine screen there are more to each."""


def tell(words: str, remedy: str) -> None:
    """Plain text: a message dialog takes neither of them for markup. Half a surrogate pair, of a
    path say, it would not take at all."""
    words, remedy = (text.encode(errors="backslashreplace").decode() for text in (words, remedy))
    window = Gtk.MessageDialog(
        message_type=Gtk.MessageType.ERROR,
        buttons=Gtk.ButtonsType.CLOSE,
        text=words,
        secondary_text=remedy or None,
        title="sayso",
    )
    window.set_icon_list(marks())
    window.connect("response", lambda *_: window.destroy())
    window.present()


def about(name: str, version: str, comment: str, licence: str) -> None:
    """A window, or the one that is open already."""
    if not _about:
        window = Gtk.AboutDialog(
            program_name=name, version=version, comments=comment, copyright=licence
        )
        _show_logo(window.get_content_area())
        window.set_title(name)
        window.set_icon_list(marks())
        window.connect("response", lambda *_: _about.pop().destroy())
        _about.append(window)
    _about[0].present()


def _show_logo(part: Gtk.Widget) -> None:
    """GTK has a place for it, and takes pictures there that a fine screen blurs."""
    if isinstance(part, Gtk.Image):
        show_mark(part, _LOGO)
    elif isinstance(part, Gtk.Container):
        part.foreach(_show_logo)
