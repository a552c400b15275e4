"""Encodes and decodes what the daemon tells the tray: the overview, and questions that timed out or
were not shown.

Unknown members, which a later daemon may add, are ignored. A missing member is an error; a missing
setting has its default.
"""

from __future__ import annotations

from sayso.core.overview import (
    Overview,
    PlaceOverview,
    PromptOverview,
    QuietPeriod,
    QuietSuggestion,
    TimedOutPrompt,
)
from sayso.core.settings import COMMANDS, NAMES, Settings
from sayso.errors import ProtocolError
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar

    from sayso.wire.rpc import Params

    T = TypeVar("T", bound=Value)

_LISTS: dict[str, type[Value]] = {
    "prompts": PromptOverview,
    "quiet": QuietPeriod,
    "suggested": QuietSuggestion,
    "places": PlaceOverview,
}


def write(overview: Overview) -> Params:
    lists = {name: [_fields(each) for each in getattr(overview, name)] for name in _LISTS}
    settings = {name: getattr(overview.settings, name) for name in NAMES}
    return fields(overview) | lists | {"troubles": [*overview.troubles], "settings": settings}


def read(params: Mapping[str, Any]) -> Overview:
    """Raises ProtocolError."""
    try:
        told: dict[str, object] = {
            name: tuple(_value(kind, each) for each in params[name])
            for name, kind in _LISTS.items()
        }
        told["troubles"] = tuple(params["troubles"])
        given = params["settings"]  # a daemon from before an upgrade lacks some of ours
        settings = {name: given[name] for name in NAMES if name in given}
        commands = {name: tuple(settings[name]) for name in COMMANDS if name in settings}
        told["settings"] = Settings(**settings | commands)
        return _value(Overview, {**params, **told})
    except (KeyError, TypeError) as error:
        raise ProtocolError(f"the daemon's overview can't be read: {error!r}") from error


def write_timed_out(told: TimedOutPrompt) -> Params:
    return fields(told) | {"prompt": fields(told.prompt)}


def read_timed_out(params: Mapping[str, Any]) -> TimedOutPrompt:
    """Raises ProtocolError."""
    try:
        prompt = _value(PromptOverview, params["prompt"])
        return _value(TimedOutPrompt, {**params, "prompt": prompt})
    except (KeyError, TypeError) as error:
        raise ProtocolError(f"what timed out can't be read: {error!r}") from error


def write_not_shown(prompt: PromptOverview) -> Params:
    return {"prompt": fields(prompt)}


def read_not_shown(params: Mapping[str, Any]) -> PromptOverview:
    """Raises ProtocolError."""
    try:
        return _value(PromptOverview, params["prompt"])
    except (KeyError, TypeError) as error:
        raise ProtocolError(f"what was not shown can't be read: {error!r}") from error


def _fields(value: Value) -> Params:
    return {name: _plain(member) for name, member in fields(value).items()}


def _plain(member: object) -> object:
    return [*member] if isinstance(member, tuple) else member


def _value(kind: type[T], told: Mapping[str, Any]) -> T:
    """Raises KeyError, TypeError."""
    return kind(**{name: _member(told[name]) for name in kind.__match_args__})


def _member(told: object) -> object:
    """A list, as JSON has it, becomes a tuple of texts."""
    return tuple(told) if isinstance(told, list) else told
