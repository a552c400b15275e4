"""Tells events of the person's own input devices from those that a program made up."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gdk, Gtk

ENTERING = frozenset([Gdk.KEY_Return, Gdk.KEY_KP_Enter, Gdk.KEY_ISO_Enter])
ACTIVATING = ENTERING | {Gdk.KEY_space, Gdk.KEY_KP_Space}
ARROWS = frozenset(
    getattr(Gdk, f"KEY_{pad}{arrow}")
    for pad in ("", "KP_")
    for arrow in ("Up", "Down", "Left", "Right")
)
_NO_TEXT = ENTERING | {Gdk.KEY_Tab, Gdk.KEY_KP_Tab, Gdk.KEY_ISO_Left_Tab, Gdk.KEY_Escape}
BY_POINTER = (
    "motion-notify-event",
    "button-press-event",
    "button-release-event",
    "touch-event",
)


_OF_DEVICES = frozenset(
    [
        Gdk.EventType.KEY_PRESS,
        Gdk.EventType.KEY_RELEASE,
        Gdk.EventType.BUTTON_PRESS,
        Gdk.EventType.DOUBLE_BUTTON_PRESS,
        Gdk.EventType.TRIPLE_BUTTON_PRESS,
        Gdk.EventType.BUTTON_RELEASE,
        Gdk.EventType.MOTION_NOTIFY,
        Gdk.EventType.SCROLL,
        Gdk.EventType.TOUCH_BEGIN,
        Gdk.EventType.TOUCH_UPDATE,
        Gdk.EventType.TOUCH_END,
    ]
)
"""Types of events from input devices. Events about windows are none: a program can cause them by
moving the focus, or by covering what is there."""


def device_event() -> Any:
    """The event of an input device that GTK is handling now; None: there is none, or another
    program made it up."""
    event = Gtk.get_current_event()
    if event is None or event.send_event or event.type not in _OF_DEVICES:
        return None
    return event


def by_device() -> bool:
    """Whether GTK is handling an event of an input device now."""
    return device_event() is not None


def types(event: Any) -> bool:
    """Whether this key, pressed in a field, shows that the person means to type into the field."""
    return event.keyval not in _NO_TEXT and not event.is_modifier


def keep_made_up_out(widget: Any) -> None:
    """Pointer events that another program made up with XSendEvent have no effect on this widget."""
    for signal in BY_POINTER:
        widget.connect(signal, _is_made_up)


def _is_made_up(_widget: Any, event: Any) -> bool:
    return bool(event.send_event)
