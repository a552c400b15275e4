"""Programs that connect to a named pipe of the test."""

import sys

assert sys.platform == "win32"

import _winapi
import ctypes
import os
from collections.abc import Callable
from itertools import count

from sayso.platforms.windows.channel import PipeChannel
from sayso.platforms.windows.native import security
from support.programs import Program, Programs

ASK = "import sys; pipe = open(sys.argv[1], 'r+b', buffering=0); pipe.read(1)"
"""A program that connects, and stays until its pipe ends."""

_numbers = count()


class Server:
    """One instance of a named pipe, for one program that connects."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name or rf"\\.\pipe\sayso-test-{os.getpid()}-{next(_numbers)}"
        duplex, unlimited, room = 3, 255, 4096
        ours = ctypes.addressof(security.attributes(security.ours_alone()))
        handle = _winapi.CreateNamedPipe(self.name, duplex, 0, unlimited, room, room, 0, ours)
        self._handle = handle
        self.channel = PipeChannel(handle)

    def accept(self) -> PipeChannel:
        """Waits until a program has connected. Returns the channel to it."""
        _winapi.ConnectNamedPipe(self._handle)
        return self.channel


class Stranger:
    """A program that has connected to a pipe of the test."""

    def __init__(self, programs: Programs, script: str = ASK) -> None:
        self._server = Server()
        self.program: Program = programs.python(script, self._server.name)
        self.channel = self._server.accept()

    @property
    def pid(self) -> int:
        return self.program.pid

    def end(self) -> None:
        """Kills the program and waits. Its pid stays taken, as this object holds the process."""
        self.program.kill()
        self.program.wait()

    def close(self) -> None:
        self.channel.close()


Comes = Callable[[], Stranger]
