"""The person's keys, as GTK tells them; what they do in a window that asks, `presentation` says."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any, Protocol

from gi.repository import Gdk, Gtk

from sayso.platforms.linux.gtk.deny_words import DenyWords
from sayso.platforms.linux.gtk.device import ACTIVATING, ARROWS, by_device, types
from sayso.platforms.linux.gtk.form import Form
from sayso.platforms.linux.gtk.options import Options
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.platforms.linux.gtk.secret_field import SecretField
from sayso.presentation.arming import Guard
from sayso.presentation.focus import Focus
from sayso.presentation.keys import Control, Key, KeyEffect, approves, effect


class KeyActions(Protocol):
    """What keys do."""

    @property
    def is_asking(self) -> bool: ...
    def look(self) -> None:
        """A hand comes: how do things stand?"""

    def refresh(self) -> None: ...
    def arm_anew(self) -> None: ...
    def can_approve(self) -> bool: ...
    def approve(self) -> None: ...
    def escape(self) -> None: ...
    def deny(self) -> None: ...
    def put_off(self) -> None: ...
    def turn_queue(self) -> None: ...


class Keyboard:
    """Of a window: from `begin` on its focus counts where the person took it."""

    def __init__(
        self,
        window: Any,
        view: PromptView,
        guard: Guard,
        actions: KeyActions,
        now: Callable[[], float],
    ) -> None:
        self._window, self._view, self._guard = window, view, guard
        self._actions, self._now = actions, now
        self._focus: Focus | None = None
        window.connect("key-press-event", self._on_press)
        window.connect("key-release-event", self._on_release)
        window.connect("set-focus", self._on_set_focus)

    def begin(self, first: Any, trusting: bool) -> None:
        """The question is on the screen, and we gave the focus to `first`: where that is an option
        a key chooses, which can be seen; what stands in a field at first is not submitted."""
        self._focus = Focus(trusting)
        focus = self._window.get_focus()
        field = self._view.field
        has_options = isinstance(field, Options) or (
            isinstance(field, Form) and field.begins_with_options
        )
        self._focus.placed(focus, counts=has_options and focus is first)

    def lead(self, control: Any) -> None:
        """There the focus is to go, for what the person did."""
        if self._focus:
            self._focus.placed(control, counts=True)
        control.grab_focus()

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
            self._actions.arm_anew()

    def _on_press(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        now = self._now()
        self._actions.look()
        would_approve = self._would_approve(event)
        approving = would_approve and self._counts() and self._actions.can_approve()
        is_armed = self._actions.is_asking and (self._guard.takes_keys(now) or self._takes_words)
        is_fresh = self._guard.key_down(event.hardware_keycode, event.time, now, approving)
        self._actions.refresh()
        control = self._control()
        key = self._key(event, control)
        if key is not Key.ESCAPE:
            self._note_hand(event)
        done = effect(
            key,
            control,
            is_fresh=is_fresh,
            is_armed=is_armed,
            is_of_person=self._counts(),
            would_approve=would_approve,
        )
        match done:
            case KeyEffect.DISMISS:
                self._actions.escape()
            case KeyEffect.ACT:
                self._act(control)
        return done is not KeyEffect.TOOLKIT

    def _on_release(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        self._actions.look()
        counts = self._guard.key_up(event.hardware_keycode, event.time, self._now())
        would_approve = self._would_approve(event) and self._counts()
        if counts and would_approve and self._actions.can_approve():
            self._actions.approve()
        return counts

    def _note_hand(self, event: Any) -> None:
        """What is typed into is meant, and many keys scroll."""
        if self._focus and self._is_typing() and types(event):
            self._focus.touched()
        focus = self._window.get_focus()
        for pane in self._view.panes:
            if self._focus and focus is not None and focus.is_ancestor(pane.root):
                pane.typed_in()

    def _would_approve(self, event: Any) -> bool:
        submits = self._view.field is not None and bool(self._view.field.submits(event))
        return approves(_key(event), self._control(), submits=submits)

    def _control(self) -> Control:
        footer, field = self._view.footer, self._view.field
        for control, widget in (
            (Control.APPROVE, footer.approve),
            (self._denies, footer.deny),
            (Control.LATER, footer.later),
            (Control.QUEUE, footer.queue),
        ):
            if widget.has_focus():
                return control
        if self._words and self._words.field.has_focus:
            return Control.WORDS
        if self._view.queue.at_focus:
            return Control.ROW
        if self._is_typing():
            return Control.FIELD
        if isinstance(field, SecretField) and field.eye.has_focus():
            return Control.EYE
        check = self._view.check
        is_option = isinstance(field, Options | Form) and field.at_focus
        if is_option or (check and check.root.has_focus()):
            return Control.OPTION
        return Control.OTHER

    @property
    def _words(self) -> DenyWords | None:
        return self._view.deny_words

    @property
    def _takes_words(self) -> bool:
        words = self._words
        return words is not None and words.field.has_focus and words.takes_keys

    @property
    def _denies(self) -> Control:
        """What *deny* does."""
        return Control.OPENS if self._words and not self._words.is_open else Control.DENY

    def _is_typing(self) -> bool:
        fields = (self._view.field, self._words and self._words.field)
        return any(field.has_focus for field in fields if field)

    def _key(self, event: Any, control: Control) -> Key:
        """In a line of words a space is text, and Return may be for an input method."""
        if control is not Control.WORDS or event.keyval == Gdk.KEY_Escape:
            return _key(event)
        submits = self._words and self._words.field.submits(event)
        return Key.ACTIVATES if submits else Key.OTHER

    def _act(self, control: Control) -> None:
        match self._view.field:
            case _ if control is Control.LATER:
                self._actions.put_off()
            case _ if control is Control.QUEUE:
                self._actions.turn_queue()
            case _ if control in (Control.OPENS, Control.WORDS):
                self._actions.deny()
            case _ if self._view.check and self._view.check.root.has_focus():
                self._view.check.toggle()
            case _ if press := self._view.queue.at_focus:
                press()
            case SecretField() as field:
                field.toggle()
            case Options(at_focus=choose) | Form(at_focus=choose) if choose:
                choose()


def _key(event: Any) -> Key:
    if event.keyval == Gdk.KEY_Escape:
        return Key.ESCAPE
    if event.keyval in ACTIVATING:
        return Key.ACTIVATES
    return Key.ARROW if event.keyval in ARROWS else Key.OTHER
