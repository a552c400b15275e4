"""The tray's menu, changed in place: it stays open for the person, who sees it change."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Sequence
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux.gtk.direction import follow_language
from sayso.presentation.tray.model import MenuItem
from sayso.presentation.tray.open_menu import held


class Menu:
    """The icon's menu. GTK shows it on XEmbed trays. Elsewhere the panel shows a copy, which
    AppIndicator keeps up to date, with underlines doubled for the panel."""

    def __init__(self, chosen: Callable[[Any], None]) -> None:
        follow_language()
        self.shell = Gtk.Menu()
        self._chosen = chosen
        self._items: Sequence[MenuItem] = ()
        self._level = _Level(self.shell, self._choose)
        self.shell.connect("hide", self._on_hide)

    def show(self, items: Sequence[MenuItem]) -> None:
        """Shows these items; while the menu is open, only changes that keep its lines. Whether a
        panel has a copy open can't be known."""
        self._items = items
        self._level.show(held(self._level.items, items) if self.shell.get_visible() else items)

    def _on_hide(self, _shell: Any) -> None:
        self._level.show(self._items)

    def _choose(self, command: object) -> None:
        self._level.show(self._level.items)  # undoes the mark that GTK has set by itself
        if command is not None:
            self._chosen(command)


class _Level:
    """One menu, without its submenus."""

    def __init__(self, shell: Gtk.Menu, choose: Callable[[object], None]) -> None:
        self._shell = shell
        self._choose = choose
        self._lines: dict[str, _Line] = {}
        """The lines in their order, by the key of their item."""
        self.items: Sequence[MenuItem] = ()
        """The items that the menu shows."""

    def show(self, items: Sequence[MenuItem]) -> None:
        """Changes the menu; lines that stay keep their widgets."""
        self.items = items
        wanted = {item.key: item for item in items}
        for key in [key for key, line in self._lines.items() if not line.fits(wanted.get(key))]:
            self._lines.pop(key).widget.destroy()
        lines = {item.key: self._lines.get(item.key) for item in items}
        for place, item in enumerate(items):
            line = lines[item.key] or _Line(item, self._choose)
            if line.widget.get_parent() is None:
                self._shell.insert(line.widget, place)
            else:
                self._shell.reorder_child(line.widget, place)
            line.update(item)
            lines[item.key] = line
        self._lines = {key: line for key, line in lines.items() if line}


class _Line:
    def __init__(self, item: MenuItem, choose: Callable[[object], None]) -> None:
        self._shape = item.shape
        self._command: object = None
        self._choose = choose
        kind = _kind(item)
        self.widget = kind(label=item.label) if item.label else kind()
        self._level: _Level | None = None
        if item.items:
            menu = Gtk.Menu()
            self.widget.set_submenu(menu)
            self._level = _Level(menu, choose)
        self._handler = self.widget.connect("activate", self._on_activate)
        self.widget.show()

    def fits(self, item: MenuItem | None) -> bool:
        """Whether this line can become that item's."""
        return item is not None and item.shape == self._shape

    def update(self, item: MenuItem) -> None:
        self._command = item.command
        if not item.label:
            return
        if self.widget.get_label() != item.label:
            # the item's own `set_label` would have panels get underlines that are not doubled
            self.widget.get_child().set_label(item.label)
        self.widget.set_sensitive(item.is_enabled)
        if item.checked is not None:
            self._mark(item.checked, item.is_radio)
        if self._level:
            self._level.show(item.items)

    def _mark(self, checked: bool, is_radio: bool) -> None:
        self.widget.handler_block(self._handler)  # setting a mark would count as a choice
        self.widget.set_draw_as_radio(is_radio)
        self.widget.set_active(checked)
        self.widget.handler_unblock(self._handler)

    def _on_activate(self, _widget: Any) -> None:
        self._choose(self._command)


def _kind(item: MenuItem) -> type[Any]:
    """The widget's class."""
    if not item.label:
        kind: type[Any] = Gtk.SeparatorMenuItem
    elif item.checked is not None:
        kind = Gtk.CheckMenuItem
    else:
        kind = Gtk.MenuItem
    return kind
