"""Ends a bound question as soon as nobody waits for its answer."""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread  # `threading` takes long to load

from sayso.errors import Unreachable

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.client.sync import Client
    from sayso.core.outcome import Outcome

CHECK_EVERY = 0.25
"""Seconds between two checks whether somebody still waits for the answer."""


class Watched:
    """One call of a client, which is ended as soon as nobody waits for the answer."""

    def __init__(self, client: Client, is_over: Callable[[], bool]) -> None:
        """`is_over`: whether nobody waits any more. Called several times a second, in a thread of
        its own."""
        self._client = client
        self._is_over = is_over
        self._asking = allocate_lock()
        self._asking.acquire()
        self._was_over = False

    def outcome(self, ask: Callable[[], Outcome]) -> Outcome | None:
        """The outcome that `ask` returns, which asks through the client. None: nobody waited any
        more before there was one. Raises SaysoError."""
        start_new_thread(self._watch, ())
        try:
            with self._client:
                return ask()
        except Unreachable:
            if self._was_over:
                return None
            raise
        finally:
            self._asking.release()

    def _watch(self) -> None:
        while not self._asking.acquire(timeout=CHECK_EVERY):
            if self._is_over():
                self._was_over = True
                self._client.close()  # ends the call, and with it the dialog
                return
