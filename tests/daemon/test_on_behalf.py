"""On behalf of whom, at the real socket: what the kernel says, and what is forged."""

import sys

assert sys.platform == "linux"

import asyncio
import contextlib
import json
import os
import resource
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.core.behalf import Behalf
from sayso.core.outcome import Withdrawn
from sayso.core.settings import Settings
from sayso.errors import InvalidParams, InvalidRequest, SaysoError, Unsupported, from_wire
from sayso.platforms import select
from sayso.wire.outcomes import decode_outcome
from support.connected import Server
from support.daemon import Daemon, running
from support.scripted_screen import ScriptedScreen
from support.still_loop import StillLoop, run

CHILD = """
import json, socket, sys
daemon = socket.socket(socket.AF_UNIX)
daemon.connect(sys.argv[1])
socket.send_fds(daemon, [sys.argv[2].encode()], [int(sys.argv[3])])
for line in daemon.makefile():
    print(line, end="", flush=True)
"""
"""A requester below the test: it lends the descriptor that it was started with."""


def line(method: str = "ask", identity: int = 1, **params: Any) -> bytes:
    asked = {"kind": "confirm", "message": "Go?"} if method == "ask" else {}
    request = {"jsonrpc": "2.0", "id": identity, "method": method, "params": asked | params}
    return json.dumps(request).encode() + b"\n"


def on_behalf(pid: int) -> bytes:
    return line(on_behalf=pid, on_behalf_socket=True)


class Requester:
    """This process, on a connection of its own."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._buffer = b""

    def send(self, data: bytes, *lent: int) -> None:
        assert socket.send_fds(self._sock, [data], lent) == len(data)

    async def message(self) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        while b"\n" not in self._buffer:
            data = await loop.sock_recv(self._sock, 65536)
            assert data, "the daemon has closed the connection"
            self._buffer += data
        told, _, self._buffer = self._buffer.partition(b"\n")
        message: dict[str, Any] = json.loads(told)
        return message

    async def error(self) -> SaysoError:
        return from_wire((await self.message())["error"])

    async def ends(self) -> bool:
        return await asyncio.get_running_loop().sock_recv(self._sock, 65536) == b""

    async def asks(self, data: bytes, *lent: int) -> None:
        """Until it is about to be shown."""
        self.send(data, *lent)
        assert (await self.message())["params"]["state"] == "showing"


class Scene:
    def __init__(self, daemon: Daemon, screen: ScriptedScreen) -> None:
        self.path = daemon.path
        self._screen = screen
        self._socks: list[socket.socket] = []

    async def requester(self) -> Requester:
        sock = socket.socket(socket.AF_UNIX)
        self._socks.append(sock)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, self.path)
        return Requester(sock)

    async def told(self, data: bytes, *lent: int) -> Behalf:
        """What the dialog is told of it."""
        await (await self.requester()).asks(data, *lent)
        return self.behalf

    async def refused(self, data: bytes, *lent: int) -> SaysoError:
        """The connection stays usable."""
        requester = await self.requester()
        requester.send(data, *lent)
        error = await requester.error()
        requester.send(line("status", 2))
        assert (await requester.message())["result"]["open"] == 0
        return error

    @property
    def behalf(self) -> Behalf:
        behalf = self._screen.shown[-1].behalf
        assert behalf
        return behalf

    def close(self) -> None:
        for sock in self._socks:
            sock.close()


@contextlib.asynccontextmanager
async def scene(loop: StillLoop) -> AsyncIterator[Scene]:
    screen = ScriptedScreen()
    async with running(Daemon(loop, screen, select.peer(), Settings())) as daemon:
        made = Scene(daemon, screen)
        try:
            yield made
        finally:
            made.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as directory:
        made = Server(Path(directory))
        yield made
        made.close()


def test_who_connected_and_holds_its_end_is_a_fact(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (pid, lent):
                told = await daemon.told(on_behalf(pid), lent.fileno())
                assert told.is_fact
                assert told.process
                assert told.process.pid == pid

    run(scenario)


def test_without_a_socket_it_is_a_claim_with_what_the_kernel_says(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (pid, _):
                told = await daemon.told(line(on_behalf=pid))
                assert not told.is_fact
                assert told.process
                assert told.process.pid == pid

    run(scenario)


def test_a_line_that_comes_with_others_has_its_socket(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (pid, lent):
                requester = await daemon.requester()
                requester.send(line("status", 7) + on_behalf(pid), lent.fileno())
                assert (await requester.message())["id"] == 7
                await requester.message()
                assert daemon.behalf.is_fact

    run(scenario)


def test_a_line_that_comes_in_pieces_has_its_socket(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (pid, lent):
                requester = await daemon.requester()
                data = on_behalf(pid)
                requester.send(data[:1], lent.fileno())
                await asyncio.sleep(0)
                await requester.asks(data[1:])
                assert daemon.behalf.is_fact

    run(scenario)


Lends = Callable[[Server], tuple[int, socket.socket]]
_KEPT: list[socket.socket] = []
"""Open until the test has ended."""


def _kept(*socks: socket.socket) -> socket.socket:
    _KEPT.extend(socks)
    return socks[0]


def _tcp(_: Server) -> tuple[int, socket.socket]:
    listener = socket.create_server(("127.0.0.1", 0))
    return os.getpid(), _kept(socket.create_connection(listener.getsockname()), listener)


def _named_pair(server: Server) -> tuple[int, socket.socket]:
    """Which nobody has connected: its maker gives it a name."""
    ours, other = socket.socketpair()
    ours.bind(f"{server.path}-pair")
    return os.getpid(), _kept(ours, other)


FORGED: dict[str, Lends] = {
    "a socket pair": lambda _: (os.getpid(), _kept(*socket.socketpair())),
    "a socket pair with a name": _named_pair,
    "a TCP socket": _tcp,
    "a listener": lambda server: (os.getpid(), server.listener),
    "a socket of no connection": lambda _: (os.getpid(), _kept(socket.socket(socket.AF_UNIX))),
    "its own end of a connection": lambda server: (os.getpid(), _kept(*server.own_client())),
    "a connection of its own": lambda server: (os.getpid(), _kept(*server.own_client()[::-1])),
}


@pytest.fixture(autouse=True)
def close_all() -> Iterator[None]:
    yield
    for sock in _KEPT:
        sock.close()
    _KEPT.clear()


@pytest.mark.parametrize("lends", FORGED.values(), ids=FORGED)
def test_what_proves_nothing_is_a_claim(lends: Lends, server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            pid, lent = lends(server)
            assert not (await daemon.told(on_behalf(pid), lent.fileno())).is_fact

    run(scenario)


def test_a_program_that_connects_itself_does_not_become_another(server: Server) -> None:
    """It names a process that has connected, too, and lends a connection of its own."""

    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (pid, _):
                own = _kept(*server.own_client()[::-1])
                told = await daemon.told(on_behalf(pid), own.fileno())
                assert not told.is_fact
                assert told.process
                assert told.process.pid == pid

    run(scenario)


def test_another_one_s_connection_does_not_prove_it(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (_, lent), server.client() as (other, _):
                assert not (await daemon.told(on_behalf(other), lent.fileno())).is_fact

    run(scenario)


def test_who_has_left_its_end_to_a_child_is_no_fact(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client("leaves it to a child") as (pid, lent):
                assert not (await daemon.told(on_behalf(pid), lent.fileno())).is_fact

    run(scenario)


def test_who_has_ended_is_no_fact(server: Server) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            with server.client() as (pid, lent):
                kept = _kept(lent.dup())
            told = await daemon.told(on_behalf(pid), kept.fileno())
            assert told == Behalf(pid)

    run(scenario)


def test_an_ancestor_is_no_fact(server: Server) -> None:
    """The dialog shows it among those that started the requester."""

    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            own, lent = server.own_client()
            _kept(own, lent)
            words = [daemon.path, on_behalf(os.getpid()).decode(), str(lent.fileno())]
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-c", CHILD, *words,
                stdout=asyncio.subprocess.PIPE, pass_fds=[lent.fileno()],
            )  # fmt: skip
            assert child.stdout
            assert b'"showing"' in await child.stdout.readline()
            assert not daemon.behalf.is_fact
            child.kill()
            await child.communicate()

    run(scenario)


def test_a_process_of_another_user_can_not_be_seen() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            if os.geteuid():
                assert await daemon.told(line(on_behalf=1)) == Behalf(1)
                return
            other = await asyncio.create_subprocess_exec("sleep", "60", user=65534)
            assert await daemon.told(line(on_behalf=other.pid)) == Behalf(other.pid)
            other.kill()
            await other.wait()

    run(scenario)


@pytest.mark.parametrize("pid", [0, -1, 1.5, "1", None, True])
def test_no_pid(pid: Any) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            error = await daemon.refused(line(on_behalf=pid))
            assert isinstance(error, InvalidParams)
            assert error.field == "on_behalf"

    run(scenario)


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


class TestWhatCameAlong:
    """Each is closed at once, and costs one error and not the connection."""

    @pytest.fixture(autouse=True)
    def leaves_no_descriptor(self) -> Iterator[None]:
        before = descriptors()
        yield
        for sock in _KEPT:
            sock.close()
        assert descriptors() <= before

    def refused(self, data: bytes, lent: list[int], field: str = "on_behalf_socket") -> None:
        async def scenario(loop: StillLoop) -> None:
            async with scene(loop) as daemon:
                error = await daemon.refused(data, *lent)
                assert isinstance(error, InvalidParams)
                assert error.field == field

        run(scenario)

    def test_nothing(self) -> None:
        self.refused(on_behalf(os.getpid()), [])

    def test_a_file(self) -> None:
        with tempfile.TemporaryFile() as file:
            self.refused(on_behalf(os.getpid()), [file.fileno()])

    def test_two(self) -> None:
        ours = _kept(*socket.socketpair())
        self.refused(on_behalf(os.getpid()), [ours.fileno(), ours.fileno()])

    @pytest.mark.parametrize(
        "data", [line(), line(on_behalf=1), line("status"), line("list"), line("claim")]
    )
    def test_with_a_line_that_says_nothing_of_it(self, data: bytes) -> None:
        self.refused(data, [_kept(*socket.socketpair()).fileno()])

    def test_without_a_pid(self) -> None:
        lent = _kept(*socket.socketpair()).fileno()
        self.refused(line(on_behalf_socket=True), [lent])

    def test_two_with_one_line_end_the_connection(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with scene(loop) as daemon:
                requester = await daemon.requester()
                ours = _kept(*socket.socketpair()).fileno()
                requester.send(b'{"jsonrpc"', ours)
                requester.send(b":", ours)
                assert isinstance(await requester.error(), InvalidRequest)
                assert await requester.ends()

        run(scenario)

    def test_a_flood_of_them_is_refused_one_by_one(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with scene(loop) as daemon:
                requester = await daemon.requester()
                ours = _kept(*socket.socketpair()).fileno()
                for number in range(1, 101):
                    requester.send(line("status", number), ours)
                    assert isinstance(await requester.error(), InvalidParams)

        run(scenario)

    def test_while_no_descriptor_is_left(self, server: Server) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with scene(loop) as daemon:
                requester = await daemon.requester()
                requester.send(line("status", 2))
                await requester.message()
                lent = _kept(*socket.socketpair()).fileno()
                before = resource.getrlimit(resource.RLIMIT_NOFILE)
                resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
                try:
                    requester.send(on_behalf(os.getpid()), lent)
                    assert isinstance(await requester.error(), Unsupported)
                finally:
                    resource.setrlimit(resource.RLIMIT_NOFILE, before)
                requester.send(line("status", 3))
                assert (await requester.message())["id"] == 3

        run(scenario)


@pytest.mark.parametrize("is_lent", [True, False])
@pytest.mark.parametrize("bound", [True, False])
def test_its_exit_withdraws_the_question(server: Server, is_lent: bool, bound: bool) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with scene(loop) as daemon:
            requester = await daemon.requester()
            with server.client() as (pid, lent):
                data = line(on_behalf=pid, on_behalf_socket=is_lent, bound=bound)
                await requester.asks(data, *([lent.fileno()] if is_lent else []))
            reply = await requester.message()
            assert decode_outcome(reply["result"]) == Withdrawn("caller_gone")

    run(scenario)
