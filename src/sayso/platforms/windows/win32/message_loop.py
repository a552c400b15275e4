"""The main loop: messages of windows, timers, and handles that are signalled."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from contextlib import suppress
from ctypes.wintypes import MSG
from functools import cache
from itertools import count

from sayso.platforms.windows.native import handles, messages, windows
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.device import Hand, at_work

_KIND = "sayso-loop"

CallOff = Callable[[], None]
Handler = Callable[[MSG], bool]
"""Takes a message; True: it has handled the message. False: the system is to do that."""


class MessageLoop:
    """The loop of this thread. `later` uses timers of a window, as these come even while the system
    itself takes the messages: it does while the person moves a window, or drags a scrollbar."""

    def __init__(self) -> None:
        windows.register(_KIND, self._on_message)
        self._window = windows.create_unseen(_KIND)
        self._numbers = count(1)
        self._due: dict[int, Callable[[], None]] = {}
        self._watched: dict[int, tuple[Callable[[], int], Callable[[], None]]] = {}
        self._handlers: list[Handler] = []
        self._is_over = False

    def later(self, seconds: float, act: Callable[[], None]) -> CallOff:
        number = next(self._numbers)
        self._due[number] = act
        windows.set_timer(self._window, number, max(0, -int(-seconds * 1_000 // 1)))
        return lambda: self._forget(number)

    def watch(self, handle: Callable[[], int], ready: Callable[[], None]) -> CallOff:
        """Calls `ready` each time that the handle is signalled. `handle` returns the handle, and is
        called anew each time."""
        number = next(self._numbers)
        self._watched[number] = handle, ready
        return lambda: self._watched.pop(number, None) and None

    def handle(self, handler: Handler) -> CallOff:
        """Has `handler` see each message before the message's window does."""
        self._handlers.append(handler)

        def call_off() -> None:
            with suppress(ValueError):  # it was called off already
                self._handlers.remove(handler)

        return call_off

    def run(self) -> None:
        """Runs until `stop` is called."""
        self._is_over = False
        while not self._is_over:
            self.turn()

    def stop(self) -> None:
        """Ends `run`, even while the system has a loop of its own, for a menu."""
        self._is_over = True
        windows.end_menu()

    def turn(self) -> None:
        """Waits until something comes, and does all that has."""
        messages.wait([handle() for handle, _ready in self._watched.values()])
        self._hear()
        while not self._is_over and (message := messages.take()) is not None:
            if not any(handler(message) for handler in [*self._handlers]):
                messages.translate(message)
                messages.dispatch(message)
            self._hear()

    def _hear(self) -> None:
        """Calls `ready` for each handle that is signalled: after each message, so that many
        messages can't keep the handles waiting."""
        for number, (handle, ready) in [*self._watched.items()]:
            if number in self._watched and handles.is_signalled(handle()):
                ready()

    def _on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if message != Message.TIMER:
            return int(windows.default(window, message, wparam, lparam))
        act = self._due.get(wparam)
        self._forget(wparam)
        if act:
            with at_work(Hand.PROGRAM):  # no matter whose input the system is busy with
                act()
                self._hear()
        return 0

    def _forget(self, number: int) -> None:
        if self._due.pop(number, None):
            windows.end_timer(self._window, number)


@cache
def message_loop() -> MessageLoop:
    """The one loop of this process: windows belong to the thread that made them."""
    return MessageLoop()
