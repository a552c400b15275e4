"""In which direction a text runs: that of its own letters, whatever language we speak."""

import unicodedata

from sayso.presentation.translation import is_right_to_left

_LOOKED_AT = 1_000
"""Most characters that are examined."""
_TO_THE_LEFT = frozenset(["R", "AL"])
_NUMBERS = frozenset(["EN", "AN"])
_ISOLATES = frozenset(["LRI", "RLI", "FSI"])


def runs_right_to_left(text: str) -> bool:
    """Whether the text runs from right to left, by the first letter that is in no isolate (UAX #9,
    P2 and P3). A text without letters runs from left to right if it has numbers, else as our own
    words do."""
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
