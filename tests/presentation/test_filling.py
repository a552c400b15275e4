"""What is filled in, and what is wrong with it, whatever the toolkit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from sayso.core.entry import EMPTY, Entry
from sayso.presentation import catalogue, dialog
from sayso.presentation.dialog import Option
from sayso.presentation.filling import (
    Choosing,
    FilledForm,
    FilledOptions,
    FilledQuestion,
    FilledText,
    option_description,
)
from sayso.presentation.typed_text import LONGEST_SECRET, TypedText, secret_obstacle


class Text(TypedText):
    """Typed by the test."""

    text = ""
    has_focus = False

    def types(self, text: str, *, by_hand: bool = True) -> None:
        self.text = text
        self._note_change(by_hand=by_hand)


class Choices(Choosing):
    """Of two options, and of words of the person's own."""

    chosen: Sequence[bool] = (False, False)
    own_words: Text | None = None
    at_focus: Callable[[], None] | None = None

    def choose(self, *chosen: bool) -> None:
        self.chosen = chosen
        self._on_choice()


@dataclass
class Pane:
    times_anew: int = 0

    def read_anew(self) -> None:
        self.times_anew += 1


class Said(list[str]):
    """What stands beside it; the last counts."""

    def say(self, words: str) -> None:
        self.append(words)


class Changes:
    """How often something else stood there."""

    def __init__(self, filled: FilledText | FilledOptions | FilledForm) -> None:
        self.count = 0
        filled.watch_typing(self._count)

    def _count(self) -> None:
        self.count += 1


class TestTypedText:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("fine", ""),
            ("a\nb", catalogue.ONE_LINE()),
            ("a\x07b", catalogue.CONTROLS()),
            ("four", ""),
            ("\ud800", catalogue.CONTROLS()),
            ("longer than that", catalogue.text_too_long(8)),
        ],
    )
    def test_faults(self, text: str, fault: str) -> None:
        typed = Text(multiline=False, most=8)
        typed.types(text)
        assert typed.fault == fault

    def test_lines_are_none_where_there_may_be_several(self) -> None:
        typed = Text(multiline=True)
        typed.types("a\nb")
        assert typed.takes_lines
        assert typed.fault == ""

    def test_what_an_input_method_shows_is_not_there_yet(self) -> None:
        typed = Text(multiline=False)
        typed.composing = True
        assert typed.fault == catalogue.COMPOSING()

    @pytest.mark.parametrize("has_focus", [True, False])
    def test_keys_go_to_the_input_method_where_the_focus_is(self, has_focus: bool) -> None:
        typed = Text(multiline=False)
        typed.has_focus = has_focus
        assert not typed.is_composing
        typed.composing = True
        assert typed.is_composing is has_focus

    @pytest.mark.parametrize(("text", "words"), [("a", False), ("a\u200bb", True)])
    def test_what_cannot_be_seen_is_told(self, text: str, words: bool) -> None:
        typed = Text(multiline=False)
        typed.types(text)
        assert bool(typed.unseen_words) is words

    def test_one_change_by_a_program_makes_all_of_it_a_programs_until_it_is_empty(self) -> None:
        typed = Text(multiline=False)
        found = [typed.is_by_hand]
        for text, by_hand in (("a", False), ("ab", True), ("", False)):
            typed.types(text, by_hand=by_hand)
            found.append(typed.is_by_hand)
        assert found == [True, False, False, True]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({}, ""),
        ({"user": 3}, ""),
        ({"user": 0}, catalogue.USER_MISSING()),
        ({"user": 3, "breaks": True}, catalogue.NAME_OF_ONE_LINE()),
        ({"length": 0}, catalogue.NOTHING_TYPED()),
        ({"size": LONGEST_SECRET}, ""),
        ({"size": LONGEST_SECRET + 1}, catalogue.TOO_LONG()),
        ({"is_repeated": False}, catalogue.NOT_THE_SAME()),
        ({"is_composing": True}, catalogue.COMPOSING()),
        ({"is_composing": True, "length": 0}, catalogue.COMPOSING()),
    ],
)
def test_what_keeps_a_secret_from_being_submitted(found: dict[str, int], words: str) -> None:
    typed = {"user": None, "breaks": False, "length": 4, "size": 4, "is_repeated": True, **found}
    composing = {"is_composing": True} if "is_composing" in found else {}
    said = secret_obstacle(
        user=typed["user"],
        breaks=lambda: bool(typed["breaks"]),
        length=typed["length"] or 0,
        size=lambda: typed["size"] or 0,
        is_repeated=lambda: bool(typed["is_repeated"]),
        **composing,
    )
    assert said == words


def test_what_is_too_long_is_not_compared() -> None:
    """It may be megabytes, and each copy of it is locked."""
    said = secret_obstacle(
        user=None,
        breaks=lambda: pytest.fail("there is no name"),
        length=4,
        size=lambda: LONGEST_SECRET + 1,
        is_repeated=lambda: pytest.fail("it was compared"),
    )
    assert said == catalogue.TOO_LONG()


class TestText:
    @pytest.fixture
    def typed(self) -> Text:
        return Text(multiline=False)

    def test_what_stands_in_it_is_its_entry_and_its_draft(self, typed: Text) -> None:
        filled = FilledText(typed, Pane(), Said().say)
        typed.types("name")
        assert filled.entries == filled.drafts == (Entry("name"),)

    def test_it_wants_some_text(self, typed: Text) -> None:
        filled = FilledText(typed, Pane(), Said().say)
        assert filled.obstacle == catalogue.NO_TEXT()
        typed.composing = True
        assert filled.obstacle == catalogue.COMPOSING()

    def test_an_input_method_may_be_at_work_in_it(self, typed: Text) -> None:
        filled = FilledText(typed, Pane(), Said().say)
        assert not filled.is_composing
        typed.composing = typed.has_focus = True
        assert filled.is_composing

    def test_no_option_is_in_it(self, typed: Text) -> None:
        filled = FilledText(typed, Pane(), Said().say)
        assert (filled.begins_with_options, filled.at_focus, filled.has_focus) == (
            False,
            None,
            False,
        )

    def test_what_is_wrong_stands_below_it_while_something_is_typed(self, typed: Text) -> None:
        said = Said()
        filled = FilledText(typed, Pane(), said.say)
        changes = Changes(filled)
        for text in ("a\x07", "a\u200b", ""):
            typed.types(text)
            filled.changed()
        assert said[0] == catalogue.CONTROLS()
        assert said[1]
        assert said[2] == ""
        assert changes.count == 3

    @pytest.mark.parametrize(("at_cursor", "times"), [(True, 0), (False, 1)])
    def test_what_is_not_written_at_the_cursor_is_to_be_read(
        self, typed: Text, at_cursor: bool, times: int
    ) -> None:
        pane = Pane()
        typed.written_at_cursor = at_cursor
        FilledText(typed, pane, Said().say).read_anew()
        assert pane.times_anew == times


class TestOptions:
    def test_one_has_to_be_chosen(self) -> None:
        choices = Choices()
        filled = FilledOptions(choices, Pane(), Said().say, multiple=False)
        assert filled.obstacle == catalogue.NO_OPTION()
        changes = Changes(filled)
        choices.choose(False, True)
        assert (filled.obstacle, filled.entries, changes.count) == ("", (Entry("", (1,)),), 1)
        assert filled.begins_with_options

    def test_of_several_none_may_be(self) -> None:
        assert FilledOptions(Choices(), Pane(), Said().say, multiple=True).obstacle == ""

    def test_words_of_their_own_count_once_they_are_chosen(self) -> None:
        choices, said = Choices(), Said()
        choices.own_words = Text(multiline=False)
        filled = FilledOptions(choices, Pane(), said.say, multiple=False)
        choices.choose(False, False, True)
        assert filled.obstacle == catalogue.NO_TEXT()
        choices.own_words.types("mine")
        assert filled.entries == filled.drafts == (Entry("mine"),)
        choices.choose(True, False, False)
        assert filled.entries == (Entry("", (0,)),)
        assert filled.drafts == (Entry("", (0,), "mine"),)
        assert said == ["", ""]

    def test_what_is_wrong_with_them_stands_below(self) -> None:
        choices, said = Choices(), Said()
        choices.own_words = Text(multiline=False)
        filled = FilledOptions(choices, Pane(), said.say, multiple=False)
        choices.own_words.types("a\x07")
        choices.choose(False, False, True)
        assert said == [catalogue.CONTROLS()]
        assert not filled.has_focus

    def test_an_input_method_may_be_at_work_in_them(self) -> None:
        choices = Choices()
        filled = FilledOptions(choices, Pane(), Said().say, multiple=False)
        assert not filled.is_composing
        choices.own_words = Text(multiline=False)
        choices.own_words.composing = choices.own_words.has_focus = True
        assert filled.is_composing

    @pytest.mark.parametrize(("at_cursor", "times"), [(True, 0), (False, 1)])
    def test_what_a_program_chose_is_to_be_read(self, at_cursor: bool, times: int) -> None:
        choices, pane = Choices(), Pane()
        choices.written_at_cursor = at_cursor
        FilledOptions(choices, pane, Said().say, multiple=True).read_anew()
        assert pane.times_anew == times

    def test_the_one_at_the_focus_is_handed_on(self) -> None:
        choices = Choices()
        choices.at_focus = choices.choose
        filled = FilledOptions(choices, Pane(), Said().say, multiple=True)
        assert filled.at_focus == choices.choose

    @pytest.mark.parametrize(
        ("of", "description", "words"),
        [
            ("", "", ""),
            ("", "cheap", "cheap"),
            ("Size", "", "Size"),
            ("Size", "cheap", catalogue.of_field("Size", "cheap")),
        ],
    )
    def test_assistive_technology_tells_of_which_question(
        self, of: str, description: str, words: str
    ) -> None:
        assert option_description(of, Option("Yes", description)) == words


def wants_more(entry: Entry) -> str:
    return "" if entry != EMPTY else "missing"


def words_of(header: str, field: dialog.TextField | dialog.Choices, **more: object) -> object:
    given = {"message": "", "required": True, "obstacle": wants_more, **more}
    return dialog.FormQuestion(header=header, field=field, **given)  # type: ignore[arg-type]  # as named


class Filled:
    """A form of some options and a text."""

    def __init__(self, drafted: Entry = EMPTY) -> None:
        choices = dialog.Choices((Option("a"), Option("b")), multiple=False)
        line = dialog.TextField(error="", default="", multiline=False)
        self.choices, self.text, self.pane = Choices(), Text(multiline=False), Pane()
        self.said = Said(), Said()
        self.questions = [
            FilledQuestion(words_of("One", choices), self.choices, self.said[0].say),  # type: ignore[arg-type]  # made there
            FilledQuestion(words_of("Two", line, drafted=drafted), self.text, self.said[1].say),  # type: ignore[arg-type]
        ]
        self.form = FilledForm(self.questions, self.pane)
        self.choices.watch(self.questions[0].changed)

    def types(self, text: str) -> None:
        self.text.types(text)
        self.questions[1].changed()


class TestForm:
    def test_all_of_its_entries_go_along(self) -> None:
        filled = Filled()
        filled.choices.choose(True, False)
        filled.types("mine")
        assert filled.form.entries == filled.form.drafts == (Entry("", (0,)), Entry("mine"))
        assert filled.form.obstacle == ""

    def test_what_is_missing_is_told_with_its_question(self) -> None:
        filled = Filled()
        assert filled.form.obstacle == catalogue.of_field("One", "missing")
        filled.choices.choose(True, False)
        assert filled.form.obstacle == catalogue.of_field("Two", "missing")
        filled.types("\x07")
        assert filled.form.obstacle == catalogue.of_field("Two", catalogue.CONTROLS())

    def test_nothing_is_called_missing_before_something_was_filled_in(self) -> None:
        filled = Filled()
        assert filled.said == ([""], [""])
        filled.types("")
        assert filled.said[1][-1] == "missing"

    def test_nor_after_it_was_before(self) -> None:
        assert Filled(drafted=Entry("old")).said[1] == ["missing"]

    def test_each_change_is_told(self) -> None:
        filled = Filled()
        changes = Changes(filled.form)
        filled.types("a")
        filled.choices.choose(False, True)
        assert changes.count == 2

    def test_keys_go_into_one_of_its_texts(self) -> None:
        filled = Filled()
        filled.text.has_focus = True
        assert filled.form.has_focus
        assert filled.form.begins_with_options

    def test_or_to_an_input_method_that_is_at_work_in_one(self) -> None:
        filled = Filled()
        assert not filled.form.is_composing
        filled.text.composing = filled.text.has_focus = True
        assert filled.form.is_composing

    def test_into_its_options_they_do_not(self) -> None:
        assert not Filled().form.has_focus

    def test_the_option_at_the_focus_is_handed_on(self) -> None:
        filled = Filled()
        assert filled.form.at_focus is None
        filled.choices.at_focus = filled.choices.choose
        assert filled.form.at_focus == filled.choices.choose

    def test_what_is_typed_where_the_person_looks_need_not_be_read_anew(self) -> None:
        filled = Filled()
        filled.form.read_anew()
        filled.text.has_focus = filled.text.written_at_cursor = True
        filled.types("a")
        filled.form.read_anew()
        assert filled.pane.times_anew == 1
        filled.choices.choose(True, False)
        filled.form.read_anew()
        assert filled.pane.times_anew == 2
