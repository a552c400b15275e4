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


GUARDS = ("keys", "lock screen", "dark")


@pytest.mark.parametrize("screen", [":0", ":0.0", ":107", "host.example:10.0", "unix:0"])
def test_by_x11_alone_all_is_guarded(screen: str) -> None:
    assert session.unguarded(screen, {"DISPLAY": screen}) is None
    assert session.unguarded(screen, {"XDG_SESSION_TYPE": "x11", "WAYLAND_DISPLAY": ""}) is None


@pytest.mark.parametrize(
    "screen", ["wayland-0", "gamescope-0", "/run/user/1000/wayland-1", "/srv/a:0", "wayland:", ""]
)
def test_by_anything_else_it_is_said_what_is_not(screen: str) -> None:
    """Whatever it is: what was not tried is not promised."""
    words = session.unguarded(screen, {})
    assert words is not None
    for guard in (*GUARDS, "moved"):
        assert guard in words


@pytest.mark.parametrize(
    "environ", [{"XDG_SESSION_TYPE": "wayland"}, {"WAYLAND_DISPLAY": "wayland-0"}]
)
def test_x11_within_wayland_is_no_x11(environ: dict[str, str]) -> None:
    words = session.unguarded(":0", environ)
    assert words is not None
    for guard in (*GUARDS, "another window"):
        assert guard in words
