"""Shapes of the texts in requests, such as one line of limited length, or visible text only.

Each check raises ValueError that says what is wrong. It imports what it needs by itself: a short
command loads this module for its options, and checks nothing.
"""

from __future__ import annotations

from sayso.core.settings import (
    ACTIVATION_CHARACTERS,
    ADDRESS_BYTES,
    CLAIM_CHARACTERS,
    CODE_CHARACTERS,
    DESCRIPTION_CHARACTERS,
    ERROR_CHARACTERS,
    HEADER_CHARACTERS,
    LABEL_CHARACTERS,
    NAME_CHARACTERS,
    OPTION_CHARACTERS,
    PLACE_CHARACTERS,
    TITLE_CHARACTERS,
)
from sayso.wire.shapes import BYTES, Text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

_ESCAPES = 5
"""Most invisible characters that one error names."""

_PLACE_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")

_SAID_OF_A_LINE = {"not": {"pattern": "[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]"}}


def not_empty(text: str) -> None:
    if not text:
        raise ValueError("must not be empty")


def all_seen(text: str) -> None:
    from sayso.core.text import hidden

    if escapes := hidden(text):
        raise ValueError(f"holds what can't be seen in a field: {' '.join(escapes[:_ESCAPES])}")


def check_distinct(options: Sequence[str]) -> None:
    """Raises ValueError if two options look the same to a reader."""
    from sayso.wire.confusables import confusable_skeleton

    places: dict[str, int] = {}
    for place, option in enumerate(options, 1):
        seen = confusable_skeleton(option)
        if places.setdefault(seen, place) != place:
            raise ValueError(f"number {places[seen]} and number {place} look the same")


def _one_line(text: str) -> None:
    from sayso.core.text import has_controls

    if has_controls(text, lines=False):
        raise ValueError("must be one line without control characters")


def _plain(text: str) -> None:
    if not (text.isascii() and text.isprintable()):
        raise ValueError("must be one line of printable ASCII characters")


def _place_name(text: str) -> None:
    """Checks the name of a place, which names a directory as well."""
    if not (text.isascii() and text[:1].isalnum() and set(text) <= _PLACE_LETTERS):
        raise ValueError("must be letters, digits, dots, dashes and underscores of ASCII")


def _not_blank(text: str) -> None:
    if not text.strip():
        raise ValueError("must not be blank")


def _web_address(text: str) -> None:
    from sayso.wire.addresses import check_address

    check_address(text)


def _line(most: int) -> Text:
    return Text(most, checks=(_one_line,), says=_SAID_OF_A_LINE)


TITLE = _line(TITLE_CHARACTERS)
LABEL = _line(LABEL_CHARACTERS)
PLACE = Text(
    PLACE_CHARACTERS,
    checks=(not_empty, _place_name),
    says={"minLength": 1, "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"},
)
CHECK = Text(
    LABEL_CHARACTERS, checks=(_one_line, _not_blank), says=_SAID_OF_A_LINE | {"minLength": 1}
)
NAME = _line(NAME_CHARACTERS)
SCOPE = Text(
    NAME_CHARACTERS, checks=(_one_line, not_empty), says=_SAID_OF_A_LINE | {"minLength": 1}
)
ERROR = _line(ERROR_CHARACTERS)
HEADER = Text(
    HEADER_CHARACTERS, checks=(_one_line, _not_blank), says=_SAID_OF_A_LINE | {"minLength": 1}
)
DESCRIPTION = _line(DESCRIPTION_CHARACTERS)
CLAIM = _line(CLAIM_CHARACTERS)
ACTIVATION = Text(
    ACTIVATION_CHARACTERS,
    checks=(not_empty, _plain),
    says={"minLength": 1, "not": {"pattern": "[^ -~]"}},
)
OPTION = Text(
    OPTION_CHARACTERS, checks=(_one_line, _not_blank), says=_SAID_OF_A_LINE | {"minLength": 1}
)
ADDRESS = Text(ADDRESS_BYTES, BYTES, (not_empty, _web_address), {"minLength": 1})
CODE = Text(
    CODE_CHARACTERS,
    checks=(_one_line, _not_blank, all_seen),
    says=_SAID_OF_A_LINE | {"minLength": 1},
)
