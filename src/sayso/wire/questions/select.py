"""The parameters of a question of the kind `select`."""

from __future__ import annotations

from sayso.wire import texts
from sayso.wire.form import OPTIONS, OptionParams, read_options
from sayso.wire.params import Usage, field
from sayso.wire.questions.ask import KIND, AskOrDeny, flag, form_timeout, words
from sayso.wire.shapes import Choice

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core import questions as q


class AskSelect(AskOrDeny):
    """A choice of one option, or of any number of options."""

    kind: str = field(Choice(("select",)), KIND)
    timeout: float | None = form_timeout()
    error: str = words(
        texts.ERROR,
        "What was wrong with the choice before: one line under the options.",
        Usage("what was wrong with the choice before", "TEXT"),
    )
    options: tuple[str | OptionParams, ...] = field(
        OPTIONS,
        "What there is to choose from, each a label, or an object with a description: no two that "
        "look the same. None is chosen at first.",
        usage=Usage("one of those to choose from", "TEXT", is_option=False),
    )
    multiple: bool = flag(
        "Any number of them may be chosen, none as well; else exactly one.",
        Usage("any number may be chosen; else exactly one"),
    )
    custom: bool = flag(
        "The person may type words of their own instead of an option; of several, beside them: "
        "`custom` of the outcome.",
        Usage("the person may type words of their own instead"),
    )

    def question(self) -> q.Select:
        from sayso.core.questions import Select

        return Select(**self.of(Select) | {"options": read_options(self.options)})
