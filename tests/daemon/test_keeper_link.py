"""The daemon's side of the keeper, against keepers that the test plays; the clock is the test's."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any

import pytest

from in_memory.processes import MemoryProcess
from sayso import __version__
from sayso.core import events as e
from sayso.core.restarts import DELAYS, LATELY, LIMIT
from sayso.daemon import keeper
from sayso.daemon.keeper import (
    KEPT_SECONDS,
    LEAVE_SECONDS,
    START_BYTES,
    START_SECONDS,
    KeeperLink,
    inherit,
)
from sayso.errors import ParseError, ProtocolError
from sayso.platforms.contract.processes import ChildProcess
from sayso.platforms.unix import channel
from sayso.wire.keeper import (
    AreYouThere,
    Commit,
    Drop,
    Here,
    Kept,
    Leave,
    Put,
    batch,
    write,
)
from support.halves import Half, Halves, halves
from support.processes import look
from support.still_loop import StillLoop, run

HANDOVER = {"path": "/proc/nowhere", "descriptors": {}}


class Linked:
    """A link, and what it told the daemon."""

    def __init__(
        self,
        loop: StillLoop,
        made: Halves,
        command: Sequence[str] | None = None,
        first: ChildProcess | None = None,
    ) -> None:
        self.loop = loop
        self.halves = made
        self.given_up = asyncio.Event()
        self.changes = 0
        self.more: dict[str, dict[str, Any]] = {}
        """What else there is to keep."""
        self.kept = 0
        """Changes that are acknowledged."""
        self._news = asyncio.Event()
        command = command or made.command("keeper")
        self.link = KeeperLink(HANDOVER, self._give_up, first, command)
        self.link.start(lambda: e.Keep(self.everything), self._kept)

    @property
    def everything(self) -> dict[str, dict[str, Any]]:
        return {"changes": {"number": self.changes}} | self.more

    def change(self) -> bool:
        """Whether the keeper will hear of it whatever becomes of the daemon."""
        self.changes += 1
        return self.link.keep(e.Keep(self.everything, ("old",)))

    def told_whole(self, number: int) -> list[Any]:
        """What a keeper hears from which all is to be kept."""
        return [Put("changes", {"number": self.changes}), Commit(number, __version__, True)]

    async def until_kept(self, changes: int) -> None:
        while self.kept < changes:
            self._news.clear()
            await self._news.wait()
        assert self.kept == changes

    async def seeded(self) -> Half:
        """The first keeper, once it holds everything."""
        first = await self.halves.next("keeper")
        assert await first.hear_all() == self.told_whole(1)
        await first.send(write(Kept(1)))
        assert await self.link.whole()
        return first

    async def next(self, number: int) -> Half:
        """The next keeper, which is told everything by this commit, and acknowledges it."""
        following = await self.halves.next("keeper")
        assert await following.hear_all() == self.told_whole(number)
        assert self.link.pid == following.pid
        return following

    def _give_up(self, has_held: bool) -> None:
        self.given_up.set()

    def _kept(self) -> None:
        self.kept += 1
        self._news.set()


Scenario = Callable[[Linked], Coroutine[Any, Any, None]]


def linked(scenario: Scenario, command: Sequence[str] | None = None) -> None:
    async def play(loop: StillLoop) -> None:
        async with halves() as made:
            joined = Linked(loop, made, command)
            async with left(joined):
                await scenario(joined)

    run(play)


@contextlib.asynccontextmanager
async def left(joined: Linked) -> AsyncIterator[None]:
    """At its end the keeper is told to go, and is made to."""
    try:
        yield
    finally:
        leaving = asyncio.ensure_future(joined.link.leave())
        await asyncio.sleep(0)
        joined.loop.advance(LEAVE_SECONDS)
        await leaving


# What is kept


def test_a_change_reaches_a_keeper_that_holds_all_before_it_even_if_the_daemon_dies() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.halves.next("keeper")
        assert not joined.change()
        await first.hear_all()
        await first.send(write(Kept(1)))
        await first.hear_all()
        await first.send(write(Kept(2)))
        await joined.until_kept(1)
        assert joined.change()

    linked(scenario)


def test_a_change_may_be_lost_with_the_daemon_while_the_system_has_no_room_for_it() -> None:
    async def scenario(joined: Linked) -> None:
        await joined.seeded()
        joined.more = {"large": {"words": "x" * (8 << 20)}}
        assert not joined.change()

    linked(scenario)


def test_a_change_may_be_lost_with_the_daemon_while_there_is_no_keeper() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        first.kill()
        while joined.link.pid is not None:  # noqa: ASYNC110 - the end of its channel comes
            await asyncio.sleep(0)
        assert not joined.change()

    linked(scenario)


def test_the_first_commit_of_a_daemon_is_whole() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.halves.next("keeper")
        assert await first.hear_all() == joined.told_whole(1)
        assert joined.link.pid == first.pid

    linked(scenario)


def test_a_change_is_kept_when_the_keeper_says_so_and_not_before() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        for number in (1, 2, 3):
            joined.change()
            said = [
                Put("changes", {"number": number}),
                Drop("old"),
                Commit(number + 1, __version__),
            ]
            assert await first.hear_all() == said
        assert joined.kept == 0
        await first.send(write(Kept(2)))
        await joined.until_kept(1)
        await first.send(write(Kept(4)))
        await joined.until_kept(3)

    linked(scenario)


def test_it_says_that_it_is_there_when_it_is_asked() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        await first.send(write(AreYouThere()))
        assert await first.hear() == Here()
        joined.change()
        await first.hear_all()
        await first.send(write(Kept(2)))
        await joined.until_kept(1)

    linked(scenario)


def test_one_that_hangs_is_found_out_before_everything_is_left_to_it() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        joined.link.examine()
        leaving = asyncio.ensure_future(joined.link.whole())
        await hangs(joined, first)
        second = await joined.next(3)
        assert not leaving.done()
        assert second.pid != first.pid
        second.kill()
        third = await joined.halves.next("keeper")
        await third.hear_all()
        await third.send(write(Kept(4)))
        assert await leaving

    linked(scenario)


# Keepers that fail


async def hangs(joined: Linked, first: Half) -> None:
    first.stop()
    joined.loop.advance(KEPT_SECONDS)


async def dies(_joined: Linked, first: Half) -> None:
    first.kill()


async def plays_dead(_joined: Linked, first: Half) -> None:
    first.play_dead()


async def talks_nonsense(_joined: Linked, first: Half) -> None:
    await first.provoke(b"kept everything\n")


async def talks_out_of_turn(_joined: Linked, first: Half) -> None:
    await first.provoke(write(Commit(2, __version__)))


async def promises_the_future(_joined: Linked, first: Half) -> None:
    """It would count as kept what it is yet to hear."""
    await first.provoke(write(Kept(3)))


@pytest.mark.parametrize(
    "fails",
    [hangs, dies, plays_dead, talks_nonsense, talks_out_of_turn, promises_the_future],
)
def test_one_that_fails_is_replaced_and_what_waited_goes_on_waiting(
    fails: Callable[[Linked, Half], Coroutine[Any, Any, None]],
) -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        joined.change()
        await first.hear_all()
        await fails(joined, first)
        await first.gone()
        second = await joined.next(3)
        assert look(first.pid) is None
        assert joined.kept == 0
        await second.send(write(Kept(3)))
        await joined.until_kept(1)

    linked(scenario)


def test_one_that_is_only_slow_is_left_alone() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        for number in (2, 3):
            joined.change()
            await first.hear_all()
            joined.loop.advance(KEPT_SECONDS * 0.9)
            await first.send(write(Kept(number)))
            await joined.until_kept(number - 1)
        joined.loop.advance(100)
        joined.change()
        assert await first.hear_all()
        assert joined.link.pid == first.pid

    linked(scenario)


def test_one_that_starts_is_given_more_time() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.halves.next("keeper")
        joined.change()
        joined.loop.advance(START_SECONDS - 0.1)
        assert await first.hear_all() == [
            Put("changes", {"number": 0}),
            Commit(1, __version__, True),
        ]
        assert len(await first.hear_all()) == 3
        joined.loop.advance(0.1)
        await first.gone()
        await joined.next(3)

    linked(scenario)


def test_one_that_has_much_to_take_is_given_time_for_it() -> None:
    async def scenario(joined: Linked) -> None:
        (await joined.seeded()).kill()
        words = "x" * (START_BYTES // 32)
        joined.more = {str(number): {"words": words} for number in range(3 * 32)}
        second = await joined.halves.next("keeper")
        joined.loop.advance(START_SECONDS + 2.9)
        assert len(await second.hear_all()) == 2 + 3 * 32
        assert joined.link.pid == second.pid
        joined.loop.advance(0.2)
        await second.gone()

    linked(scenario)


def test_a_change_without_a_keeper_is_told_to_the_next_with_all_else() -> None:
    async def scenario(joined: Linked) -> None:
        for _ in range(DELAYS.index(0.2)):
            (await joined.halves.next("keeper")).kill()
        while joined.link.pid:  # noqa: ASYNC110 (it tells nobody but who looks)
            await asyncio.sleep(0)
        joined.change()
        joined.loop.advance(0.2)
        following = await joined.halves.next("keeper")
        said = await following.hear_all()
        assert said[0] == Put("changes", {"number": 1})
        assert isinstance(said[1], Commit)
        assert said[1].whole
        await following.send(write(Kept(said[1].number)))
        await joined.until_kept(1)

    linked(scenario)


@pytest.mark.parametrize("command", [["false"], ["/proc/nowhere/sayso"]])
def test_where_none_can_be_started_the_daemon_hears_of_it(command: list[str]) -> None:
    """It never says *kept*; who waits for everything to be held hears so."""

    async def scenario(joined: Linked) -> None:
        joined.change()
        waiting = asyncio.ensure_future(joined.link.whole())
        while not joined.given_up.is_set():
            joined.loop.advance(min(DELAYS[LIMIT - 1], LATELY / LIMIT))
            await asyncio.sleep(0)
        assert await waiting is False
        assert joined.kept == 0
        assert joined.link.pid is None

    linked(scenario, command)


def test_it_is_whole_when_the_last_change_is_held() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        joined.change()
        joined.change()
        waiting = asyncio.ensure_future(joined.link.whole())
        await first.send(write(Kept(2)))
        await joined.until_kept(1)
        first.kill()
        await first.gone()
        second = await joined.next(4)
        assert not waiting.done()
        await second.send(write(Kept(4)))
        assert await waiting is True

    linked(scenario)


# One that takes the place of another


async def renewed(joined: Linked) -> tuple[Half, Half]:
    """The keeper that holds everything, and the next one, which is loaded."""
    first = await joined.seeded()
    joined.link.renew()
    second = await joined.halves.next("keeper")
    assert await second.hear_all() == [Commit(1, __version__)]
    return first, second


def test_the_first_holds_everything_until_the_next_is_loaded() -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        joined.change()
        assert len(await first.hear_all()) == 3
        await first.send(write(Kept(2)))
        await joined.until_kept(1)
        assert joined.link.pid == first.pid
        await second.send(write(Kept(1)))
        assert await first.hear() == Leave()
        assert await second.hear_all() == joined.told_whole(3)
        assert joined.link.pid == second.pid
        joined.change()
        assert len(await second.hear_all()) == 3
        await second.send(write(Kept(4)))
        await joined.until_kept(2)

    linked(scenario)


def test_what_the_one_that_leaves_still_acknowledges_counts_for_nothing() -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        joined.change()
        await first.hear_all()
        await second.send(write(Kept(1)))
        assert await first.hear() == Leave()
        await first.send(write(Kept(2)))
        first.kill()
        await second.hear_all()
        assert not joined.change()
        assert joined.kept == 0
        await second.send(write(Kept(4)))
        await joined.until_kept(2)

    linked(scenario)


def test_one_that_does_not_leave_for_the_next_is_ended() -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        await second.send(write(Kept(1)))
        assert await first.hear() == Leave()
        await second.hear_all()
        await second.send(write(Kept(2)))
        assert await joined.link.whole()
        joined.loop.advance(LEAVE_SECONDS)
        await first.gone()
        assert joined.link.pid == second.pid

    linked(scenario)


def test_one_that_does_not_read_that_it_is_to_leave_is_ended_at_once() -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        first.stop()
        joined.more = {"large": {"words": "x" * (8 << 20)}}
        joined.change()
        await second.send(write(Kept(1)))
        await first.gone()
        assert joined.link.pid == second.pid

    linked(scenario)


async def never_loads(joined: Linked, _second: Half) -> None:
    joined.loop.advance(START_SECONDS)


@pytest.mark.parametrize("fails", [dies, talks_nonsense, promises_the_future, never_loads])
def test_the_first_stays_where_the_next_comes_to_nothing(
    fails: Callable[[Linked, Half], Coroutine[Any, Any, None]],
) -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        await fails(joined, second)
        await second.gone()
        joined.change()
        assert len(await first.hear_all()) == 3
        await first.send(write(Kept(2)))
        await joined.until_kept(1)
        assert joined.link.pid == first.pid

    linked(scenario)


def test_the_next_has_everything_where_the_first_dies_before_it_is_loaded() -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        first.kill()
        between = await joined.next(2)
        await second.send(write(Kept(1)))
        assert await between.hear() == Leave()
        assert await second.hear_all() == joined.told_whole(3)
        assert joined.link.pid == second.pid

    linked(scenario)


def test_both_end_with_the_daemon() -> None:
    async def scenario(joined: Linked) -> None:
        first, second = await renewed(joined)
        leaving = asyncio.ensure_future(joined.link.leave())
        assert await first.hear() == Leave()
        await second.gone()
        first.kill()
        await leaving

    linked(scenario)


# Its end


def test_it_is_told_to_leave_and_waited_for() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        leaving = asyncio.ensure_future(joined.link.leave())
        assert await first.hear() == Leave()
        assert not leaving.done()
        first.kill()
        await leaving
        assert joined.link.pid is None

    linked(scenario)


def test_one_that_does_not_leave_is_ended() -> None:
    async def scenario(joined: Linked) -> None:
        first = await joined.seeded()
        first.stop()
        leaving = asyncio.ensure_future(joined.link.leave())
        await asyncio.sleep(0)
        joined.loop.advance(LEAVE_SECONDS)
        await leaving
        assert look(first.pid) is None

    linked(scenario)


# A successor


class KeptOpen(channel.SocketChannel):
    """As one that was inherited: the end of its transport is not its end."""

    closed = False

    def close(self) -> None:
        self.closed = True


def test_a_successor_brings_the_keeper_that_started_it_in_line() -> None:
    async def play(loop: StillLoop) -> None:
        async with halves() as made:
            ours, keepers = channel.pair()
            with keepers:
                first, ours = MemoryProcess(7), KeptOpen(ours.sock)
                joined = Linked(loop, made, first=ChildProcess(ours, first))
                keepers.setblocking(False)
                assert await loop.sock_recv(keepers, 1000) == batch(
                    joined.everything, (), Commit(1, __version__, True)
                )
                assert joined.link.pid == 7
            async with left(joined):
                await joined.next(2)
                assert first.has_ended
                assert ours.closed

    run(play)


def test_a_successor_keeps_its_keeper_where_no_other_can_be_started() -> None:
    async def play(loop: StillLoop) -> None:
        async with halves() as made:
            ours, keepers = channel.pair()
            with keepers:
                first = ChildProcess(KeptOpen(ours.sock), MemoryProcess(7))
                joined = Linked(loop, made, ["/proc/nowhere/sayso"], first)
                async with left(joined):
                    joined.link.renew()
                    assert joined.link.pid == 7

    run(play)


@contextlib.contextmanager
def telling(*said: bytes) -> Any:
    """The successor's end of a socket whose other end says this and ends."""
    ours, keepers = channel.pair()
    with ours:
        with keepers:
            keepers.sendall(b"".join(said))
        yield ours


def test_a_successor_is_told_all_records_and_of_which_version_its_keeper_is() -> None:
    whole = batch({"a": {"n": 1}, "b": {}}, (), Commit(0, "0.0.9", whole=True))
    with telling(whole) as ours:
        assert inherit(ours) == ({"a": {"n": 1}, "b": {}}, "0.0.9")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (b"", ProtocolError),
        (write(Put("a", {})), ProtocolError),
        (batch({"a": {}}, (), Commit(0, "0.1.0")), ProtocolError),
        (write(Kept(0)), ProtocolError),
        (b"approve everything\n", ParseError),
    ],
)
def test_a_successor_that_is_not_told_all_has_nothing(said: bytes, error: type[Exception]) -> None:
    with telling(said) as ours, pytest.raises(error):
        inherit(ours)


def test_a_successor_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "INHERIT_SECONDS", 0.01)
    ours, keepers = channel.pair()
    with ours, keepers, pytest.raises(TimeoutError):
        inherit(ours)
