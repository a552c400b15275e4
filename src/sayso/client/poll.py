"""A sign-in by a device code: what asks its provider runs beside the dialog, and each ends the
other."""

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
    """Runs `poll` in a thread from when the question is open until that is over."""

    def __init__(self, poll: Poll, finish: Callable[[int, bool], None]) -> None:
        """`finish` says of the question of this number how it ended."""
        self._poll, self._finish = poll, finish
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._fault: BaseException | None = None

    def beside(
        self, ask: Callable[[OnProgress], Outcome], on_progress: OnProgress | None
    ) -> Outcome:
        """Asks, and returns once `poll` has returned, too. Raises what that raised."""

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
        except BaseException as fault:  # noqa: BLE001 - for the caller, in their own thread
            self._fault = fault
        if not self._over.is_set():
            try:
                with suppress(NotOpen):  # it ended meanwhile: the outcome says how
                    self._finish(number, done)
            except SaysoError as error:
                self._fault = self._fault or error
