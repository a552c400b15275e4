"""The tray icon and its menu, as plain data."""

from __future__ import annotations

from sayso.values import Value


class MenuItem(Value):
    """A line of the tray's menu."""

    key: str
    """Tells it from the others beside it; the same line of another time has the same."""
    label: str = ""
    """Plain text, no markup and no mnemonic; empty: a line that parts what is around it."""
    command: object = None
    """What it means to who made the menu. None, and no `items`: it can't be chosen."""
    items: tuple[MenuItem, ...] = ()
    """The menu that it opens."""
    checked: bool | None = None
    """None: it bears no mark."""
    is_one_of: bool = False
    """Just one of those beside it is checked."""

    @property
    def is_alive(self) -> bool:
        """It can be chosen, opens a menu, or is the choice that was made."""
        is_choice_made = bool(self.checked) and self.is_one_of
        return bool(self.items) or self.command is not None or is_choice_made

    @property
    def shape(self) -> tuple[bool, bool, bool]:
        """Whether it has words, a mark and a menu. A line can become another one of its shape."""
        return bool(self.label), self.checked is not None, bool(self.items)


class TrayModel(Value):
    """What the tray shows."""

    icon: str
    """A drawing of `assets/tray.svg`."""
    summary: str
    """One line that says the same."""
    items: tuple[MenuItem, ...]
