"""The person's keys; what they do in a window that asks, `presentation` says."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from contextlib import nullcontext
from ctypes.wintypes import MSG
from typing import Protocol

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.button import PushButton
from sayso.platforms.windows.win32.deny_words import DenyWords
from sayso.platforms.windows.win32.device import Hand, at_work, by_device
from sayso.platforms.windows.win32.form import Form
from sayso.platforms.windows.win32.options import Options
from sayso.platforms.windows.win32.part import Control as Widget
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.secret_field import SecretField
from sayso.platforms.windows.win32.stroke import ACTIVATING, ARROWS, Stroke
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation.arming import Guard
from sayso.presentation.focus import Focus
from sayso.presentation.keys import Control, Key, KeyEffect, approves, effect

_SYSTEM_KEYS = frozenset([Message.SYSTEM_KEY_DOWN, Message.SYSTEM_KEY_UP])
"""With Alt, and F10: a menu may open, and the system takes messages itself then."""
_UP = frozenset([Message.KEY_UP, Message.SYSTEM_KEY_UP])
_WAS_DOWN = 1 << 30
_MOST_CHARACTERS = 64
"""That are taken with a key: a program may put more of them there than we take."""
_PLACE = 0x1FF
"""Of WM_KEYDOWN: the key's place on the keyboard."""


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
        toplevel: Toplevel,
        view: PromptView,
        guard: Guard,
        actions: KeyActions,
        now: Callable[[], float],
        first: Widget,
    ) -> None:
        """`first`: where the keys go once the window has the keyboard."""
        self._toplevel, self._view, self._guard = toplevel, view, guard
        self._actions, self._now = actions, now
        self._focus: Focus | None = None
        self._wanted = first.window
        self._pressed = 0
        """Where a device's button or finger went down, until the focus was looked at."""

    def begin(self, trusting: bool) -> None:
        """The question is on the screen: where the first focus is an option a key chooses, which
        can be seen; what stands in a field at first is not submitted."""
        self._focus = Focus(trusting)
        field = self._view.field
        has_options = isinstance(field, Options) or (
            isinstance(field, Form) and field.begins_with_options
        )
        self._focus.placed(self._wanted, counts=has_options)

    def lead(self, control: Widget) -> None:
        """There the focus is to go, for what the person did."""
        if self._focus:
            self._focus.placed(control.window, counts=True)
        self.go_to(control)

    def go_to(self, control: Widget) -> None:
        """At once, or when the keyboard comes: to give a control the focus brings it."""
        self._wanted = control.window
        if self.has_keyboard:
            windows.focus(self._wanted)

    @property
    def has_keyboard(self) -> bool:
        return windows.foreground() == self._toplevel.window

    def came(self) -> None:
        """The window has the keyboard."""
        windows.focus(self._wanted)
        windows.draw_anew(self._toplevel.window)  # it shows where the keys go

    def pressed(self, target: int) -> None:
        """A button or finger went down there."""
        self._pressed = target if by_device() else 0
        if self._focus and by_device() and target == windows.focused():
            self._focus.touched()

    def look_at_focus(self) -> None:
        """It may have moved: by the person's hand, if it is where a key led or a press was. Another
        program can move it while a key is handled."""
        meant = {*windows.led_to(), self._pressed}
        self._pressed = 0
        focused = windows.focused()
        if focused in (0, self._toplevel.window):
            if self.has_keyboard:  # another program may have let go of it
                windows.focus(self._wanted)
            return
        if not windows.holds(self._toplevel.window, focused):
            return
        if focused != self._wanted:
            self._wanted = focused
            self._view.bring_in_view(focused)
            windows.draw_anew(self._toplevel.window)  # the ring is somewhere else
        by_person = by_device() and focused in meant
        if self._focus and self._focus.moved(focused, by_person):
            self._actions.arm_anew()

    def on_key(self, message: MSG, who: Hand) -> None:
        """What a program makes up types into a field at most."""
        stroke = _stroke(message)
        if message.message == Message.SYSTEM_KEY_DOWN and self._leads(stroke, who):
            return
        if message.message in _SYSTEM_KEYS or stroke.key == VirtualKey.MENU_OF_KEYS:
            with at_work(Hand.SYSTEM if who is Hand.DEVICE else Hand.PROGRAM):
                self._pass_on(message)
        elif who is Hand.PROGRAM:
            if self._is_typing() and (stroke.types or stroke.comes_up):
                self._pass_on(message)
        elif stroke.comes_up:
            self._release(stroke)
            self._pass_on(message)
        elif self._press(stroke) is KeyEffect.TOOLKIT and not self._do_as_usual(stroke):
            self._pass_on(message)

    def _leads(self, stroke: Stroke, who: Hand) -> bool:
        """With Alt a letter leads to the button that has it, and does no more: what it does takes a
        key of its own."""
        if who is Hand.PROGRAM or stroke.is_repeated:
            return False
        self._actions.look()
        now = self._now()
        is_armed = self._actions.is_asking and self._guard.takes_keys(now)
        self._guard.key_down(stroke.place, stroke.time, now, approving=False)
        self._actions.refresh()
        button = self._view.footer.at_letter(chr(stroke.key)) if is_armed else None
        if button is None:
            return False
        self._toplevel.look.shows_focus = True
        self.lead(button)
        windows.draw_anew(self._toplevel.window)
        return True

    def _press(self, stroke: Stroke) -> KeyEffect:
        now = self._now()
        self._actions.look()
        would_approve = self._would_approve(stroke)
        is_meant = would_approve and self._counts() and by_device()
        approving = is_meant and self._actions.can_approve() and not stroke.is_repeated
        is_armed = self._actions.is_asking and (self._guard.takes_keys(now) or self._takes_words)
        is_fresh = self._guard.key_down(stroke.place, stroke.time, now, approving)
        self._actions.refresh()
        control = self._control()
        key = self._key(stroke, control)
        if key is not Key.ESCAPE:
            self._note_hand(stroke)
        done = effect(
            key,
            control,
            is_fresh=is_fresh and not stroke.is_repeated,
            is_armed=is_armed,
            is_of_person=self._counts(),
            would_approve=would_approve,
        )
        match done:
            case KeyEffect.DISMISS:
                self._actions.escape()
            case KeyEffect.ACT:
                self._act(control)
        return done

    def _release(self, stroke: Stroke) -> None:
        self._actions.look()
        counts = self._guard.key_up(stroke.place, stroke.time, self._now()) and by_device()
        would_approve = self._would_approve(stroke) and self._counts()
        if counts and would_approve and self._actions.can_approve():
            self._actions.approve()

    def _do_as_usual(self, stroke: Stroke) -> bool:
        """What the system does in its own dialogs. False: it is for the control that has the
        focus."""
        field = self._view.field
        if stroke.key == VirtualKey.TAB:
            self._step(back=stroke.with_shift)
            return True
        if stroke.key in ARROWS and self._move(ARROWS[VirtualKey(stroke.key)]):
            return True
        if isinstance(field, Form) and field.leads_on(stroke):
            self._step(back=False, within=field.pane.root)
            return True
        button = self._toplevel.control(windows.focused())
        if stroke.key in ACTIVATING and isinstance(button, PushButton):
            if not stroke.is_repeated:
                button.press()
            return True
        return False

    def _move(self, by: int) -> bool:
        """Among options, and the rows of the list. False: the focus is elsewhere."""
        field = self._view.field
        if isinstance(field, Options | Form) and field.move(by):
            return True
        return self._view.queue.move(by)

    def _step(self, *, back: bool, within: int | None = None) -> None:
        """`within`: never to what is outside of this."""
        to = windows.next_stop(self._toplevel.window, windows.focused(), back=back)
        if to and (within is None or windows.holds(within, to)):
            self._toplevel.look.shows_focus = True
            windows.focus(to)

    def _pass_on(self, message: MSG) -> None:
        """The characters that it makes come at once, so that it is known whose they are; those
        that have come already are a program's, as are those that tell of another key."""
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

    def _note_hand(self, stroke: Stroke) -> None:
        """What is typed into is meant."""
        if self._focus and self._is_typing() and stroke.types:
            self._focus.touched()

    def _counts(self) -> bool:
        return self._focus is not None and self._focus.counts_at(windows.focused())

    def _would_approve(self, stroke: Stroke) -> bool:
        submits = self._view.field is not None and self._view.field.submits(stroke)
        return approves(_key(stroke), self._control(), submits=submits)

    def _control(self) -> Control:
        footer, field = self._view.footer, self._view.field
        for control, widget in (
            (Control.APPROVE, footer.approve),
            (self._denies, footer.deny),
            (Control.LATER, footer.later),
            (Control.QUEUE, footer.queue),
        ):
            if widget.has_focus:
                return control
        if self._words and self._words.field.has_focus:
            return Control.WORDS
        if self._view.queue.at_focus:
            return Control.ROW
        if self._is_typing():
            return Control.FIELD
        if isinstance(field, SecretField) and field.eye.has_focus:
            return Control.EYE
        check = self._view.check
        is_option = isinstance(field, Options | Form) and field.at_focus
        if is_option or (check and check.has_focus):
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

    def _key(self, stroke: Stroke, control: Control) -> Key:
        """In a line of words a space is text, and Return may be for an input method."""
        if control is not Control.WORDS or stroke.key == VirtualKey.ESCAPE:
            return _key(stroke)
        submits = self._words and self._words.field.submits(stroke)
        return Key.ACTIVATES if submits else Key.OTHER

    def _act(self, control: Control) -> None:
        match self._view.field:
            case _ if control is Control.LATER:
                self._actions.put_off()
            case _ if control is Control.QUEUE:
                self._actions.turn_queue()
            case _ if control in (Control.OPENS, Control.WORDS):
                self._actions.deny()
            case _ if self._view.check and self._view.check.has_focus:
                self._view.check.toggle()
            case _ if press := self._view.queue.at_focus:
                press()
            case SecretField() as field:
                field.toggle()
            case Options(at_focus=choose) | Form(at_focus=choose) if choose:
                choose()


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
