"""The tray on Windows, as far as it needs no taskbar; tests/under_wine has the rest."""

import sys

assert sys.platform == "win32"

import ntpath
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.errors import ServiceError
from sayso.platforms.windows import sound, tray
from sayso.platforms.windows.native import notify_icon, shell
from sayso.platforms.windows.win32.message_loop import CallOff, message_loop

Opens = Callable[[], list[ServiceError]]

SETTINGS = "C:\\Users\\me\\config.toml"


@pytest.fixture
def editors(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were started."""
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", started.append)
    return started


@pytest.fixture
def opened_settings(monkeypatch: pytest.MonkeyPatch) -> Opens:
    """Opens them, until the main loop has heard what came of it; tells the failures."""
    loop, heard = message_loop(), list[bool]()
    watch = loop.watch

    def watched(handle: Callable[[], int], ready: Callable[[], None]) -> CallOff:
        def told() -> None:
            ready()
            heard.append(True)

        return watch(handle, told)

    def open_settings() -> list[ServiceError]:
        failures: list[ServiceError] = []
        tray.open_path(SETTINGS, failures.append)
        assert failures == []  # it returns at once
        while not heard:  # a turn ends with whatever comes, also with what an earlier test left
            loop.turn()
        return failures

    monkeypatch.setattr(loop, "watch", watched)
    return open_settings


def fails(error: OSError) -> Any:
    def opened(_address: str) -> None:
        raise error

    return opened


class TestOpen:
    def test_in_the_program_for_such_files(
        self, monkeypatch: pytest.MonkeyPatch, editors: list[list[str]], opened_settings: Opens
    ) -> None:
        opened: list[str] = []
        monkeypatch.setattr(shell, "open_address", opened.append)
        failures = opened_settings()
        assert (opened, editors, failures) == ([SETTINGS], [], [])

    def test_as_text_where_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch, editors: list[list[str]], opened_settings: Opens
    ) -> None:
        """By the system's own editor, wherever a program of that name lies."""
        monkeypatch.setattr(shell, "open_address", fails(shell.NoProgram()))
        failures = opened_settings()
        ((editor, path),) = editors
        assert path == SETTINGS
        assert ntpath.isabs(editor)
        assert Path(editor).is_file()
        assert failures == []

    def test_why_nothing_opens_it_is_told(
        self, monkeypatch: pytest.MonkeyPatch, editors: list[list[str]], opened_settings: Opens
    ) -> None:
        monkeypatch.setattr(shell, "open_address", fails(OSError(5, "Access is denied")))
        failures = opened_settings()
        (failure,) = failures
        assert failure.message == f"{SETTINGS} can't be opened: Access is denied"
        assert failure.remedy
        assert editors == []


@pytest.mark.parametrize("words", ["a" * 200, "🦀" * 100, "a" + "🦀" * 100])
def test_what_is_too_long_is_cut_at_no_characters_middle(words: str) -> None:
    cut = notify_icon.cut(words, notify_icon.LONGEST_TIP)
    assert words.startswith(cut)
    units = len(cut.encode("utf-16-le")) // 2
    assert notify_icon.LONGEST_TIP - 1 <= units <= notify_icon.LONGEST_TIP


def test_a_sound_is_played() -> None:
    failures: list[str] = []
    sound.play(failures.append)
    assert failures == []
