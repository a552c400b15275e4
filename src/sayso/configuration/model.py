"""The person's configuration: what a file may say, checked field by field.

Nothing in it approves, no clock of it is infinite, and no defence can be made weaker: see
`sayso.core.settings`, which has the bounds and the choices.
"""

import re
import tomllib
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from sayso.core.settings import (
    CHOICES,
    CONFIGURABLE,
    Settings,
    allowed,
    is_whole,
    written,
)
from sayso.core.text import shorten, visible_line

_DEFAULTS = Settings()

_NAME = 40
"""Characters of an unknown name that a fault repeats."""

_LINE = 64
"""Characters of a line, its blanks, texts and comments aside. Longer ones may be numbers of
thousands of digits or keys of thousands of parts: tomllib fails, or takes seconds."""

_FAULTS = 5
"""So many are told; of a file that is something else altogether, the rest says nothing more."""

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
"""Texts and comments of a TOML."""

_KEY = re.compile(r"""\s* \[* \s* (?: "([^"\n]*)" | '([^'\n]*)' | ([\w-]+) )""", re.VERBOSE)
"""The first part of what a line sets."""


def _setting(name: str, description: str) -> Any:
    bounds = CONFIGURABLE[name]
    default = getattr(_DEFAULTS, name)
    return Field(default, ge=bounds.low, le=bounds.high, description=description)


def _choice(name: str, description: str) -> Any:
    return Field(CHOICES[name][0], description=description)


_Treatment = Literal["refuse", "wait"]


class Configuration(BaseModel):
    """All of them may be left out. Durations are seconds."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    wait: float = _setting(
        "wait", "a call waits so long for the answer, then it is pending; the dialog stays"
    )
    timeout: float = _setting("timeout", "a dialog stays so long, from its first painted frame")
    timeout_destructive: float = _setting(
        "timeout_destructive", "the same for a destructive question"
    )
    timeout_form: float = _setting("timeout_form", "the same where words are typed or chosen from")
    retention: float = _setting("retention", "an answer that nobody has collected is kept so long")
    render_timeout: float = _setting("render_timeout", "the screen has so long to show a dialog")
    max_retries: int = _setting(
        "max_retries", "so many more attempts when the screen did not show it"
    )
    hold: float = _setting("hold", "reading and typing keep at least so long on the deadline")
    put_off: float = _setting("put_off", "*Later* hides a dialog for so long")
    queue_limit: float = _setting(
        "queue_limit", "a question waits so long for its turn, or since it was first put off"
    )
    heartbeat: float = _setting("heartbeat", "a waiting call hears how it stands so often")
    arming: float = _setting("arming", "*Approve* comes alive so long after a dialog appears")
    prompts_per_origin: int = _setting(
        "prompts_per_origin", "so many open questions of one terminal or application"
    )
    prompts: int = _setting("prompts", "so many open questions in all")
    connections: int = _setting(
        "connections", "so many programs connected at once, a quarter of them from one place"
    )
    denials: int = _setting(
        "denials", "so many denials of one question start a quiet period, in which it is refused"
    )
    denial_window: float = _setting("denial_window", "they count when they come within so long")
    quiet_period: float = _setting("quiet_period", "a quiet period lasts so long")
    do_not_disturb: _Treatment = _choice(
        "do_not_disturb", "during it a question is refused, or waits until it ends"
    )
    locked: _Treatment = _choice(
        "locked", "the same while the screen is locked or another user is in front"
    )
    accessibility_approval: bool = _choice(
        "accessibility_approval", "assistive technology may press *Approve*"
    )
    tray: bool = _choice("tray", "an icon in the tray; without it no notifications, no sound")
    notifications: bool = _choice(
        "notifications", "a notification when a question comes while you are away or busy"
    )
    sound: bool = _choice("sound", "a sound when a question comes")


def describe(name: str) -> str:
    """One line, of that setting."""
    return Configuration.model_fields[name].description or ""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a configuration."""

    line: int | None
    """None: not known."""
    field: str
    """Empty: all of it is no TOML."""
    words: str

    def __str__(self) -> str:
        place = [f"line {self.line}"] if self.line else []
        place += [self.field] if self.field else []
        return f"{', '.join(place)}: {self.words}" if place else self.words


class BadConfiguration(ValueError):
    """Its text is the first faults, in one line."""

    def __init__(self, faults: list[Fault]) -> None:
        told = [str(fault) for fault in faults[:_FAULTS]]
        more = [f"and {len(faults) - _FAULTS} more"] if len(faults) > _FAULTS else []
        super().__init__("; ".join(told + more))
        self.faults = faults


def parse(text: str) -> Settings:
    """What it says, and the defaults for the rest. Raises BadConfiguration."""
    _check_lines(text)
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration([_syntax(text, str(error))]) from error
    except RecursionError as error:
        raise BadConfiguration([Fault(None, "", "it is nested too deep")]) from error
    try:
        configuration = Configuration.model_validate(given)
    except ValidationError as error:
        lines = lines_of(text)
        details = error.errors(include_url=False, include_input=False)
        raise BadConfiguration([_fault(lines, detail) for detail in details]) from None
    return Settings(**configuration.model_dump())


def _check_lines(text: str) -> None:
    for number, line in enumerate(_bare(text).split("\n"), 1):
        if len("".join(line.split())) > _LINE:
            raise BadConfiguration([Fault(number, "", "it is too long for a setting")])


def _bare(text: str) -> str:
    """A pair of brackets stands for each text and comment; the lines have the same numbers."""
    return _ASIDE.sub(lambda found: "[" + "\n" * found[0].count("\n") + "]", text)


def _syntax(text: str, words: str) -> Fault:
    """tomllib says where in brackets, behind what is wrong."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", words, re.DOTALL)
    if match is None:  # (at end of document)
        return Fault(text.count("\n") + 1, "", visible_line(words))
    return Fault(int(match[2]), "", f"{visible_line(match[1])} at column {match[3]}")


def _fault(lines: dict[str, int], detail: ErrorDetails) -> Fault:
    name = str(detail["loc"][0])
    line = lines.get(name)
    if name in CHOICES:
        return Fault(line, name, f"must be {' or '.join(map(written, CHOICES[name]))}")
    if name not in CONFIGURABLE:
        return Fault(line, shorten(visible_line(name), _NAME), "there is no such setting")
    number = "a whole number" if is_whole(name) else "a number"
    return Fault(line, name, f"must be {number} from {allowed(name)}")


def lines_of(text: str) -> dict[str, int]:
    """The number of the line that sets each, in a text that is TOML. One that is written in an
    unusual way is left out, and so is what is in the midst of a text or a list of several lines."""
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
