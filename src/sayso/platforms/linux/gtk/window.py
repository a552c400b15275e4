"""The confirm window: what it takes for a person's hand to count.

Nothing is answered before the first frame is on the screen. From then on *deny* works by
click. *Approve* works once it is armed, every text has been read to its end and the deadline is
ahead, and by a current event of an input device alone: a click, or Return or Space pressed and
released while it has the focus. The window takes no keyboard of its own accord.
"""

import sys

assert sys.platform == "linux"

import time
from enum import Enum, auto
from math import inf
from typing import Any

from gi.repository import Atk, Gdk, GLib, Gtk

from sayso.core import catalogue
from sayso.core.arming import Arming, Keys
from sayso.core.questions import Choice
from sayso.core.text import shorten
from sayso.platforms.base import Button, Card, Person
from sayso.platforms.linux.gtk.face import Face, say
from sayso.platforms.linux.gtk.painted import when_painted

_RECORDED_SHOWN = 0.6
_ACKNOWLEDGED_WITHIN = 1.5
_ACTIVITY_EVERY = 1.0
_ANNOUNCED = 1_000
"""Characters of the message in the window's description."""

_ACTIVATING = frozenset(
    [Gdk.KEY_Return, Gdk.KEY_KP_Enter, Gdk.KEY_ISO_Enter, Gdk.KEY_space, Gdk.KEY_KP_Space]
)


class _Stage(Enum):
    PAINTING = auto()
    ASKING = auto()
    ANSWERED = auto()
    """The person did something; whether it counts is the daemon's word."""
    OVER = auto()


class Window:
    """One question on the screen, from `show` to `closed`."""

    def __init__(self, card: Card, person: Person) -> None:
        self._person = person
        self._stage = _Stage.PAINTING
        self._arming = Arming(card.arming)
        self._typing = Arming(card.arming)
        """Of the keyboard alone: it may come to the window in the middle of a word."""
        self._keys = Keys()
        self._pressed: int | None = None
        """The key that went down, freshly, on a live approve control."""
        self._had_focus = False
        self._seconds = card.seconds
        """The time to answer, while it does not run yet."""
        self._deadline = inf
        self._geometry: tuple[int, ...] = ()
        self._quiet_until = -inf
        self._trouble = ""
        self._wake: int | None = None
        self._face = Face(card)
        self._window = _toplevel(card, self._face)
        self._focus = self._face.deny if card.destructive else self._face.sheets[0].view
        self._focus.grab_focus()
        self._connect()
        self._refresh()
        self._window.show()
        when_painted(self._window, self._painted)

    def set_seconds(self, seconds: float) -> None:
        if self._stage is _Stage.PAINTING:
            self._seconds = seconds
        else:
            self._deadline = _now() + seconds
        self._refresh()

    def recorded(self) -> None:
        self._stage = _Stage.OVER
        self._refresh()
        self._face.controls.set_visible_child_name("recorded")
        _after(_RECORDED_SHOWN, self.close)

    def not_recorded(self, reason: str) -> None:
        self._stage = _Stage.ASKING
        self._trouble = catalogue.not_recorded(reason)
        self._arming.start(_now())
        self._refresh()
        self._focus.grab_focus()

    def close(self) -> None:
        self._stage = _Stage.OVER
        self._refresh()
        self._window.destroy()
        self._window.get_display().sync()
        self._person.closed()

    # What the person does

    def _connect(self) -> None:
        window, face = self._window, self._face
        window.connect("delete-event", self._on_delete)
        window.connect("key-press-event", self._on_key_press)
        window.connect("key-release-event", self._on_key_release)
        window.connect("focus-in-event", self._on_focus_in)
        window.connect("configure-event", self._on_configure)
        # In the capture phase the window hears of a press even where the control below is dead.
        self._presses = Gtk.GestureMultiPress(
            widget=window, button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE
        )
        self._presses.connect("pressed", self._on_press)
        for signal in ("button-press-event", "button-release-event", "touch-event"):
            face.approve.connect(signal, _drop_synthetic)
        face.approve.connect("clicked", self._on_approve_clicked)
        face.deny.connect("clicked", lambda _: self._choose(Choice.DENY))

    def _on_delete(self, _window: Any, _event: Any) -> bool:
        self._choose(Choice.DISMISS)
        return True

    def _on_press(self, *_: Any) -> None:
        self._early_input()

    def _on_approve_clicked(self, _button: Any) -> None:
        """Accessibility actions come with no event; a click's own event was real, or dropped."""
        event = Gtk.get_current_event()
        kinds = (Gdk.EventType.BUTTON_RELEASE, Gdk.EventType.TOUCH_END)
        if event is not None and event.type in kinds and self._can_approve():
            self._choose(Choice.APPROVE)

    def _on_key_press(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        fresh = self._keys.press(event.hardware_keycode, event.time)
        self._pressed = None
        if event.keyval == Gdk.KEY_Escape:
            self._choose(Choice.DISMISS)
            return True
        if not (self._stage is _Stage.ASKING and self._is_armed(typing=True)):
            self._early_input()
            return True
        if not (event.keyval in _ACTIVATING and self._face.approve.has_focus()):
            return False
        if fresh and self._can_approve():
            self._pressed = event.hardware_keycode
        return True

    def _on_key_release(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        self._keys.release(event.hardware_keycode, event.time)
        pressed, self._pressed = self._pressed, None
        if pressed != event.hardware_keycode:
            return False
        if self._face.approve.has_focus() and self._can_approve():
            self._choose(Choice.APPROVE)
        return True

    def _on_focus_in(self, _window: Any, _event: Any) -> bool:
        """The first focus comes with a click of the person's own, so clicks stay armed by it."""
        self._window.set_urgency_hint(False)
        self._typing.start(_now())
        if self._had_focus:
            self._arming.start(_now())
        self._had_focus = True
        self._refresh()
        return False

    def _on_configure(self, _window: Any, event: Any) -> bool:
        geometry = (event.x, event.y, event.width, event.height)
        if self._stage is not _Stage.PAINTING and geometry != self._geometry:
            self._arming.start(_now())
            self._refresh()
        self._geometry = geometry
        return False

    def _on_scroll(self) -> None:
        now = _now()
        if now >= self._quiet_until:
            self._quiet_until = now + _ACTIVITY_EVERY
            self._person.active()

    def _early_input(self) -> None:
        self._arming.early_input(_now())
        self._typing.early_input(_now())
        self._refresh()

    def _choose(self, choice: Choice) -> None:
        if self._stage is not _Stage.ASKING:
            return
        self._stage = _Stage.ANSWERED
        self._trouble = ""
        self._refresh()
        _after(_ACKNOWLEDGED_WITHIN, self._not_acknowledged)
        self._person.chose(choice)

    # What is on the screen

    def _painted(self) -> None:
        now = _now()
        self._stage = _Stage.ASKING
        self._deadline = now + self._seconds
        self._arming.start(now)
        self._refresh()
        for sheet in self._face.sheets:
            sheet.watch(self._refresh, self._on_scroll)
        self._person.painted()

    def _not_acknowledged(self) -> None:
        if self._stage is _Stage.ANSWERED:
            self._trouble = catalogue.NOT_RECORDED_YET
            self._refresh()

    def _is_armed(self, typing: bool = False) -> bool:
        now = _now()
        return self._arming.is_alive(now) and not (typing and self._typing.alive_at > now)

    def _can_approve(self) -> bool:
        return self._stage is _Stage.ASKING and not self._obstacle()

    def _obstacle(self) -> str:
        """What keeps *approve* dead, in words; empty: nothing."""
        if _now() >= self._deadline:
            return catalogue.TIME_IS_UP
        if not (self._is_armed() and all(sheet.read for sheet in self._face.sheets)):
            return self._unread() or catalogue.ARMING
        return ""

    def _unread(self) -> str:
        """What of the texts is still to be seen, in words; empty while that is not known."""
        return next((sheet.obstacle for sheet in self._face.sheets if not sheet.read), "")

    def _refresh(self) -> None:
        """Shows things as they stand now, and comes back when the clock alone changes them."""
        asking, obstacle = self._stage is _Stage.ASKING, self._obstacle()
        face = self._face
        face.countdown.set_text(catalogue.time_left(self._time_left()))
        face.approve.set_sensitive(asking and not obstacle)
        face.approve.get_accessible().set_description(obstacle or face.approve_meaning)
        face.deny.set_sensitive(asking or self._stage is _Stage.PAINTING)
        say(face.hint, self._trouble or (self._unread() if asking else ""))
        if self._wake is not None:
            GLib.source_remove(self._wake)
            self._wake = None
        if self._stage in (_Stage.ASKING, _Stage.ANSWERED):
            self._wake = GLib.timeout_add(self._next_change(), self._on_wake)

    def _next_change(self) -> int:
        """Milliseconds until the countdown or the arming changes what is shown."""
        now = _now()
        waits = [self._time_left() % 1 or 1.0]
        waits += [arm.alive_at - now for arm in (self._arming, self._typing)]
        return int(min(wait for wait in waits if wait > 0) * 1_000) + 1

    def _on_wake(self) -> bool:
        self._wake = None
        self._refresh()
        return False

    def _time_left(self) -> float:
        return self._seconds if self._deadline == inf else max(self._deadline - _now(), 0.0)


def warm_up() -> None:
    """Draws a card where nobody sees it: the first of a process costs 30 ms more than the next."""
    # Assistive technology sees it for a moment: no word of it may look like a question or a choice.
    button = Button("Aa", "Aa")
    card = Card("", "", ("",), "Aa", "Aa", "Aa", button, button, True, 0, 0)
    window = Gtk.OffscreenWindow()
    face = Face(card)
    window.add(face.root)
    window.set_default_size(*face.fit(0))
    window.show_all()
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    window.destroy()


def _toplevel(card: Card, face: Face) -> Any:
    """On top and asking for attention, in the middle of the pointer's monitor, not yet shown."""
    window = Gtk.Window(title=card.heading, icon_name="dialog-question", resizable=True)
    window.set_type_hint(Gdk.WindowTypeHint.DIALOG)
    window.set_keep_above(True)
    window.set_focus_on_map(False)
    window.add(face.root)
    area = _pointer_monitor(window)
    width, height = face.fit(area.height)
    window.set_default_size(width, height)
    window.move(area.x + (area.width - width) // 2, area.y + (area.height - height) // 2)
    accessible = window.get_accessible()
    accessible.set_role(Atk.Role.ALERT)
    accessible.set_description(shorten(f"{card.title} {card.message}".strip(), _ANNOUNCED))
    window.realize()
    window.set_urgency_hint(True)  # lost if it is set before the window is realized
    return window


def _pointer_monitor(window: Any) -> Any:
    display = window.get_display()
    _screen, x, y = display.get_default_seat().get_pointer().get_position()
    return display.get_monitor_at_point(x, y).get_workarea()


def _drop_synthetic(_widget: Any, event: Any) -> bool:
    """Input that another program made up with XSendEvent goes no further."""
    return bool(event.send_event)


def _after(seconds: float, action: Any) -> None:
    GLib.timeout_add(int(seconds * 1_000), lambda: action() and False)


def _now() -> float:
    """Seconds on the clock that runs through suspend, as the deadline does."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)
