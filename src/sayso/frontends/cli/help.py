"""`--help`: shows the description of a verb, for a terminal of 80 columns."""

import textwrap
from collections.abc import Iterable, Iterator

from sayso.frontends.cli.command import Command, Option

WIDTH = 80

_NAMES = 28
"""Columns for the names on the left; what is longer stands on a line of its own."""


def describe(command: Command) -> str:
    """The help of this verb: lines of at most `WIDTH` columns, but for examples."""
    return "\n\n".join(_parts(command))


def usage(command: Command) -> str:
    words = [command.program]
    if command.verbs:
        words.append("[VERB]" if command.stands_alone else "VERB")
    if command.options:
        words.append("[OPTION]...")
    return " ".join([*words, *arguments(command)])


def arguments(command: Command) -> Iterator[str]:
    """The arguments in a usage line: `[ONE]` may be left out, of `MORE MORE...` there are
    several."""
    for each in command.arguments:
        word = " ".join([each.value] * int(each.count.low)) + "..." if each.count else each.value
        word = f"-- {word}" if each.is_after_dashes else word
        yield f"[{word}]" if each.is_optional else word


def left_side(option: Option) -> str:
    return f"{option.name} {option.value}".rstrip()


def _parts(command: Command) -> Iterator[str]:
    yield f"usage: {usage(command)}"
    yield _filled(command.summary)
    if command.arguments:
        yield _rows((each.value, each.help) for each in command.arguments)
    if command.verbs:
        verbs = ((verb.name.rpartition(" ")[2], verb.summary) for verb in command.verbs)
        yield f"Verbs:\n{_rows(verbs)}"
    for group in command.groups:
        rows = [(left_side(option), option.help) for option in group.options]
        if group is command.groups[-1]:
            rows.append(("-h, --help", "show this help"))
        yield f"{group.title}:\n{_rows(rows)}"
    yield from map(_filled, command.notes)
    if command.examples:
        lines = "\n".join(command.examples)
        yield f"Examples:\n{textwrap.indent(lines, '  ')}"
    if command.exits:
        yield f"Exit status:\n{_rows((str(status), words) for status, words in command.exits)}"
    if command.json:
        yield f"With --json:\n{_filled(command.json, indent='  ')}"
    if command.verbs:
        yield _filled(f"See {command.program} VERB --help for each.")


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    rows = list(rows)
    room = min(max(len(name) for name, _ in rows), _NAMES)
    return "\n".join(_row(name, words, room) for name, words in rows)


def _row(name: str, words: str, room: int) -> str:
    left = f"  {name:<{room}}  "
    if len(name) > room:
        left = f"  {name}\n{' ' * (room + 4)}"
    indent = " " * (room + 4)
    body = textwrap.fill(words, WIDTH - room - 4, break_long_words=False, break_on_hyphens=False)
    return left + body.replace("\n", f"\n{indent}")


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
