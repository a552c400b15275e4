"""Describes a verb once: its parser, help, man page and completions are made from the description.

Each module of a verb has a `COMMAND`, which is its description, and `run(arguments)`, which does
the work, returns the exit status and raises SaysoError. Texts are plain words without markup;
whoever shows them wraps them.
"""

from __future__ import annotations

from collections.abc import Callable

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.settings import Bounds

Read = Callable[[str], object]
"""Turns the text of an option into its value. Raises ValueError that says what is wrong with the
text and what to say instead."""


class Option(Value):
    """`--name`, `--name VALUE` or `--name=VALUE`."""

    name: str
    help: str
    value: str = ""
    """What the help calls the option's value; empty: the option takes none."""
    read: Read = str
    choices: tuple[str, ...] = ()
    """All values that the option takes; if `read` takes more, those worth offering."""
    is_file: bool = False
    """The option's value is the path of a file."""
    excludes: str = ""
    """The name of another option that can't be given beside this option."""
    is_list: bool = False
    """The option may be given several times: its values come as a list."""
    is_private: bool = False
    """No error repeats the option's value: a password may have been put there by mistake."""

    @property
    def key(self) -> str:
        return self.name[2:].replace("-", "_")


class Argument(Value):
    """A positional argument."""

    key: str
    value: str
    """What the help calls the argument."""
    help: str
    choices: tuple[str, ...] = ()
    is_optional: bool = False
    is_file: bool = False
    """The argument is the path of a file."""
    count: Bounds | None = None
    """How many words the last argument takes, which come as a tuple. None: one word."""
    is_after_dashes: bool = False
    """The only argument stands after `--`, so that options before `--` are never taken for its
    own."""


class Group(Value):
    """Options under a heading of their own."""

    title: str
    options: tuple[Option, ...]


Exits = tuple[tuple[int, str], ...]
"""Exit statuses and what they mean."""


class Command(Value):
    """A verb, or a verb of a verb, such as `mcp install`."""

    name: str
    """All words of the verb after `sayso`."""
    summary: str
    """One sentence that says what the verb does."""
    arguments: tuple[Argument, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    """What else there is to know, in paragraphs."""
    examples: tuple[str, ...] = ()
    """Command lines, one or more lines each."""
    json: str = ""
    """What `--json` writes."""
    exits: Exits = ()
    verbs: tuple[Command, ...] = ()
    """The verbs of this verb: one of them comes first, and the verb has no arguments of its own."""
    stands_alone: bool = False
    """A verb with verbs may also be used without any of them; `verb` is empty then."""
    hidden: tuple[Option, ...] = ()
    """Options for sayso's own processes: they are read, but no help shows them."""

    @property
    def program(self) -> str:
        return f"sayso {self.name}".rstrip()

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for group in self.groups for option in group.options)


def json_option(stream: str = "standard output") -> Option:
    return Option("--json", f"write one JSON object to {stream}, for errors as well")
