"""A daemon that hangs: who waits for it is the keeper's reason to look, and nothing else is."""

import socket
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from in_memory.channel import pair
from in_memory.endpoint import MemoryEndpoint
from in_memory.processes import MemoryProcess
from sayso import __version__
from sayso.core.hanging import LOOK_EVERY, STILL_LOOKS
from sayso.errors import NotAcknowledged
from sayso.keeper import main as keeper
from sayso.keeper.watch import Watch
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Callers, WaitResult
from sayso.platforms.unix import channel
from sayso.wire.keeper import AreYouThere, Commit, Here, Kept, Put, batch, write
from support.halves import Half, Halves, halves
from support.processes import PATIENCE, look
from support.still_loop import StillLoop, run

RECORDS: dict[str, dict[str, Any]] = {"prompt/1": {"state": "decided"}}


def seed(version: str = __version__) -> bytes:
    return batch(RECORDS, (), Commit(1, version, whole=True))


# Real processes


@pytest.mark.serial("it counts real seconds")
def test_a_stopped_daemon_is_replaced_once_somebody_waits_and_nothing_is_lost() -> None:
    async def scenario(made: Halves, daemon: Half) -> None:
        daemon.stop()
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(made.callers)
            caller.sendall(b"may I?")
            successor = await made.next("successor")
            assert await successor.accept() == "may I?"
        assert look(daemon.pid) is None
        whole = Commit(0, __version__, whole=True)
        assert await successor.hear_all() == [Put("prompt/1", RECORDS["prompt/1"]), whole]

    played(scenario)


@pytest.mark.serial("it counts real seconds")
def test_one_that_says_that_it_is_there_stays_and_is_asked_again() -> None:
    """It may have no descriptor for another connection just now."""

    async def scenario(made: Halves, daemon: Half) -> None:
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(made.callers)
            for _ in range(2):
                assert await daemon.hear() == AreYouThere()
                await daemon.send(write(Here()))
        await daemon.send(batch({}, (), Commit(2, __version__)))
        assert await daemon.hear() in (AreYouThere(), Kept(2))

    played(scenario)


def played(scenario: Callable[[Halves, Half], Any]) -> None:
    async def play(_loop: StillLoop) -> None:
        async with halves() as made:
            daemon, _keeper = await made.pair()
            await daemon.send(seed())
            assert await daemon.hear() == Kept(1)
            await scenario(made, daemon)

    run(play)


# What it watches, and when it asks


class Moments:
    """As they are awaited something happens, each time another thing."""

    def __init__(self, moments: Sequence[Callable[[], None]], real: Callers) -> None:
        self._moments = iter(moments)
        self._real = real
        self.patience: list[float | None] = []
        self.for_callers: list[bool] = []
        """Whether callers were awaited as well, each time that it waited."""

    def wait(self, channel: Channel, *, for_callers: bool, patience: float | None) -> WaitResult:
        self.patience.append(patience)
        self.for_callers.append(for_callers)
        next(self._moments)()
        return self._real.wait(channel, for_callers=for_callers, patience=0)

    def are_there(self) -> bool:
        return self._real.are_there()


class Stand:
    """A watch between a daemon and its callers, all of them here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.worked = 1.0
        self._ours, self._daemon = pair()
        self._endpoint = MemoryEndpoint()
        self._listener = self._endpoint.listen("socket", 1)
        monkeypatch.setattr(select.processes(), "processor_seconds", lambda pid: self.worked)

    def hear(self, *moments: Callable[[], None], may_ask: bool = True) -> Moments:
        """To the first word of the daemon."""
        happens = Moments(moments, self._endpoint.callers(self._listener.handover()))
        watch = Watch(self._ours, happens, 4711, lambda: self.now)
        assert watch.hear(may_ask=may_ask) == b"word"
        return happens

    def asked(self) -> int:
        """How often the daemon was."""
        return self._daemon.receive().count(b"are_you_there") if self._daemon.is_ready() else 0

    # Moments

    def calls(self) -> None:
        self._endpoint.connect("socket", PATIENCE)

    def takes(self) -> None:
        assert self._listener.take()

    def says(self) -> None:
        self._daemon.send(b"word")

    def second(self) -> None:
        self.now += LOOK_EVERY

    def hour(self) -> None:
        self.now += 3600

    def busy_second(self) -> None:
        self.second()
        self.worked += 0.001


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Stand:
    return Stand(monkeypatch)


def test_while_nobody_calls_nothing_runs(stand: Stand) -> None:
    assert stand.hear(stand.second, stand.says).patience == [LOOK_EVERY, None]


def test_who_is_taken_is_no_reason_to_ask(stand: Stand) -> None:
    """And costs one look."""
    happened = stand.hear(stand.second, stand.calls, stand.takes, stand.says)
    assert happened.patience == [LOOK_EVERY, None, LOOK_EVERY, None]
    assert stand.asked() == 0


def test_a_caller_who_waits_is_looked_at_once_in_a_while(stand: Stand) -> None:
    """It is there all the time."""
    happened = stand.hear(stand.calls, stand.second, stand.second, stand.says)
    assert happened.for_callers == [True, False, False, False]
    assert happened.patience == [LOOK_EVERY] * 4
    assert stand.asked() == 1


def test_a_daemon_that_does_nothing_hangs(stand: Stand) -> None:
    with pytest.raises(NotAcknowledged):
        stand.hear(stand.calls, *[stand.second] * (1 + STILL_LOOKS), stand.says)
    assert stand.asked() == 1


def test_one_that_works_does_not(stand: Stand) -> None:
    stand.hear(stand.calls, stand.second, *[stand.busy_second] * (2 * STILL_LOOKS), stand.says)


def test_one_that_takes_the_caller_in_the_end_has_all_its_time_for_the_next(stand: Stand) -> None:
    nearly = [stand.second] * STILL_LOOKS
    stand.hear(stand.calls, *nearly, stand.takes, stand.calls, *nearly, stand.says)
    assert stand.asked() == 2


def test_after_a_suspension_it_has_all_its_time_again(stand: Stand) -> None:
    nearly = [stand.second] * STILL_LOOKS
    stand.hear(stand.calls, *nearly, stand.hour, *nearly[1:], stand.says)


def test_one_that_may_not_be_asked_is_not_watched(stand: Stand) -> None:
    happened = stand.hear(stand.calls, stand.second, stand.says, may_ask=False)
    assert happened.for_callers == [False] * 3
    assert stand.asked() == 0


@pytest.mark.parametrize(
    ("said", "may_ask"),
    [
        pytest.param([seed()], [False, True], id="ours"),
        pytest.param([seed("0.0.9")], [False, False], id="another version"),
        pytest.param([write(Put("a", {}))], [False, False], id="not seeded"),
    ],
)
def test_only_a_daemon_that_knows_the_question_is_asked(
    said: list[bytes], may_ask: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first word says which version it is: a successor that still loads has said none, and
    would take the question for the end of what it is told."""
    first, second, *successors = allowed_by_keeper(said, monkeypatch)
    assert [first, second] == may_ask
    assert not any(successors)


def allowed_by_keeper(said: list[bytes], monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the daemon might be asked, each time that its word was awaited."""
    seen: list[bool] = []

    class Spy(Watch):
        def hear(self, *, may_ask: bool) -> bytes:
            seen.append(may_ask)
            return super().hear(may_ask=may_ask)

    monkeypatch.setattr(keeper, "Watch", Spy)
    ours, daemons = channel.pair()
    with daemons, socket.socket(socket.AF_UNIX) as listener:
        daemons.sendall(b"".join(said))
        daemons.shutdown(socket.SHUT_WR)
        handover = {"descriptors": {"socket": listener.fileno()}}
        keeper.Keeper(handover, ["false"], lambda _: None).run(ours, MemoryProcess(has_ended=True))
    return seen
