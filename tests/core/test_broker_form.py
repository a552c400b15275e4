"""Several questions on one page: what answers them, what does not, and what is kept meanwhile."""

import pytest

from sayso.core import events as e
from sayso.core.entry import EMPTY, Entry
from sayso.core.outcome import Answered, FormAnswer
from sayso.core.questions import Form, FormConfirm, FormSelect, FormText, Question, Select
from sayso.core.questions.form import Problem
from sayso.core.settings import ANSWER_BYTES
from sayso.values import replace
from support.core_driver import DEPLOY, NAME, UNLOCK, WHERE, Chain, Driver
from support.entries import options

PLACE = FormSelect("Where", options("a", "b", "c"))
FORM = Form(
    "A new host",
    (FormText("Name"), PLACE, FormConfirm("Sure"), FormText("Note", required=False)),
)
WHOLE = (Entry("shop"), Entry(places=(1,)), Entry(places=(0,)), EMPTY)
ANSWERS = (FormAnswer("shop"), FormAnswer(("b",)), FormAnswer(True), FormAnswer())


class TestAnswers:
    def test_come_in_the_order_of_the_questions(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, FORM)
        driver.paint()
        driver.fill(*WHOLE)
        assert driver.take(call) == Answered(answers=ANSWERS)

    def test_come_late_and_after_the_daemon_died(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM, wait=0)
        driver.paint()
        driver.fill(*WHOLE)
        driver.restart()
        assert driver.take(driver.ask(agent, FORM)) == Answered(answers=ANSWERS)

    @pytest.mark.parametrize(
        "entries",
        [
            WHOLE[:3],
            (*WHOLE, EMPTY),
            (EMPTY, *WHOLE[1:]),
            (Entry("shop", (0,)), *WHOLE[1:]),
            (WHOLE[0], EMPTY, *WHOLE[2:]),
            (WHOLE[0], Entry(places=(3,)), *WHOLE[2:]),
            (WHOLE[0], Entry(places=(0, 1)), *WHOLE[2:]),
            (WHOLE[0], Entry("own"), *WHOLE[2:]),
            (*WHOLE[:2], Entry(places=(2,)), EMPTY),
            (*WHOLE[:2], Entry("yes"), EMPTY),
            (*WHOLE[:3], Entry("two\nlines")),
        ],
    )
    def test_that_do_not_fit_are_none(
        self, driver: Driver, agent: Chain, entries: tuple[Entry, ...]
    ) -> None:
        driver.ask(agent, FORM)
        driver.paint()
        driver.fill(*entries)
        reason = "this is not an answer to this kind of question"
        assert driver.refused_clicks == [e.NotRecorded(1, reason)]

    @pytest.mark.parametrize("question", [DEPLOY, UNLOCK, NAME, WHERE])
    def test_are_a_forms_alone(self, driver: Driver, agent: Chain, question: Question) -> None:
        driver.ask(agent, question)
        driver.paint()
        driver.fill(*WHOLE)
        assert driver.refused_clicks

    def test_that_no_form_can_have_are_in_no_record(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM, wait=0)
        driver.paint()
        driver.fill(*WHOLE)
        for wrong in ({"answer": "shop"}, {"answers": [], "answer": "shop"}):
            driver.kept["prompt/1"]["outcome"] = {"is": "Answered"} | wrong
            with pytest.raises(ValueError, match="no such outcome"):
                driver.successor()


class TestOwnWords:
    OPEN = Select("Where?", options("a", "b"), custom=True)
    SEVERAL = replace(OPEN, multiple=True)

    @pytest.mark.parametrize(
        ("question", "entry", "outcome"),
        [
            (OPEN, Entry("own"), Answered(answer=(), custom="own")),
            (OPEN, Entry(places=(0,)), Answered(answer=("a",))),
            (SEVERAL, Entry("own", (1,)), Answered(answer=("b",), custom="own")),
            (SEVERAL, EMPTY, Answered(answer=())),
        ],
    )
    def test_stand_instead_of_an_option_or_beside_several(
        self, driver: Driver, agent: Chain, question: Select, entry: Entry, outcome: Answered
    ) -> None:
        call = driver.ask(agent, question)
        driver.paint()
        driver.fill(entry)
        assert driver.take(call) == outcome

    @pytest.mark.parametrize(
        ("question", "entry"),
        [
            (OPEN, Entry("own", (0,))),
            (OPEN, Entry("two\nlines")),
            (OPEN, Entry("half \ud800")),
            (OPEN, Entry("x" * (ANSWER_BYTES + 1))),
            (WHERE, Entry("own")),
        ],
    )
    def test_stand_there_as_they_may_alone(
        self, driver: Driver, agent: Chain, question: Select, entry: Entry
    ) -> None:
        driver.ask(agent, question)
        driver.paint()
        driver.fill(entry)
        assert driver.refused_clicks

    def test_are_in_no_record_of_another_question(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, WHERE, wait=0)
        driver.paint()
        driver.fill((0,))
        driver.kept["prompt/1"]["outcome"] |= {"custom": "own"}
        with pytest.raises(ValueError, match="no such outcome"):
            driver.successor()


class TestProblems:
    @pytest.mark.parametrize(
        ("question", "text", "problem"),
        [
            (FormText("H"), "", Problem.MISSING),
            (FormText("H", required=False), "", None),
            (FormText("H", multiline=True), "two\nlines", None),
            (FormText("H", least=3), "ab", Problem.TOO_SHORT),
            (FormText("H", least=3, required=False), "", None),
            (FormText("H", most=3), "abcd", Problem.TOO_LONG),
            (FormText("H", most=3), "\u00e9\u00e9\u00e9", None),
            (FormText("H"), "\u00e9" * ANSWER_BYTES, Problem.TOO_LONG),
            (FormText("H"), "half \ud800", Problem.TOO_LONG),
            (FormText("H", format="integer"), "x", Problem.FORMAT),
            (FormText("H", format="integer", minimum=5), "4", Problem.TOO_SMALL),
            (FormText("H", format="integer", minimum=5), "5", None),
            (FormText("H", format="number", maximum=5.5), "5.6", Problem.TOO_LARGE),
            (FormText("H", format="number", maximum=5.5), "5.5", None),
        ],
    )
    def test_of_a_text(self, question: FormText, text: str, problem: Problem | None) -> None:
        assert question.problem(Entry(text)) is problem

    def test_of_a_choice(self) -> None:
        assert PLACE.problem(EMPTY) is Problem.MISSING
        assert replace(PLACE, required=False).problem(EMPTY) is None
        assert PLACE.problem(Entry("a\nb")) is Problem.CONTROLS
        assert PLACE.problem(Entry("own")) is Problem.NO_CHOICE
        assert replace(PLACE, custom=True).problem(Entry("own")) is None

    def test_of_yes_and_no(self) -> None:
        assert FormConfirm("H").problem(EMPTY) is Problem.MISSING
        assert FormConfirm("H", required=False).problem(EMPTY) is None
        assert FormConfirm("H").problem(Entry(places=(1,))) is None
        assert FormConfirm("H").problem(Entry(places=(2,))) is Problem.NO_CHOICE


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("integer", ["0", "-7", "+12"], ["", "1.0", "1e3", "1_0", "\u0661", " 1", "1\n"]),
        ("number", ["0", "-7.5", "1e3", "+1"], ["", "nan", "inf", "1e999", "1_0", "\u0661", "1,5"]),
        (
            "email",
            ["me@example.org", "a.b+c@host"],
            ["", "me", "me@", "@example.org", "a b@c", "a@b@c", "a@b..c", "me@example.org."],
        ),
        (
            "uri",
            ["https://example.org/a?b#c", "mailto:me@example.org", "urn:a:b"],
            [
                "",
                "example.org",
                "https://",
                "https://exa mple.org",
                "https://ex\u00e4mple.org",
                "http://[::1",
            ],
        ),
        ("date", ["2026-11-25", "2024-02-29"], ["", "2026-02-29", "20261125", "2026-11-25T00:00"]),
        (
            "date-time",
            ["2026-11-25T14:30:00Z", "2026-11-25t14:30:00.5+01:00"],
            [
                "",
                "2026-11-25T14:30:00",
                "2026-11-25",
                "2026-11-25T25:00:00Z",
                "2026-11-25X14:30:00Z",
            ],
        ),
        ("", ["", "anything"], []),
    ],
)
def test_what_is_typed_has_its_form_or_has_not(
    form: str, right: list[str], wrong: list[str]
) -> None:
    question = FormText("H", required=False, format=form)
    if form:
        right, wrong = right, [text for text in wrong if text]
    assert [text for text in right if question.problem(Entry(text))] == []
    assert [text for text in wrong if not question.problem(Entry(text))] == []


class TestDraft:
    """What was filled in and not submitted."""

    DRAFT = (Entry("sh"), Entry(places=(1,)), EMPTY, EMPTY)

    def test_is_shown_again_by_the_next_dialog(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM)
        driver.paint()
        driver.draft(*self.DRAFT)
        driver.die()
        driver.advance(1)
        assert driver.show.draft == self.DRAFT

    def test_is_there_when_it_comes_back_later(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM)
        driver.paint()
        driver.draft(*self.DRAFT)
        driver.later()
        driver.advance(61)
        assert driver.show.draft == self.DRAFT

    def test_of_another_shape_is_none(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM)
        driver.paint()
        driver.draft(*self.DRAFT[:2])
        driver.die()
        driver.advance(1)
        assert driver.show.draft == ()

    @pytest.mark.parametrize("question", [DEPLOY, UNLOCK])
    def test_of_a_question_without_words_is_none(
        self, driver: Driver, agent: Chain, question: Question
    ) -> None:
        driver.ask(agent, question)
        driver.paint()
        driver.draft(Entry("hunter2"))
        driver.die()
        driver.advance(1)
        assert driver.show.draft == ()

    def test_of_a_dialog_that_has_ended_is_none(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM)
        driver.paint()
        gone = driver.show.run
        driver.die()
        driver.send(e.Drafted(gone, self.DRAFT))
        driver.advance(1)
        assert driver.show.draft == ()

    def test_is_in_no_record(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, FORM)
        driver.paint()
        driver.draft(*self.DRAFT)
        assert "sh" not in str(driver.kept).replace("showing", "").replace("shown", "").split()
        assert "draft" not in str(driver.kept)


def test_each_part_makes_it_another_form() -> None:
    name = FormText("Name")
    forms = [
        FORM,
        Form("Another", FORM.questions),
        Form(FORM.message, FORM.questions[1:]),
        Form(FORM.message, FORM.questions, title="t"),
        Form(FORM.message, FORM.questions, error="t"),
        *(
            Form(FORM.message, (each,))
            for each in (
                name,
                FormText("Name", "m"),
                FormText("Name", required=False),
                FormText("Name", default="d"),
                FormText("Name", placeholder="d"),
                FormText("Name", format="date"),
                FormConfirm("Name"),
                FormSelect("Name", options("a", "b")),
                FormSelect("Name", options("b", "a")),
            )
        ),
    ]
    assert len({form.fingerprint for form in forms}) == len(forms)
