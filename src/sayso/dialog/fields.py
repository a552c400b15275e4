"""The fields that the person fills in: the asker's texts made safe to show, and our own texts."""

from functools import partial

from sayso.core.entry import EMPTY, Entry
from sayso.core.questions import (
    Confirm,
    DeviceCode,
    Form,
    FormConfirm,
    FormQuestion,
    FormSelect,
    FormText,
    Notice,
    Option,
    Password,
    Question,
    Select,
    Text,
)
from sayso.core.questions.form import Problem
from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import visible, visible_line
from sayso.presentation import catalogue, dialog
from sayso.values import assert_never


def field(question: Question, draft: tuple[Entry, ...]) -> dialog.Field | None:  # noqa: RET503 - assert_never does not return
    """The field of this question; None: there is nothing to fill in. `draft`: what stood in the
    fields of an earlier dialog; empty: nothing did."""
    (first, *_) = draft or (EMPTY,)
    match question:
        case Confirm() | DeviceCode() | Notice():
            return None
        case Password():
            user = visible_line(question.user)
            return dialog.SecretField(visible_line(question.error), question.repeat, user)
        case Text():
            error, text = visible_line(question.error), first.text if draft else question.default
            return dialog.TextField(error, text, question.multiline)
        case Select():
            choices = _choices(question.options, question.multiple, question.custom)
            return dialog.Options(visible_line(question.error), choices, first)
        case Form():
            drafts = draft or tuple(map(_at_first, question.questions))
            questions = map(_form_question, question.questions, drafts)
            return dialog.Form(visible_line(question.error), tuple(questions))
        case _:
            assert_never(question)


def takes_words(question: Question) -> bool:
    """Whether the person can type text that is shown as it is typed: they might type a password
    there."""
    match question:
        case Confirm(deny_words=True) | Text() | Select(custom=True):
            return True
        case Form():
            return any(map(_takes_words, question.questions))
        case _:
            return False


def _takes_words(question: FormQuestion) -> bool:
    return isinstance(question, FormText) or (isinstance(question, FormSelect) and question.custom)


def _form_question(question: FormQuestion, drafted: Entry) -> dialog.FormQuestion:
    return dialog.FormQuestion(
        header=visible_line(question.header),
        message=visible(question.message),
        required=question.required,
        field=_form_field(question, drafted.text),
        obstacle=partial(_obstacle, question),
        drafted=drafted,
    )


def _at_first(question: FormQuestion) -> Entry:
    """The entry that a form's field has before the person has filled in anything."""
    return Entry(question.default) if isinstance(question, FormText) else EMPTY


def _form_field(question: FormQuestion, text: str) -> dialog.TextField | dialog.Choices:  # noqa: RET503 - assert_never does not return
    match question:
        case FormText():
            example = visible_line(question.placeholder)
            return dialog.TextField("", text, question.multiline, placeholder=example)
        case FormSelect():
            return _choices(question.options, question.multiple, question.custom)
        case FormConfirm():
            words = dialog.Option(catalogue.YES()), dialog.Option(catalogue.NO())
            return dialog.Choices(words, multiple=False)
        case _:
            assert_never(question)


def _choices(options: tuple[Option, ...], multiple: bool, custom: bool) -> dialog.Choices:
    words = tuple(
        dialog.Option(visible_line(each.label), visible_line(each.description)) for each in options
    )
    return dialog.Choices(words, multiple, custom)


def _obstacle(question: FormQuestion, entry: Entry) -> str:
    problem = question.problem(entry)
    match problem:
        case None:
            return ""
        case Problem.MISSING if isinstance(question, FormText):
            return catalogue.NO_TEXT()
        case Problem.MISSING:
            return catalogue.NO_OPTION()
        case Problem.CONTROLS:
            return catalogue.ONE_LINE()
        case Problem.NO_CHOICE:
            return catalogue.NOT_AN_ANSWER()
        case _ if isinstance(question, FormText):
            return _beyond(question, problem)
        case _:
            return catalogue.NOT_AN_ANSWER()


_FORMATS = {
    "integer": catalogue.WHOLE_NUMBER,
    "number": catalogue.NUMBER,
    "email": catalogue.EMAIL,
    "uri": catalogue.URI,
    "date": catalogue.DATE,
    "date-time": catalogue.DATE_TIME,
}


def _beyond(question: FormText, problem: Problem) -> str:
    match problem:
        case Problem.TOO_SHORT:
            return catalogue.too_few_characters(question.least)
        case Problem.TOO_LONG if question.most < ANSWER_BYTES:
            return catalogue.too_many_characters(question.most)
        case Problem.TOO_LONG:
            return catalogue.text_too_long(ANSWER_BYTES)
        case Problem.TOO_SMALL if question.minimum is not None:
            return catalogue.at_least(f"{question.minimum:g}")
        case Problem.TOO_LARGE if question.maximum is not None:
            return catalogue.at_most(f"{question.maximum:g}")
        case _:
            return _FORMATS[question.format]()
