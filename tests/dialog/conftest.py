"""Fixtures for dialogs: a test module shares one screen, and each test has a dialog process of its
own."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from probes.probe import NotHere, Probe
from sayso.wire import screen
from support.browser import Browser
from support.dialog_process import DialogProcess
from support.monitors import Monitor
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]


SCALES = {"GDK_SCALE", "GDK_DPI_SCALE"}
"""Environment variables that make GTK draw everything larger."""

LAST_WORDS = {"RECORDED_SECONDS": 2.0, "FINISHED_SECONDS": 4.0}
"""Seconds that the last texts of a dialog stay on the screen, so that a probe sees them on a busy
machine."""


@pytest.fixture(scope="module")
def screen_world(request: pytest.FixtureRequest) -> Iterator[World]:
    made = World(compositor=request.config.getoption("--compositor"))
    made.set_clocks(LAST_WORDS)
    yield made
    made.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    try:
        return (yield)
    except NotHere as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def small() -> Iterator[World]:
    """A small screen, on which little fits."""
    made = World(monitors=[Monitor(x=0, y=0, width=640, height=480)])
    yield made
    made.close()


@pytest.fixture
def probe(screen_world: World) -> Probe:
    return screen_world.dialogs


@pytest.fixture
def warm(screen_world: World, request: pytest.FixtureRequest) -> Iterator[DialogProcess]:
    """A dialog process that is ready for its question. The fixture's parameter adds environment
    variables."""
    added = getattr(request, "param", {})
    if screen_world.is_mac and added.keys() & SCALES:
        pytest.skip("AppKit counts in points, whatever their size")
    process = DialogProcess(screen_world.environ | added)
    screen_world.dialogs.move(0, 0)
    try:
        heard = process.ready()
        assert heard.screen == screen_world.screen_name
        yield process
    finally:
        process.close()
    screen_world.dialogs.wait_gone(pid=process.pid, role=None)


@pytest.fixture
def show(screen_world: World, warm: DialogProcess) -> ShowDialog:
    """A function that shows a question, and returns once it is painted."""

    def shown(order: screen.Show) -> DialogProcess:
        warm.tell(order)
        heard = warm.hear()
        if screen_world.has_pauses and heard == screen.Covered():
            heard = warm.hear()
        assert heard == screen.Painted()
        return warm

    return shown


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    return Browser(tmp_path)


@pytest.fixture
def beside_browser(screen_world: World, browser: Browser) -> Iterator[ShowDialog]:
    """Like `show`, but the desktop has a web browser."""
    process = DialogProcess(screen_world.environ | browser.environ)
    screen_world.dialogs.move(0, 0)

    def shown(order: screen.Show) -> DialogProcess:
        process.tell(order)
        while process.hear() != screen.Painted():
            pass
        return process

    try:
        process.ready()
        yield shown
    finally:
        process.close()
    screen_world.dialogs.wait_gone(pid=process.pid, role=None)
