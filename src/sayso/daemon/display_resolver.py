"""Finds the screen of the person's session, again and again, without blocking the event loop.

The session manager may be slow, so it is asked in a thread.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, MutableMapping

from sayso.platforms import select

log = logging.getLogger(__name__)

FRESH_SECONDS = 3.0
"""Seconds for which a result counts: the screen is looked for at most this often."""

MOST_WAITING = 64
"""How many callers may wait for a result; any others get the last result at once, so that a flood
of questions costs no memory."""

MOMENTS = (0.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds after the begin of a session at which its screen is looked for: at some time in between,
the desktop tells the session manager of the screen."""


class DisplayResolver:
    """Keeps the screen that was found last in the environment of this process, and so of its
    children."""

    def __init__(
        self,
        join: Callable[[MutableMapping[str, str]], None],
        environ: MutableMapping[str, str] = os.environ,
    ) -> None:
        """`join`: puts the session's screen into an environment; may block."""
        self._join = join
        self._environ = environ
        self._waiting: list[Callable[[], None]] = []
        self._fresh_until = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def found(self) -> str | None:
        """The screen's name; None: there is no screen."""
        return select.session().screen(self._environ)

    def seek(self, then: Callable[[], None]) -> None:
        """Looks for the screen, then calls `then`; at once if the last result is fresh, or too many
        callers wait."""
        loop = asyncio.get_running_loop()
        is_fresh = self._task is None and loop.time() < self._fresh_until
        if is_fresh or len(self._waiting) >= MOST_WAITING:
            then()
            return
        self._waiting.append(then)
        if self._task is None:
            self._task = loop.create_task(self._look())

    async def _look(self) -> None:
        found = dict(self._environ)
        try:
            await asyncio.to_thread(self._join, found)
            self._adopt(found)
        except Exception:  # our own error: those who wait must be called all the same
            log.exception("the session's screen was not looked for")
        loop = asyncio.get_running_loop()
        self._fresh_until = loop.time() + FRESH_SECONDS
        self._task = None
        waiting, self._waiting = self._waiting, []
        for then in waiting:
            loop.call_soon(then)

    def _adopt(self, environ: Mapping[str, str]) -> None:
        for name in self._environ.keys() - environ.keys():
            del self._environ[name]
        self._environ.update(environ)
