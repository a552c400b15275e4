"""The parts of the checks: which of them run when, and what is reported of them."""

import sys
from pathlib import Path

import checks
import parts
import pytest
from parts import FIRST, HOURS, LONG, Part

ROOT = Path(__file__).parents[1]


def part(name: str, *command: str, minutes: float = 1) -> Part:
    return Part(name, (sys.executable, "-c", *command), minutes)


def in_turn(number: int, minutes: float, *lengths: float) -> list[str]:
    some = tuple(part(f"{place}", minutes=length) for place, length in enumerate(lengths))
    return [each.name for each in parts.turn(some, number, minutes)]


def test_each_turn_takes_as_many_as_have_room() -> None:
    assert in_turn(0, 10, 4, 5, 6) == ["0", "1"]
    assert in_turn(1, 10, 4, 5, 6) == ["1"]
    assert in_turn(5, 10, 4, 5, 6) == ["2", "0"]


def test_one_that_is_too_long_has_its_turn_as_well() -> None:
    assert in_turn(0, 10, 30, 1) == ["0"]


def test_no_part_comes_twice_in_a_turn() -> None:
    assert in_turn(1, 100, 1, 2) == ["1", "0"]


def test_all_of_the_long_tier_comes_round() -> None:
    turns = [parts.turn(LONG, number, 10) for number in range(len(LONG))]
    assert {each for turn in turns for each in turn} == set(LONG)
    assert max(sum(each.minutes for each in turn) for turn in turns) <= 10


def test_names_differ() -> None:
    names = [each.name for each in (*FIRST, *LONG, *HOURS)]
    assert len(names) == len(set(names))


def test_programs_are_there() -> None:
    programs = [
        word
        for each in (*FIRST, *LONG, *HOURS)
        for word in each.command
        if word.startswith(("tests/", "packaging/"))
    ]
    assert [program for program in programs if not (ROOT / program).exists()] == []


def test_a_whole_name_is_of_that_part_alone() -> None:
    """Other parts run the same tests elsewhere, and have this name within theirs."""
    named = checks.choose(["tests of dialogs"], False, None, 0)
    assert [each.name for each in named] == ["tests of dialogs"]


def test_what_runs_on_a_bare_debian_makes_no_other_one() -> None:
    """A part there that chose itself would make one within the other, without end."""
    inner = [
        part.command[part.command.index("packaging/test.sh") + 1 :]
        for part in (*LONG, *HOURS)
        if "packaging/on_debian.sh" in part.command
    ]
    assert inner
    for names in inner:
        assert set(checks.choose(names, False, None, 0)) <= set(FIRST)


def test_parts_are_chosen_by_words_of_their_names() -> None:
    assert [each.name for each in checks.choose(["mypy"], False, None, 0)] == [
        each.name for each in FIRST if "mypy" in each.name
    ]


@pytest.mark.parametrize("failing", [True, False])
def test_the_closing_tells_what_ran_and_what_the_failing_said_last(failing: bool) -> None:
    chosen = part("talks", f"print('said in vain'); raise SystemExit({int(failing)})")
    result = checks.run_quietly(chosen)
    assert result.failed is failing
    told = checks.closing([result], "kill -9   12   0\n", 65.0, 0.0)
    assert ("talks: FAILED" in told) is failing
    assert ("said in vain" in told) is failing
    assert "   1:05  installing" in told
    assert "kill -9   12   0" in told
    assert "soak (2)" in told.partition("Left to the long tier")[2]
    assert ("Left out, as only root can run them: " in told) is not parts.IS_ROOT


def test_the_table_of_threats_reaches_the_programs(tmp_path: Path) -> None:
    table = tmp_path / "table"
    write = "import sys; open(sys.argv[2], 'a').write(sys.argv[1])"
    chosen = Part("adds", (sys.executable, "-c", write), 1, has_table=True)
    assert not checks.run_aloud(chosen, table).failed
    assert table.read_text() == "--table"
