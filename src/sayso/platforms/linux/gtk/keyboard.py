"""The person's keys: which of them count, and what they do in a window that asks."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any, Protocol

from gi.repository import Gdk, Gtk

from sayso.platforms.linux.gtk.device import ACTIVATING, ARROWS, by_device, types
from sayso.platforms.linux.gtk.options import Options
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.platforms.linux.gtk.secret_field import SecretField
from sayso.presentation.arming import Guard
from sayso.presentation.focus import Focus


class Deeds(Protocol):
    """What keys do."""

    @property
    def is_asking(self) -> bool: ...
    def look(self) -> None:
        """A hand comes: how do things stand?"""

    def refresh(self) -> None: ...
    def arm_anew(self) -> None: ...
    def can_approve(self) -> bool: ...
    def approve(self) -> None: ...
    def dismiss(self) -> None: ...
    def put_off(self) -> None: ...


class Keyboard:
    """Of a window: from `begin` on its focus counts where the person took it."""

    def __init__(
        self, window: Any, view: PromptView, guard: Guard, deeds: Deeds, now: Callable[[], float]
    ) -> None:
        self._window, self._view, self._guard = window, view, guard
        self._deeds, self._now = deeds, now
        self._focus: Focus | None = None
        window.connect("key-press-event", self._on_press)
        window.connect("key-release-event", self._on_release)
        window.connect("set-focus", self._on_set_focus)

    def begin(self, first: Any, trusting: bool) -> None:
        """The question is on the screen, and we gave the focus to `first`: where that is an option
        a key chooses, which can be seen; what stands in a field at first is not submitted."""
        self._focus = Focus(trusting)
        focus = self._window.get_focus()
        chooses = isinstance(self._view.field, Options) and focus is first
        self._focus.placed(focus, counts=chooses)

    def pressed(self) -> None:
        """A button or finger went down somewhere in the window."""
        target = Gtk.get_event_widget(Gtk.get_current_event())
        focus = self._window.get_focus()
        if not self._focus or not by_device() or focus is None or target is None:
            return
        if target is focus or target.is_ancestor(focus):
            self._focus.touched()

    def _counts(self) -> bool:
        return self._focus is not None and self._focus.counts

    def _on_set_focus(self, _window: Any, control: Any) -> None:
        if self._focus and self._focus.moved(control, by_device()):
            self._deeds.arm_anew()

    def _on_press(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        now = self._now()
        self._deeds.look()
        on_approve = self._would_approve(event)
        approving = on_approve and self._counts() and self._deeds.can_approve()
        takes_keys = self._deeds.is_asking and self._guard.takes_keys(now)
        fresh = self._guard.key_down(event.hardware_keycode, event.time, now, approving)
        self._deeds.refresh()
        if event.keyval == Gdk.KEY_Escape:
            if fresh:
                self._deeds.dismiss()
            return True
        self._note_hand(event)
        if self._is_for_another(event):
            return True
        if takes_keys and event.keyval in ACTIVATING and (action := self._by_device_alone()):
            action()
            return True
        return on_approve or not (takes_keys or self._is_typing())

    def _on_release(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        self._deeds.look()
        counts = self._guard.key_up(event.hardware_keycode, event.time, self._now())
        approves = self._would_approve(event) and self._counts()
        if counts and approves and self._deeds.can_approve():
            self._deeds.approve()
        return counts

    def _note_hand(self, event: Any) -> None:
        """What is typed into is meant, and many keys scroll."""
        if self._focus and self._is_typing() and types(event):
            self._focus.touched()
        focus = self._window.get_focus()
        for pane in self._view.panes:
            if self._focus and focus is not None and focus.is_ancestor(pane.root):
                pane.typed_in()

    def _is_for_another(self, event: Any) -> bool:
        """Whether this key would work a control to which the person has not taken the focus. To
        deny is always open."""
        if self._counts() or self._is_typing() or self._view.footer.deny.has_focus():
            return False
        chooses = isinstance(self._view.field, Options) and self._view.field.at_focus is not None
        return event.keyval in ACTIVATING or (chooses and event.keyval in ARROWS)

    def _would_approve(self, event: Any) -> bool:
        """Where the focus is this key approves or submits, if anything does."""
        if self._view.footer.approve.has_focus():
            return event.keyval in ACTIVATING
        return self._view.field is not None and bool(self._view.field.submits(event))

    def _is_typing(self) -> bool:
        return self._view.field is not None and self._view.field.has_focus

    def _by_device_alone(self) -> Callable[[], None] | None:
        """What the control that has the focus does, if it is one of those that GTK would work
        later, with no event to tell who did."""
        if self._view.footer.later.has_focus():
            return self._deeds.put_off
        match self._view.field:
            case SecretField(eye=eye) as field if eye.has_focus():
                return field.toggle
            case Options() as field:
                return field.at_focus
        return None
