"""The clock and the screen."""

import sys

assert sys.platform == "linux"

import os
import socket
from pathlib import Path

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
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, ":0"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland-0"),
    ],
)
def test_the_screen_is_the_one_that_the_environment_names(
    environ: dict[str, str], screen: str | None
) -> None:
    assert session.screen(environ) == screen


@pytest.mark.parametrize("by_path", [False, True])
def test_a_compositor_that_is_there_comes_before_x11(tmp_path: Path, *, by_path: bool) -> None:
    place = tmp_path / "wayland-0"
    name = str(place) if by_path else place.name
    environ = {"DISPLAY": ":0", "WAYLAND_DISPLAY": name, "XDG_RUNTIME_DIR": str(tmp_path)}
    assert session.screen(environ) == ":0"
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(place))
        compositor.listen()
        assert session.screen(environ) == name
    assert place.exists()  # as after a crash
    assert session.screen(environ) == ":0"
