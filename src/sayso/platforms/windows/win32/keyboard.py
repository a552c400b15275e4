"""The person's keys in a window that asks. What they do there is decided in `presentation`."""

import sys

assert sys.platform == "win32"

from contextlib import nullcontext
from ctypes.wintypes import MSG

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.button import PushButton
from sayso.platforms.windows.win32.device import Hand, at_work, by_device
from sayso.platforms.windows.win32.part import Control as Widget
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.stroke import ACTIVATING, ARROWS, Stroke
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation import key_handler
from sayso.presentation.key_handler import KeyHandler
from sayso.presentation.keys import Key, KeyEffect

_SYSTEM_KEYS = frozenset([Message.SYSTEM_KEY_DOWN, Message.SYSTEM_KEY_UP])
"""Keys with Alt, and F10: these may open a menu, during which the system takes messages itself."""
_UP = frozenset([Message.KEY_UP, Message.SYSTEM_KEY_UP])
_WAS_DOWN = 1 << 30
_MOST_CHARACTERS = 64
"""The most characters that are taken with a key: a program may post them faster than we take
them."""
_PLACE = 0x1FF
"""Bits of lParam of WM_KEYDOWN, shifted: the key's place on the keyboard."""


class Keyboard:
    """The keys of one window, and its focus."""

    def __init__(
        self, toplevel: Toplevel, view: PromptView, handler: KeyHandler, first: Widget
    ) -> None:
        """`first`: the control that gets the focus once the window has the keyboard."""
        self._toplevel, self._view, self._handler = toplevel, view, handler
        self._wanted = first.window
        self._pressed = 0
        """The window on which a button or finger of the person's went down, until `look_at_focus`
        is called; 0: none."""

    def go_to(self, control: Widget) -> None:
        """Gives a control the focus: at once if the window has the keyboard, else when the keyboard
        comes. To give it earlier would bring the keyboard to the window."""
        self._wanted = control.window
        if self.has_keyboard:
            windows.focus(self._wanted)

    @property
    def has_keyboard(self) -> bool:
        return windows.foreground() == self._toplevel.window

    def came(self) -> None:
        """To be called when the window has got the keyboard."""
        windows.focus(self._wanted)
        windows.draw_anew(self._toplevel.window)  # it shows which control has the focus

    def pressed(self, target: int) -> None:
        """To be called when a button or finger went down on the window `target`."""
        self._pressed = target if by_device() else 0
        if by_device() and target == windows.focused():
            self._handler.touched()

    def look_at_focus(self) -> None:
        """To be called when the focus may have moved. The person moved it only if it is where a key
        of theirs led, or where they pressed: another program can move it while a key is handled."""
        meant = {*windows.take_focus_targets(), self._pressed}
        self._pressed = 0
        focused = windows.focused()
        if focused in (0, self._toplevel.window):
            if self.has_keyboard:  # another program may have taken the focus away
                windows.focus(self._wanted)
            return
        if not windows.holds(self._toplevel.window, focused):
            return
        if focused != self._wanted:
            self._wanted = focused
            self._view.bring_in_view(focused)
            windows.draw_anew(self._toplevel.window)  # what marks the focus has moved
        self._handler.focus_moved(focused, by_device=by_device() and focused in meant)

    def on_key(self, message: MSG, who: Hand) -> None:
        """Handles a key. A key that a program made up types into a field at most."""
        stroke = _stroke(message)
        if message.message == Message.SYSTEM_KEY_DOWN and self._leads(stroke, who):
            return
        if message.message in _SYSTEM_KEYS or stroke.key == VirtualKey.MENU_OF_KEYS:
            with at_work(Hand.SYSTEM if who is Hand.DEVICE else Hand.PROGRAM):
                self._pass_on(message)
        elif who is Hand.PROGRAM:
            if self._handler.is_typing and (stroke.types or stroke.comes_up):
                self._pass_on(message)
        elif stroke.comes_up:
            self._handler.release(self._told(stroke))
            self._pass_on(message)
        elif self._handler.press(self._told(stroke)) is KeyEffect.TOOLKIT and not self._do_as_usual(
            stroke
        ):
            self._pass_on(message)

    def _leads(self, stroke: Stroke, who: Hand) -> bool:
        """Whether a key pressed with Alt is the letter of a button. The button gets the focus, and
        no more: to press it takes another key."""
        if who is Hand.PROGRAM or stroke.is_repeated:
            return False
        is_armed = self._handler.press_that_leads(self._told(stroke))
        button = self._view.footer.at_letter(chr(stroke.key)) if is_armed else None
        if button is None:
            return False
        self._toplevel.look.shows_focus = True
        self._handler.lead(button)
        windows.draw_anew(self._toplevel.window)
        return True

    def _do_as_usual(self, stroke: Stroke) -> bool:
        """Does what a key does in the system's own dialogs. False: the key is for the control that
        has the focus."""
        filled = self._view.filled
        if stroke.key == VirtualKey.TAB:
            self._step(back=stroke.with_shift)
            return True
        if stroke.key in ARROWS and self._move(ARROWS[VirtualKey(stroke.key)]):
            return True
        if filled and self._view.leads_on(stroke):
            self._step(back=False, within=filled.pane.root)
            return True
        button = self._toplevel.control(windows.focused())
        if stroke.key in ACTIVATING and isinstance(button, PushButton):
            if not stroke.is_repeated:
                button.press()
            return True
        return False

    def _move(self, by: int) -> bool:
        """Moves the focus among options, or among the rows of the queue. False: it is elsewhere."""
        return self._view.move_within(by) or self._view.queue.move(by)

    def _step(self, *, back: bool, within: int | None = None) -> None:
        """Moves the focus as Tab does, or Shift+Tab (`back`). `within`: not out of this window."""
        to = windows.next_stop(self._toplevel.window, windows.focused(), back=back)
        if to and (within is None or windows.holds(within, to)):
            self._toplevel.look.shows_focus = True
            windows.focus(to)

    def _pass_on(self, message: MSG) -> None:
        """Has the control handle a key, and at once the characters that the key makes, so that it
        is known whose they are. Characters that have come before, or that name another key, are a
        program's."""
        window = message.hWnd
        for _ in range(_MOST_CHARACTERS):
            made_up = messages.take(window, Message.CHAR, Message.DEAD_CHAR)
            if made_up is None:
                break
            with at_work(Hand.PROGRAM):
                messages.dispatch(made_up)
        messages.translate(message)
        messages.dispatch(message)
        for _ in range(_MOST_CHARACTERS):
            typed = messages.take(window, Message.CHAR, Message.DEAD_CHAR)
            if typed is None:
                break
            is_its_own = typed.lParam == message.lParam
            with nullcontext() if is_its_own else at_work(Hand.PROGRAM):
                messages.dispatch(typed)

    def _told(self, stroke: Stroke) -> key_handler.Stroke:
        """The stroke in the form that the handler takes."""
        fields = (self._view.field, self._view.deny_words)
        return key_handler.Stroke(
            key=_key(stroke),
            code=stroke.place,
            time=stroke.time,
            submits=any(field.submits(stroke) for field in fields if field),
            types=stroke.types,
            is_repeated=stroke.is_repeated,
        )


def _stroke(message: MSG) -> Stroke:
    return Stroke(
        key=message.wParam,
        place=message.lParam >> 16 & _PLACE,
        time=message.time,
        comes_up=message.message in _UP,
        is_repeated=message.message not in _UP and bool(message.lParam & _WAS_DOWN),
        with_control=messages.is_down(VirtualKey.CONTROL),
        with_shift=messages.is_down(VirtualKey.SHIFT),
    )


def _key(stroke: Stroke) -> Key:
    if stroke.key == VirtualKey.ESCAPE:
        return Key.ESCAPE
    if stroke.key in ACTIVATING:
        return Key.ACTIVATES
    return Key.ARROW if stroke.key in ARROWS else Key.OTHER
