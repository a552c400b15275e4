"""The parameters of a question of the kind `form`."""

from __future__ import annotations

from sayso.wire import texts
from sayso.wire.form import QUESTIONS, FormField
from sayso.wire.params import Usage, field
from sayso.wire.questions.ask import KIND, AskOrDeny, form_timeout, words
from sayso.wire.shapes import Choice

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core import questions as q


class AskForm(AskOrDeny):
    """Several questions on one page."""

    kind: str = field(Choice(("form",)), KIND)
    timeout: float | None = form_timeout()
    error: str = words(
        texts.ERROR,
        "What was wrong with the answers before: one line above the questions.",
        Usage("what was wrong with the answers before", "TEXT"),
    )
    questions: tuple[FormField, ...] = field(
        QUESTIONS, "What is asked, in this order; all is sent as one."
    )

    def question(self) -> q.Form:
        from sayso.core.questions import Form

        questions = tuple(each.question() for each in self.questions)
        return Form(**self.of(Form) | {"questions": questions})
