"""The icon's menu. It is changed in place, so that it does not close while the person has it
open."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from sayso.platforms.windows.native import menus
from sayso.platforms.windows.win32.message_loop import message_loop
from sayso.presentation.translation import is_right_to_left
from sayso.presentation.tray.model import MenuItem
from sayso.presentation.tray.open_menu import held

_HEARS_EVERY = 0.1
"""Seconds between checks of what is signalled while the menu is open: the system takes messages
itself then, and waits for nothing else."""


class Menu:
    def __init__(self, chosen: Callable[[Any], None]) -> None:
        self._chosen = chosen
        self._items: Sequence[MenuItem] = ()
        self.is_open = False
        self.level = Level(count(1))

    def show(self, items: Sequence[MenuItem]) -> None:
        self._items = items
        if not self.is_open:
            self.level.show(items)
        elif self.level.show(held(self.level.items, items)):
            menus.draw_open_anew()

    def open(self, window: int, x: int, y: int) -> bool:
        """Opens the menu at this place of the screen, and returns when it is closed: whether the
        person has chosen a line."""
        with self._opened():
            number = menus.open_at(self.level.menu, window, x, y, mirrored=is_right_to_left())
            command = self.level.command(number)
        self.level.show(self._items)
        if command is not None:
            self._chosen(command)
        return command is not None

    @contextmanager
    def _opened(self) -> Iterator[None]:
        self.is_open = True
        call_off = [lambda: None]

        def hear() -> None:
            call_off[0] = message_loop().later(_HEARS_EVERY, hear)

        hear()
        try:
            yield
        finally:
            self.is_open = False
            call_off[0]()


class Level:
    """One menu, with the menus that its lines open."""

    def __init__(self, numbers: Iterator[int]) -> None:
        """`numbers`: gives each line a number of its own."""
        self.menu: int = menus.create()
        self._numbers = numbers
        self.lines: list[Line] = []
        self.items: Sequence[MenuItem] = ()
        """What it shows."""

    def show(self, items: Sequence[MenuItem]) -> bool:
        """Shows these items. Returns whether they differ from those before."""
        if items == self.items:
            return False
        if _layout(items) != _layout(self.items):
            menus.clear(self.menu)
            self.lines = [Line(self.menu, item, self._numbers) for item in items]
        self.items = items
        for place, (line, item) in enumerate(zip(self.lines, items, strict=True)):
            line.update(place, item)
        return True

    def command(self, number: int) -> object:
        """The command of the line with this number, in this menu or in one that it opens; None:
        there is no such line, or it has no command."""
        for line in self.lines:
            if line.number == number and line.item:
                return line.item.command
            if line.level and (command := line.level.command(number)) is not None:
                return command
        return None


def _layout(items: Sequence[MenuItem]) -> list[tuple[object, ...]]:
    """What can't be changed in place: if this differs, the lines are made anew."""
    return [(item.key, item.shape, item.is_radio) for item in items]


class Line:
    def __init__(self, menu: int, item: MenuItem, numbers: Iterator[int]) -> None:
        self._menu = menu
        self.item: MenuItem | None = None
        """What it shows; None: nothing yet."""
        self.number = next(numbers)
        self.level = Level(numbers) if item.items else None
        if item.label:
            opens = self.level.menu if self.level else None
            menus.add(menu, self.number, opens=opens, is_radio=item.is_radio)
        else:
            menus.add_separator(menu)

    def update(self, place: int, item: MenuItem) -> None:
        if item == self.item:
            return
        self.item = item
        if self.level:
            self.level.show(item.items)
        if item.label:
            is_checked = bool(item.checked)
            menus.update_line(
                self._menu, place, item.label, enabled=item.is_enabled, checked=is_checked
            )
