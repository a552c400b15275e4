"""The clock and the screen."""

import sys

assert sys.platform == "linux"

import os

import pytest

from sayso.platforms.linux import session
from sayso.platforms.linux.proc import Proc
from support.programs import Programs


def test_the_clock_is_that_of_start_times(programs: Programs) -> None:
    before = session.now()
    child = programs.start("cat")
    with Proc(child.pid) as proc:
        start = proc.stat().start
    assert before - 1 / os.sysconf("SC_CLK_TCK") <= start <= session.now()


@pytest.mark.parametrize(
    ("environ", "screen"),
    [
        ({}, None),
        ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, None),
        ({"DISPLAY": ":0"}, ":0"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "wayland-0"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland-0"),
    ],
)
def test_the_screen_is_the_one_that_the_environment_names(
    environ: dict[str, str], screen: str | None
) -> None:
    assert session.screen(environ) == screen
