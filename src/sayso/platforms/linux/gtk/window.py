"""The window of one question: passes on to the presenter what GTK reports.

It does not take the keyboard focus by itself: a click gives it the focus, or a pause in what the
person types.
"""

import sys

assert sys.platform == "linux"

import time
from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, Gtk

from sayso.core.prompt_status import PromptStatus
from sayso.platforms.contract.dialogs import WindowLost
from sayso.platforms.linux import loop
from sayso.platforms.linux.gtk import device
from sayso.platforms.linux.gtk.device import BY_POINTER
from sayso.platforms.linux.gtk.eyes import WindowEyes
from sayso.platforms.linux.gtk.keyboard import Keyboard
from sayso.platforms.linux.gtk.painted import when_painted
from sayso.platforms.linux.gtk.place import Place
from sayso.platforms.linux.gtk.toplevel import PrebuiltWindow, pointer_is_over
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel
from sayso.presentation.pause import at_pause
from sayso.presentation.presenter import Presenter
from sayso.presentation.queue_list import QueueEntry

_STAYS_FOR = 0.3
"""Seconds after which a window manager has put a new window where it belongs."""
_ENDS_CLICK = (Gdk.EventType.BUTTON_RELEASE, Gdk.EventType.TOUCH_END)


class Window:
    """One question's window, from `show` to `closed`. Fulfils `sayso.presentation.view.HostWindow`,
    too."""

    def __init__(
        self,
        model: DialogModel,
        delegate: DialogDelegate,
        prebuilt: PrebuiltWindow,
        activation: str | None = None,
    ) -> None:
        self._delegate = delegate
        self._has_stayed = False
        """Whether the window has been in sight for a moment."""
        self._window, self._view = prebuilt.window, prebuilt.view
        self._lay_out = prebuilt.lay_out
        prebuilt.fill(model)
        self._surface = prebuilt.surface
        self._stood: tuple[int, ...] = ()
        """The window's position and size, as the server told them last."""
        self._place = Place(self._window, self._view, self._surface)
        self.keep_buttons, self.open_below = self._place.keep_buttons, self._place.open_below
        eyes = WindowEyes(self._view, self._surface)
        self._presenter = Presenter(model, delegate, self._view, eyes, self)
        self._guard = self._presenter.guard
        self._surroundings = self._presenter.surroundings
        eyes.watch(self._surroundings)
        self._loss = self._surface.watch_loss(lambda: self._presenter.is_over)
        self._surface.when_settled(self._presenter.settled)
        self._keyboard = Keyboard(self._window, self._view, self._presenter.keys)
        self.give_focus(self._presenter.first)
        self._connect()
        self._presenter.refresh()
        self._surface.come_up(self._come_up, self._presenter.covered, activation)

    # What the daemon tells

    def update(self, standing: PromptStatus) -> None:
        self._presenter.update(standing)

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """The window may come up under the person's hand, and may get the keyboard focus without a
        pause before: so the guard starts anew."""
        self._guard.start(self.now())
        if takes_keyboard:
            self._surface.take_keyboard()
        else:
            self._surface.come_to_front()
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
        self._presenter.end()
        self._window.destroy()
        self._window.get_display().sync()
        self._delegate.closed()

    # What the presenter asks of it

    def now(self) -> float:
        return time.monotonic()

    def through_suspend(self) -> float:
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        return loop.later(seconds, act)

    def by_device(self) -> bool:
        return device.by_device()

    @property
    def focus(self) -> Any:
        return self._window.get_focus()

    def name_of(self, control: Any) -> Any:
        return control

    def give_focus(self, control: Any) -> None:
        control.grab_focus()

    @property
    def is_changing(self) -> bool:
        return self._surface.is_changing

    def look_whether_painted(self) -> None:
        if self._presenter.is_painting:
            when_painted(self._window, self._surface.frames, self._drawn, self._not_drawn)

    # What GTK tells

    def _connect(self) -> None:
        window, view, presenter = self._window, self._view, self._presenter
        window.connect("delete-event", self._on_delete)
        window.connect("focus-in-event", self._on_focus_in)
        if not self._surface.tells_of_resting_pointer:
            window.connect("configure-event", self._on_configure)
        # In the capture phase the window gets a press even where the control below is disabled.
        self._presses = Gtk.GestureMultiPress(
            widget=window, button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE
        )
        self._presses.connect("pressed", self._on_press)
        footer = view.footer
        footer.approve.add_events(Gdk.EventMask.POINTER_MOTION_MASK)
        for signal in BY_POINTER:
            footer.approve.connect(signal, self._on_pointer)
        footer.approve.connect("clicked", self._on_approve)
        for button, act in (
            (footer.deny, presenter.deny_clicked),
            (footer.cancel, presenter.dismiss),
            (footer.later, presenter.later_clicked),
            (footer.queue, presenter.queue.clicked),
            (view.reading.on, presenter.reading_clicked),
            (view.secret and view.secret.eye, presenter.eye_clicked),
        ):
            if button:
                button.connect("clicked", _alone, act)
        view.queue.watch(presenter.queue.chose)
        if view.deny_words:
            view.deny_words.watch_typing(presenter.words_changed)
        if secret := view.secret:
            self._surface.keep_keyboard(lambda: presenter.is_asking and secret.has_focus)
            secret.watch_action(self._on_approve)
        if view.field:
            view.field.watch_typing(presenter.filling_in)

    def _on_delete(self, _window: Any, _event: Any) -> bool:
        if not self._surface.is_closed_by_person:
            raise WindowLost("its screen has gone")
        self._presenter.dismiss()
        return True

    def _on_configure(self, _window: Any, event: Any) -> bool:
        """GTK goes by where the pointer was before, and there may be another control now. Until the
        change is drawn, the compositor does the same."""
        before, self._stood = self._stood, (*self._surface.place(), event.width, event.height)
        if before != self._stood:
            self._guard.pointer_lost()
            when_painted(self._window, 1, self._guard.change_drawn)
        return False

    def _on_press(self, *_: Any) -> None:
        self._presenter.pressed()
        self._surface.pressed()
        self._keyboard.pressed()

    def _on_pointer(self, _approve: Any, event: Any) -> bool:
        """The pointer is over *approve*. Input that another program made up with XSendEvent goes no
        further."""
        if event.send_event:
            return True
        self._surroundings.look()
        match event.type:
            case Gdk.EventType.MOTION_NOTIFY:
                self._guard.pointer_moved()
            case Gdk.EventType.BUTTON_PRESS if event.button == Gdk.BUTTON_PRIMARY:
                self._guard.pointer_down(self.now())
                self._presenter.refresh()
            case Gdk.EventType.TOUCH_BEGIN:
                self._guard.touch_down(self.now())
        return False

    def _on_approve(self, _control: Any) -> None:
        """Only accessibility actions come without an event, as keys that would approve get no
        further than the window. The event of a click was real, or else it was dropped."""
        event = Gtk.get_current_event()
        if event is None:
            self._presenter.approve_by_action()
        elif event.type in _ENDS_CLICK:
            self._presenter.approve_clicked()

    def _on_focus_in(self, _window: Any, _event: Any) -> bool:
        self._window.set_urgency_hint(False)
        self._presenter.keyboard_came()
        return False

    # What is on the screen

    def _come_up(self) -> None:
        self._window.show()
        self._lay_out()
        self.look_whether_painted()

    def _not_drawn(self) -> None:
        """A window that is not in sight will be drawn once it is."""
        if self._presenter.is_painting and not self._surface.draws_unseen:
            self._presenter.covered()

    def _drawn(self) -> None:
        """A frame counts only once no other window lies over this one, as nobody sees what is
        below. If a window fills the screen, this one may be mapped above it and put below it a
        moment later; and a cover that goes for a moment has shown this window to nobody. So in both
        cases a moment passes first."""
        if not self._presenter.is_painting:
            return
        self._loss.begin()
        was_covered = self._presenter.was_covered
        if not self._surroundings.is_in_sight():
            self._has_stayed = False
            self._presenter.covered()
        elif not self._has_stayed and (was_covered or self._surface.is_screen_filled()):
            self._has_stayed = True
            self.later(_STAYS_FOR, self.look_whether_painted)
        else:
            self._painted()

    def _painted(self) -> None:
        buttons = self._view.footer.deny, self._view.footer.later
        over_button = any(each.get_visible() and pointer_is_over(each) for each in buttons)
        self._presenter.painted(over_button)
        self._keyboard.look_at_focus()
        if idle := self._surface.idle():
            at_pause(idle, self._wants_keyboard, self._surface.take_keyboard, loop.later)

    def _wants_keyboard(self) -> bool:
        """Whether the window is still to take the keyboard: only once, and not if the person or
        another program put it away, as GTK would map it again."""
        is_there = self._window.get_window() is not None
        return is_there and not (self._presenter.had_keyboard or self._loss.is_put_away)


def _alone(_button: Any, act: Callable[[], None]) -> None:
    act()
