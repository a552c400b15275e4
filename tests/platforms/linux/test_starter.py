"""Whose connections a process was started with, on real sockets."""

import sys

assert sys.platform == "linux"

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

PROGRAM = """
import json, sys
from sayso.platforms import select
clients = select.starter().clients()
print(json.dumps([each.program and each.program.pid for each in clients]), flush=True)
for line in sys.stdin:
    print(json.dumps([each.lives() for each in clients]), flush=True)
"""

CONNECTS_AND_ENDS = """
import os, socket, sys
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
if os.fork():
    os._exit(0)
sys.stdin.read()
"""


class Agent:
    """It listens, and starts a program with its connections."""

    def __init__(self, place: Path, stack: ExitStack) -> None:
        self._place = str(place)
        self._stack = stack
        self.listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        self.listener.bind(self._place)
        self.listener.listen()

    def connection(self, name: str = "") -> tuple[socket.socket, socket.socket]:
        """A client's end of it, which may have a name of its own, and the agent's."""
        client = self._stack.enter_context(socket.socket(socket.AF_UNIX))
        if name:
            client.bind(name)
        client.connect(self._place)
        ours, _ = self.listener.accept()
        return client, self._stack.enter_context(ours)

    def connection_of_one_that_ended(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """The process that connected, whose child has the connection until its input ends; and the
        agent's own end."""
        command = [sys.executable, "-E", "-P", "-c", CONNECTS_AND_ENDS, self._place]
        program = subprocess.Popen(command, stdin=subprocess.PIPE)
        self._stack.enter_context(program)
        ours, _ = self.listener.accept()
        program.wait()
        return program, self._stack.enter_context(ours)

    def start(self, *sockets: socket.socket) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        command = [sys.executable, "-E", "-P", "-c", PROGRAM]
        handed = [each.fileno() for each in sockets]
        program = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, pass_fds=handed)
        return self._stack.enter_context(program)


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    with ExitStack() as stack:
        yield Agent(tmp_path / "agent", stack)


def says(program: subprocess.Popen[str]) -> list[object]:
    assert program.stdout is not None
    told: list[object] = json.loads(program.stdout.readline())
    return told


def end(program: subprocess.Popen[str]) -> None:
    assert program.stdin is not None
    program.stdin.close()


def test_a_client_is_known_until_it_hangs_up(agent: Agent) -> None:
    client, ours = agent.connection()
    program = agent.start(ours)
    assert says(program) == [os.getpid()]
    assert program.stdin is not None
    for lives in (True, False):
        program.stdin.write("?\n")
        program.stdin.flush()
        assert says(program) == [lives]
        client.close()
    end(program)


def test_two_of_them(agent: Agent) -> None:
    program = agent.start(agent.connection()[1], agent.connection()[1])
    assert says(program) == [os.getpid()] * 2
    end(program)


def test_a_client_with_a_name_of_its_own_can_not_be_seen(agent: Agent, tmp_path: Path) -> None:
    """Two ends with names look alike: one of them has connected, and nothing tells which."""
    program = agent.start(agent.connection(f"{tmp_path}/client")[1])
    assert says(program) == [None]
    end(program)


def test_a_client_that_has_handed_its_connection_on_and_ended_can_not_be_seen(agent: Agent) -> None:
    _, ours = agent.connection_of_one_that_ended()
    program = agent.start(ours)
    assert says(program) == [None]
    end(program)


def test_what_is_no_client_s(agent: Agent, tmp_path: Path) -> None:
    """What listens; who connected; a pair; a file."""
    client, _ = agent.connection()
    pair = socket.socketpair()
    program = agent.start(agent.listener, client, *pair)
    assert says(program) == []
    for each in pair:
        each.close()
    end(program)
