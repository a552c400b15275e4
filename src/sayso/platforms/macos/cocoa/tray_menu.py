"""The icon's menu, which is changed in place: a person who has it open sees it change and not go
away."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable, Sequence
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.run_loop import run_loop
from sayso.presentation.tray.model import MenuItem
from sayso.presentation.tray.open_menu import held


class SaysoOpening(AppKit.NSObject):
    """The menu's delegate."""

    opened: Callable[[], None]
    closed: Callable[[], None]

    def menuWillOpen_(self, menu: Any) -> None:  # noqa: N802
        with deadly:
            self.opened()

    def menuDidClose_(self, menu: Any) -> None:  # noqa: N802
        with deadly:
            self.closed()


class SaysoChoice(AppKit.NSObject):
    """The object that an item calls."""

    act: Callable[[], None]

    def choose_(self, item: Any) -> None:
        with deadly:
            self.act()


class Menu:
    def __init__(self, chosen: Callable[[Any], None]) -> None:
        self.shell = AppKit.NSMenu.alloc().initWithTitle_("sayso")
        self._items: Sequence[MenuItem] = ()
        self._is_open = False
        self._call_off: Callable[[], None] = lambda: None
        """Cancels the call of `_be_closed` for a menu that was closed just now."""
        self._level = _Level(self.shell, chosen)
        self._opening = SaysoOpening.alloc().init()
        self._opening.opened, self._opening.closed = self._on_open, self._on_close
        self.shell.setDelegate_(self._opening)

    def show(self, items: Sequence[MenuItem]) -> None:
        self._items = items
        self._level.show(held(self._level.items, items) if self._is_open else items)

    def _on_open(self) -> None:
        self._call_off()
        self._is_open = True

    def _on_close(self) -> None:
        """AppKit tells what was chosen after the menu has closed: until then its item stays."""
        self._call_off = run_loop().later(0, self._be_closed)

    def _be_closed(self) -> None:
        self._is_open = False
        self._level.show(self._items)


class _Level:
    """One menu, without its submenus."""

    def __init__(self, shell: Any, chosen: Callable[[Any], None]) -> None:
        shell.setAutoenablesItems_(False)
        self._shell, self._chosen = shell, chosen
        self._lines: list[_Line] = []
        self.items: Sequence[MenuItem] = ()
        """The items that the menu shows."""

    def show(self, items: Sequence[MenuItem]) -> None:
        if _layout(items) != _layout(self.items):
            self._build(items)
        self.items = items
        for line, item in zip(self._lines, items, strict=True):
            line.update(item)

    def _build(self, items: Sequence[MenuItem]) -> None:
        for line in self._lines:
            self._shell.removeItem_(line.item)
        self._lines = [_Line(item, self._chosen) for item in items]
        for line in self._lines:
            self._shell.addItem_(line.item)


def _layout(items: Sequence[MenuItem]) -> list[tuple[object, ...]]:
    """What can't be changed in place: where it differs, the menu is built anew."""
    return [(item.key, item.shape) for item in items]


class _Line:
    def __init__(self, item: MenuItem, chosen: Callable[[Any], None]) -> None:
        self._chosen = chosen
        self._command: object = None
        self._level: _Level | None = None
        if not item.label:
            self.item = AppKit.NSMenuItem.separatorItem()
            return
        self.item = AppKit.NSMenuItem.alloc().initWithTitle_action_keyEquivalent_(
            item.label, "choose:", ""
        )
        self._choice = SaysoChoice.alloc().init()  # the item does not keep it alive
        self._choice.act = self._choose
        self.item.setTarget_(self._choice)
        if item.items:
            menu = AppKit.NSMenu.alloc().initWithTitle_(item.label)
            self.item.setSubmenu_(menu)
            self._level = _Level(menu, chosen)

    def update(self, item: MenuItem) -> None:
        self._command = item.command
        if not item.label:
            return
        self.item.setTitle_(item.label)
        self.item.setEnabled_(item.is_enabled)
        is_on = bool(item.checked)
        self.item.setState_(
            AppKit.NSControlStateValueOn if is_on else AppKit.NSControlStateValueOff
        )
        if self._level:
            self._level.show(item.items)

    def _choose(self) -> None:
        if self._command is not None:
            self._chosen(self._command)
