"""The tray's menu, changed in its place: whoever has it open sees it change and not go away."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Sequence
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux.gtk.direction import follow_language
from sayso.presentation.tray.model import MenuItem


class Menu:
    """Of the icon. GTK shows it on XEmbed trays; elsewhere the panel shows a copy of it, which
    AppIndicator keeps alike, and doubles underlines in for the panel's sake."""

    def __init__(self, chosen: Callable[[Any], None]) -> None:
        follow_language()
        self.shell = Gtk.Menu()
        self._chosen = chosen
        self._items: Sequence[MenuItem] = ()
        self._level = _Level(self.shell, self._choose)
        self.shell.connect("hide", self._on_hide)

    def show(self, items: Sequence[MenuItem]) -> None:
        """While it is open no line moves: what is below the pointer stays what it was. Of a copy
        that a panel shows we can't tell whether it is open."""
        self._items = items
        if self.shell.get_visible():
            self._level.refresh(items)
        else:
            self._level.rebuild(items)

    def _on_hide(self, _shell: Any) -> None:
        self._level.rebuild(self._items)

    def _choose(self, command: object) -> None:
        self._level.refresh(self._items)  # GTK has set the mark by itself: it shows what is
        if command is not None:
            self._chosen(command)


class _Level:
    """One menu, without those that it opens."""

    def __init__(self, shell: Gtk.Menu, choose: Callable[[object], None]) -> None:
        self._shell = shell
        self._choose = choose
        self._lines: dict[str, _Line] = {}
        """By key, in their order."""

    def rebuild(self, items: Sequence[MenuItem]) -> None:
        """Lines that stay are the same as before."""
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
            if line.level:
                line.level.rebuild(item.items)
            lines[item.key] = line
        self._lines = {key: line for key, line in lines.items() if line}

    def refresh(self, items: Sequence[MenuItem]) -> None:
        """Words and marks alone; what is no more can't be chosen."""
        wanted = {item.key: item for item in items}
        for key, line in self._lines.items():
            item = wanted.get(key)
            if item is None or not line.fits(item):
                line.widget.set_sensitive(False)
                continue
            line.update(item)
            if line.level:
                line.level.refresh(item.items)


class _Line:
    def __init__(self, item: MenuItem, choose: Callable[[object], None]) -> None:
        self._kind = _kind(item)
        self._command: object = None
        self._choose = choose
        self.widget = self._kind(label=item.label) if item.label else self._kind()
        self.level: _Level | None = None
        if item.items:
            menu = Gtk.Menu()
            self.widget.set_submenu(menu)
            self.level = _Level(menu, choose)
        self._handler = self.widget.connect("activate", self._on_activate)
        self.widget.show()

    def fits(self, item: MenuItem | None) -> bool:
        """Whether it can become this one."""
        if item is None:
            return False
        return _kind(item) is self._kind and bool(item.items) == bool(self.level)

    def update(self, item: MenuItem) -> None:
        self._command = item.command
        if not item.label:
            return
        if self.widget.get_label() != item.label:
            # not the item's own `set_label`, after which panels are told of no doubled underlines
            self.widget.get_child().set_label(item.label)
        is_choice_made = bool(item.checked) and item.is_one_of
        self.widget.set_sensitive(bool(item.items) or item.command is not None or is_choice_made)
        if item.checked is not None:
            self._mark(item.checked, item.is_one_of)

    def _mark(self, checked: bool, is_one_of: bool) -> None:
        self.widget.handler_block(self._handler)  # to set a mark would be to choose it
        self.widget.set_draw_as_radio(is_one_of)
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
