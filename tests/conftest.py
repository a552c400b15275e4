"""Fixtures and hooks for every test: worlds of real processes, a time limit, and a choice of
length.

Modules that need a certain system are imported only by fixtures, so that the pure tests run on any.
"""

import locale
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import pytest

from support import evidence, surroundings
from support.bounds import within
from support.lengths import AtLength

if sys.platform == "win32":
    from support import windows_bounds

if TYPE_CHECKING:
    from support.world import World

BOUND = 60.0
"""Seconds that a test with the fixture `bounded` may take."""
MOST = 180.0
"""Seconds on Windows for each part of a test: its setup, the test itself and its teardown."""


@pytest.fixture(autouse=True)
def _words_of_the_system() -> Iterator[None]:
    """Makes the C library forget the translations that it has cached: otherwise the next test would
    read its system messages in this test's language."""
    yield
    if hasattr(locale, "LC_MESSAGES") and (named := locale.setlocale(locale.LC_MESSAGES)) != "C":
        locale.setlocale(locale.LC_MESSAGES, "C")
        locale.setlocale(locale.LC_MESSAGES, named)


@pytest.fixture
def world(request: pytest.FixtureRequest) -> Iterator["World"]:
    """A `World` with a screen. Its dialogs take hardly any time to arm and to say *Recorded*,
    unless the test is marked `unhurried`. When the test ends, the fixture asserts that nothing is
    left behind."""
    from support.world import World

    made = World(hurried=request.node.get_closest_marker("unhurried") is None)
    yield made
    made.close()


@pytest.fixture
def headless_world() -> Iterator["World"]:
    """A world without any screen or bus."""
    from support.world import World

    made = World(screen=False)
    yield made
    made.close()


@pytest.fixture
def bounded() -> Iterator[None]:
    """Fails a test that waits for ever, after `BOUND` seconds."""

    with within(BOUND):
        yield


@pytest.fixture
def at_length(request: pytest.FixtureRequest) -> AtLength:
    """Chooses between the short and the long form: `at_length(20, 400)`."""
    is_long = request.config.getoption("--long")
    return lambda short, long: long if is_long else short


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="the tests that have a long form, in that form"
    )
    parser.addoption(
        "--compositor",
        choices=("sway", "kwin", "gnome", "wine", "gnustep"),
        help="dialogs in a session of Wayland by this one, on Wine's Windows, or a Mac's on its"
        " double, not of X11",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Makes SIGINT and SIGHUP work again for the programs under test, which inherit how signals are
    handled: a shell starts background jobs with SIGINT ignored, and nohup(1) ignores SIGHUP. Sets
    up a clean environment and home directory."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if sys.platform == "win32":
        windows_bounds.complain_to(os.dup(sys.stderr.fileno()))  # nothing is captured yet
    home = tempfile.mkdtemp(prefix="sayso-home-")
    config.add_cleanup(lambda: shutil.rmtree(home))
    surroundings.make_anew(os.environ, home)
    os.umask(0o022)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Sets a time limit for the setup on Windows: when it is over, the process ends; with xdist the
    results of other tests are not lost. Setup, call and teardown have a limit each: when one of
    them fails, pytest cancels the timer."""
    with _bound():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    with _bound():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    with _bound():
        return (yield)


def _bound() -> AbstractContextManager[None]:
    bound: AbstractContextManager[None] = nullcontext()
    if sys.platform == "win32":
        bound = windows_bounds.ending_after(MOST)
    return bound


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    for item in items:
        mark = item.get_closest_marker("root")
        if mark and not is_root:
            item.add_marker(pytest.mark.skip(reason=mark.args[0]))
        mark = item.get_closest_marker("x11")
        compositor = config.getoption("--compositor")
        if mark and compositor and compositor not in mark.kwargs.get("but", ()):
            item.add_marker(pytest.mark.skip(reason=mark.args[0]))
        mark = item.get_closest_marker("linux")
        is_elsewhere = config.getoption("--compositor") in ("wine", "gnustep")
        if mark and (sys.platform == "darwin" or is_elsewhere):
            item.add_marker(pytest.mark.skip(reason=mark.args[0]))
    is_long = config.getoption("--long")
    kept = [item for item in items if _has_form(item, is_long=is_long)]
    left = set(items) - set(kept)
    config.hook.pytest_deselected(items=[*left])
    items[:] = kept


def _has_form(item: pytest.Item, *, is_long: bool) -> bool:
    """Whether the test runs in this length: with `--long` those marked `long` and those that use
    `at_length`, else all that are not marked `long`."""
    is_only_long = item.get_closest_marker("long") is not None
    if is_long:
        return is_only_long or "at_length" in getattr(item, "fixturenames", ())
    return not is_only_long


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds to the report of a failed test what was in its worlds: a picture of the screen, and the
    logs."""
    report = yield
    if report.failed and call.when != "teardown":
        for world in evidence.OPEN:
            report.sections.append(("The world when it failed", evidence.testimony(world)))
    return report
