"""The tray of macOS, as far as it needs no AppKit; tests/under_gnustep has the rest."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

from pathlib import Path

import pytest

from sayso.errors import ServiceError, Unsupported
from sayso.platforms import macos
from sayso.platforms.macos import tray
from support.macos_loop import PlayedLoop

HISTORY, SETTINGS = "/Users/me/history.txt", "/Users/me/config.toml"


class Opener:
    """A program in open(1)'s place: it writes down what it is told."""

    def __init__(self, place: Path) -> None:
        self.path = place / "open"
        self._told = place / "told"

    def fails(self, *, but_for_text: bool) -> None:
        """`but_for_text`: it opens what it is told to open as text."""
        as_text = '[ "$1" = -t ] && exit 0' if but_for_text else ""
        self._write(f"{as_text}\necho 'No application knows how' >&2\nexit 1")

    def works(self) -> None:
        self._write("exit 0")

    def _write(self, last: str) -> None:
        self.path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >>"{self._told}"\n{last}\n')
        self.path.chmod(0o755)

    @property
    def told(self) -> list[str]:
        return self._told.read_text().splitlines() if self._told.exists() else []


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opener:
    made = Opener(tmp_path)
    monkeypatch.setattr(tray, "OPENER", str(made.path))
    return made


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> PlayedLoop:
    made = PlayedLoop()
    monkeypatch.setattr(macos, "loop", made, raising=False)
    return made


@pytest.mark.usefixtures("bounded")
class TestOpen:
    def test_in_the_program_for_such_files(self, opener: Opener, loop: PlayedLoop) -> None:
        opener.works()
        failures: list[ServiceError] = []
        tray.open_path(HISTORY, failures.append)
        loop.run_out()
        assert opener.told == [HISTORY]
        assert failures == []

    def test_as_text_where_there_is_none(self, opener: Opener, loop: PlayedLoop) -> None:
        opener.fails(but_for_text=True)
        failures: list[ServiceError] = []
        tray.open_path(SETTINGS, failures.append)
        loop.run_out()
        assert opener.told == [SETTINGS, f"-t {SETTINGS}"]
        assert failures == []

    def test_why_nothing_opens_it_is_told(self, opener: Opener, loop: PlayedLoop) -> None:
        opener.fails(but_for_text=False)
        failures: list[ServiceError] = []
        tray.open_path(SETTINGS, failures.append)
        loop.run_out()
        (failure,) = failures
        assert failure.message == f"{SETTINGS} can't be opened: No application knows how"
        assert failure.remedy


def test_without_pyobjc_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "AppKit", None)
    for name in [each for each in sys.modules if each.startswith("sayso.platforms.macos.cocoa.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(Unsupported, match="no icon can be shown in the menu bar") as raised:
        tray.open(lambda _command: None)
    assert raised.value.remedy == "pip install pyobjc-framework-Cocoa"


def test_the_menu_bar_is_always_there() -> None:
    told: list[bool] = []
    tray.is_seen(told.append)
    assert told == [True]
