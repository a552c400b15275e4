"""What every endpoint does, wherever client and daemon meet. A backend's own test inherits this."""

import asyncio
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from contract.channel import Ends
from sayso.errors import AlreadyRunning, ProtocolError, Unreachable
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Acceptor, Endpoint, Listener, WaitResult
from sayso.platforms.contract.processes import ChildProcess, Processes
from support.event_loop import on_event_loop
from support.processes import PATIENCE, kill, wait_until

BACKLOG = 8
AT_ONCE = 0.05
"""Seconds that something may take that must not wait."""


class Greeter(asyncio.Protocol):
    """Sends `name` to the caller, once connected."""

    def __init__(self, name: bytes) -> None:
        self._name = name

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._name)


class Reception:
    """Accepts callers, and tells each how many have connected by then."""

    def __init__(self) -> None:
        self.taken: list[Channel] = []

    def open(self, listener: Listener) -> Acceptor:
        return listener.serve(self._greet, BACKLOG)

    def _greet(self, channel: Channel) -> Greeter:
        self.taken.append(channel)
        return Greeter(b"%d" % len(self.taken))


async def connected(endpoint: Endpoint, path: str) -> Channel:
    return await asyncio.to_thread(endpoint.connect, path, PATIENCE)


async def heard(channel: Channel) -> bytes:
    """What the other end says first."""
    room = bytearray(8)
    return bytes(room[: await channel.areceive_into(memoryview(room))])


def is_answered(endpoint: Endpoint, listener: Listener, path: str) -> bool:
    """Whether a new caller is answered."""

    async def call() -> bytes:
        acceptor = Reception().open(listener)
        try:
            with await connected(endpoint, path) as channel:
                return await heard(channel)
        finally:
            acceptor.close()

    return asyncio.run(asyncio.wait_for(call(), PATIENCE)) == b"1"


def is_free(endpoint: Endpoint, path: str) -> bool:
    try:
        endpoint.listen(path, BACKLOG).close()
    except AlreadyRunning:
        return False
    return True


@pytest.mark.usefixtures("bounded")
class EndpointContract:
    """Fixtures: `endpoint`; `path`, at which there is nothing yet, below a directory that does not
    exist either; `environ`, the environment of a process whose socket is the test's own; and
    `ends`, as for ChannelContract."""

    def test_where_nobody_listens_nobody_is_reached(self, endpoint: Endpoint, path: str) -> None:
        with pytest.raises(Unreachable):
            endpoint.connect(path, PATIENCE)

    def test_the_place_of_an_environment_is_named_and_not_made(
        self, endpoint: Endpoint, environ: Mapping[str, str]
    ) -> None:
        place = endpoint.socket_path(environ)
        assert endpoint.socket_path(environ) == place
        with pytest.raises(Unreachable):
            endpoint.connect(place, PATIENCE)
        listener = endpoint.listen(place, BACKLOG)
        assert is_answered(endpoint, listener, place)
        listener.close()

    @on_event_loop
    async def test_who_connects_is_served(self, endpoint: Endpoint, path: str) -> None:
        listener, reception = endpoint.listen(path, BACKLOG), Reception()
        acceptor = reception.open(listener)
        with await connected(endpoint, path) as caller:
            assert await heard(caller) == b"1"
            with await connected(endpoint, path) as another:
                assert await heard(another) == b"2"
        acceptor.close()
        listener.close()

    @on_event_loop
    async def test_who_came_first_is_taken_first(self, endpoint: Endpoint, path: str) -> None:
        listener, reception = endpoint.listen(path, BACKLOG), Reception()
        with ExitStack() as stack:
            callers = [stack.enter_context(await connected(endpoint, path)) for _ in range(3)]
            acceptor = reception.open(listener)
            assert [await heard(each) for each in callers] == [b"1", b"2", b"3"]
        acceptor.close()
        listener.close()

    @on_event_loop
    async def test_an_acceptor_that_is_closed_takes_nobody_until_another_opens(
        self, endpoint: Endpoint, path: str
    ) -> None:
        listener, reception = endpoint.listen(path, BACKLOG), Reception()
        reception.open(listener).close()
        with await connected(endpoint, path) as caller:
            assert endpoint.callers(listener.handover()).are_there()
            assert reception.taken == []
            acceptor = reception.open(listener)
            assert await heard(caller) == b"1"
        acceptor.close()
        listener.close()

    def test_a_second_daemon_is_refused_and_the_first_goes_on(
        self, endpoint: Endpoint, path: str
    ) -> None:
        first = endpoint.listen(path, BACKLOG)
        with pytest.raises(AlreadyRunning):
            endpoint.listen(path, BACKLOG)
        assert is_answered(endpoint, first, path)
        first.close()

    def test_after_the_end_nobody_is_there_and_the_place_is_free(
        self, endpoint: Endpoint, path: str
    ) -> None:
        endpoint.listen(path, BACKLOG).close()
        with pytest.raises(Unreachable):
            endpoint.connect(path, PATIENCE)
        again = endpoint.listen(path, BACKLOG)
        assert is_answered(endpoint, again, path)
        again.close()

    def test_to_end_again_is_harmless(self, endpoint: Endpoint, path: str) -> None:
        first = endpoint.listen(path, BACKLOG)
        first.close()
        second = endpoint.listen(path, BACKLOG)
        first.close()
        assert is_answered(endpoint, second, path)
        second.close()

    def test_one_that_refuses_is_not_reached_and_still_has_the_place(
        self, endpoint: Endpoint, path: str
    ) -> None:
        listener = endpoint.listen(path, BACKLOG)
        listener.refuse()
        with pytest.raises(Unreachable):
            endpoint.connect(path, PATIENCE)
        with pytest.raises(AlreadyRunning):
            endpoint.listen(path, BACKLOG)
        listener.close()

    def test_one_that_takes_no_connection(self, endpoint: Endpoint, path: str) -> None:
        listener = endpoint.listen(path, 1)
        with ExitStack() as waiting:

            def queue() -> None:
                for _ in range(10):
                    waiting.enter_context(endpoint.connect(path, AT_ONCE))

            with pytest.raises(ProtocolError, match=r"no connection within 0\.05 s") as caught:
                queue()
        listener.close()
        assert caught.value.remedy == "restart it with: sayso daemon restart"

    def test_who_waits_is_known(self, endpoint: Endpoint, path: str) -> None:
        listener = endpoint.listen(path, BACKLOG)
        callers = endpoint.callers(listener.handover())
        assert not callers.are_there()
        with endpoint.connect(path, PATIENCE):
            assert callers.are_there()
        listener.close()

    def test_a_wait_ends_by_a_caller_if_it_is_for_callers(
        self, endpoint: Endpoint, path: str, ends: Ends
    ) -> None:
        listener, (ours, _theirs) = endpoint.listen(path, BACKLOG), ends
        callers = endpoint.callers(listener.handover())
        over = WaitResult(is_channel_ready=False, is_caller_waiting=False)
        assert callers.wait(ours, for_callers=True, patience=0) == over
        with endpoint.connect(path, PATIENCE):
            assert callers.wait(ours, for_callers=False, patience=0) == over
            assert callers.wait(ours, for_callers=True, patience=None).is_caller_waiting
        listener.close()

    def test_a_wait_ends_by_what_comes_over_the_channel_and_by_its_end(
        self, endpoint: Endpoint, path: str, ends: Ends
    ) -> None:
        listener, (ours, theirs) = endpoint.listen(path, BACKLOG), ends
        callers = endpoint.callers(listener.handover())
        ready = WaitResult(is_channel_ready=True, is_caller_waiting=False)
        theirs.send(b"word")
        assert callers.wait(ours, for_callers=True, patience=None) == ready
        assert ours.receive() == b"word"
        assert not callers.wait(ours, for_callers=True, patience=AT_ONCE).is_channel_ready
        theirs.close()
        assert callers.wait(ours, for_callers=True, patience=None) == ready
        listener.close()

    def test_what_was_not_handed_over_is_not_gone_on_with(self, endpoint: Endpoint) -> None:
        with pytest.raises(KeyError):
            endpoint.adopt({})
        with pytest.raises(KeyError):
            endpoint.callers({})


LISTENING = """
import sys
from sayso.platforms import select
listener = select.endpoint().listen(sys.argv[1], 8)
ours = select.processes().inherited_channel()
ours.send(b"listens")
ours.receive()
"""

LISTENING_WITH_A_CHILD = """
import subprocess, sys
from sayso.platforms import select
listener = select.endpoint().listen(sys.argv[1], 8)
ours = select.processes().inherited_channel()
script = "import time; print('runs', flush=True); time.sleep(60)"
command = [sys.executable, "-c", script]
child = subprocess.Popen(command, stdout=subprocess.PIPE, close_fds=False)
child.stdout.readline()  # it has what it has
ours.send(b"%d" % child.pid)
ours.receive()
"""

HANDING_OVER = """
import json, os, sys
from sayso.platforms import select
path, successor = sys.argv[1:]
listener = select.endpoint().listen(path, 8)
ours = select.processes().inherited_channel()
ours.send(b"listens")
ours.receive()
told = listener.handover()
child = select.processes().spawn([sys.executable, "-c", successor, json.dumps(told)], told)
child.channel.receive()
os._exit(0)
"""

GOING_ON = """
import asyncio, json, sys
from sayso.platforms import select

ours = select.processes().inherited_channel()
listener = select.endpoint().adopt(json.loads(sys.argv[1]))
over = asyncio.Event()

class Caller(asyncio.Protocol):
    def connection_made(self, transport):
        transport.write(b"adopted")
    def connection_lost(self, _):
        over.set()

async def serve():
    acceptor = listener.serve(lambda _: Caller(), 8)
    ours.send(b"goes on")
    await over.wait()
    acceptor.close()
    listener.close()

asyncio.run(serve())
"""

RACING = """
import pathlib, sys, time
from sayso.errors import AlreadyRunning
from sayso.platforms import select
endpoint, path, taken = select.endpoint(), sys.argv[1], pathlib.Path(sys.argv[2])
ours = select.processes().inherited_channel()
ours.send(b"ready")
ours.receive()
held = 0
while held < 100:
    try:
        listener = endpoint.listen(path, 8)
    except AlreadyRunning:
        time.sleep(0)  # the others' turn
        continue
    taken.mkdir()  # fails if another has the place, too
    endpoint.connect(path, 10).close()
    taken.rmdir()
    listener.close()
    held += 1
ours.send(b"done")
"""


@pytest.mark.usefixtures("bounded")
class EndpointOfProcessesContract:
    """Endpoints whose listener is in another process; that process asks `select` for its platform.
    Fixtures: `endpoint` and `path`, as above, and `processes`."""

    keeps_callers = True
    """Whether a successor gets the callers that have connected and were not accepted yet. False:
    they are cut off before a byte is sent, and connect again."""

    def started(self, processes: Processes, script: str, *arguments: str) -> ChildProcess:
        return processes.spawn([sys.executable, "-c", script, *arguments])

    def killed(self, child: ChildProcess) -> None:
        child.process.kill()
        child.process.wait()
        child.channel.close()

    def test_what_a_killed_daemon_left_is_cleared(
        self, endpoint: Endpoint, processes: Processes, path: str
    ) -> None:
        daemon = self.started(processes, LISTENING, path)
        assert daemon.channel.receive() == b"listens"
        with pytest.raises(AlreadyRunning):
            endpoint.listen(path, BACKLOG)
        self.killed(daemon)
        with pytest.raises(Unreachable):
            endpoint.connect(path, PATIENCE)
        listener = endpoint.listen(path, BACKLOG)
        assert is_answered(endpoint, listener, path)
        listener.close()

    def test_a_child_of_a_killed_daemon_does_not_hold_the_place(
        self, endpoint: Endpoint, processes: Processes, path: str
    ) -> None:
        daemon = self.started(processes, LISTENING_WITH_A_CHILD, path)
        child = int(daemon.channel.receive())
        self.killed(daemon)
        try:
            endpoint.listen(path, BACKLOG).close()
        finally:
            kill(child)

    def test_another_process_goes_on_with_it(
        self, endpoint: Endpoint, processes: Processes, path: str
    ) -> None:
        """The successor also holds the path, and gives it up at its end."""
        first = self.started(processes, HANDING_OVER, path, GOING_ON)
        assert first.channel.receive() == b"listens"
        with ExitStack() as stack:
            caller = stack.enter_context(endpoint.connect(path, PATIENCE))
            first.channel.send(b"hand it over")  # no successor runs yet
            first.process.wait()
            if not self.keeps_callers:
                assert caller.receive() == b""
                caller = stack.enter_context(endpoint.connect(path, PATIENCE))
            assert caller.receive() == b"adopted"
            with pytest.raises(AlreadyRunning):
                endpoint.listen(path, BACKLOG)
        wait_until(lambda: is_free(endpoint, path), "the end of the second")
        first.channel.close()

    def test_of_daemons_that_race_there_is_one_at_a_time(
        self, endpoint: Endpoint, processes: Processes, path: str, tmp_path: Path
    ) -> None:
        taken = str(tmp_path / "taken")
        racers = [self.started(processes, RACING, path, taken) for _ in range(4)]
        assert [each.channel.receive() for each in racers] == [b"ready"] * 4
        for each in racers:
            each.channel.send(b"go")
        assert [each.channel.receive() for each in racers] == [b"done"] * 4
        for each in racers:
            self.killed(each)
        with pytest.raises(Unreachable):
            endpoint.connect(path, PATIENCE)
