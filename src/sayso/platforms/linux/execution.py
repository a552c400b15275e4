"""Runs a command that gets a secret, exactly as the person saw it, and reports how it ended.

When the secret arrives, the files are checked again. Then the checked files themselves are
executed: sealed copies, in a directory that is held open.

The command has a session of its own, its streams discarded but for the secret, no other descriptor
(except those of its scripts), no signal ignored or blocked, and the environment of this process
with the changes that were shown.

The secret comes by a socket, and not by a pipe: a pipe that a process has open can be opened by any
program of the same user (/proc/PID/fd), and be read before the command does.
"""

import sys

assert sys.platform == "linux"

import json
import os
import select
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from typing import BinaryIO

from sayso.core.action import Change
from sayso.core.secret import Secret
from sayso.errors import CommandNotStarted
from sayso.failpoints import reach
from sayso.platforms.contract.execution import Ending, Order
from sayso.platforms.linux import launch, looking, native, programs, readiness

TAKEN_WITHIN = 10.0
"""Seconds for a command to read a secret that its socket does not hold at once."""

_SEND_BUFFER = 1 << 14
"""Bytes asked for as the socket's send buffer; the kernel gives at least that."""

_STARTED_WITHIN = 10.0
"""Seconds for the launcher to execute the command."""
_PIECE = 200
"""Bytes of a report that are read at once."""


def prepare(order: Order) -> "Prepared":
    """Raises InvalidParams."""
    return Prepared(looking.InspectedCommand(order))


class Prepared:
    """A command that was checked, and can be run."""

    def __init__(self, inspected: looking.InspectedCommand) -> None:
        self.action = inspected.action
        self._inspected = inspected

    def run(self, secret: Secret) -> "Child":
        try:
            return self._run(secret)
        except (OSError, ValueError) as error:
            raise CommandNotStarted(f"the command was not started: {error}") from error
        finally:
            secret.wipe()

    def close(self) -> None:
        self._inspected.close()

    def _run(self, secret: Secret) -> "Child":
        with ExitStack() as stack:
            directory, chain = self._inspected.recheck(stack, sealing=programs.Sealing.ALL)
            reach("execution.sealed")
            reading, writing = _one_way()
            with open(writing, "wb", buffering=0):
                try:
                    process = self._start(chain, directory, reading)
                finally:
                    os.close(reading)
                child = Child(process)
                child.took_all = _hand_over(secret, writing, newline=self.action.newline)
        return child

    def _start(
        self, chain: programs.Chain, directory: int, reading: int
    ) -> "subprocess.Popen[bytes]":
        """Raises CommandNotStarted."""
        *scripts, program = chain.executables
        argv = chain.argv(self.action.argv, programs.by_descriptor)
        named = {"program": program.descriptor, "directory": directory, "secret": reading}
        plan = named | {
            "number": self.action.descriptor,
            "argv": [_latin1(os.fsencode(word)) for word in argv],
            "environ": _environment(self.action.environment),
        }
        return _launch(plan, [*named.values(), *(script.descriptor for script in scripts)])


class Child:
    """A command that was started."""

    took_all = False

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        """Raises OSError; the command is killed before that."""
        self._process = process
        try:
            self._pidfd = native.open_pidfd(process.pid)
        except OSError:
            process.kill()
            process.wait()
            raise

    def ending(self) -> Ending | None:
        code = self._process.poll()
        if code is None:
            return None
        return Ending(status=code) if code >= 0 else Ending(signal=_name_of(-code))

    async def ended(self) -> None:
        import asyncio  # whoever has a loop has loaded it

        over = asyncio.Event()
        call_off = readiness.watch(os.dup(self._pidfd), over.set)
        try:
            await over.wait()
        finally:
            call_off()

    def close(self) -> None:
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1


def _environment(changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    """The environment of this process, with these changes."""
    changed: dict[bytes, bytes | None] = {**os.environb}
    for change in changes:
        value = None if change.value is None else os.fsencode(change.value)
        changed[os.fsencode(change.name)] = value
    return [(_latin1(name), _latin1(value)) for name, value in changed.items() if value is not None]


def _latin1(data: bytes) -> str:
    """Bytes as text that JSON can hold; Latin-1 maps every byte to one character."""
    return data.decode("latin-1")


def _launch(plan: dict[str, object], descriptors: list[int]) -> "subprocess.Popen[bytes]":
    """`descriptors`: those that the launcher inherits, under the same numbers. Raises
    CommandNotStarted."""
    plan_fd = programs.above_streams(os.memfd_create("plan", os.MFD_CLOEXEC))
    report_reader_fd, report_writer_fd = map(programs.above_streams, os.pipe2(os.O_CLOEXEC))
    with open(report_reader_fd, "rb", buffering=0) as report_reader:
        with (
            open(plan_fd, "r+b", buffering=0) as plan_file,
            open(report_writer_fd, "wb", buffering=0),
        ):
            plan_file.write(json.dumps(plan | {"report": report_writer_fd}).encode())
            plan_file.seek(0)
            process = subprocess.Popen(  # noqa: S603 - our own launcher; its command was shown
                [sys.executable, "-I", "-S", launch.__file__, str(plan_fd)],
                env={},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[*descriptors, plan_fd, report_writer_fd],
                start_new_session=True,
            )
        _await_execution(process, report_reader)
    return process


def _await_execution(process: "subprocess.Popen[bytes]", report_reader: BinaryIO) -> None:
    """Waits for the exec, which closes the child's end of the pipe. Raises CommandNotStarted."""
    said = b""
    until = time.monotonic() + _STARTED_WITHIN
    while _is_ready(report_reader.fileno(), select.POLLIN, until - time.monotonic()):
        if not (piece := report_reader.read(_PIECE)):
            break
        said += piece
    else:
        process.kill()
        said = f"nothing within {_STARTED_WITHIN:g} s".encode()
    if said != launch.EXECUTING:
        process.wait()
        words = said.removeprefix(launch.EXECUTING).decode(errors="replace") or "it ended before"
        raise CommandNotStarted(f"the command was not started: {words}")


def _one_way() -> tuple[int, int]:
    """Two connected descriptors: what is written to the second is read from the first."""
    reading, writing = socket.socketpair()
    reading.shutdown(socket.SHUT_WR)
    writing.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    return programs.above_streams(reading.detach()), programs.above_streams(writing.detach())


def _hand_over(secret: Secret, writing: int, *, newline: bool) -> bool:
    """Writes the secret. True: all is written; what fits the socket's buffer counts as taken.
    False: the command closed its end, or did not read in time."""
    os.set_blocking(writing, False)
    left = [secret.view(), memoryview(b"\n" if newline else b"")]
    until = time.monotonic() + TAKEN_WITHIN
    try:
        while left := _unwritten(left, _write(writing, left)):
            seconds = until - time.monotonic()
            if not _is_ready(writing, select.POLLOUT, seconds):
                return False
    except OSError:  # the command closed its end, or the system failed
        return False
    return True


def _is_ready(descriptor: int, event: int, seconds: float) -> bool:
    """Whether the event comes within `seconds`. With none left, it is checked once without
    waiting."""
    poll = select.poll()
    poll.register(descriptor, event)
    return bool(poll.poll(max(seconds, 0) * 1_000))


def _write(writing: int, pieces: list[memoryview]) -> int:
    try:
        return os.writev(writing, pieces)
    except BlockingIOError:
        return 0


def _unwritten(pieces: list[memoryview], written: int) -> list[memoryview]:
    left = []
    for piece in pieces:
        left.append(piece[written:])
        written = max(0, written - len(piece))
    return [piece for piece in left if len(piece)]


def _name_of(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return str(number)  # a real-time signal
