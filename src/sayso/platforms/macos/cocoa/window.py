"""The window of one question: what AppKit tells of it goes to the presenter.

It does not take the keyboard when it comes up: a click brings the keyboard, or a pause in what the
person types.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import time
from collections.abc import Callable, Hashable
from typing import Any

import AppKit

from sayso.core.prompt_status import PromptStatus
from sayso.platforms.contract.dialogs import WindowLost
from sayso.platforms.macos.cocoa import device, painting, quartz
from sayso.platforms.macos.cocoa.button import SaysoButton
from sayso.platforms.macos.cocoa.device import Hand, at_work
from sayso.platforms.macos.cocoa.eyes import WindowEyes
from sayso.platforms.macos.cocoa.keyboard import Keyboard, PassOn
from sayso.platforms.macos.cocoa.labels import SaysoLabel
from sayso.platforms.macos.cocoa.panel import Toplevel
from sayso.platforms.macos.cocoa.part import Control
from sayso.platforms.macos.cocoa.place import Place
from sayso.platforms.macos.cocoa.pointer import BUTTONS, INPUT, KEYS, PRESSES, Pointer
from sayso.platforms.macos.cocoa.prompt_view import PromptView
from sayso.platforms.macos.cocoa.room import SaysoRoom
from sayso.platforms.macos.cocoa.run_loop import run_loop
from sayso.platforms.macos.native import clock
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel
from sayso.presentation.pause import at_pause
from sayso.presentation.presenter import Presenter
from sayso.presentation.queue_list import QueueEntry

_LOOKS_EVERY = 0.25
"""Seconds between checks for what the system does not tell."""
_DRAWN_SOON = 0.01
_TRACKS_NOTHING = (SaysoButton, SaysoLabel, SaysoRoom)
"""Views that handle an event at once: they do not track the pointer in a loop of their own."""


class Window:
    """A window, from `dialogs.show` to the delegate's `closed`. Fulfils
    `sayso.presentation.view.HostWindow`, too."""

    is_changing = False

    def __init__(self, model: DialogModel, delegate: DialogDelegate) -> None:
        self._delegate = delegate
        self._is_closed = False
        self._toplevel = Toplevel(model.heading)
        self._view = PromptView(self._toplevel, model)
        self._place = Place(self._toplevel, self._view)
        self.keep_buttons, self.open_below = self._place.keep_buttons, self._place.open_below
        eyes = WindowEyes(self._toplevel, self._view)
        self._presenter = Presenter(model, delegate, self._view, eyes, self)
        self._guard = self._presenter.guard
        self._surroundings = self._presenter.surroundings
        self._keyboard = Keyboard(
            self._toplevel, self._view, self._presenter.keys, _control(self._presenter.first)
        )
        self._pointer = Pointer(self._toplevel, self._view.footer.approve, self._guard, self.now)
        self._connect()
        self._toplevel.place_on_screen(*self._view.fit(*self._toplevel.work_area_size))
        self._view.arrange(self._toplevel.content_size[1])
        self._toplevel.listen(self)
        self._toplevel.focus(_control(self._presenter.first))
        self._presenter.refresh()

    def come_up(self) -> None:
        self._toplevel.panel.orderFrontRegardless()
        self._look_now_and_then()
        self.look_whether_painted()

    # What the daemon tells

    def update(self, standing: PromptStatus) -> None:
        self._presenter.update(standing)

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """Brings the window to the front. It may come up under the hand, and may get the keyboard
        with no pause before, so the guard starts anew."""
        self._guard.start(self.now())
        self._toplevel.panel.orderFrontRegardless()
        if takes_keyboard:
            self._take_keyboard()
        self._presenter.refresh()

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        self._presenter.queue.show(entries)

    def recorded(self, kept_for: float | None) -> None:
        self._presenter.recorded(kept_for)

    def finished(self, done: bool) -> None:
        self._presenter.finished(done)

    def not_recorded(self, reason: str) -> None:
        self._presenter.not_recorded(reason)

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._presenter.end()
        self._toplevel.panel.setDelegate_(None)
        self._toplevel.panel.orderOut_(None)
        self._delegate.closed()

    # What the presenter asks of it

    def now(self) -> float:
        """Seconds on Python's monotonic clock: mach_absolute_time, which stands still in sleep."""
        return time.monotonic()

    def through_suspend(self) -> float:
        return clock.continuous()

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Has `act` called after `seconds`, unless the window is closed by then."""
        return run_loop().later(seconds, lambda: None if self._is_closed else act())

    def by_device(self) -> bool:
        return device.by_device()

    @property
    def focus(self) -> Hashable:
        focused = self._toplevel.focused
        return focused if isinstance(focused, Control) else None

    def name_of(self, control: object) -> Hashable:
        return _control(control)

    def give_focus(self, control: object) -> None:
        self._keyboard.go_to(_control(control))

    def look_whether_painted(self) -> None:
        """Tells the presenter once the window is to be seen. That it was ordered in is no proof:
        what was drawn went to the compositor, a turn of the run loop has passed, and the window
        server says that some of it shows."""
        if self._presenter.is_painting:
            painting.show_now(self._toplevel.panel)
            self.later(_DRAWN_SOON, self._after_a_turn)

    def _after_a_turn(self) -> None:
        if not self._presenter.is_painting:
            return
        if self._surroundings.is_in_sight():
            self._painted()
        else:
            self._presenter.covered()

    # What the system tells

    def on_event(self, event: Any, pass_on: PassOn) -> None:
        """Handles every event that comes to the window, before any view gets it."""
        if self._is_closed:
            return
        if event.type() not in INPUT:
            pass_on(event)
            if event.type() == AppKit.NSEventTypeFlagsChanged and self._view.secret:
                self._view.secret.look_at_caps_lock(event.modifierFlags())
            return
        self._keyboard.look_at_focus()
        who = device.cause_of(event)
        with at_work(who):
            if event.type() in KEYS:
                self._keyboard.on_key(event, who, pass_on)
            else:
                self._on_pointer(event, who, pass_on)
            self._after_input(event)

    def on_equivalent(self, event: Any) -> bool:
        """Handles a key with Command, before any menu gets it. False: it was no such key."""
        if event.type() in KEYS and event.modifierFlags() & AppKit.NSEventModifierFlagCommand:
            self.on_event(event, _nowhere)
            return True
        return False

    def on_focus(self) -> None:
        """Looks at the focus, unless an event of a device is being handled: then it is looked at
        after that event."""
        if not device.by_scrolling_device():
            self._keyboard.look_at_focus()

    def on_close(self) -> None:
        self._presenter.dismiss()

    def on_keyboard(self) -> None:
        self._keyboard.came()
        self._presenter.keyboard_came()

    def on_place(self) -> None:
        self._surroundings.look_at_place()

    def on_sight(self) -> None:
        self._surroundings.look_at_cover()

    def _connect(self) -> None:
        view, presenter = self._view, self._presenter
        footer = view.footer
        footer.approve.watch(self._on_approve)
        footer.deny.watch(presenter.deny_clicked)
        footer.later.watch(presenter.later_clicked)
        footer.queue.watch(presenter.queue.clicked)
        view.queue.watch(presenter.queue.chose)
        view.reading.on.watch(presenter.reading_clicked)
        if footer.cancel:
            footer.cancel.watch(presenter.dismiss)
        if view.deny_words:
            view.deny_words.watch_typing(presenter.words_changed)
        if view.secret:
            view.secret.eye.watch(presenter.eye_clicked)
        if view.field:
            view.field.watch_typing(presenter.filling_in)

    def _on_pointer(self, event: Any, who: Hand, pass_on: PassOn) -> None:
        """Handles an event of the pointer. One that a program made up presses nothing. A view of
        AppKit's may track the pointer in a loop of its own, in which what other programs do is
        carried out, too: so nothing that is done in that loop counts as a device's."""
        if who is Hand.PROGRAM and event.type() in BUTTONS:
            return
        view = self._view_at(event)
        target = _holder(view)
        if event.type() in PRESSES and who is Hand.DEVICE:
            self._presenter.pressed()
            self._keyboard.pressed(target)
        if who is Hand.DEVICE:
            self._pointer.on_event(event, target)
            if event.type() in PRESSES:
                self._presenter.refresh()  # the press may delay *approve*
        tracks = event.type() in PRESSES and not isinstance(view, _TRACKS_NOTHING)
        with at_work(Hand.SYSTEM if tracks and who is Hand.DEVICE else who):
            pass_on(event)

    def _view_at(self, event: Any) -> Any:
        content = self._toplevel.view
        above = content.superview()
        return content.hitTest_(above.convertPoint_fromView_(event.locationInWindow(), None))

    def _after_input(self, event: Any) -> None:
        if self._is_closed:
            return
        self._keyboard.look_at_focus()
        if self._view.secret:
            self._view.secret.look_at_caps_lock(event.modifierFlags())

    def _on_approve(self) -> None:
        """Approves. A press without a device is an action of assistive technology, or of any
        program."""
        if device.by_device():
            self._presenter.approve_clicked()
        else:
            self._presenter.approve_by_action()

    # What is on the screen

    def _look_now_and_then(self) -> None:
        """Checks the window now and then: any program can hide it, or write into it, and the system
        does not tell. Raises WindowLost."""
        panel = self._toplevel.panel
        if not (panel.isVisible() or panel.isMiniaturized()):
            raise WindowLost("another program took the window from the screen")
        self._keyboard.look_at_focus()
        for text in self._view.texts:
            text.on_changed()
        self._surroundings.look_at_place()
        self._surroundings.look_at_cover()
        self.later(_LOOKS_EVERY, self._look_now_and_then)

    def _painted(self) -> None:
        buttons = self._view.footer.deny, self._view.footer.later
        is_over = self._toplevel.pointer_is_over
        over_button = any(each.is_shown and is_over(each.view) for each in buttons)
        self._presenter.painted(over_button)
        if quartz.idle() is not None:  # where a pause can't be told, it never takes the keyboard
            at_pause(quartz.idle, self._wants_keyboard, self._take_keyboard, self.later)

    def _wants_keyboard(self) -> bool:
        """Whether the window is to take the keyboard: only if it has never had it. If the person
        then goes elsewhere, it does not come after them."""
        is_there = not (self._is_closed or self._toplevel.panel.isMiniaturized())
        return is_there and not self._presenter.had_keyboard

    def _take_keyboard(self) -> None:
        """Takes the keyboard. The program in front stays there; only its window no longer gets the
        keys."""
        self._toplevel.panel.makeKeyWindow()


def _nowhere(event: Any) -> None: ...


def _holder(view: Any) -> Control | None:
    """The control that this view is, or is in; None: none."""
    while view is not None:
        held_by = getattr(view, "held_by", None)
        if isinstance(held_by, Control):
            return held_by
        view = view.superview()
    return None


def _control(control: object) -> Control:
    """The control that the presenter hands back, as it was given one. Raises TypeError for anything
    else."""
    if not isinstance(control, Control):
        raise TypeError(f"{type(control).__name__} is no control of a window")
    return control
