"""The command `sayso` in a world with Wine's Windows, as tests on Linux start it.

A child process of the daemon (a dialog or the tray) has a socket for its standard input, which
Windows can't use: this relays the socket's data through pipes.
"""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

CHILD = Path(__file__).with_name("windows_child_program.py")
CHILDREN = (["dialog"], ["tray"])

_PIECE = 1 << 16


def main(arguments: Sequence[str], there: Sequence[str], pids: str) -> int:
    """`there`: the command that runs a Python program on that Windows. `pids`: the directory of
    files that contain the pid of a process on Windows, each named by its pid on Linux."""
    if list(arguments) not in CHILDREN:
        os.execv(there[0], [*there, "-m", "sayso", *arguments])  # noqa: S606 (no shell of ours)
    with socket.socket(fileno=os.dup(0)) as channel:
        process = subprocess.Popen(
            [*there, CHILD, Path(pids) / str(os.getpid()), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        threading.Thread(target=_hand_on, args=(channel, process), daemon=True).start()
        assert process.stdout is not None
        while data := os.read(process.stdout.fileno(), _PIECE):
            channel.sendall(data)
        code = process.wait()
    sys.stdout.flush()
    os._exit(code)  # the other thread still reads


def _hand_on(channel: socket.socket, process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    # the other end closed with something unread
    with process.stdin, suppress(ConnectionResetError):
        while data := channel.recv(_PIECE):
            os.write(process.stdin.fileno(), data)
