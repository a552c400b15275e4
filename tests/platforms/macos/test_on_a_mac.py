"""What only a Mac can be asked: its own frameworks, and its own menu bar. Elsewhere
tests/under_gnustep and tests/apples ask doubles."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import importlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import sayso
from macos_double import names
from sayso.core.overview import Overview
from support.tray_process import TrayProcess

pytestmark = pytest.mark.skipif(sys.platform != "darwin", reason="it asks a Mac")

SOURCES = sorted(Path(sayso.__path__[0], "platforms", "macos").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_name_is_there(path: Path) -> None:
    frameworks = importlib.import_module("AppKit")
    used = {*names.used(path.read_text(encoding="utf-8"))}
    assert [each for each in sorted(used) if not hasattr(frameworks, each)] == []


@pytest.fixture
def tray() -> Iterator[TrayProcess]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = TrayProcess({**os.environ, "PATH": path})
    yield process
    process.close()


def test_the_icon_comes_up_and_goes_with_the_daemon(tray: TrayProcess) -> None:
    if tray.hear()["method"] == "impossible":
        pytest.skip("there is no screen")
    tray.show(Overview())
    tray.hang_up()
    assert tray.wait() == 0
