"""The person's keys, as GTK reports them; `presentation` says what they do in a window that
asks."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gdk, Gtk

from sayso.platforms.linux.gtk.device import ACTIVATING, ARROWS, by_device, types
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.presentation.key_handler import KeyHandler, Stroke
from sayso.presentation.keys import Key, KeyEffect


class Keyboard:
    """The keyboard of a window."""

    def __init__(self, window: Any, view: PromptView, handler: KeyHandler) -> None:
        self._window, self._view, self._handler = window, view, handler
        window.connect("key-press-event", self._on_press)
        window.connect("key-release-event", self._on_release)
        window.connect("set-focus", self._on_set_focus)

    def look_at_focus(self) -> None:
        """Reports which control has the focus now: GTK reports only changes, and one may have come
        too early to count."""
        self._handler.focus_moved(self._window.get_focus(), by_device=False)

    def pressed(self) -> None:
        """A button or finger went down somewhere in the window."""
        target = Gtk.get_event_widget(Gtk.get_current_event())
        focus = self._window.get_focus()
        if not by_device() or focus is None or target is None:
            return
        if target is focus or target.is_ancestor(focus):
            self._handler.touched()

    def _on_set_focus(self, _window: Any, control: Any) -> None:
        self._handler.focus_moved(control, by_device=by_device())

    def _on_press(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        stroke = self._stroke(event)
        if stroke.key is not Key.ESCAPE:
            self._note_scrolling()
        return self._handler.press(stroke) is not KeyEffect.TOOLKIT

    def _on_release(self, _window: Any, event: Any) -> bool:
        return bool(event.send_event) or self._handler.release(self._stroke(event))

    def _note_scrolling(self) -> None:
        """A key was pressed in a pane: many keys scroll."""
        focus = self._window.get_focus()
        for pane in self._view.panes:
            if focus is not None and focus.is_ancestor(pane.root):
                pane.typed_in()

    def _stroke(self, event: Any) -> Stroke:
        fields = [each for each in (self._view.field, self._view.deny_words) if each]
        return Stroke(
            key=_key(event),
            code=event.hardware_keycode,
            time=event.time,
            submits=any(field.submits(event) for field in fields),
            types=types(event),
            is_composing=any(field.is_composing for field in fields),
        )


def _key(event: Any) -> Key:
    if event.keyval == Gdk.KEY_Escape:
        return Key.ESCAPE
    if event.keyval in ACTIVATING:
        return Key.ACTIVATES
    return Key.ARROW if event.keyval in ARROWS else Key.OTHER
