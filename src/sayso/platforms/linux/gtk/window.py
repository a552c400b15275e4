"""The window: what it takes for a person's hand to count.

Nothing is answered before the first frame is on the screen, and something of it in sight. From
then on *deny* works by click; where it came up under a pointer that was there already, after a
moment, as *dismiss* does: a hand that comes down twice answers one question, not the next one as
well. *Approve* works once it is armed, every text has been read to its end and the deadline is
ahead, and by a current event of an input device alone: a click, or Return or Space pressed and
released while it has the focus; by assistive technology's own action, too, where the person has
said so in the settings. The window takes no keyboard of its own accord.

A field takes typing from the first frame. What stands in it is submitted by *approve* under the
same rules, or by Return pressed and released in the field (with Ctrl, where it has several lines).
"""

import sys

from sayso.core.prompt_status import PromptStatus

assert sys.platform == "linux"

import time
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from gi.repository import Gdk, GLib, Gtk

from sayso.core.outcome import By
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.core.settings import FINISHED_SECONDS, RECORDED_SECONDS
from sayso.platforms.contract.dialogs import DialogDelegate, WindowLost
from sayso.platforms.linux import loop
from sayso.platforms.linux.gtk.device import BY_POINTER, by_device
from sayso.platforms.linux.gtk.eyes import WindowEyes
from sayso.platforms.linux.gtk.keyboard import Keyboard
from sayso.platforms.linux.gtk.painted import when_painted
from sayso.platforms.linux.gtk.place import Place
from sayso.platforms.linux.gtk.queue import Queue
from sayso.platforms.linux.gtk.scrolled import Watch
from sayso.platforms.linux.gtk.secret_field import SecretField
from sayso.platforms.linux.gtk.sign_in import SignIn
from sayso.platforms.linux.gtk.toplevel import PrebuiltWindow, pointer_is_over
from sayso.presentation import catalogue
from sayso.presentation.cover_words import CoverWords
from sayso.presentation.dialog import DialogModel
from sayso.presentation.dialog_state import DialogState, Moment, Stage
from sayso.presentation.pause import at_pause
from sayso.presentation.queue_list import QueueEntry
from sayso.presentation.reading import Unseen
from sayso.presentation.surroundings import Surroundings

_ACKNOWLEDGED_WITHIN = 1.5
_STAYS_FOR = 0.3
"""Seconds in which a window manager has put a new window where it belongs."""
_now = time.monotonic
"""Seconds on the clock that stands still in suspend."""
_through_suspend = partial(time.clock_gettime, time.CLOCK_BOOTTIME)
"""Seconds on the clock that runs on in suspend, as the deadline does."""
_ENDS_CLICK = (Gdk.EventType.BUTTON_RELEASE, Gdk.EventType.TOUCH_END)


class Window:
    """One question on the screen, from `show` to `closed`."""

    def __init__(
        self,
        model: DialogModel,
        delegate: DialogDelegate,
        prebuilt: PrebuiltWindow,
        activation: str | None = None,
    ) -> None:
        self._delegate = delegate
        self._state = DialogState(
            model.labels, model.arming, model.standing, _now, _through_suspend
        )
        self._guard = self._state.guard
        self._action_approves = model.accessibility_approval
        self._was_covered = False
        """When it was first drawn; the person is told so once."""
        self._has_stayed = False
        """In sight for a moment."""
        self._had_focus = False
        """Once: if the person then goes elsewhere, it does not come after them."""
        self._choice = Choice.DISMISS
        """What the person answered last."""
        self._reading_shown: Unseen | bool = False
        """Where the texts go on, as the window says it; True: that all is read."""
        self._wake: int | None = None
        self._window, self._view = prebuilt.window, prebuilt.view
        prebuilt.fill(model)
        self._surface = prebuilt.surface
        self._place = Place(self._window, self._view, self._surface)
        self._loss = self._surface.watch_loss(lambda: self._state.stage is Stage.OVER)
        eyes = WindowEyes(self._view, self._surface)
        self._surroundings = Surroundings(
            eyes,
            self._action_approves,
            self.arm_anew,
            self._on_cover,
            self._look_whether_painted,
        )
        eyes.watch(self._surroundings)
        self._cover_words = CoverWords()
        self._has_to_say_of_cover = False
        self._surface.when_settled(self._on_settled)
        self._keyboard = Keyboard(self._window, self._view, self._guard, self, _now)
        self._queue = Queue(
            self._view, self._place, delegate, lambda: self.is_asking, self._keyboard.lead
        )
        self._focus = self._first_focus(model)
        self._focus.grab_focus()
        self._connect()
        self.refresh()
        self._surface.come_up(self._come_up, self._say_covered, activation)

    def _come_up(self) -> None:
        self._window.show()
        self._look_whether_painted()
        if not self._surface.draws_unseen:
            _after(_STAYS_FOR, self._look_whether_unseen)

    def update(self, standing: PromptStatus) -> None:
        self._state.update(standing)
        if standing.of == 1:
            self._queue.close()
        self._place.keep_buttons(lambda: self._view.say_standing(standing))
        self.refresh()

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """It may come up under the hand, and may get the keyboard with no pause before."""
        self._guard.start(_now())
        if takes_keyboard:
            self._surface.take_keyboard()
        else:
            self._surface.come_to_front()
        self.refresh()

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        self._queue.show(entries)

    def recorded(self, kept_for: float | None) -> None:
        self._state.end()
        self._view.footer.say_recorded(self._choice, kept_for)
        self._say_trouble("")
        self.refresh()
        _after(RECORDED_SECONDS, self.close)

    def finished(self, done: bool) -> None:
        self._state.end()
        self._queue.close()
        self._view.footer.say_finished(done)
        self._say_trouble("")
        self.refresh()
        _after(FINISHED_SECONDS, self.close)

    def not_recorded(self, reason: str) -> None:
        self._state.ask_again()
        self._say_trouble(catalogue.not_recorded(reason))
        self.refresh()
        self._focus.grab_focus()

    def close(self) -> None:
        self._state.end()
        self._clear()
        self.refresh()
        self._window.destroy()
        self._window.get_display().sync()
        self._delegate.closed()

    # What the person does

    @property
    def is_asking(self) -> bool:
        return self._state.is_asking

    def look(self) -> None:
        """A hand comes: how do things stand?"""
        self._surroundings.look()

    def _connect(self) -> None:
        window, view = self._window, self._view
        window.connect("delete-event", self._on_delete)
        window.connect("focus-in-event", self._on_focus_in)
        # In the capture phase the window hears of a press even where the control below is dead.
        self._presses = Gtk.GestureMultiPress(
            widget=window, button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE
        )
        self._presses.connect("pressed", self._on_press)
        approve = view.footer.approve
        approve.add_events(Gdk.EventMask.POINTER_MOTION_MASK)
        for signal in BY_POINTER:
            approve.connect(signal, self._on_pointer)
        approve.connect("clicked", self._on_approve)
        view.footer.deny.connect("clicked", self._on_deny_clicked)
        if view.footer.cancel:
            view.footer.cancel.connect("clicked", lambda _: self.dismiss())
        if view.deny_words:
            view.deny_words.field.watch(self._on_words)
        view.footer.later.connect("clicked", self._on_later_clicked)
        view.reading.on.connect("clicked", self._on_reading_clicked)
        if isinstance(view.field, SecretField):
            secret = view.field
            self._surface.keep_keyboard(lambda: self.is_asking and secret.has_focus)
            secret.eye.connect("clicked", self._on_eye_clicked, secret)
            secret.watch_action(self._on_approve)
        if view.field:
            view.field.watch(self._on_filling_in)

    def _on_delete(self, _window: Any, _event: Any) -> bool:
        if not self._surface.is_closed_by_person:
            raise WindowLost("its screen has gone")
        self.dismiss()
        return True

    def escape(self) -> None:
        """What was opened closes first."""
        if self._view.queue.is_open:
            self._queue.close()
        elif self._view.deny_words and self._view.deny_words.is_open:
            self._place.keep_buttons(self._view.close_deny_words)
            self._view.footer.deny.grab_focus()
        else:
            self.dismiss()

    def deny(self) -> None:
        """At once, or (where words may go along) once more, when the line for them is open."""
        words = self._view.deny_words
        if words and not words.is_open and self.is_asking:
            self._place.keep_buttons(self._view.open_deny_words)
            words.field.first.grab_focus()
            return
        tell = partial(self._delegate.chose, Choice.DENY, words=words.answer if words else "")
        self._answer(Choice.DENY, tell)

    def dismiss(self) -> None:
        if self._guard.is_settled(_now()):
            self._choose(Choice.DISMISS)

    def _on_press(self, *_: Any) -> None:
        self._surroundings.look()
        self._surface.pressed()
        self._guard.early_input(_now())
        self.refresh()
        self._keyboard.pressed()

    def _on_pointer(self, _approve: Any, event: Any) -> bool:
        """Over *approve*. Input that another program made up with XSendEvent goes no further."""
        if event.send_event:
            return True
        self._surroundings.look()
        match event.type:
            case Gdk.EventType.MOTION_NOTIFY:
                self._guard.pointer_moved()
            case Gdk.EventType.BUTTON_PRESS if event.button == Gdk.BUTTON_PRIMARY:
                self._guard.pointer_down(_now())
                self.refresh()
            case Gdk.EventType.TOUCH_BEGIN:
                self._guard.touch_down(_now())
        return False

    def _on_approve(self, _control: Any) -> None:
        """Accessibility actions alone come with no event: keys that would approve end with the
        window. A click's own event was real, or dropped."""
        event = Gtk.get_current_event()
        if event is None:
            counts = self._action_approves
        else:
            counts = event.type in _ENDS_CLICK and self._guard.clicked(_now())
        if counts and self.can_approve():
            self.approve(By.ASSISTIVE if event is None else None)

    def _on_deny_clicked(self, _deny: Any) -> None:
        """Assistive technology comes with no event, and with no hand that lay there before."""
        if Gtk.get_current_event() is None or self._guard.denies(_now()):
            self.deny()

    def _on_later_clicked(self, _later: Any) -> None:
        """By a device alone: a program that hides questions would keep them from being seen."""
        if by_device():
            self.put_off()

    def _on_eye_clicked(self, _eye: Any, field: SecretField) -> None:
        """By a device alone: a program would read what is shown."""
        if by_device():
            field.toggle()

    def _on_reading_clicked(self, _on: Any) -> None:
        unread = next((pane for pane in self._view.panes if not pane.read), None)
        if unread is not None:
            unread.page_on()

    def _on_focus_in(self, _window: Any, _event: Any) -> bool:
        """The first focus comes with a click or a pause, so clicks stay armed by it."""
        self._window.set_urgency_hint(False)
        self._guard.keyboard_came(_now())
        if self._had_focus:
            self._guard.start(_now())
        self._had_focus = True
        self.refresh()
        return False

    def arm_anew(self) -> None:
        self._guard.start(_now())
        self.refresh()

    def _on_cover(self) -> None:
        self._say_of_cover()
        self.arm_anew()

    def _on_settled(self) -> None:
        self._surroundings.look_at_cover()
        if self._has_to_say_of_cover:
            self._say_of_cover()

    def _say_of_cover(self) -> None:
        """While it changes it may seem covered, and its own words would come and go by turns."""
        self._has_to_say_of_cover = self._surface.is_changing
        if not self._has_to_say_of_cover:
            words = self._cover_words.at(_now(), is_covered=self._surroundings.is_covered)
            if self.is_asking:
                self._say_trouble(words)

    def _on_filling_in(self) -> None:
        """A program may work assistive technology: the person sees what it did for the delay
        before it can be submitted, and all of it has to be read anew."""
        if self.is_asking:
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
        _after(_ACKNOWLEDGED_WITHIN, self._not_acknowledged)
        return True

    def _clear(self) -> None:
        """What is no secret stays: an answer that does not count is not typed anew."""
        if isinstance(self._view.field, SecretField):
            self._view.field.clear()

    # What is on the screen

    def _first_focus(self, model: DialogModel) -> Any:
        if self._view.field:
            return self._view.field.first
        return self._view.footer.deny if model.destructive else self._view.question.view

    def _look_whether_painted(self) -> None:
        if self._state.stage is Stage.PAINTING:
            when_painted(self._window, self._drawn)

    def _look_whether_unseen(self) -> None:
        """Then it is drawn later."""
        if self._state.stage is Stage.PAINTING and not self._surroundings.is_in_sight():
            self._say_covered()

    def _say_covered(self) -> None:
        if not self._was_covered:
            self._was_covered = True
            self._delegate.covered()

    def _drawn(self) -> None:
        """Nobody sees what lies below another window: of that, a frame counts once it does not.
        Below one that fills the screen it may come a moment after it was mapped above; and a cover
        that goes for a moment shows it to nobody."""
        if self._state.stage is not Stage.PAINTING:
            return
        self._loss.begin()
        if not self._surroundings.is_in_sight():
            self._has_stayed = False
            self._say_covered()
        elif not self._has_stayed and (self._was_covered or self._surface.is_screen_filled()):
            self._has_stayed = True
            _after(_STAYS_FOR, self._look_whether_painted)
        else:
            self._painted()

    def _painted(self) -> None:
        deny = self._view.footer.deny
        self._state.painted(over_deny=deny.get_visible() and pointer_is_over(deny))
        self._keyboard.begin(self._focus, self._action_approves)
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
        self._delegate.painted()
        if idle := self._surface.idle():
            at_pause(idle, self._wants_keyboard, self._surface.take_keyboard, loop.later)

    def _wants_keyboard(self) -> bool:
        """Once; and GTK would map again what the person, or another program, put away."""
        is_there = self._window.get_window() is not None
        return is_there and not (self._had_focus or self._loss.is_put_away)

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
        moment = self._look()
        if moment.is_armed and not self._surroundings.is_covered:
            self._surroundings.settle()
        self._view.show(moment, _now())
        self._show_reading(moment)
        if self._wake is not None:
            GLib.source_remove(self._wake)
            self._wake = None
        if moment.changes_within < inf:
            milliseconds = int(moment.changes_within * 1_000) + 1
            self._wake = GLib.timeout_add(milliseconds, self._on_wake)

    def _show_reading(self, moment: Moment) -> None:
        """While a text is not laid out, what stood there stays: it is not known to be read."""
        shown = moment.unseen or moment.all_read
        if shown and shown != self._reading_shown:
            self._reading_shown = shown
            self._place.keep_buttons(
                partial(self._view.reading.show, moment.unseen, moment.to_read)
            )

    def _on_wake(self) -> bool:
        self._wake = None
        self.refresh()
        return False


def _after(seconds: float, action: Any) -> None:
    GLib.timeout_add(int(seconds * 1_000), lambda: action() and False)
