"""What a caller sends along can't make the daemon wait: a socket that waits, as it is closed, until
another program has read what was sent (socket(7), SO_LINGER)."""

import sys

assert sys.platform == "linux"

import array
import os
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest

from sayso.platforms.linux import closing, endpoint
from sayso.platforms.linux.closing import close_at_once
from sayso.platforms.linux.lent import LendingChannel
from support.linux_peers import open_descriptors
from support.processes import PATIENCE

LINGER_SECONDS = 3600
BACKLOG = 8


class Callers:
    """Sends sockets along that nobody else has open."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    def lingering(self) -> int:
        """A descriptor whose close waits: its other end, which stays open, has no room left."""
        with socket.socket() as server, socket.socket() as sock:
            server.bind(("127.0.0.1", 0))
            server.listen()
            sock.connect(server.getsockname())
            self._stack.enter_context(server.accept()[0])
            sock.setblocking(False)
            try:
                while True:
                    sock.send(bytes(1 << 16))
            except BlockingIOError:
                sock.setblocking(True)
            linger = struct.pack("ii", 1, LINGER_SECONDS)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            return sock.detach()

    def send(self, sock: socket.socket, *lent: int, flags: int = 0) -> None:
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", lent))
        assert sock.sendmsg([b"a"], [rights], flags) == 1
        for each in lent:
            os.close(each)

    def nested(self) -> int:
        """A socket in which a lingering one is on its way."""
        ours, theirs = socket.socketpair()
        self.send(self._stack.enter_context(theirs), self.lingering())
        return ours.detach()


@pytest.fixture
def callers() -> Iterator[Callers]:
    with ExitStack() as stack:
        yield Callers(stack)


@pytest.fixture
def ends() -> Iterator[tuple[LendingChannel, socket.socket]]:
    daemon, caller = socket.socketpair()
    with LendingChannel(daemon) as channel, caller:
        yield channel, caller


def does_not_wait(action: Callable[[], None]) -> None:
    thread = Thread(target=action, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive(), "it waits until the lingering socket is closed"


def take_and_close(channel: LendingChannel) -> None:
    channel.receive()
    found = channel.take_lent()
    assert found
    found.close()


def test_a_socket_that_lingers(
    callers: Callers, ends: tuple[LendingChannel, socket.socket]
) -> None:
    channel, caller = ends
    callers.send(caller, callers.lingering())
    does_not_wait(lambda: take_and_close(channel))


def test_one_in_which_another_is_on_its_way(
    callers: Callers, ends: tuple[LendingChannel, socket.socket]
) -> None:
    channel, caller = ends
    callers.send(caller, callers.nested())
    does_not_wait(lambda: take_and_close(channel))


def test_more_than_one(callers: Callers, ends: tuple[LendingChannel, socket.socket]) -> None:
    channel, caller = ends
    callers.send(caller, callers.lingering(), callers.lingering())
    does_not_wait(lambda: take_and_close(channel))


def test_one_with_an_out_of_band_byte(
    callers: Callers, ends: tuple[LendingChannel, socket.socket]
) -> None:
    channel, caller = ends
    callers.send(caller, callers.lingering(), flags=socket.MSG_OOB)
    caller.send(b"b")
    does_not_wait(lambda: take_and_close(channel))


def test_one_that_was_never_read(
    callers: Callers, ends: tuple[LendingChannel, socket.socket]
) -> None:
    channel, caller = ends
    callers.send(caller, callers.lingering())
    does_not_wait(channel.close)


def test_a_caller_that_was_never_accepted(callers: Callers, tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    path = str(tmp_path / "socket")
    listener = endpoint.listen(path, BACKLOG)
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(path)
        callers.send(caller, callers.lingering())
        does_not_wait(listener.close)


def test_one_whose_file_system_says_that_it_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are closed all the same."""
    close = os.close
    files = [os.open(tmp_path, os.O_RDONLY) for _ in range(2)]

    def closing_fails(descriptor: int) -> None:
        close(descriptor)
        raise OSError

    monkeypatch.setattr(os, "close", closing_fails)
    close_at_once(files)
    assert not {str(each) for each in files} & {number for number, _ in open_descriptors()}


@pytest.mark.parametrize("error", [OSError, AttributeError])
def test_a_system_that_gives_no_copy(
    callers: Callers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: type[Exception]
) -> None:
    def copy_descriptors() -> None:
        raise error

    monkeypatch.setattr(closing, "copy_descriptors", copy_descriptors)
    before = open_descriptors()
    file = os.open(tmp_path, os.O_RDONLY)
    lingering = callers.lingering()
    does_not_wait(lambda: close_at_once([lingering, file]))
    assert not {number for number, _ in open_descriptors() - before} & {str(lingering), str(file)}
