"""The list of defences keeps to the code and to the tests; run.py tries them out."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sayso
from defences.defence import Defence
from defences.listed import THREATS
from defences.tree import ROOT

SOURCE = Path(sayso.__file__).parent

DEFENCES = [defence for threat in THREATS for defence in threat.defences]


def listed(*arguments: str) -> list[str]:
    """Names of defences, as run.py lists them."""
    command = [sys.executable, "tests/defences/run.py", "--list", *arguments]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    known = {defence.name for defence in DEFENCES}
    names = (line.strip().partition(":")[0] for line in said.splitlines())
    return [name for name in names if name in known]


@pytest.mark.parametrize("defence", DEFENCES, ids=lambda defence: defence.name)
def test_without_it_the_code_is_other_code(defence: Defence) -> None:
    text = (SOURCE / defence.file).read_text(encoding="utf-8")
    without = defence.taken_out_of(text)
    assert ast.dump(ast.parse(without)) != ast.dump(ast.parse(text))


def test_each_has_a_name_of_its_own() -> None:
    names = [defence.name for defence in DEFENCES] + [threat.name for threat in THREATS]
    assert len(set(names)) == len(names)


def test_a_sample_has_as_many_as_asked_for() -> None:
    assert len(set(listed("--sample", "7"))) == 7


def test_a_seed_has_a_sample_of_its_own() -> None:
    first, second = listed("--sample", "7", "--seed", "1"), listed("--sample", "7", "--seed", "2")
    assert first != second
    assert first == listed("--sample", "7", "--seed", "1")


def test_the_parts_are_the_whole_and_even() -> None:
    parts = [listed("--part", f"{number}/3") for number in (1, 2, 3)]
    assert sorted(name for part in parts for name in part) == sorted(d.name for d in DEFENCES)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("part", ["0/3", "4/3", "1", "1/0", "a/b"])
def test_what_is_no_part_is_refused(part: str) -> None:
    command = [sys.executable, "tests/defences/run.py", "--list", "--part", part]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 2
    assert "--part" in run.stderr


def test_every_test_named_exists() -> None:
    named = sorted({f"tests/{defence.test}" for defence in DEFENCES})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *named]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
