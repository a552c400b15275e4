"""The person's session, its places, and what is told of the person."""

import sys

assert sys.platform == "win32"

import asyncio
import ctypes
import ctypes.wintypes as w
import os
import struct
import threading
from typing import Any

import pytest

from sayso.platforms.contract.presence import Lost, SessionState
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import attention, places, presence, session, supervisor
from sayso.platforms.windows.native import clock, desktop, handles, job_limits, processes
from sayso.platforms.windows.native.desktop import SessionInfo
from sayso.platforms.windows.native.directories import Folder, known
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.session_notices import SessionNotices
from sayso.platforms.windows.native.tokens import ElevationType, Token
from sayso.platforms.windows.process_facts import our_identity
from support.event_loop import on_event_loop
from support.processes import PATIENCE
from support.programs import Programs

SET_QUOTA, TERMINATE = 0x100, 0x1
"""What AssignProcessToJobObject asks for."""

SCREEN = "WinSta0\\Default"


class TestClock:
    def test_it_goes_on_evenly_when_the_clock_is_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before, usual, hour = session.now(), clock.time_of_day, 36_000_000_000

        def set_back() -> clock.TimeOfDay:
            time = usual()
            time.boot -= hour
            time.now -= hour
            time.boot_bias -= hour
            return time

        monkeypatch.setattr(clock, "time_of_day", set_back)
        assert before <= session.now() < before + 60


class TestEnvironment:
    def test_nothing_of_the_askers_is_taken_but_where_it_looks_for_the_daemon(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SAYSO_TRIED_BY_NOBODY", "1")
        asker = {"SAYSO_SOCKET": "mine", "PATH": "C:\\evil", "USERPROFILE": "C:\\evil"}
        own = session.environment(asker)
        assert own["SAYSO_SOCKET"] == "mine"
        assert "SAYSO_TRIED_BY_NOBODY" not in own
        assert "C:\\evil" not in own.values()
        assert {"APPDATA", "LOCALAPPDATA", "USERPROFILE"} <= own.keys()

    def test_no_right_to_come_to_the_front_is_handed_on(self) -> None:
        assert session.take_activation({"XDG_ACTIVATION_TOKEN": "1"}) is None


class TestElevated:
    """In relation to the desktop's shell, which is this very process here."""

    @pytest.fixture(autouse=True)
    def shell(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(desktop, "shell_pid", os.getpid)

    def turn(self, monkeypatch: pytest.MonkeyPatch, kind: ElevationType, user: str = "") -> bool:
        ours = our_identity()
        identity = ours._replace(user=user or ours.user)
        monkeypatch.setattr(session, "our_identity", lambda: identity)
        monkeypatch.setattr(Token, "elevation_type", lambda token: kind)
        return session.is_elevated({})

    def test_as_the_shell_is_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Token, "is_elevated", lambda token: True)
        assert not self.turn(monkeypatch, ElevationType.FULL)

    def test_by_run_as_administrator_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Token, "is_elevated", lambda token: False)
        assert self.turn(monkeypatch, ElevationType.FULL)
        assert not self.turn(monkeypatch, ElevationType.LIMITED)

    def test_as_another_user_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.turn(monkeypatch, ElevationType.DEFAULT, user="S-1-5-21-1-2-3-4")

    def test_where_the_shell_is_hidden_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(desktop, "shell_pid", lambda: 1 << 30)
        assert session.is_elevated({})

    def test_where_there_is_no_shell_it_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(desktop, "shell_pid", lambda: None)
        assert not session.is_elevated({})


class TestPlaces:
    def test_each_is_where_its_variable_says_and_a_relative_one_is_not_heard(self) -> None:
        environ = {"APPDATA": "D:\\r", "LOCALAPPDATA": "here", "USERPROFILE": "C:\\Users\\ada"}
        assert places.configuration(environ) == "D:\\r"
        assert places.state(environ) == "C:\\Users\\ada\\AppData\\Local"

    def test_without_variables_windows_knows_them(self) -> None:
        assert places.home({}) == known(Folder.PROFILE)
        assert places.configuration({}) == known(Folder.ROAMING)
        assert places.state({}) == known(Folder.LOCAL)
        assert len({known(folder) for folder in Folder}) == len(Folder)


class TestSupervisor:
    @pytest.mark.parametrize(
        ("limits", "is_named"), [(None, False), (0, False), (0x2000, True), (0x2008, True)]
    )
    def test_a_job_that_ends_all_in_it_is_named(
        self, monkeypatch: pytest.MonkeyPatch, limits: int | None, *, is_named: bool
    ) -> None:
        monkeypatch.setattr(job_limits, "limits", lambda: limits)
        assert (supervisor.ends_with(None) is not None) is is_named

    def test_the_job_that_a_process_is_in_is_asked_for_its_limits(self, programs: Programs) -> None:
        """Wine knows which process is in a job, and tells nothing of its limits."""
        told = "from sayso.platforms.windows.native import job_limits; print(job_limits.limits())"
        child = programs.python(f"input(); {told}")
        job = _CreateJobObject(None, None)
        with processes.open_process(child.pid, SET_QUOTA | TERMINATE) as process:
            _AssignProcessToJobObject(job, process.number)
        child.say("")
        assert child.hear() != "None"
        child.wait()
        handles.close(job)

    def test_its_limits_are_read_where_windows_puts_them(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In JOBOBJECT_EXTENDED_LIMIT_INFORMATION of 64 bits: 144 bytes."""

        def query(job: object, kind: int, room: Any, size: int, length: object) -> int:
            assert (job, kind, size) == (None, 9, 144)
            ctypes.memmove(room, struct.pack("<16xI124x", 0x2008), size)
            return 1

        monkeypatch.setattr(job_limits, "query_job", query)
        monkeypatch.setattr(job_limits, "is_in_job", lambda: True)
        assert job_limits.limits() == 0x2008


class TestAttention:
    @pytest.mark.parametrize(
        ("state", "fills"), [(1, False), (2, True), (3, True), (4, True), (5, False), (6, False)]
    )
    def test_a_full_screen_is_told_by_the_state_of_notifications(
        self, monkeypatch: pytest.MonkeyPatch, state: int, *, fills: bool
    ) -> None:
        monkeypatch.setattr(desktop, "notification_state", lambda: state)
        assert attention.full_screen(SCREEN) is fills
        assert attention.full_screen("WinSta0\\Winlogon") is False

    def test_what_the_system_tells_is_read(self) -> None:
        assert (attention.idle(SCREEN) or 0.0) >= 0.0
        assert desktop.notification_state() in range(1, 8)


class TestPresence:
    @pytest.mark.parametrize(
        ("info", "state"),
        [
            (SessionInfo(0, 1), SessionState("3")),
            (SessionInfo(0, 0), SessionState("3", away=presence.LOCKED)),
            (SessionInfo(4, 1), SessionState("3", away=presence.BEHIND)),
            (SessionInfo(4, 0), SessionState("3", away=presence.BEHIND)),
            (SessionInfo(1, 1), SessionState("3", away=presence.BEHIND)),
        ],
    )
    def test_where_the_person_is(self, info: SessionInfo, state: SessionState) -> None:
        assert presence.state_of(3, info) == state

    def test_what_windows_does_not_know_is_unknown(self) -> None:
        assert presence.state_of(3, SessionInfo(0, -1)).unknown

    def test_what_fails_is_unknown_and_it_is_said_why(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(number: int) -> SessionInfo:
            raise OSError(None, "the service does not run")

        monkeypatch.setattr(desktop, "session_info", fail)
        assert "the service does not run" in (presence.Windows().look().unknown or "")

    def test_the_session_that_this_is_is_told_whatever_else_is_known(self) -> None:
        assert presence.Windows().look().session == str(our_identity().session)

    def test_services_have_no_session(self, monkeypatch: pytest.MonkeyPatch) -> None:
        services = our_identity()._replace(session=0)
        monkeypatch.setattr(presence, "our_identity", lambda: services)
        assert presence.Windows().look() == SessionState()

    @on_event_loop
    async def test_where_it_can_not_be_followed_it_is_lost(self) -> None:
        class Deaf(presence.Windows):
            def listen(self, changed: object, lost: object) -> CallOff:
                raise OSError(None, "no window can be made")

        with pytest.raises(Lost, match="no window can be made"):
            await presence.Person(Deaf()).follow(lambda state: None)

    @on_event_loop
    async def test_there_is_no_bus_that_could_be_missing(self) -> None:
        told: list[SessionState] = []
        following = asyncio.ensure_future(presence.session_bus().follow(told.append))
        await asyncio.sleep(0)
        assert told == [SessionState()]
        assert not following.done()
        following.cancel()


_kernel32 = Library("kernel32")
_CreateJobObject = _kernel32.function("CreateJobObjectW", w.HANDLE, ctypes.c_void_p, w.LPCWSTR)
_AssignProcessToJobObject = _kernel32.function(
    "AssignProcessToJobObject", w.BOOL, w.HANDLE, w.HANDLE
)

_user32 = Library("user32")
_FindWindowEx = _user32.function("FindWindowExW", w.HWND, w.HWND, w.HWND, w.LPCWSTR, w.LPCWSTR)
_PostMessage = _user32.function("PostMessageW", w.BOOL, w.HWND, w.UINT, w.WPARAM, w.LPARAM)
_MESSAGE_ONLY, _WM_QUIT, _WM_WTSSESSION_CHANGE = ctypes.c_void_p(-3), 0x12, 0x2B1


class Heard:
    def __init__(self) -> None:
        self.changed, self.lost = threading.Semaphore(0), threading.Semaphore(0)
        self.words: list[str] = []
        self.notices = SessionNotices(self.changed.release, self._lose)
        name = f"sayso session notices {self._thread().ident}"
        self.window = _FindWindowEx(_MESSAGE_ONLY, None, name, None)

    def _lose(self, words: str) -> None:
        self.words.append(words)
        self.lost.release()

    def _thread(self) -> threading.Thread:
        (thread,) = (each for each in threading.enumerate() if each.name == "session notices")
        return thread


class TestNotices:
    def test_a_change_of_the_session_is_told_and_after_its_end_nothing_is(self) -> None:
        heard = Heard()
        _PostMessage(heard.window, _WM_WTSSESSION_CHANGE, 7, 1)
        assert heard.changed.acquire(timeout=PATIENCE)
        heard.notices.close()
        assert heard.words == []
        assert "session notices" not in {each.name for each in threading.enumerate()}

    def test_it_is_told_why_it_has_ended(self) -> None:
        heard = Heard()
        _PostMessage(heard.window, _WM_QUIT, 0, 0)
        assert heard.lost.acquire(timeout=PATIENCE)
        assert heard.words == ["the window that hears of the session has closed"]
        heard.notices.close()

    def test_where_windows_does_not_take_it_that_is_an_error(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from sayso.platforms.windows.native import session_notices

        asked: list[tuple[object, ...]] = []

        def refuse(*arguments: object) -> None:
            asked.append(arguments)
            raise OSError(None, "the service does not run")

        monkeypatch.setattr(session_notices, "register_session_notification", refuse)
        with pytest.raises(OSError, match="the service does not run"):
            SessionNotices(lambda: None, lambda words: None)
        ((_window, scope),) = asked
        assert scope == 0  # NOTIFY_FOR_THIS_SESSION
