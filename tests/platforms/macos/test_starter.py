"""The clients of the program that started this process, as xnu tells of them."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import select
import socket

import pytest

from sayso.platforms.contract.starter import Program
from sayso.platforms.unix.starter import Client

PROGRAM = Program(70, 1.0, 1, "ssh", None, None)


class Poll:
    """poll(2) of xnu, which watches nothing of a descriptor for which nothing is asked
    (`poll_nocancel` in bsd/kern/sys_generic.c)."""

    def __init__(self) -> None:
        self._real = _poll()
        self._asked: dict[int, int] = {}

    def register(self, sock: socket.socket, asked: int) -> None:
        self._asked[sock.fileno()] = asked
        self._real.register(sock, asked)

    def poll(self, within: float) -> list[tuple[int, int]]:
        told = [(each, events & self._asked[each]) for each, events in self._real.poll(within)]
        return [(each, events) for each, events in told if events]


_poll = select.poll


def test_a_client_that_hung_up_no_longer_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(select, "poll", Poll)
    ours, theirs = socket.socketpair()
    with ours:
        client = Client(ours, PROGRAM, proves=False)
        theirs.send(b"it says something, and nobody reads that")
        assert client.lives()
        theirs.close()
        assert not client.lives()
