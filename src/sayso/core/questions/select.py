"""The kind *select*: one of several options, or any number of them."""

from __future__ import annotations

from functools import cached_property

from sayso.core.questions.confirm import Severity
from sayso.core.questions.fingerprint import fingerprint
from sayso.values import Value, fields

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Select(Value):
    """Everything that a select dialog shows and offers, in the asker's words.

    None of the options is chosen at first. Empty `title`, `details`, `error` or label: left out;
    the dialog then uses its own word.
    """

    kind: ClassVar[Literal["select"]] = "select"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = False
    message: str
    options: tuple[str, ...]
    title: str = ""
    details: str = ""
    error: str = ""
    """Stands under the options: what was wrong with the choice before."""
    multiple: bool = False
    """Any number of them may be chosen, none as well; else exactly one."""
    approve: str = ""
    deny: str = ""

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))

    def chosen(self, places: tuple[int, ...]) -> tuple[str, ...] | None:
        """The options in these places, counted from 0; None: they can't be chosen so."""
        ordered = tuple(sorted(set(places)))
        within = all(0 <= place < len(self.options) for place in places)
        if places != ordered or not within or (len(places) != 1 and not self.multiple):
            return None
        return tuple(self.options[place] for place in places)
