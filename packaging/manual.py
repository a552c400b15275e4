"""Writes the manual pages from the descriptions of the verbs, which --help shows as well.

python packaging/manual.py            writes packaging/man1
python packaging/manual.py --check    exits with 1 when they are not what would be written
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sayso import __version__
from sayso.frontends.cli.command import Command, Option
from sayso.frontends.cli.help import arguments, left_side
from sayso.frontends.cli.main import whole_command

PLACE = Path(__file__).parent / "man1"

ENVIRONMENT = {
    "SAYSO_SOCKET": "the daemon's socket, by its whole path; else it is sayso/socket in "
    "$XDG_RUNTIME_DIR, else in /run/user/UID, else /tmp/sayso-UID/socket",
    "COLUMNS": "the width of the terminal, for sayso list; else it is asked for",
    "NO_COLOR": "whether it is set or not: sayso writes no colours, and no escape codes",
}


def pages() -> dict[str, str]:
    """The text of each page, by its file name."""
    whole = whole_command()
    return {f"{_name(command)}.1": _page(command) for command in (whole, *whole.verbs)}


def main(args: list[str]) -> int:
    wanted = pages()
    if args == ["--check"]:
        there = {path.name: path.read_text(encoding="utf-8") for path in PLACE.glob("*")}
        if there != wanted:
            print("The manual pages are not current. Run: python packaging/manual.py")
        return int(there != wanted)
    PLACE.mkdir(exist_ok=True)
    for path in PLACE.glob("*"):
        path.unlink()
    for name, text in wanted.items():
        (PLACE / name).write_text(text, encoding="utf-8")
    return 0


def _name(command: Command) -> str:
    return command.program.replace(" ", "-")


def _page(command: Command) -> str:
    head = f'.TH {_name(command).upper()} 1 "" "sayso {__version__}" "User Commands"'
    return (
        "\n".join([head, ".ad l", ".nh", ".SH NAME", _summary(command), *_sections(command)]) + "\n"
    )


def _summary(command: Command) -> str:
    summary = command.summary.partition(".")[0]
    return f"{_text(_name(command))} \\- {_text(summary[0].lower() + summary[1:])}"


def _sections(command: Command) -> Iterator[str]:
    yield ".SH SYNOPSIS"
    yield from _synopsis(command)
    yield ".SH DESCRIPTION"
    for place, paragraph in enumerate((command.summary, *command.notes)):
        yield from ([".PP"] if place else [])
        yield _text(paragraph)
    yield from _rows((each.value, each.help) for each in command.arguments)
    if command.verbs:
        yield ".SH VERBS"
        yield from _rows((each.program, each.summary) for each in command.verbs)
    for group in command.groups:
        yield f".SH {group.title.upper()}"
        yield from _rows((left_side(option), option.help) for option in group.options)
    nested = [verb for verb in command.verbs if command.name]
    for verb in nested:
        yield f".SH {verb.program.upper()}"
        yield _text(" ".join(verb.notes) or verb.summary)
        yield from _rows((each.value, each.help) for each in verb.arguments)
        yield from _rows((left_side(option), option.help) for option in verb.options)
        yield from _json(verb)
    if command.examples:
        yield ".SH EXAMPLES"
        yield ".nf"
        yield from map(_text, command.examples)
        yield ".fi"
    exits = command.exits or next((verb.exits for verb in nested), ())
    yield ".SH EXIT STATUS"
    yield from _rows((str(status), words) for status, words in exits)
    if command.json:
        yield ".SH JSON"
        yield _text(command.json)
    yield ".SH ENVIRONMENT"
    yield from _rows(ENVIRONMENT.items())
    yield ".SH SEE ALSO"
    yield _see_also(command)


def _synopsis(command: Command) -> Iterator[str]:
    alone = () if command.name and command.verbs and not command.stands_alone else (command,)
    for each in (*alone, *(command.verbs if command.name else ())):
        yield f".B {_text(each.program)}"
        verb = ["VERB"] if each.verbs and not each.stands_alone else []
        yield _text(" ".join([*verb, *_optional(each.options), *arguments(each)]))
        yield ".br"


def _optional(options: Iterable[Option]) -> Iterator[str]:
    return (f"[{left_side(option)}]" for option in options)


def _rows(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, words in rows:
        yield from (".TP", f".B {_text(name)}", _text(words))


def _json(command: Command) -> Iterator[str]:
    if command.json:
        yield from (".PP", _text(f"With --json: {command.json}"))


def _see_also(command: Command) -> str:
    others = [] if command.name else list(command.verbs)
    *first, last = [_text(_name(each)) for each in others] or ["sayso"]
    return "\n".join([*(f".BR {name} (1)," for name in first), f".BR {last} (1)"])


def _text(text: str) -> str:
    """Plain text, escaped for groff_man(7): no line of it is read as a request, and "-" stays a
    minus."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "\\[u2026]")
    return re.sub(r"(?m)^(?=[.'])", r"\\&", escaped)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
