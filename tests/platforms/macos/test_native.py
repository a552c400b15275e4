"""What is asked of the system beside processes: that the calls get what they take, and that each
refusal is told."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import errno
import fcntl
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sayso
from sayso.errors import MemoryNotLocked
from sayso.platforms.macos import memory as secrets
from sayso.platforms.macos.native import (
    clock,
    files,
    hardening,
    launch,
    layouts,
    library,
    locks,
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

    def test_pages_are_kept_from_children(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[object, ...]] = []
        play(monkeypatch, minherit=noted(calls))
        memory.keep_from_children(0x4000, 64)
        assert calls == [(0x4000, 64, numbers.VM_INHERIT_NONE)]
        play(monkeypatch, minherit=refused(errno.EINVAL))
        with pytest.raises(OSError, match=r"."):
            memory.keep_from_children(0x4000, 64)

    def test_what_is_free_is_given_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[object, ...]] = []
        play(monkeypatch, malloc_zone_pressure_relief=noted(calls))
        memory.give_back()
        assert calls == [(None, 0)]


class TestSecrets:
    """Memory for secrets, of those calls."""

    def test_pages_are_hidden_and_then_locked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[Any, ...]] = []
        play(monkeypatch, minherit=noted(calls), mlock=noted(calls))
        data = secrets.lock(5000)
        (hidden, _, inherit), (locked, size) = calls
        assert hidden == locked == ctypes.addressof(ctypes.c_char.from_buffer(data))
        assert (inherit, size) == (numbers.VM_INHERIT_NONE, 5000)

    def test_where_they_can_not_be_locked_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play(monkeypatch, minherit=noted([]), mlock=refused(errno.EAGAIN))
        for limit, told in ((resource.RLIM_INFINITY, False), (1 << 16, True)):
            monkeypatch.setattr(resource, "getrlimit", lambda _, limit=limit: (limit, limit))
            with pytest.raises(MemoryNotLocked, match="swapped out") as caught:
                secrets.lock(1)
            assert ("the limit is 64 KiB" in caught.value.message) is told

    def test_where_they_can_not_be_hidden_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play(monkeypatch, minherit=refused(errno.EINVAL), mlock=noted([]))
        with pytest.raises(MemoryNotLocked, match="no memory for a secret"):
            secrets.lock(1)


class TestFiles:
    def test_all_that_a_file_has_goes_to_the_new_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[object, ...]] = []
        play(monkeypatch, copyfile=noted(calls))
        files.copy_metadata("/a/old", "/a/n\udce4w")
        assert calls == [(b"/a/old", b"/a/n\xe4w", None, numbers.COPYFILE_METADATA)]

    def test_a_refusal_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        play(monkeypatch, copyfile=refused(errno.EACCES))
        with pytest.raises(PermissionError):
            files.copy_metadata("/a/old", "/a/new")


class TestLocks:
    def test_it_is_asked_for_in_the_layout_of_macos(self) -> None:
        laid = [(name, getattr(layouts.Flock, name).offset) for name, _ in layouts.Flock._fields_]
        assert locks.FLOCK.size == ctypes.sizeof(layouts.Flock)
        assert laid == [
            ("l_start", 0),
            ("l_len", 8),
            ("l_pid", 16),
            ("l_type", 20),
            ("l_whence", 22),
        ]
        told = layouts.Flock.from_buffer_copy(locks.FLOCK.pack(1, 2, 3, 4, 5))
        assert [getattr(told, name) for name, _ in laid] == [1, 2, 3, 4, 5]

    @pytest.mark.parametrize(("kind", "is_locked"), [("F_UNLCK", False), ("F_WRLCK", True)])
    def test_what_would_be_in_the_way_of_a_lock_is_told(
        self, kind: str, is_locked: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def answer(descriptor: int, command: int, asked: bytes) -> bytes:
            assert (descriptor, command) == (5, fcntl.F_GETLK)
            assert locks.FLOCK.unpack(asked) == (0, 0, 0, fcntl.F_WRLCK, 0)
            return locks.FLOCK.pack(0, 0, -1, getattr(fcntl, kind), 0)

        monkeypatch.setattr(fcntl, "fcntl", answer)
        assert locks.is_locked(5) is is_locked


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


CONNECTING = """
import sys
sys.path.insert(0, sys.argv[1])
from support import macos_modules
macos_modules.can_be_loaded()
before = set(sys.modules)  # the double loads more
from sayso.platforms.macos import backend
endpoint = backend.endpoint()
backend.session(), backend.places(), backend.processes()
try:
    endpoint.connect("/nowhere/socket", 1)
except Exception as error:
    print(type(error).__name__)
print(*set(sys.modules) - before)
"""


def test_a_short_command_loads_nothing_that_takes_long() -> None:
    tests = str(Path(__file__).parents[2])
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path[:] = {sys.path}\n{CONNECTING}",
    ]
    run = subprocess.run([*command, tests], capture_output=True, text=True, timeout=60, check=True)
    said, loaded = run.stdout.splitlines()
    slow = {"asyncio", "ctypes", "dataclasses", "plistlib", "shutil", "subprocess", "tempfile"}
    assert said == "Unreachable"
    assert slow & set(loaded.split()) == set()


def test_each_module_says_what_it_is_and_for_which_system() -> None:
    for path in MACOS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if text:
            assert text.startswith('"""')
            assert 'import sys\n\nassert sys.platform == "darwin"\n' in text
