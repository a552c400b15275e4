"""Starts programs from a process with a main loop, and tells the process when they have ended."""

import sys

assert sys.platform == "win32"

import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from sayso.core.text import visible_line
from sayso.platforms.contract.children import Ended
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.win32.message_loop import message_loop

_REST_SECONDS = 2.0
_DETACHED_PROCESS = 0x00000008
"""The program gets no console: the process that serves a console could keep the program's output
open."""


def run(
    command: Sequence[str], over: Callable[[Ended], None], within: float, given: bytes = b""
) -> None:
    """Starts the program and returns at once. `over` is called with how it ended; after `within`
    seconds it is ended by force. `given`: its input. A thread reads its output: Windows has no
    other way to wait for an ordinary pipe."""
    try:
        process = subprocess.Popen(  # noqa: S603 (a command of ours, no shell)
            command,
            stdin=subprocess.PIPE if given else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            creationflags=_DETACHED_PROCESS,
        )
    except OSError as error:
        over(Ended(False, b"", error.strerror or str(error)))
        return
    has_ended, ended = Event(), list[Ended]()

    def wait() -> None:
        ended.append(_end(process, within, given))
        has_ended.set()

    def tell() -> None:
        call_off()
        has_ended.close()
        over(ended[0])

    call_off = message_loop().watch(lambda: has_ended.handle, tell)
    threading.Thread(target=wait, daemon=True).start()


def _end(process: subprocess.Popen[bytes], within: float, given: bytes) -> Ended:
    how = "the program failed, exit status {status}"
    if process.stdin:
        stream, process.stdin = process.stdin, None
        threading.Thread(target=_feed, args=(stream, given), daemon=True).start()
    try:
        output, said = process.communicate(timeout=within)
    except subprocess.TimeoutExpired:
        process.kill()
        output, said = _rest(process)
        how = f"the program did not end within {within:g} s"
    words = " ".join(said.decode(errors="replace").split())
    status = process.returncode
    complaint = visible_line(words) or how.format(status=status)
    return Ended(status == 0, output, complaint)


def _feed(stream: IO[bytes], given: bytes) -> None:
    """Writes the input, which the program need not read."""
    with suppress(OSError), stream:
        stream.write(given)


def _rest(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """The output so far of a program that was ended. Programs that it has started may live on, and
    keep its output open."""
    try:
        return process.communicate(timeout=_REST_SECONDS)
    except subprocess.TimeoutExpired:
        process.wait()  # returns at once: only its own children still have its output open
        return b"", b""
