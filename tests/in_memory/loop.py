"""A main loop whose time passes when the test says so."""

from collections.abc import Callable

from in_memory.session import MemorySession


class MemoryLoop:
    """Fulfils `sayso.platforms.contract.loop.Loop`, by the clock of a session in memory."""

    def __init__(self, session: MemorySession) -> None:
        self._session = session
        self._due: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        entry = (self._session.time + seconds, act)
        self._due.append(entry)

        def call_off() -> None:
            if entry in self._due:
                self._due.remove(entry)

        return call_off

    @property
    def is_awaited(self) -> bool:
        """Whether any call is still due."""
        return bool(self._due)

    def passes(self, seconds: float) -> None:
        self._session.time += seconds
        due = [entry for entry in self._due if entry[0] <= self._session.time]
        for entry in sorted(due, key=lambda entry: entry[0]):
            self._due.remove(entry)
            entry[1]()
