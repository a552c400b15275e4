"""What tests learn of processes on Windows, and what they run in."""

import sys

assert sys.platform == "win32"

import os
import subprocess
from pathlib import Path

from support.processes import children, kill, look, wait_gone
from support.programs import Programs

WAITING = "print('there', flush=True); input()"


def test_a_child_is_seen_until_it_is_killed(programs: Programs) -> None:
    program = programs.python(WAITING)
    program.hear()
    assert program.pid in [child.pid for child in children(os.getpid())]
    seen = look(program.pid)
    assert seen is not None
    assert seen.command == Path(sys.executable).name
    kill(program.pid)
    wait_gone(program.pid)


def test_one_that_has_gone_is_killed_without_error(programs: Programs) -> None:
    program = programs.python(WAITING)
    program.hear()
    program.kill()
    program.wait()
    kill(program.pid)
    assert look(program.pid) is None


def test_home_is_of_the_tests_alone() -> None:
    assert Path.home().name.startswith("sayso-home-")
    assert Path(os.environ["APPDATA"]).is_relative_to(Path.home())


def test_programs_are_found() -> None:
    assert subprocess.check_output(["cmd", "/c", "echo there"], text=True) == "there\n"
