"""What there is to fill in, and what is wrong with what was filled in, in words."""

import pytest

from sayso.core.entry import EMPTY, Entry
from sayso.core.questions import (
    Form,
    FormConfirm,
    FormQuestion,
    FormSelect,
    FormText,
    Option,
    Password,
    Select,
    Text,
)
from sayso.core.settings import ANSWER_BYTES
from sayso.dialog.fields import field
from sayso.presentation import dialog

HIDDEN, SEEN = "a\u200b", r"a\u{200b}"


def made(question: FormQuestion, *draft: Entry) -> dialog.FormQuestion:
    """The only one of a form."""
    form = field(Form("?", (question,)), draft)
    assert isinstance(form, dialog.Form)
    (only,) = form.questions
    return only


def test_each_word_of_the_askers_is_made_safe() -> None:
    options = (Option(HIDDEN, HIDDEN), Option("b"))
    shown = (dialog.Option(SEEN, SEEN), dialog.Option("b"))
    assert field(Password("?", error=HIDDEN, user=HIDDEN), ()) == dialog.SecretField(
        SEEN, False, SEEN
    )
    assert field(Select("?", options, error=HIDDEN, custom=True), ()) == dialog.Options(
        SEEN, dialog.Choices(shown, multiple=False, custom=True)
    )
    text = made(FormText(HIDDEN, HIDDEN, placeholder=HIDDEN))
    assert (text.header, text.message) == (SEEN, SEEN)
    assert text.field == dialog.TextField("", "", False, placeholder=SEEN)
    assert made(FormSelect("H", options)).field == dialog.Choices(shown, multiple=False)


def test_yes_and_no_are_words_of_ours() -> None:
    assert made(FormConfirm("H")).field == dialog.Choices(
        (dialog.Option("Yes"), dialog.Option("No")), multiple=False
    )


def test_what_was_filled_in_before_stands_there_again() -> None:
    text = field(Text("?", default="d"), (Entry("typed"),))
    assert text == dialog.TextField("", "typed", False)
    assert field(Text("?", default="d"), ()) == dialog.TextField("", "d", False)
    chosen = Entry("own", (1,))
    options = field(Select("?", (Option("a"), Option("b"))), (chosen,))
    assert isinstance(options, dialog.Options)
    assert options.drafted == chosen
    assert made(FormText("H"), Entry("typed")).drafted == Entry("typed")
    assert made(FormText("H")).drafted == EMPTY


@pytest.mark.parametrize(
    ("question", "entry", "words"),
    [
        (FormText("H"), Entry("x"), ""),
        (FormText("H"), EMPTY, "Type an answer first"),
        (FormText("H"), Entry("a\nb"), "One line only: take out line breaks and tabs"),
        (FormText("H", least=2), Entry("x"), "At least 2 characters"),
        (FormText("H", least=1, most=1), Entry("xy"), "At most 1 character"),
        (FormText("H"), Entry("x" * (ANSWER_BYTES + 1)), "Too long: at most 16 KiB"),
        (FormText("H", format="integer"), Entry("x"), "Type a whole number, such as 42"),
        (FormText("H", format="number"), Entry("x"), "Type a number, such as 3.5"),
        (
            FormText("H", format="email"),
            Entry("x"),
            "Type an e-mail address, such as me@example.org",
        ),
        (
            FormText("H", format="uri"),
            Entry("x"),
            "Type a web address, such as https://example.org",
        ),
        (FormText("H", format="date"), Entry("x"), "Type a date, such as 2026-11-25"),
        (
            FormText("H", format="date-time"),
            Entry("x"),
            "Type a date and time, such as 2026-11-25T14:30:00+01:00",
        ),
        (FormText("H", format="number", minimum=1.5), Entry("1"), "At least 1.5"),
        (FormText("H", format="number", maximum=2), Entry("3"), "At most 2"),
        (FormSelect("H", (Option("a"), Option("b"))), EMPTY, "Choose an option first"),
        (
            FormSelect("H", (Option("a"), Option("b"))),
            Entry(places=(0, 1)),
            "This does not answer the question",
        ),
        (FormConfirm("H"), EMPTY, "Choose an option first"),
        (FormConfirm("H", required=False), EMPTY, ""),
    ],
)
def test_what_is_wrong_is_said(question: FormQuestion, entry: Entry, words: str) -> None:
    assert made(question).obstacle(entry) == words
