"""sayso next, against a scripted daemon."""

import sys

assert sys.platform != "win32"

import json
from pathlib import Path

import pytest

from support.command import run, sayso
from support.scripted_daemon import answering


@pytest.mark.parametrize(
    ("number", "words"),
    [(7, "Question 7 is on its way to the screen.\n"), (None, "There is nothing to bring up.\n")],
)
def test_it_says_which_is_brought_up(number: int | None, words: str) -> None:
    done = sayso("next", script=answering({"number": number}, method="next"))
    assert (done.returncode, done.stdout, done.stderr) == (0, words, "")


@pytest.mark.parametrize("number", [7, None])
def test_in_json(number: int | None) -> None:
    done = sayso("next", "--json", script=answering({"number": number}, method="next"))
    assert json.loads(done.stdout) == {"number": number, "exit": 0}


@pytest.mark.parametrize("reply", [{}, {"number": "seven"}])
def test_a_reply_without_a_number_is_no_success(reply: dict[str, object]) -> None:
    done = sayso("next", script=answering(reply, method="next"))
    assert done.returncode == 6
    assert 'no proper "number"' in done.stderr


def test_where_no_daemon_runs(tmp_path: Path) -> None:
    done = run("next", path=str(tmp_path / "socket"))
    assert done.returncode == 6
    assert not (tmp_path / "socket").exists()
