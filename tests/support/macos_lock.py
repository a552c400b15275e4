"""A screen lock that tests turn, and a program that takes the place of the one that watches the
lock."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import socket
import threading
from contextlib import suppress
from pathlib import Path

from sayso.platforms.macos.screen_lock import SAYS

_PROGRAM = """
import os, socket, sys
with socket.socket(socket.AF_UNIX) as lock:
    lock.connect(sys.argv[1])
    while said := lock.recv(9):
        os.write(0, said)
"""


class PlayedLock:
    """A lock, open at first. Programs that watch it hear of changes at once."""

    def __init__(self, path: Path) -> None:
        self.command = (sys.executable, "-c", _PROGRAM, str(path))
        self._says = SAYS[False]
        self._turning = threading.Lock()
        self._hearing: list[socket.socket] = []
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def says(self, is_locked: bool | None) -> None:
        with self._turning:
            self._says = SAYS[is_locked]
            for each in self._hearing:
                with suppress(OSError):  # the program has ended
                    each.sendall(self._says)

    def end_those_who_hear(self) -> None:
        with self._turning:
            for each in self._hearing:
                each.close()
            self._hearing.clear()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.end_those_who_hear()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                with self._turning:
                    self._hearing.append(connection)
                    connection.sendall(self._says)
