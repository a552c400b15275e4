"""What a compositor tells of the person's input."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sayso.platforms.linux.wayland.idle import PAUSE, IdleWatch
from support.compositor import Compositor
from support.processes import wait_until

IDLED, RESUMED = 0, 1
NOTIFIER, KDE = "ext_idle_notifier_v1", "org_kde_kwin_idle"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=[[NOTIFIER], [KDE], [KDE, NOTIFIER]], ids=" and ".join)
def compositor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Compositor]:
    with Compositor(tmp_path, {"wl_seat": 7, **dict.fromkeys(request.param, 1)}) as made:
        yield made


@pytest.fixture
def watch(compositor: Compositor, clock: Clock) -> Iterator[IdleWatch]:
    with closing(IdleWatch(compositor.environ, clock)) as made:
        yield made


def test_a_pause_counts_from_the_last_input(
    compositor: Compositor, watch: IdleWatch, clock: Clock
) -> None:
    ((timer, milliseconds),) = compositor.timers
    assert milliseconds == PAUSE * 1_000
    assert watch.seconds() == 0
    compositor.say(timer, IDLED)
    wait_until(lambda: watch.seconds() == PAUSE, "the pause")
    clock.now += 60
    assert watch.seconds() == PAUSE + 60
    compositor.say(timer, RESUMED)
    wait_until(lambda: watch.seconds() == 0, "its end")


def test_once_the_compositor_has_gone_there_is_no_telling(
    compositor: Compositor, watch: IdleWatch
) -> None:
    compositor.hang_up()
    wait_until(lambda: watch.seconds() is None, "its end to be heard")


@pytest.mark.parametrize("interfaces", [["wl_seat"], [NOTIFIER], []])
def test_where_the_compositor_does_not_tell_that_is_said(
    tmp_path: Path, interfaces: list[str]
) -> None:
    with (
        Compositor(tmp_path, dict.fromkeys(interfaces, 1)) as made,
        pytest.raises(OSError, match="does not tell of input"),
    ):
        IdleWatch(made.environ, lambda: 0.0)
