"""Fixtures for the macOS platform on a double of its kernel. The tests run on every system that has
Unix sockets."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from support import macos_modules

macos_modules.can_be_loaded()

from sayso.platforms.macos import launchd, presence, process_facts, screen_lock
from sayso.platforms.unix import account
from support import bare_appkit, macos_kernel, macos_live
from support.macos_kernel import Kernel
from support.macos_lock import PlayedLock


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    process_facts.start_of.cache_clear()  # another test may have had another boot
    return macos_kernel.install(monkeypatch)


@pytest.fixture
def appkit(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An AppKit in Python alone, with which our modules are loaded anew. What fails in a method
    that AppKit calls fails the test."""

    def fail(_: type[BaseException], error: BaseException, __: object) -> None:
        raise error

    monkeypatch.setattr(sys, "excepthook", fail)
    with bare_appkit.installed():
        yield


@pytest.fixture
def console(tmp_path: Path, live: object, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in place of /dev/console, owned by the test's user."""
    console = tmp_path / "console"
    console.touch()
    monkeypatch.setattr(presence, "CONSOLE", str(console))
    return console


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayedLock]:
    """A lock of the screen that the test plays."""
    played = PlayedLock(tmp_path / "lock")
    monkeypatch.setattr(screen_lock, "COMMAND", played.command)
    yield played
    played.close()


def on_a_mac() -> bool:
    return sys.platform == "darwin"


class Launchctl:
    """A program in place of launchctl: it records its arguments, and prints the answers that it was
    given."""

    def __init__(self, place: Path) -> None:
        self.path = place / "launchctl"
        self._told, self._answers = place / "told", place / "answers"
        self._answers.mkdir()
        self._told.touch()
        self.path.write_text(
            f"#!/bin/sh\n"
            f'printf "%s\\n" "$*" >> {self._told}\n'
            f'answer={self._answers}/"$1"\n'
            f'[ -e "$answer" ] || {{ echo "Could not find service" >&2; exit 113; }}\n'
            f'cat "$answer"\n'
        )
        self.path.chmod(0o755)

    def answers(self, word: str, text: str = "") -> None:
        """From now on it answers this subcommand with `text`, and succeeds. It fails for all
        others."""
        (self._answers / word).write_text(text)

    @property
    def told(self) -> list[str]:
        return self._told.read_text().splitlines()


@pytest.fixture
def launchctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Launchctl:
    """A launchctl that does not know any agent of sayso at first."""
    place = tmp_path / "launchctl"
    place.mkdir()
    played = Launchctl(place)
    monkeypatch.setattr(launchd, "LAUNCHCTL", str(played.path))
    return played


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> macos_live.Live | None:
    """Puts this process, and programs that it starts, on a double of a Mac's system, made from
    Linux's. None: this is a real Mac."""
    if on_a_mac():
        return None
    for name, value in macos_live.environ().items():
        monkeypatch.setenv(name, value)
    process_facts.start_of.cache_clear()

    def put(place: object, name: str, value: object) -> None:
        monkeypatch.setattr(place, name, value, raising=False)

    return macos_live.install(put)


@pytest.fixture
def directory() -> Iterator[Path]:
    """A private directory with a short path: the path of a socket has 103 bytes at most."""
    with tempfile.TemporaryDirectory(prefix="s", dir="/tmp") as path:
        yield Path(path)


@pytest.fixture
def home(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory that is also the account's."""
    place = directory / "home"
    place.mkdir()
    monkeypatch.setattr(account, "home", lambda _: str(place))
    return place


@pytest.fixture
def environ(home: Path) -> Mapping[str, str]:
    return {"HOME": str(home)}
