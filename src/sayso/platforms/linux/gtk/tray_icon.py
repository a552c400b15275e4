"""The tray icon: pystray's for AppIndicator, which serves StatusNotifier hosts over D-Bus, and
XEmbed trays where there is no such host.

pystray's `run` is never called, as the process has its own main loop. So what `run` does is left
out: it would take SIGINT, and ask for the session bus and a notification server, without which it
fails.
"""

import sys

assert sys.platform == "linux"

import os
from typing import Any

import pystray
from gi.repository import Gtk

_DRAWINGS = os.path.join(os.path.dirname(__file__), "icons")
"""An icon theme, made by packaging/icons.py."""

_DARK_PANELS = frozenset(["GNOME", "Unity", "Pantheon", "XFCE", "sway"])
"""Desktops whose panel is dark whatever the theme is, unless the person changed that: the edge of
the drawing is for such a panel."""


class Icon(pystray.Icon):  # type: ignore[misc]  # pystray carries no types
    """The icon. Its drawings are files that are shipped, each found by name and size: pystray would
    write a file of its own for each change, and leave it there."""

    title: str
    icon: str
    """Both are properties of pystray's class."""

    def __init__(self, menu: Gtk.Menu) -> None:
        self._menu_handle = menu
        super().__init__("sayso")
        self._appindicator.set_icon_theme_path(_DRAWINGS)
        self._drawing = self._named = self._summary = ""
        self._probe = Gtk.Invisible()
        """Never shown, but it has the theme's colours. There is only one, as GTK keeps each such
        widget for good."""
        settings = Gtk.Settings.get_default()
        for name in ("gtk-theme-name", "gtk-application-prefer-dark-theme"):
            settings.connect(f"notify::{name}", self._on_theme)

    def draw(self, drawing: str, summary: str) -> None:
        """Shows this drawing and this summary; does nothing where they are shown already."""
        self._drawing = drawing
        named = f"sayso-{drawing}-{'light' if self._on_dark() else 'dark'}"
        if summary != self._summary:
            self.title = self._summary = summary
        if named != self._named:
            self.icon = self._named = named
        self.visible = True

    def _on_theme(self, *_: Any) -> None:
        if self._drawing:
            self.draw(self._drawing, self._summary)

    def _update_fs_icon(self) -> None:
        self._icon_path = self._named
        self._icon_valid = True

    def _remove_fs_icon(self) -> None:
        """There is no file of this icon's own to remove."""

    def _update_menu(self) -> None:
        """Does nothing, as the menu changes in place: one that is replaced closes while the person
        looks at it."""

    def _on_dark(self) -> bool:
        """Whether the panel is dark, as far as can be known: on most desktops it is as dark as the
        theme."""
        desktops = os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")
        return not _DARK_PANELS.isdisjoint(desktops) or self._is_dark_theme()

    def _is_dark_theme(self) -> bool:
        found, colour = self._probe.get_style_context().lookup_color("theme_fg_color")
        return bool(found and colour.red + colour.green + colour.blue > 1.5)
