"""Arguments: the parser that raises our errors, durations, and options that verbs share."""

import argparse
import math
import re
from collections.abc import Callable
from typing import Any, NoReturn

from sayso.core.settings import Bounds
from sayso.errors import InvalidParams

_DURATION = re.compile(r"(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?", re.ASCII)


class Parser(argparse.ArgumentParser):
    """Says what is wrong by raising InvalidParams; takes no abbreviated options."""

    def __init__(self, *, help_of: str = "", **options: Any) -> None:
        """`help_of`: the command whose help explains a mistake; else its own."""
        super().__init__(allow_abbrev=False, **options)
        self._help_of = help_of or self.prog

    def error(self, message: str) -> NoReturn:
        raise InvalidParams(message, remedy=f"see {self._help_of} --help")


def duration(bounds: Bounds) -> Callable[[str], float]:
    """A type for argparse: `45`, `45s`, `2m` or `1m30s`, as seconds within the bounds."""

    def parse(text: str) -> float:
        match = _DURATION.fullmatch(text)
        if text and match:
            seconds = 60 * int(match[1] or 0) + float(match[2] or 0)
            if math.isfinite(seconds) and bounds.low <= seconds <= bounds.high:
                return seconds
        raise argparse.ArgumentTypeError(
            f"must be a duration from {bounds.low:g}s to {bounds.high:g}s, as in 45, 45s or 2m"
        )

    return parse


def whole_number(bounds: Bounds) -> Callable[[str], int]:
    """A type for argparse: a whole number within the bounds."""

    def parse(text: str) -> int:
        if re.fullmatch(r"\d{1,9}", text, re.ASCII) and bounds.low <= int(text) <= bounds.high:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {bounds.low:.0f} to {bounds.high:.0f}"
        )

    return parse


def add_json(parser: argparse.ArgumentParser, stream: str = "standard output") -> None:
    parser.add_argument(
        "--json",
        action="store_true",
        help=f"write one JSON object to {stream}, for errors as well",
    )
