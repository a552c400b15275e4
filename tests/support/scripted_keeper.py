"""A keeper in this process: it holds what it is told, at once."""

from collections.abc import Callable
from typing import Any

from sayso.core import events as e


class ScriptedKeeper:
    def __init__(self) -> None:
        self.records: dict[str, dict[str, Any]] = {}
        self._kept: Callable[[], None]

    @property
    def pid(self) -> int | None:
        return None

    def start(self, everything: Callable[[], e.Keep], kept: Callable[[], None]) -> None:
        self.records = everything().put
        self._kept = kept

    def keep(self, effect: e.Keep) -> None:
        for key in effect.drop:
            self.records.pop(key, None)
        self.records |= effect.put
        self._kept()
