"""The person's session, as far as macOS tells of it: screen, presence, input, sound."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import asyncio
import ctypes
import errno
import importlib.util
import os
import plistlib
import pwd
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sayso.errors import Unsupported
from sayso.platforms.contract.children import Ended
from sayso.platforms.contract.doctor import Health
from sayso.platforms.contract.execution import Order
from sayso.platforms.contract.presence import Lost, SessionState
from sayso.platforms.macos import (
    attention,
    becoming,
    children,
    doctor,
    execution,
    presence,
    screen_lock,
    session,
    sound,
)
from sayso.platforms.macos.native import events, layouts, library, numbers, sessions, unlisted
from sayso.platforms.macos.native import input as native_input
from support.event_loop import on_event_loop
from support.macos_live import Live
from support.macos_lock import PlayedLock

of_linux = pytest.mark.linux("the double is made of it")


def play_session(monkeypatch: pytest.MonkeyPatch, *, graphics: bool, result: int = 0) -> None:
    def getaudit_addr(told: Any, size: int) -> int:
        assert size == ctypes.sizeof(layouts.AuditInfo)
        told[0].ai_asid = 100_007
        told[0].ai_flags = 0x2031 if graphics else 0x2021
        return result

    kind = ctypes.CFUNCTYPE(*_flat("getaudit_addr"), use_errno=True)
    double = SimpleNamespace(getaudit_addr=kind(getaudit_addr))
    monkeypatch.setattr(library, "load", lambda: double)


def _flat(name: str) -> tuple[Any, ...]:
    result, types = layouts.FUNCTIONS[name]
    return (result, *types)


class TestScreen:
    @pytest.mark.parametrize(("graphics", "screen"), [(True, "Aqua"), (False, None)])
    def test_it_is_that_of_the_session_whatever_an_environment_names(
        self, graphics: bool, screen: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_session(monkeypatch, graphics=graphics)
        assert sessions.session() == (100_007, graphics)
        assert session.screen({"DISPLAY": ":0"}) == screen

    def test_where_the_system_does_not_tell_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_session(monkeypatch, graphics=True, result=-1)
        assert session.screen({}) is None


class TestEnvironment:
    def test_it_is_the_accounts(self) -> None:
        asker = {
            "HOME": "/elsewhere",
            "PATH": "/evil",
            "DYLD_INSERT_LIBRARIES": "/evil.dylib",
            "LANG": "de_DE.UTF-8",
            "LC_TIME": "C",
            "SAYSO_SOCKET": "/a/socket",
            "XPC_SERVICE_NAME": "0",
        }
        entry = pwd.getpwuid(os.geteuid())
        assert session.environment(asker) == {
            "HOME": entry.pw_dir,
            "USER": entry.pw_name,
            "LOGNAME": entry.pw_name,
            "PATH": session.PATH,
            "LANG": "de_DE.UTF-8",
            "LC_TIME": "C",
            "SAYSO_SOCKET": "/a/socket",
        }

    def test_under_sudo_another_user_is_in_this_session(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for user, environ, is_elevated in (
            (0, {"SUDO_UID": "501"}, True),
            (501, {"SUDO_UID": "501"}, False),
            (0, {}, False),
        ):
            monkeypatch.setattr(os, "geteuid", lambda user=user: user)
            assert session.is_elevated(environ) is is_elevated


async def first_state() -> SessionState:
    """What is told first of the person's session."""
    told: asyncio.Queue[SessionState] = asyncio.Queue()
    following = asyncio.ensure_future(presence.person().follow(told.put_nowait))
    state = await told.get()
    following.cancel()
    await asyncio.wait([following])
    return state


@of_linux
@pytest.mark.usefixtures("lock")
class TestPresence:
    @pytest.fixture
    def kept(self, console: Path, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """Another user has the console, which only they can open, until somebody has waited twice.
        Returns the seconds of each wait; no time passes."""
        waited: list[float] = []
        us, real_open, real_sleep = console.stat().st_uid, os.open, asyncio.sleep

        def opened(path: str, *how: int) -> int:
            if path == str(console) and len(waited) < 2:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
            return real_open(path, *how)

        async def sleep(seconds: float) -> None:
            waited.append(seconds)
            await real_sleep(0)

        monkeypatch.setattr(os, "open", opened)
        monkeypatch.setattr(os, "getuid", lambda: us + (len(waited) < 2))
        monkeypatch.setattr(asyncio, "sleep", sleep)
        return waited

    @on_event_loop
    async def test_whoever_has_the_console_is_in_front(
        self, console: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told: asyncio.Queue[SessionState] = asyncio.Queue()
        following = asyncio.ensure_future(presence.person().follow(told.put_nowait))
        ours = await told.get()
        assert (ours.session, ours.away, ours.unknown) == ("100007", None, None)
        monkeypatch.setattr(os, "getuid", lambda: console.stat().st_uid + 1)
        await asyncio.to_thread(
            console.chmod, 0o600
        )  # as loginwindow gives it to another: its attributes change
        assert (await told.get()).away == presence.BEHIND
        following.cancel()
        await asyncio.wait([following])

    @on_event_loop
    async def test_while_another_user_keeps_the_console_to_themselves_nobody_is_there(
        self, console: Path, kept: list[float]
    ) -> None:
        told: asyncio.Queue[SessionState] = asyncio.Queue()
        following = asyncio.ensure_future(presence.person().follow(told.put_nowait))
        heard = [await told.get() for _ in range(3)]
        assert [(each.session, each.away) for each in heard] == [
            ("100007", presence.BEHIND),
            ("100007", presence.BEHIND),
            ("100007", None),
        ]
        assert kept == [1.0, 1.0]
        following.cancel()
        await asyncio.wait([following])

    @on_event_loop
    async def test_without_a_screen_it_does_not_matter(
        self, console: Path, kept: list[float], live: Live
    ) -> None:
        live.has_graphics = False
        assert await first_state() == SessionState()

    @on_event_loop
    async def test_where_our_own_console_can_not_be_opened_it_is_lost(
        self, console: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def deny(*_: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        monkeypatch.setattr(events.Changes, "follow", deny)
        with pytest.raises(Lost, match="does not tell"):
            await presence.person().follow(lambda _: None)

    @on_event_loop
    async def test_without_a_screen_nothing_is_against_it(self, console: Path, live: Live) -> None:
        live.has_graphics = False
        assert await first_state() == SessionState()

    @on_event_loop
    async def test_where_there_is_no_console_it_is_lost(self, console: Path) -> None:
        await asyncio.to_thread(console.unlink)
        with pytest.raises(Lost, match="does not tell"):
            await presence.person().follow(lambda _: None)

    @on_event_loop
    async def test_where_nobody_tells_of_the_lock_it_says_so(
        self, console: Path, lock: PlayedLock
    ) -> None:
        lock.says(None)
        told: asyncio.Queue[SessionState] = asyncio.Queue()
        following = asyncio.ensure_future(presence.person().follow(told.put_nowait))
        assert (await told.get()).unknown == presence.UNTOLD
        lock.says(True)
        assert (await told.get()).away == presence.LOCKED
        following.cancel()
        await asyncio.wait([following])

    @on_event_loop
    async def test_where_it_cannot_be_heard_of_all_else_is(
        self, console: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(screen_lock, "COMMAND", (sys.executable, "-c", "raise SystemExit(1)"))
        told: asyncio.Queue[SessionState] = asyncio.Queue()
        following = asyncio.ensure_future(presence.person().follow(told.put_nowait))
        assert (await told.get()).unknown == presence.UNTOLD
        following.cancel()
        await asyncio.wait([following])

    def test_it_is_found_by_its_file(self, console: Path) -> None:
        assert presence.person().place == str(console)

    @on_event_loop
    async def test_no_bus_can_be_missing(self) -> None:
        told: asyncio.Queue[SessionState] = asyncio.Queue()
        following = asyncio.ensure_future(presence.session_bus().follow(told.put_nowait))
        assert await told.get() == SessionState()
        assert presence.session_bus().place is None
        following.cancel()
        await asyncio.wait([following])


class TestAttention:
    @pytest.fixture(autouse=True)
    def aqua(self, monkeypatch: pytest.MonkeyPatch) -> None:
        play_session(monkeypatch, graphics=True)

    def test_idle_is_what_hardware_did_not_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[tuple[int, int]] = []

        def seconds(state: int, event: int) -> float:
            asked.append((state, event))
            return 2.5

        kind = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int32, ctypes.c_uint32)
        double = SimpleNamespace(CGEventSourceSecondsSinceLastEventType=kind(seconds))
        monkeypatch.setattr(native_input, "load", lambda: double)
        assert attention.idle("Aqua") == 2.5
        assert asked == [(unlisted.HID_SYSTEM_STATE, unlisted.ANY_INPUT_EVENT)]
        assert (unlisted.HID_SYSTEM_STATE, unlisted.ANY_INPUT_EVENT) == (1, 2**32 - 1)

    def test_of_another_screen_there_is_no_telling(self) -> None:
        assert attention.idle("Background") is None

    def test_nor_where_the_framework_is_not_there_or_lacks_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert sys.platform == "darwin" or attention.idle("Aqua") is None
        monkeypatch.setattr(native_input, "load", SimpleNamespace)
        assert attention.idle("Aqua") is None

    def test_other_programs_windows_are_not_looked_at(self) -> None:
        assert attention.full_screen("Aqua") is False


class TestSound:
    @pytest.fixture
    def commands(self, monkeypatch: pytest.MonkeyPatch, home: Path) -> list[Any]:
        commands: list[Any] = []

        def run(command: Sequence[str], over: Callable[[Ended], None], within: float) -> None:
            commands.append((list(command), over))

        monkeypatch.setattr(sound, "_running", [])
        monkeypatch.setattr(children, "run", run)
        monkeypatch.setenv("HOME", str(home))
        return commands

    def test_one_at_a_time_and_why_none_is_heard(self, commands: list[Any]) -> None:
        failures: list[str] = []
        sound.play(failures.append)
        sound.play(failures.append)
        ((command, over),) = commands
        assert command == ["/usr/bin/afplay", "-v", "1", sound.USUAL]
        over(Ended(False, b"", "no device"))
        assert failures == ["no sound can be played: no device"]
        sound.play(failures.append)
        commands[1][1](Ended(True, b"", ""))
        assert len(failures) == 1

    @pytest.mark.parametrize(
        ("volume", "heard"), [(0.25, "0.25"), (0, "0"), (7, "1"), ("loud", "1"), (None, "1")]
    )
    def test_it_is_the_one_that_the_person_chose(
        self, commands: list[Any], home: Path, volume: object, heard: str
    ) -> None:
        chosen = home / "Mine.aiff"
        chosen.touch()
        loud = {} if volume is None else {"com.apple.sound.beep.volume": volume}
        self.settle(home, {"com.apple.sound.beep.sound": str(chosen), **loud})
        sound.play(lambda _: None)
        assert commands[0][0][1:] == ["-v", heard, str(chosen)]

    def test_one_that_is_gone_is_not_played(self, commands: list[Any], home: Path) -> None:
        self.settle(home, {"com.apple.sound.beep.sound": str(home / "gone")})
        assert sound.chosen() == (sound.USUAL, 1.0)

    @pytest.mark.parametrize("data", [b"", b"bplist00", b"<plist><dict>", plistlib.dumps([])])
    def test_settings_that_can_not_be_read_are_none(
        self, commands: list[Any], home: Path, data: bytes
    ) -> None:
        self.settle(home, {})
        (home / "Library/Preferences/.GlobalPreferences.plist").write_bytes(data)
        assert sound.chosen() == (sound.USUAL, 1.0)

    def settle(self, home: Path, settings: Mapping[str, Any]) -> None:
        place = home / "Library/Preferences/.GlobalPreferences.plist"
        place.parent.mkdir(parents=True)
        place.write_bytes(plistlib.dumps(dict(settings), fmt=plistlib.FMT_BINARY))


class TestDoctor:
    def test_what_was_never_tried_is_doubtful(self) -> None:
        found = next(doctor.examine({}))
        assert found.health is Health.DOUBTFUL
        assert "never yet run on a Mac" in found.words

    def test_without_the_toolkit_no_question_is_shown(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
        (found,) = doctor.survey()
        assert (found.health, found.remedy) == (
            Health.BROKEN,
            "pip install pyobjc-framework-Cocoa",
        )
        assert "no objc and no AppKit" in found.words

    def test_with_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
        assert [each.health for each in doctor.survey()] == [Health.WORKS]


def test_a_command_that_gets_a_secret_is_not_run_and_it_is_said_why() -> None:
    with pytest.raises(Unsupported, match="not run on macOS yet") as caught:
        execution.prepare(Order(("true",), "/"))
    assert caught.value.remedy


def test_nothing_is_run_in_our_place_and_it_is_said_why() -> None:
    for act in (lambda: becoming.prepare(Order(("true",), "/")), becoming.spare_descriptor):
        with pytest.raises(Unsupported, match="not run on macOS yet") as caught:
            act()
        assert caught.value.remedy


def test_graphics_are_told_by_one_flag() -> None:
    assert numbers.AU_SESSION_FLAG_HAS_GRAPHIC_ACCESS == 0x10
