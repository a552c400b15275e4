"""A terminal for an agent: it replies to the queries that programs send, and keeps what they
write."""

import contextlib
import os
import re
import struct
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from support.processes import descendants, kill

_ANSWERS = {
    b"\x1b[6n": b"\x1b[1;1R",  # where is the cursor
    b"\x1b[c": b"\x1b[?62;c",  # what terminal is it
    b"\x1b]11;?": b"\x1b]11;rgb:0000/0000/0000\x1b\\",  # what is its background
    b"\x1b]10;?": b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\",  # and its foreground
}
"""Replies that xterm gives, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html."""

_CONTROL = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[()][AB0]|\x1b[=>78]|\r"
)


class Terminal:
    """A terminal with a program that leads its own session there. End it with `close`."""

    def __init__(self, argv: Sequence[str], environ: Mapping[str, str], cwd: Path) -> None:
        import fcntl  # Windows has no fcntl, and no termios
        import termios

        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 140, 0, 0))
        self._said: list[bytes] = []
        self._process = subprocess.Popen(
            ["setsid", "--ctty", *argv],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd,
            env={**environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )  # fmt: skip
        os.close(slave)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def text(self) -> str:
        """All that was written so far, without control sequences; words may run together."""
        return _CONTROL.sub("", b"".join(self._said).decode(errors="replace"))

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def kill(self) -> None:
        """Kills the program, but not what it has started."""
        self._process.kill()
        self._process.wait(10)

    def close(self) -> None:
        """Kills the program and all that it has started."""
        for each in [*descendants(self.pid)]:
            kill(each.pid)
        self.kill()
        self._reader.join(10)
        os.close(self._master)

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # EIO: the last program has gone
            while data := os.read(self._master, 1 << 16):
                self._said.append(data)
                for asked, told in _ANSWERS.items():
                    if asked in data:
                        os.write(self._master, told)
