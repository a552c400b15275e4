"""The small windows of the tray: one for what went wrong, and one about this program."""

import sys

assert sys.platform == "linux"

from gi.repository import Gtk

from sayso.platforms.linux.gtk.icon import marks, show_mark

_about: list[Gtk.AboutDialog] = []
"""The window about this program, while it is open."""
_LOGO = 64
"""Logical pixels: on a high-resolution screen each is several of the screen's."""


def tell(words: str, remedy: str) -> None:
    """Shows both as plain text: a message dialog takes neither for markup. It would not take half a
    surrogate pair, of a path for instance, which is therefore escaped."""
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
    """Opens the window about this program, or brings up the one that is open already."""
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
    """Sets the logo on the dialog's own image widget: the dialog's property for it takes pictures
    that a high-resolution screen blurs."""
    if isinstance(part, Gtk.Image):
        show_mark(part, _LOGO)
    elif isinstance(part, Gtk.Container):
        part.foreach(_show_logo)
