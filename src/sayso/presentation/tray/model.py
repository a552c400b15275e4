"""The tray icon and its menu, as plain data."""

from __future__ import annotations

from sayso.values import Value


class MenuItem(Value):
    """A line of the tray's menu."""

    key: str
    """Identifies the line among those beside it. The same line has the same key at another time."""
    label: str = ""
    """Plain text, no markup and no mnemonic; empty: the line is a separator."""
    command: object = None
    """What choosing the line means to whoever made the menu. None, and no `items`: the line can't
    be chosen."""
    items: tuple[MenuItem, ...] = ()
    """The submenu that the line opens."""
    checked: bool | None = None
    """Whether the line is checked; None: it has no check mark."""
    is_radio: bool = False
    """Whether exactly one of the lines beside it is checked, as with radio buttons."""

    @property
    def is_enabled(self) -> bool:
        """Whether it is enabled: it can be chosen, opens a submenu, or is the choice that was
        made."""
        is_choice_made = bool(self.checked) and self.is_radio
        return bool(self.items) or self.command is not None or is_choice_made

    @property
    def shape(self) -> tuple[bool, bool, bool]:
        """Whether it has words, a mark and a submenu. A line on the screen can become another one
        of the same shape."""
        return bool(self.label), self.checked is not None, bool(self.items)


class TrayModel(Value):
    """What the tray shows."""

    icon: str
    """The name of a drawing in `assets/tray.svg`."""
    summary: str
    """One line that says the same as the icon."""
    items: tuple[MenuItem, ...]
