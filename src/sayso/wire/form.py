"""Parameters of `ask` for the options to choose from and for the questions of a form."""

from __future__ import annotations

from abc import abstractmethod

from sayso.core import settings as s
from sayso.values import Value
from sayso.wire import texts
from sayso.wire.params import Params, Record, field
from sayso.wire.shapes import BYTES, Choice, Fault, Flag, ListOf, Number, OneOf, Text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sayso.core import questions as q
    from sayso.wire.shapes import Schema, Shape

_FORMATS = ("integer", "number", "email", "uri", "date", "date-time")
"""The formats of sayso.core.questions.form, repeated so that a short command need not load it."""

_NUMBERS = ("integer", "number")


class OptionParams(Params):
    """An option that the person may choose."""

    label: str = field(texts.OPTION, "Its label, one line: the answer has these words.")
    description: str = field(texts.DESCRIPTION, "A line under it.", "", "")


class _OptionShape(Value):
    """An option to choose from: its label alone, or an object with a description."""

    described: Shape = Record(OptionParams)

    def read(self, value: object) -> object:
        if not isinstance(value, str | dict):
            raise Fault("must be a text or an object")
        return (texts.OPTION if isinstance(value, str) else self.described).read(value)

    def schema(self) -> Schema:
        return {"anyOf": [texts.OPTION.schema(), self.described.schema()]}


def _label(option: str | OptionParams) -> str:
    return option if isinstance(option, str) else option.label


def _check_distinct(options: Sequence[str | OptionParams]) -> None:
    texts.check_distinct([_label(option) for option in options])


OPTIONS = ListOf(
    _OptionShape(),
    int(s.OPTIONS.low),
    int(s.OPTIONS.high),
    _check_distinct,
    {"uniqueItems": True},
)


def read_options(options: Sequence[str | OptionParams]) -> tuple[q.Option, ...]:
    from sayso.core.questions import Option

    return tuple(
        Option(option) if isinstance(option, str) else Option(option.label, option.description)
        for option in options
    )


class FormField(Params):
    """One question of a form."""

    kind: str = field(Text(), "Kind of the question.")
    header: str = field(texts.HEADER, "One line above it, at most 30 characters.")
    message: str = field(
        Text(s.MESSAGE_BYTES, BYTES), "The question: plain text, of several lines.", "", ""
    )
    required: bool = field(
        Flag(), "The form is not sent without it.", default=True, schema_default=True
    )

    @abstractmethod
    def question(self) -> q.FormQuestion:
        """The question as the core has it."""


class TextField(FormField):
    """A question that the person answers by typing a text."""

    kind: str = field(Choice(("text",)), "Kind of the question.")
    default: str = field(
        Text(s.ANSWER_BYTES, BYTES, (texts.all_seen,)), "Stands in the field at first.", "", ""
    )
    placeholder: str = field(texts.DESCRIPTION, "An example, in the empty field.", "", "")
    multiline: bool = field(
        Flag(), "The answer may have several lines.", default=False, schema_default=False
    )
    min_length: int = field(
        Number(s.Bounds(0, s.ANSWER_BYTES), whole=True), "Characters, unless left empty.", 0, 0
    )
    max_length: int = field(
        Number(s.Bounds(1, s.ANSWER_BYTES), whole=True),
        "Characters.",
        s.ANSWER_BYTES,
        s.ANSWER_BYTES,
    )
    format: str = field(Choice(_FORMATS), "Format of the text; left out: any text.", "")
    minimum: float | None = field(Number(), "Smallest number accepted.", None)
    maximum: float | None = field(Number(), "Largest number accepted.", None)

    def verify(self, given: Collection[str]) -> None:
        if self.min_length > self.max_length:
            raise ValueError("min_length: must be at most max_length")
        for name in ("minimum", "maximum"):
            if name in given and self.format not in _NUMBERS:
                raise ValueError(f"{name}: works only with the format integer or number")
        if self.minimum is not None and self.maximum is not None and self.minimum > self.maximum:
            raise ValueError("minimum: must be at most maximum")
        if self.multiline and self.format:
            raise ValueError("format: is for one line, so it can't stand beside multiline")
        self._verify_default()

    def _verify_default(self) -> None:
        from sayso.core.entry import Entry

        if self.default and self.question().problem(Entry(self.default)):
            raise ValueError("default: must be an answer that the question takes")

    def question(self) -> q.FormText:
        from sayso.core.questions import FormText

        return FormText(
            header=self.header,
            message=self.message,
            required=self.required,
            default=self.default,
            placeholder=self.placeholder,
            multiline=self.multiline,
            least=self.min_length,
            most=self.max_length,
            format=self.format,
            minimum=self.minimum,
            maximum=self.maximum,
        )


class SelectField(FormField):
    """A choice of one option, or of any number of options."""

    kind: str = field(Choice(("select",)), "Kind of the question.")
    options: tuple[str | OptionParams, ...] = field(
        OPTIONS, "What there is to choose from. None is chosen at first."
    )
    multiple: bool = field(Flag(), "Any number may be chosen.", default=False, schema_default=False)
    custom: bool = field(
        Flag(), "Words of the person's own may stand instead.", default=False, schema_default=False
    )

    def question(self) -> q.FormSelect:
        from sayso.core.questions import FormSelect

        return FormSelect(
            header=self.header,
            options=read_options(self.options),
            message=self.message,
            required=self.required,
            multiple=self.multiple,
            custom=self.custom,
        )


class ConfirmField(FormField):
    """A question that the person answers by yes or no."""

    kind: str = field(Choice(("confirm",)), "Kind of the question.")

    def question(self) -> q.FormConfirm:
        from sayso.core.questions import FormConfirm

        return FormConfirm(self.header, self.message, self.required)


FIELDS: dict[str, type[FormField]] = {
    "text": TextField,
    "select": SelectField,
    "confirm": ConfirmField,
}
"""The parameters for each kind of question in a form."""

QUESTIONS = ListOf(
    OneOf("kind", {kind: Record(of) for kind, of in FIELDS.items()}),
    int(s.QUESTIONS.low),
    int(s.QUESTIONS.high),
)
