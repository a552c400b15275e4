"""What is asked of the system beside processes: that the calls get what they take, and that each
refusal is told."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import errno
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sayso
from sayso.platforms.macos.native import (
    clock,
    hardening,
    launch,
    layouts,
    library,
    memory,
    numbers,
    unlisted,
)

MACOS = Path(sayso.__file__).parent / "platforms" / "macos"

Played = Callable[..., int]


class Double:
    """A library of functions that the test plays, called as those of C are."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        for name, played in functions.items():
            result, types = layouts.FUNCTIONS[name]
            kind = ctypes.CFUNCTYPE(result, *types, use_errno=True)
            setattr(self, name, kind(played))


def play(monkeypatch: pytest.MonkeyPatch, **functions: Callable[..., Any]) -> None:
    double = Double(**functions)
    monkeypatch.setattr(library, "load", lambda: double)


def noted(calls: list[tuple[object, ...]]) -> Played:
    def note(*given: object) -> int:
        calls.append(given)
        return 0

    return note


def refused(number: int) -> Played:
    def refuse(*_: object) -> int:
        ctypes.set_errno(number)
        return -1

    return refuse


class TestMemory:
    def test_pages_are_locked_and_unlocked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[object, ...]] = []
        play(monkeypatch, mlock=noted(calls), munlock=noted(calls))
        memory.lock(0x1_0000_4000, 64)
        memory.unlock(0x1_0000_4000, 64)
        assert calls == [(0x1_0000_4000, 64)] * 2

    def test_a_refusal_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        play(monkeypatch, mlock=refused(errno.EAGAIN), munlock=refused(errno.ENOMEM))
        with pytest.raises(OSError, match=r".") as caught:
            memory.lock(0x4000, 64)
        assert caught.value.errno == errno.EAGAIN
        with pytest.raises(OSError, match=r".") as caught:
            memory.unlock(0x4000, 64)
        assert caught.value.errno == errno.ENOMEM

    def test_a_page_is_a_power_of_two(self) -> None:
        assert memory.PAGE >= 4096
        assert memory.PAGE & (memory.PAGE - 1) == 0


class TestHardening:
    def test_a_debugger_is_denied(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[object, ...]] = []
        play(monkeypatch, ptrace=noted(calls))
        hardening.deny_attach()
        assert calls == [(unlisted.PT_DENY_ATTACH, 0, None, 0)]

    def test_a_refusal_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        play(monkeypatch, ptrace=refused(errno.EPERM))
        with pytest.raises(PermissionError):
            hardening.deny_attach()

    def test_there_is_no_core_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        limits: list[tuple[int, tuple[int, int]]] = []
        monkeypatch.setattr(resource, "setrlimit", lambda *given: limits.append(given))
        hardening.leave_no_core()
        assert limits == [(resource.RLIMIT_CORE, (0, 0))]


class TestLaunch:
    def test_sockets_are_told_and_what_named_them_is_freed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        array = (ctypes.c_int * 2)(5, 9)
        freed: list[int] = []

        def activate(name: bytes, place: Any, count: Any) -> int:
            assert name == b"Listener"
            place[0], count[0] = ctypes.addressof(array), 2
            return 0

        play(monkeypatch, launch_activate_socket=activate, free=freed.append)
        assert launch.activated_sockets("Listener") == [5, 9]
        assert freed == [ctypes.addressof(array)]

    @pytest.mark.parametrize("number", [errno.ENOENT, errno.ESRCH, errno.EALREADY])
    def test_a_refusal_is_told_and_nothing_is_freed(
        self, number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play(monkeypatch, launch_activate_socket=lambda *_: number)
        with pytest.raises(OSError, match=r".") as caught:
            launch.activated_sockets("Listener")
        assert caught.value.errno == number

    def test_none_are_a_refusal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        play(monkeypatch, launch_activate_socket=lambda *_: 0)
        with pytest.raises(FileNotFoundError):
            launch.activated_sockets("Listener")


def test_clocks_are_asked_for_by_the_systems_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "clock_gettime", {numbers.CLOCK_MONOTONIC: 1.5, 4: 2.5}.__getitem__)
    assert (clock.since_boot(), clock.continuous()) == (1.5, 2.5)


SHORT = """
import sys
sys.path.insert(0, sys.argv[1])
from support import macos_modules
macos_modules.can_be_loaded()
from sayso.platforms.macos import peer
print(*sys.modules)
"""


def test_who_only_checks_the_user_loads_no_ctypes() -> None:
    """Nothing of it, and no loop: a short command checks who the daemon is."""
    tests = str(Path(__file__).parents[2])
    command = [sys.executable, "-c", SHORT, tests]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert {"ctypes", "asyncio"} & set(run.stdout.split()) == set()


def test_each_module_says_what_it_is_and_for_which_system() -> None:
    for path in MACOS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if text:
            assert text.startswith('"""')
            assert 'import sys\n\nassert sys.platform == "darwin"\n' in text
