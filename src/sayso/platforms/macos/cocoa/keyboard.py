"""The person's keys in a window that asks. `presentation` decides what they do."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import Any

from sayso.platforms.macos.cocoa.application import edit_menu
from sayso.platforms.macos.cocoa.button import PushButton
from sayso.platforms.macos.cocoa.device import Hand, by_device
from sayso.platforms.macos.cocoa.form import Form
from sayso.platforms.macos.cocoa.options import Options
from sayso.platforms.macos.cocoa.panel import Toplevel
from sayso.platforms.macos.cocoa.part import Control as Widget
from sayso.platforms.macos.cocoa.prompt_view import PromptView
from sayso.platforms.macos.cocoa.stroke import ARROWS, BACK_TAB, ESCAPE, TAB, Stroke, stroke
from sayso.platforms.macos.cocoa.text_pane import TextPane
from sayso.presentation import key_handler
from sayso.presentation.key_handler import KeyHandler
from sayso.presentation.keys import Key, KeyEffect

_CANCELS = "."
"""With Command this key is Escape, as Macs have always had it."""

_COPIES = ("c", "x")

PassOn = Callable[[Any], None]


class Keyboard:
    """The keys and the focus of one window: the focus counts where the person took it."""

    def __init__(
        self, toplevel: Toplevel, view: PromptView, handler: KeyHandler, first: Widget
    ) -> None:
        """`first`: the control that gets the focus once the window has the keyboard."""
        self._toplevel, self._view, self._handler = toplevel, view, handler
        self._wanted = first
        self._pressed: Widget | None = None
        """The control on which a device's button went down, until the focus has been looked at."""

    def go_to(self, control: Widget) -> None:
        self._wanted = control
        control.grab_focus()

    def came(self) -> None:
        """Called when the window has got the keyboard."""
        if self._toplevel.focused is None:
            self._wanted.grab_focus()
        self._toplevel.draw_anew()  # it shows which control has the focus

    def pressed(self, target: Widget | None) -> None:
        """Called when a device's button has gone down on `target`; None: on no control."""
        self._pressed = target
        if by_device() and target is not None and target is self._toplevel.focused:
            self._handler.touched()

    def look_at_focus(self) -> None:
        """Called when the focus may have moved. The person moved it if it is where a key led or a
        press was; another program can move it, too, while an event is handled."""
        meant = [*self._toplevel.focus_targets, self._pressed]
        self._toplevel.focus_targets.clear()
        self._pressed = None
        focused = self._toplevel.focused
        if not isinstance(focused, Widget):
            if self._toplevel.has_keyboard and self._wanted.is_stop:
                self._wanted.grab_focus()
            return
        if focused is not self._wanted:
            self._wanted = focused
            self._view.bring_in_view(focused)
            self._toplevel.draw_anew()  # the ring around the focus is somewhere else
        self._handler.focus_moved(focused, by_device=by_device() and focused in meant)

    def on_key(self, event: Any, who: Hand, pass_on: PassOn) -> None:
        """Handles a key. One that a program made up can do no more than type into a field."""
        made = stroke(event)
        if made.with_command:
            pass_on = self._edit
        if who is Hand.PROGRAM:
            if self._handler.is_typing and (made.types or made.comes_up):
                pass_on(event)
        elif made.comes_up:
            self._handler.release(self._told(made))
            pass_on(event)
        else:
            self._on_press(event, made, pass_on)

    def _on_press(self, event: Any, made: Stroke, pass_on: PassOn) -> None:
        """Handles a key of a device that goes down. While an input method is at work each key is
        for that: Return ends a word, Escape takes it back, Tab chooses among others."""
        told = self._told(made)
        if self._toplevel.composing:
            self._handler.press_to_compose(told)
            pass_on(event)
        elif self._handler.press(told) is KeyEffect.TOOLKIT and not self._do_as_usual(made):
            pass_on(event)
        if made.with_command:  # AppKit tells of no key that comes up while Command is down
            self._handler.let_go(told)

    def _do_as_usual(self, made: Stroke) -> bool:
        """Handles keys that have to do the same whatever the person has set in System Settings, so
        that every control can be reached. False: the key is for the control that has the focus."""
        focused = self._toplevel.focused
        if made.character in (TAB, BACK_TAB) or self._leads_on(made):
            if not made.is_repeated:
                self._lead(made)
            return True
        if made.character in ARROWS and self._move(ARROWS[made.character]):
            return True
        if isinstance(focused, TextPane) and not made.with_command:
            return focused.scroll_by_key(made)
        if made.activates and isinstance(focused, PushButton):
            if not made.is_repeated:
                focused.press()
            return True
        return False

    def _leads_on(self, made: Stroke) -> bool:
        return isinstance(self._view.field, Form) and self._view.field.leads_on(made)

    def _lead(self, made: Stroke) -> None:
        """Moves the focus to the next control or the one before, or to the next text field of a
        form."""
        if isinstance(self._view.field, Form) and self._leads_on(made):
            self._step(back=False, among=self._view.field.texts)
        else:
            self._step(back=made.with_shift or made.character == BACK_TAB)

    def _move(self, by: int) -> bool:
        """Moves the focus by `by` among options, or the rows of the queue. False: the focus is
        elsewhere."""
        field = self._view.field
        if isinstance(field, Options | Form) and field.move(by):
            return True
        return self._view.queue.move(by)

    def _step(self, *, back: bool, among: list[Any] | None = None) -> None:
        """Moves the focus to the next control that Tab reaches, or the one before. With `among`,
        only if that control is one of the form's."""
        stops = [each for each in self._toplevel.stops if each.is_stop]
        focused = self._toplevel.focused
        if not stops:
            return
        at = stops.index(focused) if focused in stops else -1
        following = stops[(at + (-1 if back else 1)) % len(stops)]
        form = self._view.field
        if among is None or (isinstance(form, Form) and form.holds(following)):
            following.grab_focus()

    def _edit(self, event: Any) -> None:
        """Carries out a key with Command. Nothing is copied out of a password's field, even while
        the password is shown."""
        secret = self._view.secret
        if not (secret and secret.has_focus and stroke(event).character in _COPIES):
            edit_menu().performKeyEquivalent_(event)

    def _told(self, made: Stroke) -> key_handler.Stroke:
        """The stroke as `KeyHandler` takes it."""
        fields = (self._view.field, self._view.deny_words)
        return key_handler.Stroke(
            key=_key(made),
            code=made.code,
            time=made.time,
            submits=any(field.submits(made) for field in fields if field),
            types=made.types,
            is_repeated=made.is_repeated,
        )


def _key(made: Stroke) -> Key:
    if made.character == ESCAPE or (made.with_command and made.character == _CANCELS):
        return Key.ESCAPE
    if made.activates and not made.with_command:
        return Key.ACTIVATES
    return Key.ARROW if made.character in ARROWS else Key.OTHER
