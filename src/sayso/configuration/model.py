"""The person's configuration: what a file may say, checked field by field.

Nothing in it approves, no clock of it is infinite, and no defence can be made weaker: see
`sayso.core.settings`, which has the bounds and the choices.
"""

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from sayso.core.settings import (
    ADJUSTABLE,
    CHOICES,
    COMMANDS,
    Setting,
    Settings,
    allowed,
    is_allowed,
    is_whole,
    written,
)
from sayso.core.text import shorten, visible_line

_NAME = 40
"""Most characters of an unknown name that a fault repeats."""

_LINE = 64
"""Most characters of a line, not counting blanks, texts and comments. A longer line may hold a
number of thousands of digits or a key of thousands of parts: tomllib fails, or takes seconds."""

_FAULTS = 5
"""Most faults that an error lists. If the file is no configuration at all, more say nothing new."""

_ASIDE = re.compile(
    r"""
    \"{3} (?: \\. | [^\\] )*? \"{3,5}
    | '{3} .*? '{3,5}
    | " (?: \\. | [^"\\\n] )* "
    | ' [^'\n]* '
    | \# [^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
"""Matches the texts and the comments of a TOML file."""

_KEY = re.compile(r"""\s* \[* \s* (?: "([^"\n]*)" | '([^'\n]*)' | ([\w-]+) )""", re.VERBOSE)
"""Matches the first part of the key that a line sets."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a configuration."""

    line: int | None
    """Number of the line, from 1; None: not known."""
    field: str
    """Name of the setting; empty: the file as a whole is no TOML."""
    words: str

    def __str__(self) -> str:
        place = [f"line {self.line}"] if self.line else []
        place += [self.field] if self.field else []
        return f"{', '.join(place)}: {self.words}" if place else self.words


class BadConfiguration(ValueError):
    """A configuration has faults. The exception's text is the first of them, in one line."""

    def __init__(self, faults: list[Fault]) -> None:
        told = [str(fault) for fault in faults[:_FAULTS]]
        more = [f"and {len(faults) - _FAULTS} more"] if len(faults) > _FAULTS else []
        super().__init__("; ".join(told + more))
        self.faults = faults


def parse(text: str) -> Settings:
    """The settings of a configuration, with defaults for the rest. Raises BadConfiguration."""
    _check_lines(text)
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration([_syntax(text, str(error))]) from error
    except RecursionError as error:
        raise BadConfiguration([Fault(None, "", "it is nested too deep")]) from error
    wrong = [name for name, value in given.items() if not _is_taken(name, value)]
    if wrong:
        lines = lines_of(text)
        raise BadConfiguration([_fault(lines, name) for name in wrong])
    values: dict[str, Any] = {name: in_force(name, value) for name, value in given.items()}
    return Settings(**values)


def _is_taken(name: str, value: object) -> bool:
    return name in ADJUSTABLE and is_allowed(name, value)


def in_force(name: str, value: Any) -> Setting:
    """A setting's valid value in a file, as `Settings` has it: a list becomes a tuple, and a number
    that may have a fraction a float, so that 45 equals 45.0."""
    if name in COMMANDS:
        return tuple(value)
    is_number = not isinstance(value, str | bool)
    taken: Setting = float(value) if is_number and not is_whole(name) else value
    return taken


def _check_lines(text: str) -> None:
    for number, line in enumerate(_bare(text).split("\n"), 1):
        if len("".join(line.split())) > _LINE:
            raise BadConfiguration([Fault(number, "", "it is too long for a setting")])


def _bare(text: str) -> str:
    """The text with brackets in place of each text and comment. Line numbers stay the same."""
    return _ASIDE.sub(lambda found: "[" + "\n" * found[0].count("\n") + "]", text)


def _syntax(text: str, words: str) -> Fault:
    """The fault in tomllib's error message, which ends with the place in brackets."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", words, re.DOTALL)
    if match is None:  # it says "(at end of document)"
        return Fault(text.count("\n") + 1, "", visible_line(words))
    return Fault(int(match[2]), "", f"{visible_line(match[1])} at column {match[3]}")


def _fault(lines: dict[str, int], name: str) -> Fault:
    line = lines.get(name)
    if name not in ADJUSTABLE:
        return Fault(line, shorten(visible_line(name), _NAME), "there is no such setting")
    if name in CHOICES:
        return Fault(line, name, f"must be {' or '.join(map(written, CHOICES[name]))}")
    if name in COMMANDS:
        words = f"must be a list of texts without control characters: {allowed(name)}"
        return Fault(line, name, words)
    number = "a whole number" if is_whole(name) else "a number"
    return Fault(line, name, f"must be {number} from {allowed(name)}")


def lines_of(text: str) -> dict[str, int]:
    """The number of the line that sets each setting, in a text that is TOML. A setting that is
    written in an unusual way is left out; lines inside a longer text or list do not count."""
    lines: dict[str, int] = {}
    depth = 0
    for number, (line, bare) in enumerate(
        zip(text.split("\n"), _bare(text).split("\n"), strict=True), 1
    ):
        key = _KEY.match(line)
        if key and depth == 0:
            lines.setdefault(key[key.lastindex or 0], number)
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return lines
