"""The driver of the mutants: its parts, its score, and what it says."""

from pathlib import Path

import pytest

from mutation.score import Fate, Mutant, Result, Score, choose, report
from mutation.steps import EXAMPLES, OF_SETTINGS, OF_WIRE, PROPERTIES, TESTS, Step, steps
from support.slices import Slice

MUTANTS = [
    Mutant(f"src/sayso/{name}.py", line, 4, "core/AddNot", line)
    for name, lines in (("core/broker", 40), ("core/retry", 12), ("wire/rpc", 8))
    for line in range(lines)
]


def result(fate: Fate, mutant: Mutant = MUTANTS[0]) -> Result:
    return Result(mutant, fate, "    -old\n    +new" if fate is Fate.SURVIVED else "")


class TestPart:
    def test_together_they_are_all_and_none_has_what_another_has(self) -> None:
        parts = [choose(MUTANTS, Slice(number, 7)) for number in range(1, 8)]
        assert sorted(mutant for part in parts for mutant in part) == sorted(MUTANTS)

    def test_each_has_as_many_of_each_file(self) -> None:
        for number in range(1, 5):
            paths = [mutant.path for mutant in choose(MUTANTS, Slice(number, 4))]
            assert {path: paths.count(path) for path in paths} == {
                "src/sayso/core/broker.py": 10,
                "src/sayso/core/retry.py": 3,
                "src/sayso/wire/rpc.py": 2,
            }

    def test_is_the_same_the_next_time(self) -> None:
        assert choose(MUTANTS, Slice(2, 3)) == choose(reversed(MUTANTS), Slice(2, 3))

    def test_is_in_no_order_as_time_may_cut_off_its_end(self) -> None:
        chosen = choose(MUTANTS, Slice(1, 1))
        assert len({mutant.path for mutant in chosen[:20]}) == 3


class TestScore:
    def test_counts_the_killed_among_the_tried(self) -> None:
        fates = [Fate.KILLED, Fate.KILLED, Fate.TIMED_OUT, Fate.SURVIVED, Fate.UNTRIED]
        score = Score.of(map(result, fates))
        assert (score.noticed, score.tried, score.untried) == (3, 4, 1)
        assert score.percent == 75

    @pytest.mark.parametrize("fates", [[], [Fate.UNTRIED]])
    def test_is_nothing_where_nothing_was_tried(self, fates: list[Fate]) -> None:
        assert Score.of(map(result, fates)).percent == 0


def test_the_report_has_each_module_and_each_survivor_with_its_place() -> None:
    broker, retry = MUTANTS[2], MUTANTS[41]
    said = report([result(Fate.SURVIVED, broker), result(Fate.KILLED, retry)]).splitlines()
    rows = [line.split()[:4] for line in said[1:4]]
    assert rows == [
        ["core/broker.py", "0", "1", "0.0"],
        ["core/retry.py", "1", "1", "100.0"],
        ["all", "1", "2", "50.0"],
    ]
    assert said[4:] == ["survived: src/sayso/core/broker.py:2:5 AddNot", "    -old", "    +new"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("core/test_broker_retry.py", "core/test_chain.py", "wire/test_rpc.py"):
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_the_tests_of_a_file_come_first_and_all_others_after(clone: Path) -> None:
    assert list(steps("src/sayso/core/retry.py", clone)) == [
        Step(("tests/core/test_broker_retry.py",), EXAMPLES),
        Step(("tests/core",), EXAMPLES),
        Step((*OF_WIRE, OF_SETTINGS), EXAMPLES),
        Step(TESTS, PROPERTIES),
    ]


def test_those_of_core_are_left_out_where_wire_is_changed(clone: Path) -> None:
    assert list(steps("src/sayso/wire/rpc.py", clone)) == [
        Step(("tests/wire/test_rpc.py",), EXAMPLES),
        Step(OF_WIRE, EXAMPLES),
        Step(OF_WIRE, PROPERTIES),
    ]
