"""Having the person's service manager start a daemon, where it does not."""

import sys

assert sys.platform == "linux"

import time
from pathlib import Path

import pytest

from sayso.platforms.linux import manager
from support.session_manager import SessionManager

SOON = 5.0
"""Seconds."""


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    place = tmp_path / "run"
    place.mkdir()
    return place


def started(runtime: Path) -> int | None:
    return manager.start({"XDG_RUNTIME_DIR": str(runtime)}, ("/bin/false",))


def test_one_that_can_start_nothing(runtime: Path) -> None:
    with SessionManager(runtime, {}) as there:
        assert started(runtime) is None
    assert there.asked


def test_one_that_does_not_answer_is_not_waited_for_long(runtime: Path) -> None:
    with SessionManager(runtime, {}) as there:
        there.silent = True
        began = time.monotonic()
        assert started(runtime) is None
        assert time.monotonic() - began < SOON
