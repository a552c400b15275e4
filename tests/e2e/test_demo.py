"""`sayso demo`, alone and with the robot that plays the person."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.world import World

ROBOT = Path(__file__).parents[2] / "packaging" / "robot.py"


on_wayland = pytest.mark.skipif(os.geteuid() == 0, reason="sway does not run as root")


@pytest.mark.parametrize(
    "options",
    [[], pytest.param(["--wayland"], marks=[on_wayland, pytest.mark.long])],
    ids=["x11", "wayland"],
)
def test_the_robot_sees_all_three_come_out_right(tmp_path: Path, options: list[str]) -> None:
    command = [sys.executable, str(ROBOT), str(tmp_path), *options]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    transcript = (tmp_path / "transcript.txt").read_text()
    for words in (
        "The answer: approved.",
        "The caller hears: pending.",
        "The late click counts.",
        "The caller hears after 0.",
        "It has already timed out.",
        "All three came out right.",
    ):
        assert words in transcript
    assert len(list(tmp_path.glob("*.png"))) == 3


def test_where_nobody_can_be_asked_it_says_so_and_fails(headless_world: World) -> None:
    ended = headless_world.sayso("demo")
    assert ended.code == 4
    assert "Nobody can be asked: there is no screen" in ended.out
    assert ended.out.endswith("sayso remote add, and this one's name\n")
