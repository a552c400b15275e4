"""Which way a text runs: as its own letters do, whatever language we speak."""

import unicodedata

from sayso.presentation.translation import is_right_to_left

_LOOKED_AT = 1_000
"""Characters, at most."""
_TO_THE_LEFT = frozenset(["R", "AL"])
_NUMBERS = frozenset(["EN", "AN"])
_ISOLATES = frozenset(["LRI", "RLI", "FSI"])


def runs_right_to_left(text: str) -> bool:
    """As the first letter does that is in no isolate (UAX #9, P2 and P3). Without any letter,
    numbers run from left to right, and all else as our own words do."""
    depth, has_numbers = 0, False
    for kind in map(unicodedata.bidirectional, text[:_LOOKED_AT]):
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth -= 1
        elif depth <= 0 and kind == "L":
            return False
        elif depth <= 0 and kind in _TO_THE_LEFT:
            return True
        has_numbers |= depth <= 0 and kind in _NUMBERS
    return not has_numbers and is_right_to_left()
