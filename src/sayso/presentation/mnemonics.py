"""Letters that, with Alt, lead to a button, where the desktop has such letters."""

from __future__ import annotations

from collections.abc import Sequence


def mnemonics(labels: Sequence[str]) -> list[int | None]:
    """For each label the index of its letter: the first letter or digit that every keyboard has and
    that no label before it took. None: it has none."""
    taken: set[str] = set()
    places: list[int | None] = []
    for label in labels:
        free = (place for place, each in enumerate(label) if _can_be_typed(each, taken))
        place = next(free, None)
        if place is not None:
            taken.add(label[place].upper())
        places.append(place)
    return places


def _can_be_typed(character: str, taken: set[str]) -> bool:
    is_plain = character.isascii() and character.isalnum()
    return is_plain and character.upper() not in taken
