"""Questions that take turns: a few are asked at once, each in a thread, and the rest wait."""

from __future__ import annotations

import threading

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class Asked(Value):
    """A question as an agent sent it."""

    kind: str
    number: str
    """The id. While this question is open, others with the same id are ignored."""
    told: Mapping[str, Any]


class Turns:
    """Asks questions in the order in which they came, at most `most` at once."""

    def __init__(self, most: int, ask: Callable[[Asked, threading.Event], None]) -> None:
        """`ask` gets an event that is set once the question is over. It must raise nothing."""
        self._most = most
        self._ask = ask
        self._lock = threading.Lock()
        self._threads = 0
        self._open: dict[str, tuple[Asked, threading.Event]] = {}
        self._waiting: dict[str, None] = {}
        """The ids of questions that were not asked yet, in order."""
        self._is_ended = False

    def add(self, asked: Asked) -> None:
        with self._lock:
            if asked.number in self._open or self._is_ended:
                return
            self._open[asked.number] = asked, threading.Event()
            self._waiting[asked.number] = None
            if self._threads == self._most:
                return
            self._threads += 1
        threading.Thread(target=self._work, daemon=True).start()

    def end(self, number: str) -> None:
        """Ends the question with this id. If it still waits, it is never asked."""
        with self._lock:
            self._waiting.pop(number, None)
            _, over = self._open.pop(number, (None, None))
        if over is not None:
            over.set()

    def end_those(self, are_over: Callable[[Asked], bool]) -> None:
        with self._lock:
            numbers = [number for number, (asked, _) in self._open.items() if are_over(asked)]
        for number in numbers:
            self.end(number)

    def end_all(self) -> None:
        """Ends all questions, and ignores any that come later."""
        with self._lock:
            self._is_ended = True
        self.end_those(lambda _: True)

    def _work(self) -> None:
        while (turn := self._next()) is not None:
            self._ask(*turn)

    def _next(self) -> tuple[Asked, threading.Event] | None:
        with self._lock:
            if not self._waiting:
                self._threads -= 1
                return None
            number = next(iter(self._waiting))
            del self._waiting[number]
            return self._open[number]
