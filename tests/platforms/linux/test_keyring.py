"""The keyring by secret-tool: a double of it, which fails in every way. The real one has git ask:
tests/programs/test_git_keyring.py."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core.secret import Secret
from sayso.errors import ServiceError, Unsupported
from sayso.platforms.linux import keyring, memory

Double = Callable[[str], Path]

CANARY = "canary 5e1c"
ENTRY = {"server": "example.org", "user": "-mia"}


def waits() -> bool:
    return True


def gone() -> bool:
    return False


@pytest.fixture
def double(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Double:
    """A program in the place of secret-tool, by its lines of shell; where its words are noted."""
    noted = tmp_path / "words"

    def made(lines: str) -> Path:
        place = tmp_path / "bin"
        place.mkdir()
        program = place / "secret-tool"
        note = f"""printf '%s\\n' "$@" "$LC_ALL" "$DBUS_SESSION_BUS_ADDRESS" > '{noted}'"""
        program.write_text(f"#!/bin/sh\n{note}\n{lines}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(place), prepend=os.pathsep)
        return noted

    return made


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> list[memoryview]:
    """All memory that was locked."""
    held: list[memoryview] = []

    def lock(size: int) -> memoryview:
        held.append(memoryview(bytearray(size)))
        return held[-1]

    monkeypatch.setattr(memory, "lock", lock)
    return held


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "_REPLIES_WITHIN", 0.2)
    monkeypatch.setattr(keyring, "_UNLOCKED_WITHIN", 0.2)


class TestFind:
    def test_all_attributes_of_an_entry(self, double: Double) -> None:
        double(
            "printf 'attribute.user = m = \\303\\274\\nattribute.x = 1\\n' >&2; echo 'secret = y'"
        )
        assert keyring.find(ENTRY) == {"user": "m = \u00fc", "x": "1"}

    @pytest.mark.parametrize(("others", "is_only"), [(1, True), (2, False), (0, False)])
    def test_whether_it_is_the_only_one(self, double: Double, others: int, is_only: bool) -> None:
        entry = r"attribute.port = 1\nattribute.server = example.org\nattribute.user = -mia\n"
        noted = double(f"printf '{entry * others}' >&2")
        assert keyring.is_only(ENTRY) is is_only
        assert noted.read_text().splitlines()[:3] == ["search", "--all", "--"]

    def test_no_word_of_an_entry_is_an_option_and_no_bus_is_started(
        self, double: Double, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "autolaunch:")
        noted = double("")
        assert keyring.find(ENTRY) is None
        *words, locale, bus = noted.read_text().splitlines()
        assert words == ["search", "--", "server", "example.org", "user", "-mia"]
        assert locale == "C.UTF-8"
        assert bus.startswith("unix:")

    def test_where_it_fails_there_is_none(self, double: Double) -> None:
        double("echo 'secret-tool: Could not connect' >&2; exit 1")
        with pytest.raises(Unsupported, match="Could not connect"):
            keyring.find(ENTRY)

    def test_where_it_is_not_installed_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(Unsupported, match="can't be started"):
            keyring.find(ENTRY)

    @pytest.mark.usefixtures("hurried")
    def test_where_it_hangs_there_is_none(self, double: Double) -> None:
        double("exec sleep 60")
        with pytest.raises(Unsupported, match="did not end"):
            keyring.find(ENTRY)


class TestRead:
    def test_what_it_gives(self, double: Double) -> None:
        double(f"printf '{CANARY}'")
        secret = keyring.read(ENTRY, waits)
        assert isinstance(secret, Secret)
        assert str(secret.view(), "utf-8") == CANARY

    @pytest.mark.usefixtures("hurried")
    @pytest.mark.parametrize(
        "lines",
        [
            f"printf '{CANARY}'; exit 1",
            f"printf '{CANARY}'; exec sleep 60",
            f"printf '{CANARY}'; exec >&-; exec sleep 60",
            f"while printf '{CANARY}'; do :; done",
        ],
        ids=["failed", "hangs", "does not end", "too much"],
    )
    def test_what_does_not_count_is_wiped(
        self, double: Double, rooms: list[memoryview], lines: str
    ) -> None:
        double(lines)
        assert keyring.read(ENTRY, waits) is None
        (room,) = rooms
        assert bytes(room) == bytes(len(room))

    def test_nobody_waits_for_it(self, double: Double) -> None:
        double("exec sleep 60")
        assert keyring.read(ENTRY, gone) is None

    def test_none_is_there(self, double: Double) -> None:
        double("exit 1")
        assert keyring.read(ENTRY, waits) is None


class TestKeep:
    def test_the_password_goes_by_standard_input_alone(
        self, double: Double, tmp_path: Path
    ) -> None:
        noted = double(f"cat > '{tmp_path}/got'")
        keyring.keep("Git: a", ENTRY, memoryview(CANARY.encode()))
        assert (tmp_path / "got").read_text() == CANARY
        words = noted.read_text().splitlines()
        assert words[:4] == ["store", "--label=Git: a", "--", "server"]
        assert CANARY not in words

    @pytest.mark.usefixtures("hurried")
    @pytest.mark.parametrize(
        ("lines", "why"),
        [
            ("echo 'secret-tool: Cannot create' >&2; exit 1", "Cannot create"),
            ("exec <&-; echo no >&2; exit 1", "no"),
            ("exit 1", "it is locked"),
            ("exec sleep 60", "did not end"),
        ],
    )
    def test_what_keeps_it_from_that_is_said(self, double: Double, lines: str, why: str) -> None:
        double(lines)
        with pytest.raises(ServiceError, match=f"did not keep the password: .*{why}"):
            keyring.keep("a", ENTRY, memoryview(b"x"))

    def test_what_would_be_cut_is_not_kept(self, double: Double) -> None:
        noted = double("")
        keyring.keep("a", ENTRY, memoryview(bytes(keyring.LONGEST)))
        noted.unlink()
        with pytest.raises(ServiceError, match="more than 8192 bytes"):
            keyring.keep("a", ENTRY, memoryview(bytes(keyring.LONGEST + 1)))
        assert not noted.exists()


class TestForget:
    def test_by_all_its_attributes(self, double: Double) -> None:
        noted = double("")
        keyring.forget(ENTRY)
        words = noted.read_text().splitlines()[:-2]
        assert words == ["clear", "--", "server", "example.org", "user", "-mia"]

    def test_what_may_still_be_there_is_said(self, double: Double) -> None:
        double("exit 1")
        with pytest.raises(ServiceError, match="did not forget the password: it is locked"):
            keyring.forget(ENTRY)
