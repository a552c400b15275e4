"""The macOS platform before a double of its kernel: these tests run on every system that has
Unix's sockets."""

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
from support import macos_kernel, macos_live
from support.macos_kernel import Kernel
from support.macos_lock import PlayedLock


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    process_facts.start_of.cache_clear()  # another test may have had another boot
    return macos_kernel.install(monkeypatch)


@pytest.fixture
def console(tmp_path: Path, live: object, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in the place of /dev/console, which is ours."""
    console = tmp_path / "console"
    console.touch()
    monkeypatch.setattr(presence, "CONSOLE", str(console))
    return console


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayedLock]:
    """The screen's."""
    played = PlayedLock(tmp_path / "lock")
    monkeypatch.setattr(screen_lock, "COMMAND", played.command)
    yield played
    played.close()


def on_a_mac() -> bool:
    return sys.platform == "darwin"


class Launchctl:
    """A program in launchctl's place: it writes down what it was told, and answers as it is to."""

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
        """To this word of its, from now on, and succeeds."""
        (self._answers / word).write_text(text)

    @property
    def told(self) -> list[str]:
        return self._told.read_text().splitlines()


@pytest.fixture
def launchctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Launchctl:
    """It knows no agent of ours at first."""
    place = tmp_path / "launchctl"
    place.mkdir()
    played = Launchctl(place)
    monkeypatch.setattr(launchd, "LAUNCHCTL", str(played.path))
    return played


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> macos_live.Live | None:
    """This process is before a double that is made of Linux, and so are the programs that it
    starts. None: this is a Mac."""
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
    """A short private directory: a socket's path has 103 bytes at most."""
    with tempfile.TemporaryDirectory(prefix="s", dir="/tmp") as path:
        yield Path(path)


@pytest.fixture
def home(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The account's, too."""
    place = directory / "home"
    place.mkdir()
    monkeypatch.setattr(account, "home", lambda _: str(place))
    return place


@pytest.fixture
def environ(home: Path) -> Mapping[str, str]:
    return {"HOME": str(home)}
