"""The kind *select*: one of several options, or any number of them."""

from __future__ import annotations

from functools import cached_property

from sayso.core.questions.confirm import Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import has_controls
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal

    from sayso.core.entry import Entry


class Option(Value):
    """Something to choose, in the asker's words."""

    label: str
    description: str = ""
    """One line under the label; empty: there is none."""


class Select(Value):
    """Everything that a select dialog shows and offers, in the asker's words.

    None of the options is chosen at first. An empty `title`, `details`, `error` or label was left
    out; for a label the dialog then uses its own word.
    """

    kind: ClassVar[Literal["select"]] = "select"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = False
    message: str
    options: tuple[Option, ...]
    title: str = ""
    details: str = ""
    error: str = ""
    """What was wrong with the previous choice, shown under the options."""
    multiple: bool = False
    """True: any number of options may be chosen, also none. False: exactly one."""
    custom: bool = False
    """Whether the person's own words may stand instead of an option; with `multiple`, beside
    options."""
    approve: str = ""
    deny: str = ""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))

    def takes(self, entry: Entry) -> bool:
        """Whether this entry can be chosen."""
        return may_be_chosen(entry, len(self.options), multiple=self.multiple, custom=self.custom)


def may_be_chosen(entry: Entry, options: int, *, multiple: bool, custom: bool) -> bool:
    """Whether the places and own words of this entry are a choice among so many options."""
    places, words = entry.places, entry.text
    if places != tuple(sorted(set(places))) or not all(0 <= place < options for place in places):
        return False
    if words and not (custom and is_line(words)):
        return False
    return multiple or len(places) + bool(words) == 1


def is_line(words: str) -> bool:
    """Whether a person could type these words in one line."""
    try:
        return len(words.encode()) <= ANSWER_BYTES and not has_controls(words, lines=False)
    except UnicodeEncodeError:
        return False
