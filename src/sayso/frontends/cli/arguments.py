"""Parses a command line by the description of its verb."""

from __future__ import annotations

import math
from types import SimpleNamespace

from sayso.errors import InvalidParams
from sayso.frontends.cli.command import Argument, Command, Option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, NoReturn

    from sayso.core.settings import Bounds
    from sayso.frontends.cli.command import Read

HELP = "--help"

_SHOWN = 40
"""Characters of a wrong value that an error message shows."""

Arguments = SimpleNamespace
"""The value of each option and argument under its key. Not given: None, or False for an option that
takes no value."""


class HelpWanted(Exception):
    """`--help` was given for this command."""

    def __init__(self, command: Command) -> None:
        self.command = command


def parse(command: Command, words: list[str]) -> Arguments:
    """The parsed arguments. For a verb of a verb, its last word is there as `verb`.

    The word after an option is the option's value, whatever the word is; `--` ends the options.
    Options are never abbreviated. If an option is given twice, the last one counts, unless it is a
    list. Raises InvalidParams, which names the option and what to say instead, and HelpWanted.
    """
    is_alone = command.stands_alone and (not words or words[0].startswith("-"))
    if command.verbs and not is_alone:
        return _parse_verb(command, words)
    options = {option.name: option for option in (*command.options, *command.hidden)}
    given: dict[str, object] = {
        option.key: None if option.value else False for option in options.values()
    }
    rest: list[str] = []
    todo = iter(words)
    for word in todo:
        if word == "--":
            break
        if word in (HELP, "-h"):
            raise HelpWanted(command)
        if word.startswith("-") and word != "-":
            _take(command, options, word, todo, given)
        else:
            rest.append(word)
    _check_before_dashes(command, rest)
    rest += todo
    _check_pairs(command, options, given)
    verb = {"verb": ""} if command.verbs else {}
    return Arguments(**given, **verb, **_placed(command, rest))


def _check_before_dashes(command: Command, before: list[str]) -> None:
    """Raises InvalidParams for words before `--`, if the argument has to stand after it. `before`:
    the words before `--`."""
    for argument in command.arguments:
        if argument.is_after_dashes and before:
            raise InvalidParams(
                f"{shown(before[0])} stands before --: {argument.value} goes after it",
                remedy=f"say {command.program} [OPTION]... -- {argument.value}",
            )


def _parse_verb(command: Command, words: list[str]) -> Arguments:
    if words[:1] in ([HELP], ["-h"]):
        raise HelpWanted(command)
    verbs = {verb.name.rpartition(" ")[2]: verb for verb in command.verbs}
    if not words or words[0] not in verbs:
        refuse_verb(command.program, words[0] if words else None, verbs)
    arguments = parse(verbs[words[0]], words[1:])
    arguments.verb = words[0]
    return arguments


def refuse_verb(program: str, word: str | None, verbs: Iterable[str]) -> NoReturn:
    """Raises InvalidParams: this word is not one of the verbs; None: the verb is missing."""
    known = list(verbs)
    if word is None:
        raise InvalidParams(f"VERB is missing: say {either(known)}", remedy=_see(program))
    raise InvalidParams(
        f"{shown(word)} is not a verb{meant(word, known)}: say {either(known)}",
        remedy=_see(program),
    )


def _take(
    command: Command,
    options: dict[str, Option],
    word: str,
    todo: Iterator[str],
    given: dict[str, Any],
) -> None:
    name, is_joined, text = word.partition("=")
    option = options.get(name)
    if option is None:
        offered = [*(each.name for each in command.options), HELP]
        raise InvalidParams(
            f"{shown(name)} is not an option of this command{meant(name, offered)}",
            remedy=f"{_see(command.program)}; a text that begins with - goes after --",
        )
    if not option.value:
        if is_joined:
            raise InvalidParams(f"{name}: takes no value", remedy=f"give {name} alone")
        given[option.key] = True
        return
    if not is_joined:
        following = next(todo, None)
        if following is None:
            raise InvalidParams(
                f"{name}: its {option.value} is missing", remedy=_see(command.program)
            )
        text = following
    try:
        value = option.read(text)
        before = given[option.key]
        given[option.key] = [*(before or ()), value] if option.is_list else value
    except ValueError as error:
        got = "what it got" if option.is_private else shown(text)
        raise InvalidParams(
            f"{name}: {got} {error}", field=option.key, remedy=_see(command.program)
        ) from None


def _check_pairs(command: Command, options: dict[str, Option], given: dict[str, object]) -> None:
    for option in options.values():
        other = options.get(option.excludes)
        if other and _is_given(given[option.key]) and _is_given(given[other.key]):
            raise InvalidParams(
                f"{option.name}: can't stand beside {other.name}: give one of them",
                remedy=_see(command.program),
            )


def _is_given(value: object) -> bool:
    return value is not None and value is not False


def _placed(command: Command, words: list[str]) -> dict[str, object]:
    placed: dict[str, object] = {}
    for argument in command.arguments:
        if not words and not argument.is_optional:
            raise InvalidParams(f"{argument.value} is missing", remedy=_see(command.program))
        if argument.count:
            placed[argument.key] = _counted(command, argument, argument.count, words)
            return placed
        word = placed[argument.key] = words.pop(0) if words else None
        if word is not None:
            _check_choice(command, argument, word)
    if words:
        raise InvalidParams(
            f"{shown(words[0])} is one word too many: put a text of several words in quotes",
            remedy=_see(command.program),
        )
    return placed


def _counted(
    command: Command, argument: Argument, count: Bounds, words: list[str]
) -> tuple[str, ...]:
    if not count.low <= len(words) <= count.high:
        raise InvalidParams(
            f"{argument.value}: give {count.low:g} to {count.high:g}, not {len(words)}",
            field=argument.key,
            remedy=_see(command.program),
        )
    return tuple(words)


def _check_choice(command: Command, argument: Argument, word: str) -> None:
    if argument.choices and word not in argument.choices:
        raise InvalidParams(
            f"{argument.value}: {shown(word)} is not known{meant(word, argument.choices)}: "
            f"say {either(argument.choices)}",
            remedy=_see(command.program),
        )


# Words for what is wrong


def _see(program: str) -> str:
    return f"see {program} {HELP}"


def either(words: Iterable[str]) -> str:
    """The words as a list to choose from: `a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def meant(word: str, known: Iterable[str]) -> str:
    """The known word that is closest to the wrong one, as a question; empty: none is close."""
    from difflib import get_close_matches  # slow to load

    close = get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def shown(text: str) -> str:
    """A wrong text for an error message: in quotes, shortened, with invisible characters as
    escapes."""
    from sayso.core.text import shorten, visible_line  # no right command line needs it

    return f"'{shorten(visible_line(text), _SHOWN)}'"


# Values


def duration(bounds: Bounds) -> Read:
    """Makes a reader of durations within the bounds, which turns `45`, `45s`, `2m`, `1m30s` or `2h`
    into seconds."""

    def read(text: str) -> float:
        import re  # slow to load, and few give a duration

        match = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?", text, re.ASCII)
        what = "is not a duration"
        if text and match:
            hours, minutes, rest = (float(part or 0) for part in match.groups())
            seconds = 3600 * hours + 60 * minutes + rest
            if math.isfinite(seconds) and bounds.low <= seconds <= bounds.high:
                return seconds
            what = "is out of bounds"
        low, high = written(bounds.low), written(bounds.high)
        raise ValueError(f"{what}: give a duration from {low} to {high}, such as 45, 45s or 2m")

    return read


def written(seconds: float) -> str:
    """The duration in the form that `duration` reads: `600s`, or `36h` for whole hours."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours:g}h" if hours and not rest else f"{seconds:g}s"


def whole_number(bounds: Bounds) -> Read:
    """Makes a reader of whole numbers within the bounds."""

    def read(text: str) -> int:
        import re  # as above

        is_whole = re.fullmatch(r"\d{1,10}", text, re.ASCII)
        if is_whole and bounds.low <= int(text) <= bounds.high:
            return int(text)
        raise ValueError(f"is not a whole number from {bounds.low:.0f} to {bounds.high:.0f}")

    return read


def choice(values: Mapping[str, object]) -> Read:
    """Makes a reader of these words, which returns the value of a word."""

    def read(text: str) -> object:
        if text not in values:
            raise ValueError(f"is not {' or '.join(values)}")
        return values[text]

    return read
