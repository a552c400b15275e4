"""Lets another pinentry ask, in the terminal that gpg-agent names.

The other pinentry is told all that we were told, and then the command that asks. Its reply is
passed on unchanged.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from sayso.client.link import locked
from sayso.core.secret import wipe
from sayso.frontends.pinentry import assuan
from sayso.frontends.pinentry.waiting import beside

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    from sayso.core.secret import Bytes
    from sayso.frontends.pinentry.state import State

_ENDS = b"OE"
"""First letters of the lines that end a reply: `OK` and `ERR`."""
(_NEWLINE,) = b"\n"

PROGRAMS = ("pinentry-curses", "pinentry-tty")


def find(state: State) -> str | None:
    """The pinentry program that can ask in the terminal; None: there is none, or no terminal."""
    name = state.options.get("ttyname")
    if not name or not Path(name).is_char_device():
        return None
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def ask(
    program: str,
    state: State,
    line: bytes,
    write: Callable[[Bytes | bytes], None],
    waits: Callable[[], bool],
) -> bool:
    """Lets `program` carry out the command `line`, as long as `waits` returns True. False: the
    program has not replied.

    Raises OSError and MemoryNotLocked.
    """
    room = locked(assuan.LONGEST + 1)
    command = [program]
    with subprocess.Popen(  # noqa: S603 - a pinentry; no shell
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as child:
        assert child.stdin is not None  # noqa: S101 - for the type checker
        assert child.stdout is not None  # noqa: S101 - for the type checker
        talk = _Talk(child.stdin, child.stdout, room, write)
        try:
            beside(lambda: talk.hold(state, line), lambda: not waits(), child.kill)
        finally:
            child.kill()  # safe: the child has nothing to tidy up by now
    return talk.is_over


class _Talk:
    """The conversation with the other pinentry."""

    def __init__(
        self,
        into: IO[bytes],
        out_of: IO[bytes],
        room: memoryview,
        write: Callable[[Bytes | bytes], None],
    ) -> None:
        self._into = into
        self._out_of = out_of
        self._room = room
        self._write = write
        self.is_over = False
        """Whether the other pinentry has replied to the question."""

    def hold(self, state: State, line: bytes) -> None:
        try:
            self._next_reply(pass_on=False)  # its greeting
            for said in state.lines():
                self._say(said)
                self._next_reply(pass_on=False)  # even an error: it may not know every command
            self._say(line)
            self._next_reply(pass_on=True)
            self.is_over = True
        except (OSError, EOFError):
            return  # the other pinentry has ended
        finally:
            wipe(self._room)

    def _say(self, line: bytes) -> None:
        self._into.write(line + b"\n")

    def _next_reply(self, *, pass_on: bool) -> None:
        """Reads a reply, up to the line that ends it. `pass_on`: its lines are written on. Raises
        EOFError, OSError."""
        while True:
            line = self._line()
            if pass_on:
                self._write(line)
            if line[0] in _ENDS:
                return

    def _line(self) -> memoryview:
        """The next line with its end, in the room. It is read byte by byte, so that nothing of the
        line after it is taken. Raises EOFError, OSError."""
        for place in range(len(self._room)):
            byte = self._room[place : place + 1]
            if not self._out_of.readinto(byte):  # type: ignore[attr-defined]  # it is not buffered
                raise EOFError
            if byte[0] == _NEWLINE:
                return self._room[: place + 1]
        raise EOFError
