"""A sign-in by a device code: a function that asks the provider runs beside the dialog. Whichever
is over first ends the other."""

from __future__ import annotations

import threading
from contextlib import suppress

from sayso.errors import NotOpen, SaysoError

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.client.shapes import OnProgress, Poll
    from sayso.core.outcome import Outcome
    from sayso.wire.progress import Progress


class Polling:
    """Runs `poll` in a thread from the moment the question is open until the question is over."""

    def __init__(self, poll: Poll, finish: Callable[[int, bool], None]) -> None:
        """`finish`: tells the daemon how the sign-in ended, by the number of its question; True:
        the person has signed in."""
        self._poll, self._finish = poll, finish
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._fault: BaseException | None = None

    def beside(
        self, ask: Callable[[OnProgress], Outcome], on_progress: OnProgress | None
    ) -> Outcome:
        """Asks; returns the outcome once `poll` has returned as well. Raises what `poll` raised."""

        def progress(told: Progress) -> None:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(told.number,))
                self._thread.start()
            if on_progress is not None:
                on_progress(told)

        try:
            outcome = ask(progress)
        finally:
            self._over.set()
            if self._thread is not None:
                self._thread.join()
        if self._fault is not None:
            raise self._fault
        return outcome

    def _run(self, number: int) -> None:
        done = False
        try:
            done = self._poll(self._over)
        except BaseException as fault:  # noqa: BLE001 - `beside` raises it in the caller's thread
            self._fault = fault
        if not self._over.is_set():
            try:
                with suppress(NotOpen):  # the question ended meanwhile: its outcome says how
                    self._finish(number, done)
            except SaysoError as error:
                self._fault = self._fault or error
