"""The window of one question. It passes on to the presenter what Windows tells it.

It does not take the keyboard focus as it opens: a click gives it that, or a pause in what the
person types.
"""

import sys

assert sys.platform == "win32"

import time
from collections.abc import Callable
from ctypes.wintypes import MSG

from sayso.core.prompt_status import PromptStatus
from sayso.platforms.contract.dialogs import WindowLost
from sayso.platforms.windows.native import clock, desktop, looks, windows
from sayso.platforms.windows.native.controls import CHANGES_CONTROLS
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32 import accessible, device
from sayso.platforms.windows.win32.device import Hand, at_work, hand
from sayso.platforms.windows.win32.eyes import WindowEyes
from sayso.platforms.windows.win32.keyboard import Keyboard
from sayso.platforms.windows.win32.message_loop import message_loop
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.place import Place
from sayso.platforms.windows.win32.pointer import Pointer, is_key, is_pointer
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.toplevel import Toplevel, pointer_is_over
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel
from sayso.presentation.pause import at_pause
from sayso.presentation.presenter import Presenter
from sayso.presentation.queue_list import QueueEntry

_LOOKS_EVERY = 0.25
"""Seconds between checks of what the system does not report."""
_DRAWN_SOON = 0.01


class Window:
    """The window of one question, until it tells its delegate `closed`. Fulfils
    `sayso.platforms.contract.dialogs.Window` and `sayso.presentation.view.HostWindow`."""

    def __init__(self, model: DialogModel, delegate: DialogDelegate) -> None:
        self._delegate = delegate
        self._is_closed = False
        self._toplevel = Toplevel(model.heading)
        self._window = self._toplevel.window
        self._toplevel.look.shows_focus = model.destructive
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
        self._pointer = Pointer(self._view.footer.approve.window, self._guard, self.now)
        self._connect()
        self._call_off = message_loop().handle(self._handle)
        self._toplevel.place_on_screen(*self._view.fit(*self._toplevel.work_area_size))
        self._view.arrange(self._toplevel.client_size[1])
        self._toplevel.listener = self
        self._presenter.refresh()

    def come_up(self) -> None:
        windows.show_above_all(self._window)
        self._look_now_and_then()
        self.look_whether_painted()

    # What the daemon tells

    def update(self, standing: PromptStatus) -> None:
        self._presenter.update(standing)

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """Brings the window to the front, and arms it anew: it may come up under the person's hand.
        `takes_keyboard`: with the keyboard focus, without a pause before."""
        self._guard.start(self.now())
        windows.raise_above_all(self._window)
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
        self._call_off()
        self._toplevel.listener = None
        windows.end_menu()
        windows.send(self._window, Message.CANCEL_MODE)  # the person may be moving it
        windows.destroy(self._window)
        self._delegate.closed()

    # What the presenter asks of it

    def now(self) -> float:
        return clock.awake()

    def through_suspend(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Has `act` called once, unless the window is closed by then. What it returns calls that
        off."""
        return message_loop().later(seconds, lambda: None if self._is_closed else act())

    def by_device(self) -> bool:
        return device.by_device()

    @property
    def focus(self) -> int:
        return windows.focused()

    def name_of(self, control: object) -> int:
        return _control(control).window

    def give_focus(self, control: object) -> None:
        self._keyboard.go_to(_control(control))

    is_changing = False

    def look_whether_painted(self) -> None:
        """Tells the presenter when the window is really on the screen. That it was shown is no
        proof: nothing of it may be left to be drawn, it must not be cloaked, and what was drawn
        must be on the screen."""
        if not self._presenter.is_painting:
            return
        windows.draw_now(self._window)
        looks.await_frame()
        if not (windows.is_visible(self._window) and windows.is_drawn(self._window)):
            self.later(_DRAWN_SOON, self.look_whether_painted)
        elif self._surroundings.is_in_sight():
            self._painted()
        else:
            self._presenter.covered()

    # What the system tells

    def on_close(self) -> None:
        self._presenter.dismiss()

    def on_keyboard(self) -> None:
        self._keyboard.came()
        self._presenter.keyboard_came()

    def on_place(self) -> None:
        self._place.catch_up()
        self._surroundings.look_at_place()

    def on_look(self) -> None:
        width, height = self._view.fit(*self._toplevel.work_area_size)
        self._toplevel.place_on_screen(width, height)
        self._view.arrange(self._toplevel.client_size[1])
        self._presenter.arm_anew()

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

    def _handle(self, message: MSG) -> bool:
        """Handles the messages of keyboard and pointer for this window."""
        if self._is_closed or not windows.holds(self._window, message.hWnd or 0):
            return False
        if message.message in CHANGES_CONTROLS:
            return True  # ours are sent: one in the queue was posted by another program
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
        if self._view.secret:
            self._view.secret.look_at_caps_lock()

    def _on_pointer(self, message: MSG) -> None:
        """Handles a message of the pointer. A press that a program made up is dropped."""
        if self._pointer.is_press(message):
            if hand() is Hand.PROGRAM:
                return
            self._presenter.pressed()
            self._keyboard.pressed(message.hWnd or 0)
        if device.by_device():
            self._pointer.on_message(message)
            if self._pointer.has_pressed:
                self._presenter.refresh()  # it may have put *approve* off
        self._pointer.pass_on(message)

    def _on_approve(self) -> None:
        """Approves. Without an input device the press came from assistive technology, or from any
        program."""
        if device.by_device():
            self._presenter.approve_clicked()
        else:
            self._presenter.approve_by_action()

    # What is on the screen

    def _look_now_and_then(self) -> None:
        """Checks whether the window is still on the screen, now and every `_LOOKS_EVERY` seconds:
        any program can hide it, and the system does not report that. Raises WindowLost."""
        if not windows.is_visible(self._window):
            raise WindowLost("another program took the window from the screen")
        self._surroundings.look_at_place()
        self._surroundings.look_at_cover()
        self._toplevel.look_at_hot()
        self.later(_LOOKS_EVERY, self._look_now_and_then)

    def _painted(self) -> None:
        buttons = self._view.footer.deny, self._view.footer.later
        over_button = any(each.is_shown and pointer_is_over(each.window) for each in buttons)
        self._presenter.painted(over_button)
        windows.let_activate(self._window)
        accessible.tell()
        at_pause(desktop.idle, self._wants_keyboard, self._take_keyboard, self.later)

    def _wants_keyboard(self) -> bool:
        """Whether the window is still to get the keyboard focus. It gets that by itself only once:
        if the person then goes elsewhere, it does not come after them."""
        has_had_it = self._presenter.had_keyboard
        return not (self._is_closed or has_had_it or windows.is_minimised(self._window))

    def _take_keyboard(self) -> None:
        """Takes the keyboard focus where the system allows that; else the taskbar shows that the
        window wants it."""
        windows.take_foreground(self._window)


def _control(control: object) -> Control:
    """A control that the presenter was given, and hands back. Raises TypeError: it is something
    else."""
    if not isinstance(control, Control):
        raise TypeError(f"{type(control).__name__} is no control of a window")
    return control
