"""The file of the machines and containers that the person lets ask.

The daemon writes this file, which lies beside the settings. Whoever can write to it can let any
machine ask, so it belongs to the person alone.
"""

from __future__ import annotations

import json

from sayso.configuration import files
from sayso.core.remote_place import RemotePlace
from sayso.core.text import visible_path
from sayso.errors import InvalidParams, UnusableFile
from sayso.values import fields
from sayso.wire.confusables import confusable_skeleton
from sayso.wire.messages import RemoteOpen
from sayso.wire.params import parse

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

MOST_BYTES = 1 << 20


def load(path: Path) -> tuple[RemotePlace, ...]:
    """The places in the file; none if there is no file. Raises UnusableFile."""
    text = files.read(path, MOST_BYTES).text
    if not text:
        return ()
    try:
        places = _read_all(json.loads(text)["places"])
    except (ValueError, KeyError, TypeError, RecursionError, InvalidParams) as error:
        why = error.message if isinstance(error, InvalidParams) else "it is not what sayso writes"
        raise UnusableFile(
            f"{visible_path(path)}: {why}",
            remedy="mend it, or delete it and open the places again",
        ) from error
    check_distinct(places)
    return places


def save(path: Path, places: Iterable[RemotePlace]) -> None:
    """Writes the places into the file. Raises UnusableFile; then the file is as it was."""
    text = json.dumps({"places": [fields(each) for each in places]}, indent=2)
    files.replace(files.read(path), f"{text}\n", backup=False)


def check_distinct(places: Iterable[RemotePlace]) -> None:
    """Raises InvalidParams if the names of two places look the same."""
    seen: dict[str, str] = {}
    for each in places:
        other = seen.setdefault(_looks(each.name), each.name)
        if other != each.name:
            why = f"name: {each.name} looks like {other}, which there is already"
            raise InvalidParams(why, field="name", remedy="choose another name")


def _looks(name: str) -> str:
    """A key that is equal for names that people may take for one: they differ only in case, or in
    letters and digits that look alike."""
    return confusable_skeleton(name).casefold().translate(_ALIKE).replace("rn", "m")


_ALIKE = str.maketrans("01l|5._-", "oiiis---")


def _read_all(told: list[dict[str, Any]]) -> tuple[RemotePlace, ...]:
    """Raises InvalidParams, KeyError, TypeError, ValueError."""
    places = tuple(_read(each) for each in told)
    if len({each.name for each in places}) < len(places):
        raise ValueError("a name stands there twice")
    return places


def _read(told: dict[str, Any]) -> RemotePlace:
    """Raises InvalidParams, KeyError, TypeError."""
    if not isinstance(told, dict):
        raise TypeError("a place is an object")
    secrets = told.pop("secrets")
    if not isinstance(secrets, bool):
        raise TypeError("secrets are allowed or not")
    given = {name: value for name, value in told.items() if value is not None}
    return parse(RemoteOpen, given).place(secrets=secrets)
