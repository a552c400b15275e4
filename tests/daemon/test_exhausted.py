"""Out of descriptors: callers hear so, nothing spins or fills the log, and all is well once they
are there again."""

import sys

assert sys.platform == "linux"

import asyncio
import contextlib
import errno
import os
import resource
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from in_memory.peer import MemoryPeer, alone
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.outcome import Withdrawn
from sayso.daemon.connection import Connection
from sayso.daemon.connections import Connections
from sayso.errors import TooManyConnections
from sayso.platforms import select
from sayso.platforms.unix.acceptor import REST_SECONDS
from sayso.wire import rpc
from sayso.wire.outcomes import decode_outcome
from support.daemon import stage
from support.still_loop import StillLoop, run

EXHAUSTED = OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@contextlib.contextmanager
def no_descriptor_left() -> Iterator[None]:
    """What is open stays open (setrlimit(2)); nothing more can be opened."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def turns(loop: StillLoop, seconds: float) -> None:
    """The loop goes round many times after this time has passed."""
    loop.advance(seconds)
    for _ in range(100):
        await asyncio.sleep(0)


def test_connections_that_can_not_be_taken_wait(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            witness = await daemon.caller()
            await witness.call("status")  # which loads what a whole daemon has loaded by now
            waiting = [await daemon.connect() for _ in range(2)]
            with no_descriptor_left():
                await turns(loop, 0)
                await turns(loop, REST_SECONDS)
                await witness.call("status")
            loop.advance(REST_SECONDS)
            for caller in waiting:
                await caller.call("hello")
            await daemon.answers_a_question()

    run(scenario)
    said = [each for each in caplog.messages if each.startswith("no connection can be taken")]
    assert len(said) == 2, "one for each try"


def test_the_end_comes_while_the_acceptor_rests(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            await daemon.connect()
            with no_descriptor_left():
                await turns(loop, 0)
            await daemon.terminate()
            await turns(loop, REST_SECONDS)
            assert daemon.screen.stopped

    run(scenario)
    assert not [each for each in caplog.messages if "Exception" in each]


class Deaf:
    """Fulfils `sayso.daemon.connection.Service`, and answers nothing."""

    def request(self, connection: Connection, request: rpc.Request) -> None: ...
    def notified(self, connection: Connection, told: rpc.Notification) -> None: ...
    def reach(self, connection: Connection, is_lost: bool) -> None: ...
    def receipt_unknown(self, number: int) -> None: ...
    def hang_up(self, connection: Connection) -> None: ...

    def is_waited_for(self, connection: Connection) -> bool:
        return False


def test_a_caller_whom_another_took_is_no_lack(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While a successor takes over, two daemons wait at the same listener."""
    tmp_path.chmod(0o700)
    path = str(tmp_path / "socket")

    async def scenario(loop: StillLoop) -> None:
        listener = select.endpoint().listen(path, 1)
        connections = Connections(MemoryPeer(), 8, lambda: None)
        accept = partial(Connection, connections, Deaf())
        acceptors = [listener.serve(accept, 1) for _ in range(2)]
        with socket.socket(socket.AF_UNIX) as caller:
            caller.setblocking(False)
            await loop.sock_connect(caller, path)
            await turns(loop, 0)
            assert len(connections) == 1
            connections.close()
            await turns(loop, 0)
        for acceptor in acceptors:
            acceptor.close()
        listener.close()

    run(scenario)
    assert caplog.messages == []


def test_one_who_can_not_be_looked_at_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            daemon.peer.exhausted = EXHAUSTED
            for _ in range(50):
                stranger = await daemon.connect()
                assert isinstance(await stranger.error(None), TooManyConnections)
                await stranger.ended()
            daemon.peer.exhausted = None
            await daemon.answers_a_question()

    run(scenario)
    assert len([each for each in caplog.messages if "refused" in each]) == 1


def test_an_owner_who_can_not_be_watched_is_watched_later() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            tab = Member(Process(7, 1.0), 7, on_pty=True, cgroup="", name="sh")
            daemon.peer.lineage_of_next = Lineage((*alone(8).members, tab))
            caller = await daemon.caller()
            daemon.peer.exhausted = EXHAUSTED
            question = await daemon.painted(caller)
            daemon.peer.exhausted = None
            daemon.screen.scroll()
            daemon.peer.owner_exits()
            assert decode_outcome(await caller.reply(question)) == Withdrawn("owner_exited")

    run(scenario)
