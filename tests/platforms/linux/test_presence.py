"""Whether the person is there: real buses, a logind that the test plays, and the system's own."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

assert sys.platform == "linux"

import pytest
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

from contract.presence import Watching
from contract.presence import watching as follow
from sayso.platforms.contract.presence import Lost, SessionState, Source
from sayso.platforms.linux import presence
from support.false_bus import ENDLESS, GREETED, entry, reply
from support.logind import NAME, ROOT, Bus, Logind, NoRealLogind, real_logind, session
from support.still_loop import StillLoop, run

LOCKED, BEHIND = "the screen is locked", "another user is in front"


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    with Bus(tmp_path) as bus:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
        yield bus


@pytest.fixture
def logind(bus: Bus) -> Iterator[Logind]:
    with Logind(bus) as logind:
        yield logind


def watching(
    loop: StillLoop, source: Source | None = None
) -> contextlib.AbstractAsyncContextManager[Watching]:
    return follow(loop, source or presence.person())


class TestTheScreen:
    def test_is_anothers_for_a_while(self, logind: Logind) -> None:
        """Who switches users has the screen locked, most of the time."""

        async def scenario(loop: StillLoop) -> None:
            logind.begins("c1")
            async with watching(loop) as told:
                assert await told.away() is None
                logind.turns("c1", Active=False)
                assert await told.away() == BEHIND
                logind.turns("c1", LockedHint=True)
                assert await told.away() == LOCKED
                logind.turns("c1", Active=True, LockedHint=False)
                assert await told.away() is None

        run(scenario)

    def test_goes_with_its_session_and_comes_with_another(self, logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with watching(loop) as told:
                assert await told.next() == SessionState()
                logind.begins("c1", LockedHint=True)
                assert await told.next() == SessionState(f"{ROOT}/session/c1", LOCKED)
                logind.ends("c1")
                assert await told.next() == SessionState()
                logind.begins("c2", Type="wayland")
                assert await told.next() == SessionState(f"{ROOT}/session/c2")
                logind.turns("c2", LockedHint=True)
                assert await told.away() == LOCKED

        run(scenario)

    def test_a_login_without_a_screen_is_nobody_away(self, logind: Logind) -> None:
        """Over ssh, for instance; or one where nobody has logged in yet."""

        async def scenario(loop: StillLoop) -> None:
            logind.sessions = {
                "greeter": session(Class="greeter", Active=True),
                "old": session(Active=False, LockedHint=True),
            }
            logind.begins("ssh", Type="tty", Active=False, LockedHint=True)
            async with watching(loop) as told:
                assert await told.next() == SessionState()
                logind.sessions["c1"] = session(LockedHint=True)
                logind.turns("c1", Active=True)
                logind.begins("ssh", Type="tty")
                assert await told.next() == SessionState(f"{ROOT}/session/c1", LOCKED)

        run(scenario)

    @pytest.mark.parametrize("ours", [":1", ":1.0"])
    @pytest.mark.parametrize("display", ["c1", "c2", ""])
    def test_of_several_sessions_the_one_on_this_display_counts(
        self, display: str, ours: str, logind: Logind, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whichever has the display by logind's word: none, this one or the other."""
        monkeypatch.setenv("DISPLAY", ours)

        async def scenario(loop: StillLoop) -> None:
            logind.sessions = {
                "c1": session(Display=":0", LockedHint=True),
                "c2": session(Display=":1"),
            }
            logind.display = display
            async with watching(loop) as told:
                assert await told.next() == SessionState(f"{ROOT}/session/c2")
                logind.turns("c2", LockedHint=True)
                assert await told.next() == SessionState(f"{ROOT}/session/c2", LOCKED)

        run(scenario)

    @pytest.mark.parametrize(
        "other",
        [
            {"Display": ":0"},
            {"Display": ""},
            {"Display": ":1", "State": "closing"},
            {"Display": ":1", "Type": "tty"},
        ],
    )
    @pytest.mark.parametrize("ours", [":1", ""])
    def test_where_none_is_on_this_display_logind_says_which(
        self, ours: str, other: dict[str, str], logind: Logind, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DISPLAY", ours)

        async def scenario(loop: StillLoop) -> None:
            logind.sessions = {"c1": session(**other)}
            logind.begins("c2", Type="wayland", LockedHint=True)
            async with watching(loop) as told:
                assert await told.next() == SessionState(f"{ROOT}/session/c2", LOCKED)

        run(scenario)

    def test_a_system_that_knows_no_lock(self, logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            logind.begins("c1")
            del logind.sessions["c1"]["LockedHint"]
            async with watching(loop) as told:
                assert await told.next() == SessionState(session=f"{ROOT}/session/c1")

        run(scenario)

    def test_nobody_is_asked_while_nothing_happens(self, logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            logind.begins("c1")
            async with watching(loop) as told:
                assert await told.away() is None
                asked = logind.asked
                loop.advance(3600)
                for _ in range(20):
                    await asyncio.sleep(0)
                assert logind.asked == asked

        run(scenario)


class TestTrouble:
    def test_logind_ends_and_is_back(self, logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            logind.begins("c1", LockedHint=True)
            async with watching(loop) as told:
                assert await told.away() == LOCKED
                logind.end()
                gone = await told.next()
                assert gone.away is None
                assert gone.unknown == (
                    "logind does not tell: org.freedesktop.DBus.Error.ServiceUnknown"
                )
                logind.start()
                assert await told.away() == LOCKED

        run(scenario)

    def test_there_is_no_bus(self, bus: Bus) -> None:
        async def scenario(loop: StillLoop) -> None:
            bus.end()
            async with watching(loop) as told:
                with pytest.raises(Lost, match="system-bus: No such file or directory"):
                    await told.next()

        run(scenario)

    @pytest.mark.parametrize(
        "address",
        ["", "nonsense", "tcp:host=localhost,port=1", "unix:tmpdir=/tmp", "unix:path"],
    )
    def test_an_address_that_is_none(self, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        monkeypatch.setenv("XDG_RUNTIME_DIR", "/proc/nowhere")

        async def scenario(loop: StillLoop) -> None:
            async with watching(loop, presence.session_bus()) as told:
                with pytest.raises(Lost, match=r"no such address|/proc/nowhere/bus: No such file"):
                    await told.next()

        run(scenario)

    def test_a_reply_that_never_comes(self, logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            logind.silent = True
            async with watching(loop) as told:
                while not logind.asked:  # noqa: ASYNC110 (the loop itself must go on for it)
                    await asyncio.sleep(0)
                loop.advance(10.5)
                with pytest.raises(Lost, match="login1 does not answer within 10 s"):
                    await told.next()

        run(scenario)

    @pytest.mark.parametrize(
        "nonsense",
        [
            ("s", ("yes",)),
            ("a{sv}", ({"Display": ("s", "x"), "Sessions": ("s", "y")},)),
            ("a{sv}", ({"Type": ("s", "x11")},)),
            ("a{sv}", ({"Display": ("(so)", ("c1", "/c1")), "Sessions": ("as", ["y"])},)),
        ],
    )
    def test_an_answer_that_is_none(self, nonsense: tuple[str, Any], logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            logind.nonsense = nonsense
            async with watching(loop) as told:
                with pytest.raises(Lost, match=r"not understood|does not say what its properties"):
                    await told.next()

        run(scenario)

    @pytest.mark.parametrize("name", ["LockedHint", "Active"])
    def test_a_yes_or_no_that_is_neither(self, name: str, logind: Logind) -> None:
        async def scenario(loop: StillLoop) -> None:
            logind.begins("c1", **{name: "perhaps"})
            async with watching(loop) as told:
                with pytest.raises(Lost, match="not understood"):
                    await told.next()

        run(scenario)


HUGE = b"l\x02\x01\x01\xff\xff\xff\x07\x01\x00\x00\x00\x00\x00\x00\x00"
"""The beginning of a message of 128 MiB, as large as D-Bus has them."""

REFUSAL = b"l\x03" + reply(b"", b"")[2:]
"""Of the first call on a bus."""


class TestWhatIsNoBus:
    """Something else listens at the address; it says this, and no more."""

    @pytest.mark.parametrize(
        ("says", "told"),
        [
            (b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not let us in"),
            (b"REJECTED EXTERNAL\r\n", "does not let us in"),
            (b"x" * 9000, "does not let us in"),
            (GREETED + b"\xff" * 64, "does not let us in"),
            (b"", "says nothing for 10 s"),
            (b"O", "says nothing for 10 s"),
        ],
    )
    def test_at_the_greeting(
        self, says: bytes, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self._is_lost(tmp_path, monkeypatch, [says], told)

    @pytest.mark.parametrize(
        ("says", "told"),
        [
            (b"\xff" * 64, "what can't be read"),
            (b"l" * 64, "can't be read|more than it may"),
            (HUGE, "more than it may"),
            (b"", "says nothing for 10 s"),
            (ENDLESS, "what can't be read"),
            (reply(b"a{sv}", entry(b"a()", 0)), "what can't be read"),
            (
                reply(b"a{sv}", entry(b"a(((((((((((((((((y)))))))))))))))))", 0)),
                "what can't be read",
            ),
            (reply(b"a()", bytes(4)), "the bus has gone"),
            (reply(b"a{sv}", entry(b"a()", 0, is_hidden=True)), "what can't be read"),
            (reply(b"s", bytes(1 << 18)) + REFUSAL, "does not let us in"),
            (reply(b"(" * 40 + b"y" + b")" * 40, bytes(8)), "the bus has gone"),
            (reply(b"s", b"", b"\x63\x03a()\0" + bytes(10)), "what can't be read"),
        ],
        ids=[
            "bytes",
            "letters",
            "huge",
            "nothing",
            "endless",
            "endless if there were one",
            "deep",
            "of a type that nobody reads",
            "endless in another",
            "large, and a refusal",
            "of a long type that nobody reads",
            "endless in the header",
        ],
    )
    def test_after_it(
        self, says: bytes, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self._is_lost(tmp_path, monkeypatch, [GREETED, says], told)

    def _is_lost(
        self, directory: Path, monkeypatch: pytest.MonkeyPatch, says: list[bytes], told: str
    ) -> None:
        place = directory / "bus"
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={place}")

        async def scenario(loop: StillLoop) -> None:
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(str(place))
                listener.listen()
                listener.setblocking(False)
                async with watching(loop) as seen:
                    caller, _ = await loop.sock_accept(listener)
                    with caller:
                        for each in says:
                            await loop.sock_recv(caller, 4096)
                            await loop.sock_sendall(caller, each)
                        if "10 s" in told:
                            loop.advance(10.5)
                        else:
                            caller.shutdown(socket.SHUT_WR)
                        with pytest.raises(Lost, match=told):
                            await seen.next()

        run(scenario)


class TestTheSessionBus:
    def test_is_there_and_goes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def scenario(loop: StillLoop) -> None:
            with Bus(tmp_path) as bus:
                monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
                source = presence.session_bus()
                assert source.place == str(bus.socket)
                async with watching(loop, source) as told:
                    assert await told.next() == SessionState()
                    bus.end()
                    with pytest.raises(Lost, match="the bus has gone"):
                        await told.next()

        run(scenario)

    def test_without_a_name_it_is_where_systemd_puts_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        assert presence.session_bus().place == str(tmp_path / "bus")

    def test_an_abstract_one_has_no_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:abstract=/tmp/dbus-x,guid=1")
        assert presence.session_bus().place is None


def test_the_systems_own_logind(bus: Bus) -> None:
    address = DBusAddress(f"{ROOT}/session/c1", NAME, f"{NAME}.Session")

    def locks(value: bool) -> None:
        with contextlib.closing(open_dbus_connection(bus=bus.address)) as connection:
            call = new_method_call(address, "SetLockedHint", "b", (value,))
            # its own reply: who goes before logind has looked at them is not obeyed
            reply = connection.send_and_get_reply(call, timeout=10)
            assert reply.header.message_type is MessageType.method_return

    async def scenario(loop: StillLoop) -> None:
        async with watching(loop) as told:
            assert await told.next() == SessionState(session=f"{ROOT}/session/c1")
            locks(True)
            assert await told.away() == LOCKED
            locks(False)
            assert await told.away() is None

    try:
        with real_logind(bus):
            run(scenario)
    except NoRealLogind as error:
        pytest.skip(f"no logind can be started here: {error}")
