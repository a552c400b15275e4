"""The command `sayso` of a world whose Windows is Wine's, as the tests start it elsewhere.

A child of the daemon's, a dialog or the tray, has a socket for its standard input, which Windows
knows nothing of: what goes over it comes and goes by pipes.
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
    """`there`: the command that runs a Python program on that Windows. `pids`: the directory in
    which a file tells the pid that a process has there."""
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
    with process.stdin, suppress(ConnectionResetError):  # it closed with something unread
        while data := channel.recv(_PIECE):
            os.write(process.stdin.fileno(), data)
