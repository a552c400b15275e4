"""`sayso demo`, alone and with the robot that plays the person."""

import subprocess
import sys
from pathlib import Path

from support.world import World

ROBOT = Path(__file__).parents[2] / "packaging" / "robot.py"


def test_the_robot_sees_all_three_come_out_right(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROBOT, tmp_path], check=True, timeout=120, capture_output=True)
    transcript = (tmp_path / "transcript.txt").read_text()
    for words in (
        "The answer: approved.",
        "The caller hears: pending.",
        "The late click counts: the caller hears after 0.",
        "Already timed out: the caller hears after 0.",
        "All three came out right.",
    ):
        assert words in transcript
    assert len(list(tmp_path.glob("*.png"))) == 3


def test_where_nobody_can_be_asked_it_says_so_and_fails(headless_world: World) -> None:
    ended = headless_world.sayso("demo")
    assert ended.code == 1
    assert ended.out.count("no_interactor, which is not what was planned") == 3
    assert ended.out.endswith("Not all three came out right.\n")
