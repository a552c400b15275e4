"""Stands between a test outside Windows and a child process of the daemon on Windows.

python windows_child_program.py FILE dialog|tray

Starts the child as the daemon does, and writes its pid to FILE. Relays standard input to the child
and its output to standard output, until either ends. The exit status is the child's.
"""

import sys

assert sys.platform == "win32"

import os
import threading
from contextlib import suppress
from pathlib import Path

from sayso import launcher
from sayso.platforms.contract.channel import Channel
from sayso.platforms.windows import processes
from sayso.platforms.windows.child import Child

_PIECE = 1 << 16
_FAULT_OF_WINE = 1359
"""See `programs`, which is not to be had here."""


def main(told: str, which: str) -> int:
    try:
        child = processes.spawn(launcher.command(which))
    except OSError as error:
        if error.winerror != _FAULT_OF_WINE:
            raise
        child = processes.spawn(launcher.command(which))
    path = Path(told)
    path.with_suffix(".new").write_text(str(child.process.pid), encoding="utf-8")
    path.with_suffix(".new").replace(path)
    threading.Thread(target=_hand_on_to, args=(child.channel,), daemon=True).start()
    while data := child.channel.receive():
        os.write(1, data)
    assert isinstance(child.process, Child)
    return child.process.wait()


def _hand_on_to(channel: Channel) -> None:
    while data := os.read(0, _PIECE):
        with suppress(BrokenPipeError):
            channel.send(data)
    channel.close()


if __name__ == "__main__":
    code = main(*sys.argv[1:])
    os._exit(code)  # the other thread still reads
