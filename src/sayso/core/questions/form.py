"""The kind *form*: several questions on one page, submitted as one."""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property

from sayso.core.questions import formats
from sayso.core.questions.confirm import Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.core.questions.select import Option, is_line, may_be_chosen
from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import has_controls
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal

    from sayso.core.entry import Entry

FORMATS = ("integer", "number", "email", "uri", "date", "date-time")
"""The formats that the asker may require of a text."""


class Problem(Enum):
    """What keeps an entry from being an answer."""

    MISSING = auto()
    CONTROLS = auto()
    """The entry holds characters that are no text, or more lines than the one that it may have."""
    TOO_SHORT = auto()
    TOO_LONG = auto()
    FORMAT = auto()
    TOO_SMALL = auto()
    TOO_LARGE = auto()
    NO_CHOICE = auto()
    """Places that can't be chosen together, or at all; no dialog of ours lets that happen."""


class FormText(Value):
    """A question that is answered by typing."""

    kind: ClassVar[Literal["text"]] = "text"
    header: str
    """One line above the field."""
    message: str = ""
    required: bool = True
    default: str = ""
    """Text that stands in the field at first."""
    placeholder: str = ""
    """An example that stands greyed in the empty field."""
    multiline: bool = False
    least: int = 0
    """Fewest characters, if the field is not left empty."""
    most: int = ANSWER_BYTES
    """Most characters."""
    format: str = ""
    """One of FORMATS; empty: any text."""
    minimum: float | None = None
    """The smallest value of a number; None: any."""
    maximum: float | None = None

    def problem(self, entry: Entry) -> Problem | None:
        text = entry.text
        if entry.places:
            return Problem.NO_CHOICE
        if not text:
            return Problem.MISSING if self.required else None
        if has_controls(text, lines=self.multiline):
            return Problem.CONTROLS
        if len(text) < self.least:
            return Problem.TOO_SHORT
        if len(text) > self.most or not _fits(text):
            return Problem.TOO_LONG
        if not formats.has(self.format, text):
            return Problem.FORMAT
        return self._beyond(text)

    def _beyond(self, text: str) -> Problem | None:
        value = None if self.minimum is None and self.maximum is None else formats.number(text)
        if value is not None and self.minimum is not None and value < self.minimum:
            return Problem.TOO_SMALL
        if value is not None and self.maximum is not None and value > self.maximum:
            return Problem.TOO_LARGE
        return None


class FormSelect(Value):
    """A choice among options: of one, or of any number of them."""

    kind: ClassVar[Literal["select"]] = "select"
    header: str
    options: tuple[Option, ...]
    message: str = ""
    required: bool = True
    multiple: bool = False
    custom: bool = False
    """Whether the person's own words may stand instead of an option; with `multiple`, beside
    options."""

    def problem(self, entry: Entry) -> Problem | None:
        if not (entry.places or entry.text):
            return Problem.MISSING if self.required else None
        if entry.text and not is_line(entry.text):
            return Problem.CONTROLS
        among = {"multiple": self.multiple, "custom": self.custom}
        return None if may_be_chosen(entry, len(self.options), **among) else Problem.NO_CHOICE


class FormConfirm(Value):
    """A question to be answered by yes or no. In an entry, place 0 is yes and 1 is no."""

    kind: ClassVar[Literal["confirm"]] = "confirm"
    header: str
    message: str = ""
    required: bool = True

    def problem(self, entry: Entry) -> Problem | None:
        if not (entry.places or entry.text):
            return Problem.MISSING if self.required else None
        fits = may_be_chosen(entry, len(YES_NO), multiple=False, custom=False)
        return None if fits else Problem.NO_CHOICE


YES_NO = (True, False)
"""The answers that the places of a FormConfirm stand for."""

FormQuestion = FormText | FormSelect | FormConfirm


class Form(Value):
    """Everything that a form shows and offers, in the asker's words.

    An empty `title`, `details`, `error` or label was left out; for a label the dialog then uses its
    own word.
    """

    kind: ClassVar[Literal["form"]] = "form"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = False
    message: str
    questions: tuple[FormQuestion, ...]
    title: str = ""
    details: str = ""
    error: str = ""
    """What was wrong with the previous answers, shown above the questions."""
    approve: str = ""
    deny: str = ""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        told = [{"kind": each.kind} | fields(each) for each in self.questions]
        return fingerprint(self.kind, fields(self) | {"questions": told})

    def takes(self, entries: tuple[Entry, ...]) -> bool:
        """Whether these entries answer the form's questions, in their order."""
        asked = zip(self.questions, entries, strict=False)
        is_whole = len(entries) == len(self.questions)
        return is_whole and all(each.problem(entry) is None for each, entry in asked)


def _fits(text: str) -> bool:
    try:
        return len(text.encode()) <= ANSWER_BYTES
    except UnicodeEncodeError:
        return False
