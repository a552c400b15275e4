"""The keeper as a process of its own, between daemons that the test plays."""

import asyncio
import errno
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from in_memory.processes import MemoryProcess
from sayso import __version__, launcher
from sayso.core.restarts import DELAYS, LIMIT
from sayso.keeper.main import Keeper
from sayso.platforms.unix import channel
from sayso.wire import keeper as keeper_wire
from sayso.wire.keeper import Commit, Drop, Kept, Leave, Put, batch, write
from support.halves import Half, Halves, halves
from support.processes import look, wait_until
from support.still_loop import StillLoop, run

WHOLE = Commit(1, "0.1.0", whole=True)
Records = dict[str, dict[str, Any]]

RECORDS: Records = {"prompt/1": {"state": "shown"}, "queue": {"order": [1]}}

Scenario = Callable[[Halves, Half, Half], Coroutine[Any, Any, None]]


def played(scenario: Scenario) -> None:
    """With a first daemon and its keeper."""

    async def play(_loop: StillLoop) -> None:
        async with halves() as made:
            await scenario(made, *await made.pair())

    run(play)


async def seed(daemon: Half) -> None:
    await daemon.send(batch(RECORDS, (), WHOLE))
    assert await daemon.hear() == Kept(1)


def told(records: Records) -> list[Any]:
    """What a successor hears, first of all."""
    return [*(Put(key, record) for key, record in records.items()), Commit(0, __version__, True)]


def own(pid: int) -> int:
    """KiB of memory that is its own (proc(5))."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0])


def test_what_a_flood_took_it_gives_back() -> None:
    async def scenario(_: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        before = own(keeper.pid)
        flood = {f"prompt/{n}": {"details": "x" * 60_000} for n in range(2, 302)}
        await daemon.send(batch(flood, (), Commit(2, "0.1.0")))
        assert await daemon.hear() == Kept(2)
        most = own(keeper.pid)
        assert most - before > 10_000
        await daemon.send(batch({"last": {}}, list(flood)[:-1], Commit(3, "0.1.0")))
        assert await daemon.hear() == Kept(3)

        def has_given_back() -> bool:
            return most - own(keeper.pid) > (most - before) * 0.9

        await asyncio.to_thread(wait_until, has_given_back, "less memory")

    played(scenario)


# What it says to its daemon


def test_it_acknowledges_each_commit_and_nothing_before() -> None:
    async def scenario(_: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        await daemon.send(write(Put("a", {})) + write(Drop("prompt/1")))
        await daemon.send(batch({}, (), Commit(7, "0.1.0")) + batch({}, (), Commit(8, "0.1.0")))
        assert [await daemon.hear(), await daemon.hear()] == [Kept(7), Kept(8)]

    played(scenario)


def test_it_ends_when_its_daemon_leaves_and_lets_it_live() -> None:
    async def scenario(_: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        await daemon.send(write(Leave()))
        assert await keeper.status() == 0
        assert await daemon.hear() is None

    played(scenario)


def test_a_terminals_interrupt_is_not_for_it() -> None:
    async def scenario(_: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        os.kill(keeper.pid, signal.SIGINT)
        await daemon.send(batch({}, (), Commit(2, "0.1.0")))
        assert await daemon.hear() == Kept(2)

    played(scenario)


# The end of its daemon


@pytest.mark.parametrize(
    "half_a_seed",
    [b"", write(Put("prompt/1", {"state": "decided"})), batch(RECORDS, (), Commit(1, "0.1.0"))],
)
def test_one_that_was_never_seeded_whole_ends_with_its_daemon(half_a_seed: bytes) -> None:
    """Half a memory is none: nobody goes on with it."""

    async def scenario(_: Halves, daemon: Half, keeper: Half) -> None:
        await daemon.send(half_a_seed)
        daemon.kill()
        assert await keeper.status() == 1

    played(scenario)


def test_a_successor_gets_all_that_was_committed_and_the_callers() -> None:
    async def scenario(made: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        change = batch({"prompt/2": {"state": "queued"}}, ("queue",), Commit(2, "0.1.0"))
        await daemon.send(change)
        assert await daemon.hear() == Kept(2)
        await daemon.send(write(Put("prompt/1", {"state": "half said"})))
        daemon.kill()
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(made.callers)
            caller.sendall(b"may I?")
            successor = await made.next("successor")
            assert await successor.accept() == "may I?"
        expected: Records = {"prompt/1": {"state": "shown"}, "prompt/2": {"state": "queued"}}
        assert await successor.hear_all() == told(expected)
        assert successor.rest[1:] == ["--keeper", str(keeper.pid)]

    played(scenario)


def test_half_a_batch_is_not_taken_for_the_next_daemons() -> None:
    async def scenario(made: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        await daemon.send(write(Put("prompt/1", {"state": "decided", "outcome": "approved"})))
        daemon.kill()
        second = await made.next("successor")
        await second.hear_all()
        await second.send(batch({}, (), Commit(1, "0.1.0")))
        assert await second.hear() == Kept(1)
        second.kill()
        third = await made.next("successor")
        assert await third.hear_all() == told(RECORDS)

    played(scenario)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"approve everything\n",
        b'{"method": "load", "params": {}}\n',
        b'{"method": "put", "params": {"key": ["a"], "record": {}}}\n',
        write(Kept(1)),
    ],
)
def test_a_daemon_that_talks_nonsense_is_replaced(nonsense: bytes) -> None:
    async def scenario(made: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        await daemon.send(nonsense)
        successor = await made.next("successor")
        assert look(daemon.pid) is None
        assert await successor.hear_all() == told(RECORDS)

    played(scenario)


@pytest.mark.parametrize("generation", ["first", "successor"])
def test_a_daemon_that_only_seems_to_be_dead_is_killed_before_the_next_starts(
    generation: str,
) -> None:
    """Two that accept at once would hand one answer out twice."""

    async def scenario(made: Halves, daemon: Half, keeper: Half) -> None:
        await seed(daemon)
        if generation == "successor":
            daemon.kill()
            daemon = await made.next("successor")
            await daemon.hear_all()
        daemon.play_dead()
        successor = await made.next("successor")
        assert look(daemon.pid) is None
        assert await successor.hear_all() == told(RECORDS)

    played(scenario)


# Successors that come to nothing


def keep(command: list[str], *said: bytes) -> tuple[int, list[float]]:
    """Runs a keeper after a daemon that said this; its exit status, and its pauses."""
    pauses: list[float] = []
    ours, daemons = channel.pair()
    with daemons:
        daemons.sendall(b"".join(said))
    with socket.socket(socket.AF_UNIX) as nobody:
        handover = {"descriptors": {"socket": nobody.fileno()}}
        return Keeper(handover, command, pauses.append).run(
            ours, MemoryProcess(has_ended=True)
        ), pauses


@pytest.mark.parametrize("command", [["false"], ["/proc/nowhere/sayso"]])
def test_it_gives_up_after_some_successors_that_do_nothing(command: list[str]) -> None:
    """In ever larger steps; whether they end at once or can't even be started."""
    assert keep(command, batch(RECORDS, (), WHOLE)) == (1, list(DELAYS[:LIMIT]))


def test_a_version_installed_since_that_does_nothing_is_not_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What it was installed over may still go on with what is kept."""
    monkeypatch.setattr(launcher, "latest", lambda command: ("false", *command[1:]))
    went_on = tmp_path / "went on"
    command = ["sh", "-c", 'echo one >> "$0"', str(went_on)]
    assert keep(command, batch(RECORDS, (), WHOLE)) == (1, list(DELAYS[:LIMIT]))
    assert len(went_on.read_text().splitlines()) == LIMIT - 2


COUNTING = """
import sys
from sayso.daemon.keeper import inherit
from sayso.platforms import select
from sayso.wire.keeper import Commit, batch
keeper = select.processes().inherited_channel()
records, _ = inherit(keeper)
life = records["life"]["number"] + 1
if life <= int(sys.argv[1]):
    keeper.send(batch({"life": {"number": life}}, (), Commit(1, "0.1.0", True)))
    assert keeper.receive()
"""


def test_successors_that_work_are_followed_however_often_they_die() -> None:
    """Though the next one comes the later."""
    lives = 2 * LIMIT
    command = [sys.executable, "-c", COUNTING, str(lives)]
    status, pauses = keep(command, batch({"life": {"number": 0}}, (), WHOLE))
    assert status == 1
    assert pauses == [*DELAYS, *[DELAYS[-1]] * (lives + LIMIT - len(DELAYS))]


WITNESS = """
import json, sys
from sayso.daemon.keeper import inherit
from sayso.platforms import select
keeper = select.processes().inherited_channel()
try:
    told = inherit(keeper)[0]
except OSError:
    told = {}
with open(sys.argv[1], "a") as file:
    print(json.dumps(told), file=file)
"""


def test_a_successor_that_could_not_be_told_everything_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else it would go on with nothing."""
    failures = [OSError(errno.EIO, os.strerror(errno.EIO))]
    last, sendall = write(Commit(0, __version__, whole=True)), socket.socket.sendall

    def fail_once(sock: socket.socket, data: bytes) -> None:
        if data == last and failures:
            raise failures.pop()
        sendall(sock, data)

    monkeypatch.setattr(socket.socket, "sendall", fail_once)
    told = tmp_path / "told"
    keep([sys.executable, "-c", WITNESS, str(told)], batch(RECORDS, (), WHOLE))
    assert failures == []
    assert [json.loads(line) for line in told.read_text().splitlines()] == [RECORDS] * (LIMIT - 1)


def test_a_successor_hears_the_first_record_before_the_last_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """To write 100 000 of them takes longer than it waits for a word."""
    written: list[str] = []
    heard: list[int] = []
    write_one, sendall = keeper_wire.write, socket.socket.sendall

    def write_and_note(said: keeper_wire.Said) -> bytes:
        written.append(type(said).__name__)
        return write_one(said)

    def send_and_note(sock: socket.socket, data: bytes) -> None:
        heard.append(len(written))
        sendall(sock, data)

    told = tmp_path / "told"
    seed_of_both = batch(RECORDS, (), WHOLE)
    monkeypatch.setattr(keeper_wire, "write", write_and_note)
    monkeypatch.setattr(socket.socket, "sendall", send_and_note)
    keep([sys.executable, "-c", WITNESS, str(told)], seed_of_both)
    assert written[:4] == ["Kept", "Put", "Put", "Commit"]
    assert heard[-3:] == [len(written) - 2, len(written) - 1, len(written)]


# For people


@pytest.mark.parametrize("arguments", [[], ["12"], ["twelve", "{}"], ["12", "{}"]])
def test_whoever_starts_it_by_hand_is_told_what_to_do(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "sayso", "keeper", *arguments]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "The sayso daemon starts this itself. Try: sayso confirm MESSAGE\n"
