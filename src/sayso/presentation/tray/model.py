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


class TrayModel(Value):
    """What the tray shows."""

    icon: str
    """A drawing of `assets/tray.svg`."""
    summary: str
    """One line that says the same."""
    items: tuple[MenuItem, ...]
