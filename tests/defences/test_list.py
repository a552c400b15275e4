"""The list of defences keeps to the code and to the tests; run.py tries them out."""

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


@pytest.mark.parametrize("defence", DEFENCES, ids=lambda defence: defence.name)
def test_what_is_taken_out_stands_there_once_and_leaves_python(defence: Defence) -> None:
    text = (SOURCE / defence.file).read_text(encoding="utf-8")
    without = defence.taken_out_of(text)
    assert without != text
    if defence.file.endswith(".py"):
        compile(without, defence.file, "exec")


def test_each_has_a_name_of_its_own() -> None:
    names = [defence.name for defence in DEFENCES] + [threat.name for threat in THREATS]
    assert len(set(names)) == len(names)


def test_a_sample_has_as_many_as_asked_for() -> None:
    command = [sys.executable, "tests/defences/run.py", "--list", "--sample", "7"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    known = {defence.name for defence in DEFENCES}
    assert (
        len([line for line in listed.splitlines() if line.strip().partition(":")[0] in known]) == 7
    )


def test_every_test_named_exists() -> None:
    named = sorted({f"tests/{defence.test}" for defence in DEFENCES})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *named]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
