"""Does work while checking, now and then, whether anybody still waits for it."""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread  # `threading` takes long to load

from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.frontends.pinentry.behalf import Behalf

CHECK_EVERY = 0.25
"""Seconds between two checks."""


class Audience:
    """Those who wait for the answer: gpg-agent, and the process for which it says that it asks."""

    def __init__(self) -> None:
        self._starter = select.starter().hold()
        self.behalf: Behalf | None = None

    def waits(self) -> bool:
        from sayso.platforms.contract.output import Output  # once it has been asked

        return (
            self._starter.lives()
            and select.processes().output() is not Output.ABANDONED
            and (self.behalf is None or self.behalf.lives())
        )


def beside(work: Callable[[], None], is_over: Callable[[], bool], end: Callable[[], None]) -> None:
    """Does `work` in a thread. Returns when it is done, or when a check finds that `is_over`
    returns True; then `end` has been called."""
    working = allocate_lock()
    working.acquire()

    def run() -> None:
        try:
            work()
        finally:
            working.release()

    start_new_thread(run, ())
    while not working.acquire(timeout=CHECK_EVERY):
        if is_over():
            end()
            return
