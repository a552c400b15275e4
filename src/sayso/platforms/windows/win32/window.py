"""The window: what it takes for a person's hand to count.

Nothing is answered before the first frame is on the screen, and something of it in sight. From
then on *deny* works by click; where it came up under a pointer that was there already, after a
moment, as *dismiss* does: a hand that comes down twice answers one question, not the next one as
well. *Approve* works once it is armed, every text has been read to its end and the deadline is
ahead, and by input of a device alone: a click, or Return or Space pressed and released while it
has the focus; by assistive technology's own action, too, where the person has said so in the
settings. The window takes no keyboard of its own accord: a press brings it.
"""

import sys

assert sys.platform == "win32"

import time
from collections.abc import Callable
from ctypes.wintypes import MSG
from functools import partial
from math import inf

from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.core.settings import FINISHED_SECONDS, RECORDED_SECONDS
from sayso.platforms.contract.dialogs import DialogDelegate, WindowLost
from sayso.platforms.windows.native import clock, desktop, looks, windows
from sayso.platforms.windows.native.controls import CHANGES_CONTROLS
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32 import accessible
from sayso.platforms.windows.win32.device import Hand, at_work, by_device, hand
from sayso.platforms.windows.win32.eyes import WindowEyes
from sayso.platforms.windows.win32.keyboard import Keyboard
from sayso.platforms.windows.win32.message_loop import CallOff, message_loop
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.place import Place
from sayso.platforms.windows.win32.pointer import Pointer, is_key, is_pointer
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.queue import Queue
from sayso.platforms.windows.win32.scrolled import Watch
from sayso.platforms.windows.win32.secret_field import SecretField
from sayso.platforms.windows.win32.sign_in import SignIn
from sayso.platforms.windows.win32.toplevel import Toplevel, pointer_is_over
from sayso.presentation import catalogue
from sayso.presentation.cover_words import CoverWords
from sayso.presentation.dialog import DialogModel
from sayso.presentation.dialog_state import DialogState, Moment, Stage
from sayso.presentation.pause import at_pause
from sayso.presentation.queue_list import QueueEntry
from sayso.presentation.reading import Unseen
from sayso.presentation.surroundings import Surroundings

_ACKNOWLEDGED_WITHIN = 1.5
_LOOKS_EVERY = 0.25
"""Seconds, for what the system tells nobody of."""
_DRAWN_SOON = 0.01
_now = clock.awake
"""Seconds on the clock that stands still in suspend."""
_through_suspend = time.monotonic
"""Seconds on the clock that runs on in suspend, as the deadline does."""


class Window:
    """One question on the screen, from `show` to `closed`."""

    def __init__(self, model: DialogModel, delegate: DialogDelegate) -> None:
        self._delegate = delegate
        self._state = DialogState(
            model.labels, model.arming, model.standing, _now, _through_suspend
        )
        self._guard = self._state.guard
        self._action_approves = model.accessibility_approval
        self._was_covered = False
        """When it was first drawn; the person is told so once."""
        self._had_keyboard = False
        self._choice = Choice.DISMISS
        """What the person answered last."""
        self._reading_shown: Unseen | bool = False
        """Where the texts go on, as the window says it; True: that all is read."""
        self._wake: CallOff | None = None
        self._toplevel = Toplevel(model.heading)
        self._window = self._toplevel.window
        self._toplevel.look.shows_focus = model.destructive
        self._view = PromptView(self._toplevel, model)
        self._place = Place(self._toplevel, self._view)
        self._surroundings = Surroundings(
            WindowEyes(self._toplevel, self._view),
            self._action_approves,
            self.arm_anew,
            self._on_cover,
            self._look_whether_painted,
        )
        self._cover_words = CoverWords()
        self._first = self._first_focus(model)
        self._keyboard = Keyboard(self._toplevel, self._view, self._guard, self, _now, self._first)
        approve = self._view.footer.approve.window
        self._pointer = Pointer(approve, self._guard, _now)
        self._queue = Queue(
            self._view, self._place, delegate, lambda: self.is_asking, self._keyboard.lead
        )
        self._connect()
        self._call_off = message_loop().handle(self._handle)
        self._toplevel.put(*self._view.fit(*self._toplevel.screen))
        self._view.arrange(self._toplevel.size[1])
        self._toplevel.listener = self
        self.refresh()
        windows.show(self._window, shown=True)
        windows.raise_above_all(self._window)
        self._look_now_and_then()
        self._look_whether_painted()

    def update(self, standing: PromptStatus) -> None:
        self._state.update(standing)
        if standing.of == 1:
            self._queue.close()
        self._place.keep_buttons(lambda: self._view.say_standing(standing))
        self.refresh()

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """It may come up under the hand, and may get the keyboard with no pause before."""
        self._guard.start(_now())
        windows.raise_above_all(self._window)
        if takes_keyboard:
            self._take_keyboard()
        self.refresh()

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        self._queue.show(entries)

    def recorded(self, kept_for: float | None) -> None:
        self._state.end()
        self._say_trouble("")
        self._place.keep_buttons(lambda: self._view.footer.say_recorded(self._choice, kept_for))
        self.refresh()
        message_loop().later(RECORDED_SECONDS, self.close)

    def finished(self, done: bool) -> None:
        self._state.end()
        self._queue.close()
        self._say_trouble("")
        self._place.keep_buttons(lambda: self._view.footer.say_finished(done))
        self.refresh()
        message_loop().later(FINISHED_SECONDS, self.close)

    def not_recorded(self, reason: str) -> None:
        self._state.ask_again()
        self._say_trouble(catalogue.not_recorded(reason))
        self.refresh()
        self._keyboard.go_to(self._first)

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._state.end()
        self._clear()
        self._call_off()
        if self._wake:
            self._wake()
        self._toplevel.listener = None
        windows.end_menu()
        windows.send(self._window, Message.CANCEL_MODE)  # it may be being moved
        windows.destroy(self._window)
        self._delegate.closed()

    _is_closed = False

    # What the system tells

    def on_close(self) -> None:
        self.dismiss()

    def on_keyboard(self) -> None:
        """The first time it comes with a press, so clicks stay armed by it."""
        self._guard.keyboard_came(_now())
        if self._had_keyboard:
            self._guard.start(_now())
        self._had_keyboard = True
        self._keyboard.came()
        self.refresh()

    def on_place(self) -> None:
        self._surroundings.look_at_place()

    def on_look(self) -> None:
        width, height = self._view.fit(*self._toplevel.screen)
        self._toplevel.put(width, height)
        self._view.arrange(self._toplevel.size[1])
        self.arm_anew()

    def _handle(self, message: MSG) -> bool:
        """Takes what comes from keyboard and pointer, for this window."""
        if self._is_closed or not windows.holds(self._window, message.hWnd or 0):
            return False
        if message.message in CHANGES_CONTROLS:
            return True  # ours are sent: who puts one into the queue is another program
        self._keyboard.look_at_focus()
        if is_key(message):
            with at_work(hand()):
                self._keyboard.on_key(message, hand())
                self._after_input()
            return True
        if is_pointer(message):
            with at_work(hand()):
                self._on_pointer(message)
                self._after_input()
            return True
        return False

    def _after_input(self) -> None:
        if self._is_closed:
            return
        self._keyboard.look_at_focus()
        if isinstance(self._view.field, SecretField):
            self._view.field.look_at_caps_lock()

    def _on_pointer(self, message: MSG) -> None:
        """A press that a program made up goes no further."""
        if self._pointer.is_press(message):
            if hand() is Hand.PROGRAM:
                return
            self._surroundings.look()
            self._guard.early_input(_now())
            self._keyboard.pressed(message.hWnd or 0)
        if by_device():
            self._pointer.on_message(message)
            self.refresh_if_due()
        self._pointer.pass_on(message)

    def refresh_if_due(self) -> None:
        """A press may have put *approve* off."""
        if self._pointer.has_pressed:
            self.refresh()

    # What the person does

    @property
    def is_asking(self) -> bool:
        return self._state.is_asking

    def look(self) -> None:
        """A hand comes: how do things stand?"""
        self._surroundings.look()

    def _connect(self) -> None:
        view, footer = self._view, self._view.footer
        footer.approve.watch(self._on_approve)
        footer.deny.watch(self._on_deny)
        footer.later.watch(self._on_later)
        view.reading.on.watch(self._on_reading)
        if footer.cancel:
            footer.cancel.watch(self.dismiss)
        if view.deny_words:
            view.deny_words.field.watch_typing(self._on_words)
        if isinstance(view.field, SecretField):
            view.field.eye.watch(partial(self._on_eye, view.field))
        if view.field:
            view.field.watch_typing(self._on_filling_in)

    def escape(self) -> None:
        """What was opened closes first."""
        if self._view.queue.is_open:
            self._queue.close()
        elif self._view.deny_words and self._view.deny_words.is_open:
            self._place.keep_buttons(self._view.close_deny_words)
            self._keyboard.lead(self._view.footer.deny)
        else:
            self.dismiss()

    def deny(self) -> None:
        """At once, or (where words may go along) once more, when the line for them is open."""
        words = self._view.deny_words
        if words and not words.is_open and self.is_asking:
            self._place.keep_buttons(self._view.open_deny_words)
            self._keyboard.lead(words.field.first)
            return
        tell = partial(self._delegate.chose, Choice.DENY, words=words.answer if words else "")
        self._answer(Choice.DENY, tell)

    def dismiss(self) -> None:
        if self._guard.is_settled(_now()):
            self._choose(Choice.DISMISS)

    def _on_approve(self) -> None:
        """Without a device it is an action of assistive technology, or of any program."""
        is_by_device = by_device()
        counts = self._guard.clicked(_now()) if is_by_device else self._action_approves
        if counts and self.can_approve():
            self.approve(None if is_by_device else By.ASSISTIVE)

    def _on_deny(self) -> None:
        """Assistive technology has no hand that lay there before."""
        if not by_device() or self._guard.denies(_now()):
            self.deny()

    def _on_later(self) -> None:
        """By a device alone: a program that hides questions would keep them from being seen."""
        if by_device():
            self.put_off()

    def _on_eye(self, field: SecretField) -> None:
        """By a device alone: a program would read what is shown."""
        if by_device():
            field.toggle()

    def _on_reading(self) -> None:
        unread = next((pane for pane in self._view.panes if not pane.read), None)
        if unread is not None:
            unread.page_on()

    def arm_anew(self) -> None:
        self._guard.start(_now())
        self.refresh()

    def _on_cover(self) -> None:
        words = self._cover_words.at(_now(), is_covered=self._surroundings.is_covered)
        if self.is_asking:
            self._say_trouble(words)
        self.arm_anew()

    def _on_filling_in(self) -> None:
        """A program may do it: the person sees what it did for the delay before it can be
        submitted, and all of it has to be read anew."""
        if not self.is_asking:
            return
        self._on_activity()
        field = self._view.field
        if field and not isinstance(field, SecretField):
            if not by_device():
                self._guard.start(_now())
                field.read_anew()
            self._delegate.drafted(field.drafts)
        self.refresh()

    def _on_words(self) -> None:
        """A program's words do not go along, and the person sees that before anything is sent."""
        words = self._view.deny_words
        if self.is_asking and words:
            if not words.field.input.is_by_hand:
                self._guard.start(_now())
            words.note_hand()
            self._on_activity()
            self.refresh()

    def _on_activity(self) -> None:
        if self._state.is_active():
            self._delegate.active()

    def approve(self, by: By | None = None) -> None:
        if self._view.sign_in:
            self._open_page(self._view.sign_in)
            return
        match self._view.field:
            case None:
                checked = self._view.check.is_on if self._view.check else None
                submit = partial(self._delegate.chose, Choice.APPROVE, by, checked)
            case SecretField() as field:
                submit = partial(self._delegate.submitted, Secret(field.read()), by)
            case field:
                submit = partial(self._delegate.filled, field.entries, by)
        self._answer(Choice.APPROVE, submit)

    def _open_page(self, sign_in: SignIn) -> None:
        """Nothing is answered by that. Armed anew, so that a double click opens one page."""
        fault = sign_in.open_page()
        self._say_trouble(catalogue.not_opened(fault) if fault else "")
        self._on_activity()
        self.arm_anew()

    def put_off(self) -> None:
        if self._freeze():
            self._delegate.put_off()

    def turn_queue(self) -> None:
        self._queue.turn()

    def _choose(self, choice: Choice) -> None:
        self._answer(choice, partial(self._delegate.chose, choice))

    def _answer(self, choice: Choice, tell: Callable[[], None]) -> None:
        if self._freeze():
            self._choice = choice
            tell()

    def _freeze(self) -> bool:
        """The person did something, and the controls wait for the daemon. False: not now."""
        if not self._state.answer():
            return False
        self._clear()
        self._queue.close()
        self._say_trouble("")
        self.refresh()
        message_loop().later(_ACKNOWLEDGED_WITHIN, self._not_acknowledged)
        return True

    def _clear(self) -> None:
        """What is no secret stays: an answer that does not count is not typed anew."""
        if isinstance(self._view.field, SecretField):
            self._view.field.clear()

    # What is on the screen

    def _first_focus(self, model: DialogModel) -> Control:
        if self._view.field:
            return self._view.field.first
        return self._view.footer.deny if model.destructive else self._view.question

    def _look_now_and_then(self) -> None:
        if not self._is_closed:
            self._look_whether_lost()
            self._surroundings.look_at_place()
            self._surroundings.look_at_cover()
            self._toplevel.look_at_hot()
            message_loop().later(_LOOKS_EVERY, self._look_now_and_then)

    def _look_whether_lost(self) -> None:
        """Any program can hide it."""
        if not windows.is_visible(self._window):
            raise WindowLost("another program took the window from the screen")

    def _look_whether_painted(self) -> None:
        """That it was shown is no proof: nothing of it may be left to be drawn, it must not be
        cloaked, and what was drawn must be on the screen."""
        if self._state.stage is not Stage.PAINTING:
            return
        windows.draw_now(self._window)
        looks.await_frame()
        if not (windows.is_visible(self._window) and windows.is_drawn(self._window)):
            message_loop().later(_DRAWN_SOON, self._look_whether_painted)
        elif self._surroundings.is_in_sight():
            self._painted()
        elif not self._was_covered:
            self._was_covered = True
            self._delegate.covered()

    def _painted(self) -> None:
        windows.let_activate(self._window)
        deny = self._view.footer.deny
        self._state.painted(over_deny=deny.is_shown and pointer_is_over(deny.window))
        self._keyboard.begin(self._action_approves)
        watch = Watch(
            _now,
            self._surroundings.is_whole,
            self._action_approves,
            self.refresh,
            self._on_activity,
        )
        for pane in self._view.panes:
            pane.watch(watch)
        self._surroundings.look()
        self.refresh()
        accessible.tell()
        self._delegate.painted()
        at_pause(desktop.idle, self._wants_keyboard, self._take_keyboard, message_loop().later)

    def _wants_keyboard(self) -> bool:
        """Once: if the person then goes elsewhere, it does not come after them."""
        return not (self._is_closed or self._had_keyboard or windows.is_minimised(self._window))

    def _take_keyboard(self) -> None:
        """Where the system lets it: else it shows in the taskbar that the window wants it."""
        windows.take_foreground(self._window)

    def _not_acknowledged(self) -> None:
        if self._state.stage is Stage.ANSWERED:
            self._say_trouble(catalogue.NOT_RECORDED_YET())

    def _say_trouble(self, words: str) -> None:
        self._place.keep_buttons(lambda: self._view.say_trouble(words))

    def can_approve(self) -> bool:
        return self._look().can_approve

    def _look(self) -> Moment:
        unread = [pane for pane in self._view.panes if not pane.read]
        return self._state.look(
            covered=self._surroundings.is_covered,
            all_read=not unread,
            unseen=unread[0].unseen if unread else None,
            in_field=self._view.field.obstacle if self._view.field else "",
        )

    def refresh(self) -> None:
        """Shows things as they stand now, and comes back when the clock alone changes them."""
        if self._is_closed:
            return
        moment = self._look()
        if moment.is_armed and not self._surroundings.is_covered:
            self._surroundings.settle()
        self._view.stand(moment, _now())
        self._show_reading(moment)
        if self._wake:
            self._wake()
            self._wake = None
        if moment.changes_within < inf:
            self._wake = message_loop().later(moment.changes_within + 0.001, self.refresh)

    def _show_reading(self, moment: Moment) -> None:
        """While a text is not on the screen, what stood there stays: it is not known to be read."""
        shown = moment.unseen or moment.all_read
        if shown and shown != self._reading_shown:
            self._reading_shown = shown
            self._place.keep_buttons(partial(self._view.reading.say, moment.unseen, moment.to_read))
