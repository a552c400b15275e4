"""The status line on a terminal while a call waits: rewritten in place, erased at the end."""

from __future__ import annotations

import threading
import time

from sayso.frontends.progress import describe

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from types import TracebackType
    from typing import TextIO

    from sayso.client.shapes import OnProgress, Progress


class WaitingLine:
    """The status line, as a context manager. It counts down by itself between the daemon's
    notifications."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._ticker = threading.Thread(target=self._tick, name="sayso-waiting", daemon=True)
        self._progress: Progress | None = None
        self._heard_at = 0.0
        self._width = 0

    def __enter__(self) -> OnProgress:
        self._ticker.start()
        return self._update

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._done.set()
        self._ticker.join()
        with self._lock:
            self._draw("")

    def _update(self, progress: Progress) -> None:
        with self._lock:
            self._progress, self._heard_at = progress, time.monotonic()
            self._redraw()

    def _tick(self) -> None:
        while not self._done.wait(1.0):
            with self._lock:
                self._redraw()

    def _redraw(self) -> None:
        if self._progress is not None:
            self._draw(describe(self._progress, time.monotonic() - self._heard_at))

    def _draw(self, text: str) -> None:
        if not text and not self._width:
            return
        try:
            self._terminal.write(f"\r{text:<{self._width}}" + ("" if text else "\r"))
            self._terminal.flush()
        except OSError:
            self._done.set()  # the terminal is gone; the answer is not
        self._width = len(text)
