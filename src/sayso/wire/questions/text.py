"""The parameters of a question of the kind `text`."""

from __future__ import annotations

from sayso.core import settings as s
from sayso.wire import texts
from sayso.wire.params import Usage, field
from sayso.wire.questions.ask import KIND, AskOrDeny, flag, form_timeout, words
from sayso.wire.shapes import BYTES, Choice, Text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection

    from sayso.core import questions as q


class AskText(AskOrDeny):
    """A question that the person answers by typing a text."""

    kind: str = field(Choice(("text",)), KIND)
    timeout: float | None = form_timeout()
    error: str = words(
        texts.ERROR,
        "What was wrong with the one before: one line under the field.",
        Usage("what was wrong with the one before", "TEXT"),
    )
    default: str = words(
        Text(s.ANSWER_BYTES, BYTES, (texts.all_seen,)),
        "Stands in the field at first. One line, unless `multiline`.",
        Usage("what stands in the field at first", "TEXT"),
    )
    multiline: bool = flag(
        "The answer may have several lines: Return begins a new one, Ctrl+Return sends.",
        Usage("the answer may have several lines"),
    )

    def verify(self, given: Collection[str]) -> None:
        super().verify(given)
        if self.default and not self.question().takes(self.default):
            raise ValueError("default: must be one line, without tabs, unless multiline is true")

    def question(self) -> q.Text:
        from sayso.core.questions import Text

        return Text(**self.of(Text))
