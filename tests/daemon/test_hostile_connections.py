"""What a hostile or broken peer may not do. After each, a normal question is still answered."""

import contextlib
import json
from typing import Any

import pytest

from in_memory.peer import alone
from sayso.core.lineage import Lineage
from sayso.core.outcome import Pending, Superseded
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from sayso.daemon.connection import CLOSE_SECONDS
from sayso.errors import (
    FrameTooLarge,
    FrameTooSlow,
    InvalidParams,
    InvalidRequest,
    ParseError,
    SaysoError,
    Stopping,
    TooManyConnections,
    UnknownMethod,
    Unsupported,
    UntrustedPeer,
)
from sayso.wire import codec
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run

ASK = b'{"jsonrpc":"2.0","id":1,"method":"ask","params":{"kind":"confirm","message":"Deploy?"'


async def still_open(caller: Caller) -> None:
    assert (await caller.call("status"))["protocol"] == 1


class TestLines:
    @pytest.mark.parametrize(
        ("line", "kind", "identity"),
        [
            (b"", ParseError, None),
            (b"\xff\xfe", ParseError, None),
            (b'{"jsonrpc":"2.0","id":1,"method":"li\xc3', ParseError, None),
            (b"[1]", ParseError, None),
            (b'{"a":' + b"[" * 100 + b"]" * 100 + b"}", ParseError, None),
            (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", ParseError, None),
            (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"list"}', ParseError, None),
            (ASK + b',"wait":NaN}}', ParseError, None),
            (ASK + b',"wait":-Infinity}}', ParseError, None),
            (ASK + b',"wait":' + b"9" * 5000 + b"}}", ParseError, None),
            (ASK + b',"wait":1e309}}', InvalidParams, 1),
            (ASK + b',"wait":' + b"9" * 4000 + b"}}", InvalidParams, 1),
            (ASK + b',"max_retries":1e309}}', InvalidParams, 1),
            (ASK + b',"scope":"\\ud800"}}', InvalidParams, 1),
            (b"{}", InvalidRequest, None),
            (b'{"jsonrpc":"2.0","id":1e309,"method":"list"}', InvalidRequest, None),
            (b'{"jsonrpc":"2.0","id":null,"method":"list"}', InvalidRequest, None),
            (b'{"jsonrpc":"2.0","id":{},"method":"list"}', InvalidRequest, None),
            (b'{"jsonrpc":"2.0","id":"\\ud800","method":"list","params":[]}', InvalidRequest,
             "\ud800"),
            (b'{"jsonrpc":"2.0","id":7,"method":"approve"}', UnknownMethod, 7),
            (b'{"jsonrpc":"2.0","id":7,"method":"__init__"}', UnknownMethod, 7),
            (b'{"jsonrpc":"2.0","id":7,"method":"\\ud800"}', UnknownMethod, 7),
        ],
    )  # fmt: skip
    def test_a_bad_line_costs_one_error_and_not_the_connection(
        self, line: bytes, kind: type[SaysoError], identity: int | str | None
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await caller.send(line + b"\n")
                assert type(await caller.error(identity)) is kind
                assert daemon.screen.shown == []
                await still_open(caller)
                await daemon.answers_a_question()

        run(scenario)

    def test_two_mebibytes_in_a_line_close_the_connection(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                with contextlib.suppress(ConnectionError):  # it is closed at the first mebibyte
                    await caller.send(b"x" * codec.MAX_FRAME)
                assert isinstance(await caller.error(None), FrameTooLarge)
                await caller.ended()
                await daemon.answers_a_question()

        run(scenario)

    def test_requests_before_a_line_too_long_are_answered_and_none_after(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                one = b'{"jsonrpc":"2.0","id":"one","method":"status"}\n'
                two = b'\n{"jsonrpc":"2.0","id":"two","method":"status"}\n'
                with contextlib.suppress(ConnectionError):
                    await caller.send(one + b"x" * (1 << 20) + two)
                await caller.reply("one")
                assert isinstance(await caller.error(None), FrameTooLarge)
                await caller.ended()
                await daemon.answers_a_question()

        run(scenario)

    def test_a_large_question_is_no_attack(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await daemon.ask(caller, details="x" * (256 << 10))
                assert len(daemon.screen.shown[-1].question.details) == 256 << 10

        run(scenario)

    def test_a_request_may_come_byte_by_byte(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                for byte in b'{"jsonrpc":"2.0","id":9,"method":"status"}\n':
                    await caller.send(bytes([byte]))
                assert (await caller.reply(9))["protocol"] == 1

        run(scenario)


class TestSilence:
    """Two seconds for a line to arrive whole."""

    async def sent(self, daemon: Stage, caller: Caller, data: bytes) -> None:
        """Sends it; returns when the daemon has it, for it has heard a later caller."""
        await caller.send(data)
        await daemon.caller()

    async def passed(self, daemon: Stage, seconds: float) -> None:
        """Lets this time pass; returns when what was due has happened."""
        daemon.loop.advance(seconds)
        await daemon.caller()

    def test_half_a_line_and_silence_close_the_connection(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await self.sent(daemon, caller, ASK)
                await self.passed(daemon, 2)
                assert isinstance(await caller.error(None), FrameTooSlow)
                await caller.ended()
                await daemon.answers_a_question()

        run(scenario)

    def test_a_byte_now_and_then_does_not_make_a_line_live_longer(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                for _ in range(2):
                    await self.sent(daemon, caller, b" ")
                    await self.passed(daemon, 1)
                assert isinstance(await caller.error(None), FrameTooSlow)
                await caller.ended()

        run(scenario)

    def test_a_line_that_is_whole_in_time_is_answered(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await self.sent(daemon, caller, ASK)
                await self.passed(daemon, 1.9)
                await self.sent(daemon, caller, b"}}\n")
                assert (await caller.state())["state"] == "showing"
                await self.passed(daemon, 10)
                await still_open(caller)

        run(scenario)

    def test_each_line_has_its_own_time(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await self.sent(daemon, caller, b'{"jsonrpc":"2.0","id":1,')
                await self.passed(daemon, 1.5)
                await self.sent(daemon, caller, b'"method":"status"}\n{"jsonrpc":"2.0","id":2,')
                await self.passed(daemon, 1.5)
                await self.sent(daemon, caller, b'"method":"status"}\n')
                assert (await caller.reply(1))["protocol"] == 1
                assert (await caller.reply(2))["protocol"] == 1

        run(scenario)

    def test_a_connection_that_sends_nothing_at_all_is_closed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                silent = await daemon.connect()
                await daemon.caller()
                await self.passed(daemon, 9.9)
                await self.passed(daemon, 0.1)
                assert isinstance(await silent.error(None), FrameTooSlow)
                await silent.ended()

        run(scenario)

    def test_one_that_neither_asks_nor_waits_is_closed_after_ten_minutes(self) -> None:
        """Counted from its last word."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await self.passed(daemon, 300)
                await still_open(caller)
                await self.passed(daemon, 599)
                await still_open(caller)
                await self.passed(daemon, 600)
                await caller.ended()
                await daemon.answers_a_question()

        run(scenario)

    def test_one_that_waits_stays(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(timeout=600, wait=600)) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                for _ in range(59):
                    await self.passed(daemon, 10)
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.reply(identity))["status"] == "ready"
                await self.passed(daemon, 590)
                await still_open(caller)

        run(scenario)


class TestRequestsInFlight:
    def test_two_on_one_connection_are_answered_as_their_answers_come(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                waiting = await daemon.painted(caller)
                queued = await daemon.ask(caller, message="And this?", wait=10)
                assert (await caller.state())["of"] == 2  # the first hears of the queue
                assert (await caller.call("status"))["waiting"] == 2
                loop.advance(10)
                assert isinstance(decode_outcome(await caller.reply(queued)), Pending)
                daemon.screen.press(Choice.DENY)
                assert (await caller.reply(waiting))["status"] == "ready"

        run(scenario)

    def test_an_id_in_flight_is_not_taken_twice(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                again = {"jsonrpc": "2.0", "id": identity, "method": "status"}
                await caller.send(codec.encode(again))
                error = await caller.error(identity)
                assert isinstance(error, InvalidRequest)
                assert error.field == "id"
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.reply(identity))["status"] == "ready"
                await caller.send(codec.encode(again))
                assert (await caller.reply(identity))["protocol"] == 1

        run(scenario)

    def test_two_connections_may_use_one_id(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                first = await daemon.painted(caller)
                assert await daemon.ask(other, message="Another?") == first
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.state())["of"] == 2
                assert (await caller.reply(first))["status"] == "ready"

        run(scenario)

    def test_a_newer_call_takes_over(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                older = await daemon.painted(caller)
                newer = await daemon.ask(other)
                assert decode_outcome(await caller.reply(older)) == Superseded("newer_call")
                daemon.screen.press(Choice.APPROVE)
                assert (await other.reply(newer))["status"] == "ready"
                assert len(daemon.screen.shown) == 1

        run(scenario)

    @pytest.mark.parametrize("method", ["ask", "withdraw", "nonsense", "status"])
    def test_a_notification_is_ignored(self, method: str) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                params: dict[str, Any] = {"kind": "confirm", "message": "Deploy?"}
                message = {"jsonrpc": "2.0", "method": method, "params": params}
                await caller.send(codec.encode(message))
                await still_open(caller)  # the next message is the reply to this
                assert daemon.screen.shown == []

        run(scenario)


class TestUnreadReplies:
    """Each request below is answered with an error that repeats its long id."""

    SIZE = 200_000

    async def pile_up(self, caller: Caller, replies: int) -> None:
        request = {"jsonrpc": "2.0", "id": "x" * self.SIZE, "method": "nonsense"}
        for _ in range(replies):
            await caller.send(codec.encode(request))

    def test_a_peer_that_never_reads_is_dropped(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, witness = await daemon.caller(), await daemon.caller()
                with contextlib.suppress(ConnectionError):
                    await self.pile_up(caller, (10 << 20) // self.SIZE)
                while (await witness.call("status"))["connections"] > 1:
                    pass
                await daemon.answers_a_question()

        run(scenario)

    def test_one_that_is_told_to_go_and_never_reads_is_dropped(self) -> None:
        """What it has not read is less than what a peer may leave unread."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, witness = await daemon.caller(), await daemon.caller()
                await self.pile_up(caller, (3 << 20) // self.SIZE)
                with contextlib.suppress(ConnectionError):
                    await caller.send(b"x" * codec.MAX_FRAME)
                while (await witness.call("status"))["connections"] > 1:
                    loop.advance(CLOSE_SECONDS)

        run(scenario)

    def test_a_slow_one_is_not(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                replies = (3 << 20) // self.SIZE
                await self.pile_up(caller, replies)
                for _ in range(replies):
                    assert isinstance(await caller.error("x" * self.SIZE), UnknownMethod)
                await still_open(caller)

        run(scenario)


class TestPeers:
    @pytest.mark.parametrize(
        "refusal", [UntrustedPeer("user 1000's"), Unsupported("no pidfd_open")]
    )
    def test_one_that_is_refused_is_never_read(self, refusal: SaysoError) -> None:
        """unix(7): closing with unread data resets the connection, so nothing had been read."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                daemon.peer.refusal = refusal
                stranger = await daemon.connect()
                await stranger.send(ASK + b"}}\n")
                error = await stranger.error(None)
                assert type(error) is type(refusal)
                with pytest.raises(ConnectionResetError):
                    await stranger.message()
                assert daemon.peer.numbers == []
                assert daemon.screen.shown == []
                daemon.peer.refusal = None
                await daemon.answers_a_question()

        run(scenario)

    async def busy(self, daemon: Stage, lineage: Lineage, number: int) -> list[Caller]:
        """So many connections, each in the middle of a line."""
        daemon.peer.lineage_of_next = lineage
        callers = [await daemon.caller() for _ in range(number)]
        for caller in callers:
            await caller.send(b"{")
        return callers

    def test_the_257th_connection_is_refused_until_one_closes(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                daemon.peer.lineage_of_next = alone(9)
                asker = await daemon.caller()
                identity = await daemon.painted(asker)
                callers = [
                    caller
                    for pid, number in enumerate((63, 64, 64, 64))
                    for caller in await self.busy(daemon, alone(pid), number)
                ]
                await asker.call("status")  # by then it has read what they sent
                daemon.peer.lineage_of_next = alone(4)
                one_more = await daemon.connect()
                assert isinstance(await one_more.error(None), TooManyConnections)
                await one_more.ended()
                callers[0].close()
                while (await asker.call("status"))["connections"] == 256:
                    pass
                await still_open(await daemon.caller())
                daemon.screen.press(Choice.APPROVE)
                assert (await asker.reply(identity))["status"] == "ready"

        run(scenario)

    def test_one_account_has_a_quarter_of_them(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                flood = await self.busy(daemon, alone(1), 4)
                assert isinstance(await (await daemon.connect()).error(None), TooManyConnections)
                daemon.peer.lineage_of_next = alone(2)
                other = await daemon.caller()
                flood[0].close()
                while (await other.call("status"))["connections"] == 5:
                    pass
                daemon.peer.lineage_of_next = alone(1)
                await still_open(await daemon.caller())

        run(scenario)

    @pytest.mark.parametrize(("pids", "newcomer"), [([1] * 4, 1), ([1, 2, 3, 4] * 4, 5)])
    def test_who_only_sits_there_makes_room_for_who_asks(
        self, pids: list[int], newcomer: int
    ) -> None:
        """Of one account, or of all: the one that has been silent for longest."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                idle = []
                for pid in pids:
                    daemon.peer.lineage_of_next = alone(pid)
                    idle.append(await daemon.caller())
                    loop.advance(1)
                await still_open(idle[0])
                daemon.peer.lineage_of_next = alone(newcomer)
                await still_open(await daemon.caller())
                await idle[1].ended()
                for each in (idle[0], *idle[2:]):
                    await still_open(each)

        run(scenario)

    def test_who_is_refused_has_nobody_elses_closed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                await self.busy(daemon, alone(1), 4)
                others = []
                for pid in (2, 3, 4) * 4:
                    daemon.peer.lineage_of_next = alone(pid)
                    others.append(await daemon.caller())
                daemon.peer.lineage_of_next = alone(1)
                assert isinstance(await (await daemon.connect()).error(None), TooManyConnections)
                for each in others:
                    await still_open(each)

        run(scenario)

    def test_who_reads_no_replies_makes_room_for_who_asks(self) -> None:
        """More of them than the system takes wait to be sent."""
        requests = 800

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                deaf = []
                for _ in range(4):
                    daemon.peer.lineage_of_next = alone(1)
                    deaf.append(await daemon.caller())
                for caller in deaf:
                    for _ in range(requests):
                        await caller.request("status")
                daemon.peer.lineage_of_next = alone(2)
                other = await daemon.caller()
                for _ in range(requests * len(deaf)):  # by turns, so theirs are answered by then
                    await still_open(other)
                daemon.peer.lineage_of_next = alone(1)
                await still_open(await daemon.caller())

        run(scenario)

    def test_who_has_asked_already_is_not_silent(self) -> None:
        """What it sent may be on its way to us when others come."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                callers = [await daemon.connect() for _ in range(12)]
                asked = [await caller.request("status") for caller in callers]
                for caller, identity in zip(callers, asked, strict=True):
                    heard = await caller.message()
                    if heard["id"] != identity:
                        assert heard["error"]["data"]["error"] == "too_many_connections"

        run(scenario)

    def test_each_has_a_number_of_its_own(self) -> None:
        """It tells peers in other pid namespaces apart."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                (await daemon.caller()).close()
                await daemon.caller()
                await daemon.caller()
                assert len(set(daemon.peer.numbers)) == 3

        run(scenario)

    def test_none_is_that_of_an_earlier_daemon_s(self) -> None:
        """Whose question may still be kept for that peer."""
        numbers: list[int] = []

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.caller()
                numbers.extend(daemon.peer.numbers)

        run(scenario)
        run(scenario)
        assert len(set(numbers)) == 2


def test_a_fault_of_ours_costs_one_connection_and_no_later_question(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            daemon.screen.fault = RuntimeError("a fault in our screen")
            await caller.request("ask", kind="confirm", message="Deploy?")
            await caller.ended()
            loop.advance(30)  # the render budget of the question that was never shown
            await daemon.answers_a_question()

    run(scenario)
    assert "a fault in our screen" in caplog.text


class TestTheEnd:
    def test_waiting_callers_hear_that_the_daemon_stops(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                callers = [await daemon.caller() for _ in range(2)]
                idle = await daemon.caller()
                first = await daemon.painted(callers[0])
                second = await daemon.ask(callers[1], message="And this?")
                await callers[0].state()
                await daemon.terminate()
                for caller, identity in zip(callers, (first, second), strict=True):
                    error = await caller.error(identity)
                    assert isinstance(error, Stopping)
                    assert "ask again" in error.remedy
                    await caller.ended()
                await idle.ended()
                assert daemon.screen.stopped

        run(scenario)

    def test_a_click_that_comes_then_is_not_recorded(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.painted(await daemon.caller())
                await daemon.terminate()
                daemon.screen.press(Choice.APPROVE)
                assert daemon.screen.orders == []

        run(scenario)

    def test_nobody_connects_any_more(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.caller()
                await daemon.terminate()
                with pytest.raises(FileNotFoundError):
                    await daemon.connect()

        run(scenario)

    def test_it_says_when_it_listens(self) -> None:
        async def scenario(loop: StillLoop) -> str:
            async with stage(loop) as daemon:
                return daemon.greeting

        assert json.loads(run(scenario))["pid"] > 0
