"""How a call spells its arguments: max_retries, as the tools list them, or maxRetries."""

import re
from collections.abc import Mapping
from typing import Any

from sayso.core.settings import RENDER_TIMEOUT
from sayso.errors import InvalidParams

_CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z]+)+", re.ASCII)
_HUMP = re.compile(r"[A-Z]", re.ASCII)

_MILLISECONDS = {"renderTimeout": RENDER_TIMEOUT}
"""Arguments that are in milliseconds if spelled like this, as in programs that spell like this. No
number is valid in both units."""


class Spelled:
    """Arguments by their names in snake_case, and how they were spelled."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        """Raises InvalidParams for an argument that is given in both spellings."""
        self.arguments: dict[str, Any] = {}
        self._spelled: dict[str, str] = {}
        for name, value in given.items():
            plain = _plain(name)
            if plain in self.arguments:
                said = f"{name}: is another spelling of {self._spelled[plain]}, which is there too"
                raise InvalidParams(said, field=name, remedy="give one of both")
            self._spelled[plain] = name
            self.arguments[plain] = _seconds(name, value) if name in _MILLISECONDS else value

    def error(self, error: InvalidParams) -> InvalidParams:
        """The same error, naming the argument as the call spelled it."""
        name, bracket, place = (error.field or "").partition("[")
        spelled = self._spelled.get(name, name)
        if spelled == name:
            return error
        said = error.message.removeprefix(name)
        return InvalidParams(
            f"{spelled}{said}", field=f"{spelled}{bracket}{place}", remedy=error.remedy
        )


def _plain(name: str) -> str:
    if not _CAMEL.fullmatch(name):
        return name
    return _HUMP.sub(lambda hump: f"_{hump[0].lower()}", name)


def _seconds(name: str, value: object) -> float:
    """The value in seconds. Raises InvalidParams."""
    bounds = _MILLISECONDS[name]
    low, high = int(1_000 * bounds.low), int(1_000 * bounds.high)
    if type(value) is not int or not low <= value <= high:
        said = f"must be a whole number from {low} to {high}, milliseconds"
        raise InvalidParams(f"{name}: {said}", field=name)
    return value / 1_000
