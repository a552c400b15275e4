"""Sockets that a caller lends, and what the kernel says of their other ends."""

import sys

assert sys.platform == "linux"

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sayso.platforms import select
from sayso.platforms.linux import lent, unix_diag
from sayso.platforms.linux.lent import LendingChannel, LentSocket
from sayso.platforms.unix.channel import SocketChannel
from support.connected import Server
from support.linux_peers import open_descriptors


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.close()


@pytest.fixture
def ours() -> Iterator[socket.socket]:
    """Its other end is `ours.getpeername()`: none."""
    first, second = socket.socketpair()
    with first, second:
        yield first


class TestReceiving:
    @pytest.fixture
    def ends(self) -> Iterator[tuple[LendingChannel, socket.socket]]:
        daemon, caller = socket.socketpair()
        with LendingChannel(daemon) as channel, caller:
            yield channel, caller

    def test_what_came_along_is_not_inherited(
        self, ends: tuple[LendingChannel, socket.socket], ours: socket.socket
    ) -> None:
        channel, caller = ends
        assert SocketChannel(caller).lend(b"ab", ours) == 2
        assert channel.receive() == b"ab"
        found = channel.take_lent()
        assert found
        assert found.sock
        assert not found.sock.get_inheritable()
        assert os.fstat(found.sock.fileno()).st_ino == os.fstat(ours.fileno()).st_ino
        found.close()
        assert channel.take_lent() is None

    def test_bytes_alone(self, ends: tuple[LendingChannel, socket.socket]) -> None:
        channel, caller = ends
        caller.sendall(b"ab")
        assert channel.has_unread()
        assert channel.receive() == b"ab"
        assert channel.take_lent() is None

    def test_a_look_at_what_is_there_takes_nothing(
        self, ends: tuple[LendingChannel, socket.socket], ours: socket.socket
    ) -> None:
        channel, caller = ends
        socket.send_fds(caller, [b"ab"], [ours.fileno()])
        assert channel.has_unread()
        assert channel.take_lent() is None
        assert channel.receive() == b"ab"
        found = channel.take_lent()
        assert found
        found.close()

    @pytest.mark.parametrize("number", [2, 9, 200])
    def test_more_than_one_are_none(
        self, ends: tuple[LendingChannel, socket.socket], ours: socket.socket, number: int
    ) -> None:
        channel, caller = ends
        before = open_descriptors()
        socket.send_fds(caller, [b"ab"], [ours.fileno()] * number)
        channel.receive()
        found = channel.take_lent()
        assert found
        assert found.fault == "came with others"
        assert open_descriptors() <= before

    def test_what_is_no_socket_is_none(self, ends: tuple[LendingChannel, socket.socket]) -> None:
        channel, caller = ends
        with tempfile.TemporaryFile() as file:
            socket.send_fds(caller, [b"ab"], [file.fileno()])
        channel.receive()
        found = channel.take_lent()
        assert found
        assert (found.fault, found.sock) == ("is no socket", None)
        assert select.peer().served(found) is None

    def test_a_channel_that_is_not_a_caller_s_takes_nothing(self, ours: socket.socket) -> None:
        daemon, caller = socket.socketpair()
        with SocketChannel(daemon) as channel, caller:
            socket.send_fds(caller, [b"ab"], [ours.fileno()])
            assert channel.receive() == b"ab"
            assert channel.take_lent() is None


class TestTheOtherEnd:
    def test_is_found_by_its_inode(self, server: Server) -> None:
        own, accepted = server.own_client()
        with own, accepted:
            assert unix_diag.peer_inode(accepted) == os.fstat(own.fileno()).st_ino
            assert unix_diag.peer_inode(own) == os.fstat(accepted.fileno()).st_ino

    def test_of_nobody(self, server: Server) -> None:
        assert unix_diag.peer_inode(server.listener) is None
        with socket.socket() as other:
            assert unix_diag.peer_inode(other) is None

    def test_is_held_until_it_is_closed(self, server: Server) -> None:
        with server.client() as (other, _):
            own, accepted = server.own_client()
            with accepted, own:
                assert lent.is_held(accepted, os.getpid())
                assert not lent.is_held(accepted, other)
                own.close()
                assert not lent.is_held(accepted, os.getpid())

    def test_who_holds_it_is_named_with_its_ancestors(self, server: Server) -> None:
        with server.client() as (pid, accepted):
            found = select.peer().served(LentSocket(accepted))
            assert found
            assert found.requester.pid == pid
            assert os.getpid() in [process.pid for process in found.processes]

    def test_who_has_ended_is_not(self, server: Server) -> None:
        with ExitStack() as stack:
            with server.client() as (_, accepted):
                kept = stack.enter_context(accepted.dup())
            assert select.peer().served(LentSocket(kept)) is None

    def test_who_has_left_it_to_a_child_is_not(self, server: Server) -> None:
        with server.client("leaves it to a child") as (_, accepted):
            assert select.peer().served(LentSocket(accepted)) is None


Makes = Callable[[Server, ExitStack], socket.socket]


def _pair(_: Server, stack: ExitStack) -> socket.socket:
    first, second = map(stack.enter_context, socket.socketpair())
    return first if second else second


def _client_s_end(server: Server, stack: ExitStack) -> socket.socket:
    own, _ = map(stack.enter_context, server.own_client())
    return own


OTHERS: dict[str, Makes] = {
    "a socket pair": _pair,
    "a listener": lambda server, _: server.listener,
    "the client's end": _client_s_end,
    "a TCP socket": lambda _, stack: stack.enter_context(socket.socket()),
    "one that is not connected": lambda _, stack: stack.enter_context(
        socket.socket(socket.AF_UNIX)
    ),
}


@pytest.mark.parametrize("makes", OTHERS.values(), ids=OTHERS)
def test_what_no_server_accepted(makes: Makes, server: Server) -> None:
    with ExitStack() as stack:
        sock = makes(server, stack)
        assert not lent.is_accepted(sock)
        assert select.peer().served(LentSocket(sock)) is None


def test_what_another_platform_took_is_refused() -> None:
    class Other:
        fault = None
        had_room = True

        def close(self) -> None:
            raise AssertionError("it is not ours")

    with pytest.raises(TypeError):
        select.peer().served(Other())
