"""A keeper in this process: it acknowledges records at once, or when the test lets it."""

from collections.abc import Callable
from typing import Any

from sayso.core import events as e


class ScriptedKeeper:
    def __init__(self) -> None:
        self.records: dict[str, dict[str, Any]] = {}
        self.hangs = False
        """Nothing more is acknowledged until `goes_on`."""
        self.hears = False
        """Even while it hangs, it will still receive what the daemon has sent, so `keep` returns
        True."""
        self._unkept: list[e.Keep] = []
        self._kept: Callable[[], None]

    @property
    def pid(self) -> int | None:
        return None

    def start(self, everything: Callable[[], e.Keep], kept: Callable[[], None]) -> None:
        self.records = everything().put
        self._kept = kept

    def keep(self, effect: e.Keep) -> bool:
        self._unkept.append(effect)
        if not self.hangs:
            self.goes_on()
        return self.hears or not self.hangs

    def goes_on(self) -> None:
        """Acknowledges everything that is waiting, and from now on whatever comes."""
        self.hangs = False
        while self._unkept:
            self._hold(self._unkept.pop(0))

    def _hold(self, effect: e.Keep) -> None:
        for key in effect.drop:
            self.records.pop(key, None)
        self.records |= effect.put
        self._kept()
