"""A verb in one description: its parser, its help, its man page and its completions come from it.

Each module of a verb has a `COMMAND`, and `run(arguments)`, which does it, returns the exit status
and raises SaysoError. Texts are plain words without markup; whoever shows them wraps them.
"""

from __future__ import annotations

from collections.abc import Callable

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.settings import Bounds

Read = Callable[[str], object]
"""The value that a text means. Raises ValueError: what is wrong with it and what to say instead."""


class Option(Value):
    """`--name`, `--name VALUE` or `--name=VALUE`."""

    name: str
    help: str
    value: str = ""
    """What the help calls its value; empty: it takes none."""
    read: Read = str
    choices: tuple[str, ...] = ()
    """All values that it takes, or that are worth offering where `read` takes more."""
    is_file: bool = False
    """Its value is the path of a file."""
    excludes: str = ""
    """Another option that can't be given beside it."""
    is_list: bool = False
    """It may be given several times: its values come as a list."""
    is_private: bool = False
    """No error repeats its value: a password may have been put there by mistake."""

    @property
    def key(self) -> str:
        return self.name[2:].replace("-", "_")


class Argument(Value):
    """A word that is no option, in its place."""

    key: str
    value: str
    """What the help calls it."""
    help: str
    choices: tuple[str, ...] = ()
    is_optional: bool = False
    is_file: bool = False
    """It is the path of a file."""
    count: Bounds | None = None
    """Of the last one: so many words, which come as a tuple. None: one word."""
    is_behind: bool = False
    """Of the only one: it stands behind `--`, so that options before it are never its own."""


class Group(Value):
    """Options under a heading of their own."""

    title: str
    options: tuple[Option, ...]


Exits = tuple[tuple[int, str], ...]
"""Exit statuses and what they mean."""


class Command(Value):
    """A verb, or a verb of a verb."""

    name: str
    """All of its words after `sayso`."""
    summary: str
    """One sentence."""
    arguments: tuple[Argument, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    """What there is to know beside: paragraphs."""
    examples: tuple[str, ...] = ()
    """Command lines, one or more lines each."""
    json: str = ""
    """What `--json` writes."""
    exits: Exits = ()
    verbs: tuple[Command, ...] = ()
    """It takes one of these first, and no arguments of its own."""
    stands_alone: bool = False
    """Of one with verbs: without any of them it does something, too, and `verb` is empty."""
    hidden: tuple[Option, ...] = ()
    """For our own processes: read, and told to nobody."""

    @property
    def program(self) -> str:
        return f"sayso {self.name}".rstrip()

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for group in self.groups for option in group.options)


def json_option(stream: str = "standard output") -> Option:
    return Option("--json", f"write one JSON object to {stream}, for errors as well")
