"""What every platform tells about the process at the other end. A backend's own test inherits
this."""

import os
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Protocol

import pytest

from contract.channel import Ends
from sayso.core.lineage import Process
from sayso.errors import Unsupported, UntrustedPeer
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.processes import ChildProcess, Processes
from support.event_loop import Told, on_event_loop, turn
from support.processes import PATIENCE


class Stranger(Protocol):
    """A process that has connected."""

    @property
    def channel(self) -> Channel:
        """Our end of the connection."""

    @property
    def pid(self) -> int: ...

    def end(self) -> None:
        """Ends the process. Returns once it has ended."""


Comes = Callable[[], Stranger]


def unheard() -> None:
    raise AssertionError("nobody is to be told of this")


@pytest.mark.usefixtures("bounded")
class PeerContract:
    """Fixtures: `peer`; `comes`, a function that has another process of ours connect; and `ends`,
    as for ChannelContract."""

    def test_one_of_ours_is_let_in(self, peer: Peer, comes: Comes) -> None:
        peer.check_user(comes().channel)

    def test_a_lineage_begins_with_who_connected(self, peer: Peer, comes: Comes) -> None:
        stranger = comes()
        lineage = peer.lineage(stranger.channel, 1)
        assert lineage.requester.pid == stranger.pid
        assert not lineage.container

    def test_it_is_the_same_whoever_asks_again_and_another_processs_is_another(
        self, peer: Peer, comes: Comes
    ) -> None:
        one, other = comes(), comes()
        lineage = peer.lineage(one.channel, 1)
        assert peer.lineage(one.channel, 2) == lineage
        assert peer.lineage(other.channel, 3).requester != lineage.requester

    def test_who_connected_is_there_still(self, peer: Peer, comes: Comes) -> None:
        stranger = comes()
        peer.check_requester(stranger.channel, peer.lineage(stranger.channel, 1).requester)

    def test_of_who_has_gone_nothing_is_told(self, peer: Peer, comes: Comes) -> None:
        stranger = comes()
        stranger.end()
        with pytest.raises(UntrustedPeer):
            peer.lineage(stranger.channel, 1)

    def test_one_that_runs_is_found_by_its_pid(self, peer: Peer, comes: Comes) -> None:
        stranger = comes()
        lineage = peer.lineage(stranger.channel, 1)
        found = peer.running(stranger.pid)
        assert found is not None
        assert found.members == lineage.members
        stranger.end()
        assert peer.running(stranger.pid) is None

    def test_who_runs_has_not_exited_and_who_ended_has(self, peer: Peer, comes: Comes) -> None:
        stranger = comes()
        process = peer.lineage(stranger.channel, 1).requester
        assert not peer.has_exited(process)
        stranger.end()
        assert peer.has_exited(process)

    @on_event_loop
    async def test_an_exit_is_told_once_it_happens_until_that_is_called_off(
        self, peer: Peer, comes: Comes
    ) -> None:
        stranger, exited = comes(), Told()
        process = peer.lineage(stranger.channel, 1).requester
        call_off = peer.watch_exit(process, exited)
        assert call_off is not None
        await turn()
        assert exited.times == 0
        stranger.end()
        await exited.at_least(3)  # it is told in each turn
        call_off()
        told = exited.times
        await turn()
        assert exited.times == told

    @on_event_loop
    async def test_an_exit_is_not_told_to_who_called_it_off_before(
        self, peer: Peer, comes: Comes
    ) -> None:
        first, second, exited = comes(), comes(), Told()
        call_off = peer.watch_exit(peer.lineage(first.channel, 1).requester, unheard)
        assert call_off is not None
        call_off()
        call_off = peer.watch_exit(peer.lineage(second.channel, 2).requester, exited)
        assert call_off is not None
        first.end()
        await turn()
        assert exited.times == 0
        second.end()
        await exited.at_least(1)
        call_off()

    @on_event_loop
    async def test_who_has_exited_is_not_watched(self, peer: Peer, comes: Comes) -> None:
        stranger = comes()
        process = peer.lineage(stranger.channel, 1).requester
        stranger.end()
        assert peer.watch_exit(process, unheard) is None

    @on_event_loop
    async def test_a_pid_used_again_is_another_process(self, peer: Peer, comes: Comes) -> None:
        process = peer.lineage(comes().channel, 1).requester
        for start in (process.start - 0.01, process.start + 0.01):
            before = Process(process.pid, start)
            assert peer.has_exited(before)
            assert peer.watch_exit(before, unheard) is None

    @on_event_loop
    async def test_of_one_whose_pid_can_not_be_seen_nothing_is_known(self, peer: Peer) -> None:
        unseen = Process(0, -1)
        assert not peer.has_exited(unseen)
        with pytest.raises(Unsupported):
            peer.watch_exit(unseen, unheard)

    @on_event_loop
    async def test_a_hang_up_is_told_once_it_happens_until_that_is_called_off(
        self, peer: Peer, ends: Ends
    ) -> None:
        (ours, theirs), gone = ends, Told()
        call_off = peer.watch_hang_up(ours, gone)
        theirs.send(b"the end")
        await turn()
        assert gone.times == 0
        theirs.close()
        await gone.at_least(3)  # it is told in each turn
        call_off()
        told = gone.times
        await turn()
        assert gone.times == told

    @on_event_loop
    async def test_a_hang_up_is_not_told_to_who_called_it_off_before(
        self, peer: Peer, ends: Ends
    ) -> None:
        (ours, theirs), gone = ends, Told()
        peer.watch_hang_up(ours, unheard)()
        call_off = peer.watch_hang_up(ours, gone)
        theirs.close()
        await gone.at_least(1)
        call_off()


SERVING = """
import asyncio, sys
from sayso.platforms import select
processes = select.processes()

async def serve():
    ours = processes.inherited_channel()
    listener = select.endpoint().listen(sys.argv[1], 8)
    over = asyncio.Event()

    def end(word):
        ours.send(word)
        over.set()

    processes.on_end(lambda: end(b"for good"), lambda: end(b"for a successor"))
    ours.send(b"listens")
    await over.wait()
    listener.close()

asyncio.run(serve())
"""

HANGING = """
import sys
from sayso.platforms import select
listener = select.endpoint().listen(sys.argv[1], 8)
select.processes().inherited_channel().send(b"listens")
import time
while time.process_time() < 60:  # it does not outlive for long whoever should end it
    pass
"""


@pytest.mark.usefixtures("bounded")
class PeerOfProcessesContract:
    """Peers where the daemon is another process; that process asks `select` for its platform.
    Fixtures: `peer`, `comes`, `endpoint`, `processes`, and `path`, at which there is nothing
    yet."""

    def started(self, processes: Processes, script: str, path: str) -> ChildProcess:
        child = processes.spawn([sys.executable, "-c", script, path])
        assert child.channel.receive() == b"listens"
        return child

    def test_a_lineage_goes_on_with_who_started_it(self, peer: Peer, comes: Comes) -> None:
        assert peer.lineage(comes().channel, 1).processes[1].pid == os.getpid()

    @pytest.mark.parametrize("restart", [False, True])
    def test_a_daemon_is_asked_to_end(
        self, peer: Peer, endpoint: Endpoint, processes: Processes, path: str, *, restart: bool
    ) -> None:
        child = self.started(processes, SERVING, path)
        with endpoint.connect(path, PATIENCE) as channel:
            held = peer.daemon(channel)
        with closing(held), child.channel:
            assert held.pid == child.process.pid
            held.go_on()  # harmless, as the daemon was not stopped
            assert not held.has_ended()
            held.ask_to_end(restart=restart)
            word = b"for a successor" if restart else b"for good"
            assert child.channel.receive() == word
            assert held.has_ended(PATIENCE)
            child.process.wait()
            held.ask_to_end(restart=restart)  # its pid may be another's by now
            held.kill()

    def test_a_daemon_that_hangs_is_ended(
        self, peer: Peer, endpoint: Endpoint, processes: Processes, path: str
    ) -> None:
        child = self.started(processes, HANGING, path)
        with endpoint.connect(path, PATIENCE) as channel:
            held = peer.daemon(channel)
        with closing(held), child.channel:
            assert not held.has_ended(0.01)
            held.kill()
            assert held.has_ended(PATIENCE)
            child.process.wait()

    def test_a_daemon_that_is_gone_is_not_held(
        self, peer: Peer, endpoint: Endpoint, processes: Processes, path: str
    ) -> None:
        child = self.started(processes, HANGING, path)
        with endpoint.connect(path, PATIENCE) as channel, child.channel:
            child.process.kill()
            child.process.wait()
            with pytest.raises(UntrustedPeer):
                peer.daemon(channel)

    def test_where_no_daemon_runs_there_is_no_keeper(self, peer: Peer, path: str) -> None:
        assert list(peer.keepers(path)) == []
