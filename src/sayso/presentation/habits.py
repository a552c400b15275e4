"""What people are used to on their desktop, so that a dialog looks at home there."""

from __future__ import annotations

from enum import Enum, auto

from sayso.values import Value


class Control(Enum):
    """What a person may press to answer."""

    DENY = auto()
    APPROVE = auto()
    CANCEL = auto()
    """The third control, which dismisses; few questions have it."""


class Habits(Value):
    """The habits of one desktop."""

    order: tuple[Control, ...]
    """The controls from where a line begins to where it ends: from the left, where people read from
    there."""


GNOME = Habits((Control.CANCEL, Control.DENY, Control.APPROVE))
"""https://developer.gnome.org/hig/patterns/feedback/dialogs.html: the control that acts comes
last."""
WINDOWS = Habits((Control.APPROVE, Control.DENY, Control.CANCEL))
"""https://learn.microsoft.com/windows/apps/develop/ui/controls/dialogs-and-flyouts/dialogs: the
control that acts comes first."""
MACOS = Habits((Control.CANCEL, Control.DENY, Control.APPROVE))
"""https://developer.apple.com/design/human-interface-guidelines/alerts: the control that acts comes
last."""
