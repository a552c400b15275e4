"""What comes from an input device of the person's own, and what a program made up."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gdk, Gtk

ENTERING = frozenset([Gdk.KEY_Return, Gdk.KEY_KP_Enter, Gdk.KEY_ISO_Enter])
ACTIVATING = ENTERING | {Gdk.KEY_space, Gdk.KEY_KP_Space}
BY_POINTER = (
    "motion-notify-event",
    "button-press-event",
    "button-release-event",
    "touch-event",
)


def by_device() -> bool:
    """Whether GTK does this for an event of an input device, not of another program's."""
    event = Gtk.get_current_event()
    return event is not None and not event.send_event


def keep_made_up_out(widget: Any) -> None:
    """Pointer events that another program made up with XSendEvent do nothing on it."""
    for signal in BY_POINTER:
        widget.connect(signal, _is_made_up)


def _is_made_up(_widget: Any, event: Any) -> bool:
    return bool(event.send_event)
