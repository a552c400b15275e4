"""Figures that other programs disturbed are not reported."""

import subprocess
import sys

import pytest

from support.processes import wait_until

pytestmark = pytest.mark.linux("it reads /proc")

if sys.platform == "linux":
    from bench.figures import Row
    from bench.neighbours import LIMIT, Look, Neighbours

ROW = ("request to painted", "≤ 9 ms")


def test_what_another_program_takes_is_seen_and_its_figures_are_not_told() -> None:
    spinning = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        look = Look()
        wait_until(lambda: look.taken > 0.2, "a program that spins")
    finally:
        spinning.kill()
        spinning.wait()
    seen = Neighbours()
    seen.add(look)
    (told,) = seen.judged([Row(*ROW, "8 ms", "zenity 100 ms", True)])
    assert (told.figure, told.reach) == ROW
    assert told.found.startswith("disturbed: other programs took ")
    assert (told.beside, told.reached) == ("", None)


def test_what_rested_is_told_as_it_is() -> None:
    seen = Neighbours(taken=LIMIT * 9, seconds=10)
    rows = [Row(*ROW, "8 ms", "", True)]
    assert seen.judged(rows) == rows
    seen.taken = LIMIT * 11
    assert seen.judged(rows) != rows
    seen.forget()
    assert seen.judged(rows) == rows
