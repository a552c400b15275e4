"""The oracle: which courses of events it accepts, and which not."""

import pytest

from faults.ledger import Line, Word
from faults.promise import Loss, asked_anew, broken, forged

CALLER, NEXT, DIALOG, OTHER = 1, 2, 3, 4

ANSWERED = [
    Line(Word.SHOWN, DIALOG),
    Line(Word.CLICKED, DIALOG, said="approve"),
    Line(Word.RECORDED, DIALOG),
]
UNRECORDED = ANSWERED[:2]
ACTED = [Line(Word.CLAIMING, CALLER), Line(Word.COMMITTED, CALLER, said="approved")]


def killed(role: str, pid: int = OTHER) -> Line:
    return Line(Word.KILLED, pid, said=role)


def test_one_click_and_one_act() -> None:
    assert broken([*ANSWERED, *ACTED], Loss()) == []
    assert not asked_anew([*ANSWERED, *ACTED])


def test_two_acts() -> None:
    assert broken([*ANSWERED, *ACTED, *ACTED], Loss()) == ["2 callers acted"]


def test_none() -> None:
    assert broken(ANSWERED, Loss()) == ["0 callers acted"]


def test_an_act_without_a_click() -> None:
    told = "approved was committed, but the person said nothing"
    assert broken(ACTED, Loss()) == [told]
    assert broken([*ACTED, *ANSWERED], Loss()) == [told]


def test_an_act_that_was_denied() -> None:
    lines = [Line(Word.SHOWN, DIALOG), Line(Word.CLICKED, DIALOG, said="deny"), *ACTED]
    assert broken(lines, Loss()) == ["approved was committed, but the person said {'denied'}"]


def test_an_answer_that_a_dead_caller_had_is_not_given_again() -> None:
    lines = [*ANSWERED, Line(Word.CLAIMING, CALLER), killed("client", CALLER), *ACTED]
    assert broken(lines, Loss()) == []
    told = "approved was committed, but the person said nothing"
    assert broken(lines, Loss(spent=True)) == [told]


def test_an_answer_of_a_dialog_that_was_lost_is_nobodys() -> None:
    shown = Line(Word.SHOWN, DIALOG)
    lines = [*UNRECORDED, killed("daemon"), shown, *ACTED]
    told = "approved was committed, but the person said nothing"
    assert broken(lines, Loss()) == [told]


@pytest.mark.parametrize("role", ["daemon", "dialog"])
def test_a_click_that_was_not_recorded_is_asked_for_again(role: str) -> None:
    lines = [*UNRECORDED, killed(role), *ANSWERED, *ACTED]
    assert broken(lines, Loss()) == []
    assert asked_anew(lines)


@pytest.mark.parametrize("role", ["daemon", "dialog", "keeper", "client"])
def test_one_that_was_recorded_is_not(role: str) -> None:
    lines = [*ANSWERED, killed(role), *ANSWERED, *ACTED]
    told = "asked again although the person was told that it is recorded"
    assert broken(lines, Loss()) == [told]


@pytest.mark.parametrize("role", ["keeper", "client"])
def test_no_second_dialog_for_what_the_dialog_does_not_need(role: str) -> None:
    lines = [*UNRECORDED, killed(role), *ANSWERED, *ACTED]
    told = f"a second dialog, and what was killed is {{'{role}'}}"
    assert broken(lines, Loss()) == [told]


def test_a_caller_that_died_in_claiming_is_followed_by_a_new_question() -> None:
    claiming = Line(Word.CLAIMING, NEXT)
    lines = [*ANSWERED, claiming, killed("client", NEXT), *ANSWERED, *ACTED]
    assert broken(lines, Loss(spent=True)) == []


def test_two_dead_memories_are_followed_by_a_new_question() -> None:
    failed = Line(Word.FAILED, CALLER, said="unreachable")
    lines = [*ANSWERED, killed("daemon"), killed("keeper"), failed, *ANSWERED, *ACTED]
    assert broken(lines, Loss(memory=True)) == []
    assert "a caller heard: unreachable" in broken(lines, Loss())


def test_a_dialog_that_comes_again_and_again() -> None:
    lines = [*UNRECORDED, killed("daemon"), *UNRECORDED * 2, *ANSWERED, *ACTED]
    assert broken(lines, Loss()) == ["shown 4 times"]


class TestSecret:
    LOSS = Loss(secret=True)
    FAILED = Line(Word.FAILED, CALLER, said="unreachable")

    def test_as_it_was_typed(self) -> None:
        assert broken([*typed("one"), *heard("one")], self.LOSS) == []

    def test_another_one(self) -> None:
        told = "answered two was committed, but the person said {'answered one'}"
        assert broken([*typed("one"), *heard("two")], self.LOSS) == [told]

    def test_is_the_daemons_alone(self) -> None:
        lost = [*typed("one"), killed("daemon"), self.FAILED]
        assert broken([*lost, *typed("two"), *heard("two")], self.LOSS) == []

    def test_of_a_dead_daemon_is_not_heard(self) -> None:
        lines = [*typed("one"), killed("daemon"), *typed("two"), *heard("one")]
        told = "answered one was committed, but the person said {'answered two'}"
        assert broken(lines, self.LOSS) == [told]

    @pytest.mark.parametrize("role", ["keeper", "dialog"])
    def test_needs_nobody_else(self, role: str) -> None:
        lines = [*typed("one"), killed(role), *typed("two"), *heard("two")]
        told = "asked again although the person was told that it is recorded"
        assert broken(lines, self.LOSS) == [told]
        assert broken([killed(role), self.FAILED, *typed("one"), *heard("one")], self.LOSS) == [
            "a caller heard: unreachable"
        ]

    def test_is_asked_for_anew_by_another_process_unless_it_has_the_ticket(self) -> None:
        after = [*typed("one"), killed("client"), *typed("two"), *heard("two")]
        assert broken(after, self.LOSS) == []
        told = "asked again although the person was told that it is recorded"
        assert broken([Line(Word.TICKET, CALLER), *after], self.LOSS) == [told]

    def test_that_a_dead_caller_had_is_not_given_again(self) -> None:
        lines = [*typed("one"), Line(Word.CLAIMING, NEXT), killed("client", NEXT), *heard("one")]
        told = "answered one was committed, but the person said nothing"
        assert broken(lines, Loss(secret=True, spent=True)) == [told]


def typed(secret: str) -> list[Line]:
    return [
        Line(Word.SHOWN, DIALOG),
        Line(Word.CLICKED, DIALOG, said=f"typed {secret}"),
        Line(Word.RECORDED, DIALOG),
    ]


def heard(secret: str) -> list[Line]:
    return [Line(Word.CLAIMING, CALLER), Line(Word.COMMITTED, CALLER, said=f"answered {secret}")]


# Faults that no kill excuses


def test_an_answer_that_one_caller_had() -> None:
    assert forged([*ANSWERED, *ACTED]) == []


def test_a_time_that_is_over_needs_no_click() -> None:
    assert forged([Line(Word.COMMITTED, CALLER, said="timed_out")]) == []


def test_an_approval_that_nobody_gave() -> None:
    told = "approved was committed, but the person did not say so (again)"
    assert forged(ACTED) == [told]
    denied = Line(Word.CLICKED, DIALOG, said="deny")
    assert forged([denied, *ACTED, *ANSWERED]) == [told]


def test_one_answer_for_two_callers() -> None:
    told = "approved was committed, but the person did not say so (again)"
    assert forged([*ANSWERED, *ACTED, *ACTED]) == [told, "2 callers acted"]


def test_two_answers_for_two_callers() -> None:
    """A fault, unless the first caller was killed when it had its answer: then the person was asked
    anew."""
    second = Line(Word.COMMITTED, NEXT, said="approved")
    lines = [*ANSWERED, *ACTED, *ANSWERED, second]
    assert forged(lines) == ["2 callers acted"]
    assert forged([*lines, killed("client", CALLER)]) == []
