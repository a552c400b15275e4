"""Tests of what a failing test reports about its world."""

import re
import subprocess
import sys
from pathlib import Path

from support import evidence
from support.asking import dialog
from support.world import World

TESTS = Path(__file__).parents[1]

FAILING = """
from support.processes import wait_until

def test_that_fails(headless_world):
    headless_world.start("status").wait()
    raise AssertionError("as it should")
"""


def test_a_world_shows_its_screen_and_its_logs(world: World) -> None:
    asked = world.start("confirm", "Deploy?")
    dialog(world, "Deploy?")
    told = evidence.testimony(world)
    (picture,) = re.findall(r"its screen: (\S+)", told)
    assert Path(picture).read_bytes().startswith(b"\x89PNG")
    Path(picture).unlink()
    Path(picture).parent.rmdir()
    assert "text 'Deploy?'" in told
    assert "InteractionShown 1" in told
    assert world.sayso("withdraw", "1").code == 0
    assert asked.wait().code == 8


def test_a_world_whose_screen_is_gone_tells_the_rest(world: World) -> None:
    assert world.sayso("daemon", "start").code == 0
    world.screen.lose()
    told = evidence.testimony(world)
    assert "its screen" not in told
    assert "INFO listening" in told


def test_the_report_of_a_failure_has_it(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((TESTS / "conftest.py").read_text())
    (tmp_path / "test_failing.py").write_text(FAILING)
    options = ["-p", "no:cacheprovider", "-o", f"pythonpath={TESTS}", "--import-mode=importlib"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 1, run.stdout
    assert "The world when it failed" in run.stdout
    assert "-- job-0.out" in run.stdout or "-- job-0.err" in run.stdout
