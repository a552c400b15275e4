"""The part of a stage that depends on Linux: a world, and processes that are waited for by file
descriptors."""

import sys

assert sys.platform == "linux"

import os
import select
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

from faults import person_program, program
from faults.caller import Caller, Way
from faults.ledger import Ledger
from sayso import failpoints
from sayso.platforms.contract.channel import Channel
from sayso.platforms.unix import channel as channels
from support.processes import Job, StillWaiting, look
from support.world import World


class Ground:
    def __init__(self, point: str, *, real: bool) -> None:
        """`real`: whether the world has a screen of its own, with real windows and input."""
        self._world = World(screen=real)
        self._undo = ExitStack()
        self._undo.callback(self._world.close)
        self.ledger = Ledger(str(self._world.directory / "ledger"))
        self.path = str(self._world.socket_path)
        """The path of the socket at which the daemon serves."""
        self._daemon: Job | None = None
        """The last daemon that was started here."""
        self._listener = self._undo.enter_context(socket.socket(socket.AF_UNIX))
        try:
            self._listen(point)
            self._seat_a_person(real)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Raises LeftBehind when a process or file is left."""
        # a daemon that ends may reach the point, and nobody would let it go any more
        self._listener.close()
        self._undo.close()

    def _listen(self, point: str) -> None:
        path = str(self._world.directory / "point")
        self._listener.bind(path)
        self._listener.listen()
        self._world.everywhere(**{failpoints.VARIABLE: f"{point}:{path}"})

    def _seat_a_person(self, real: bool) -> None:
        if real:
            person = self._world.spawn([sys.executable, person_program.__file__, self.ledger.path])
            self._undo.callback(person.kill)
        else:
            self._world.environ["DISPLAY"] = program.SCRIPTED

    # Waiting

    def wait(self, seconds: float, others: Sequence[int]) -> tuple[bool, list[int]]:
        """Waits at most `seconds`. Whether a process stands at the point, and which of the `others`
        are ready."""
        point = self._listener.fileno()
        ready, _, _ = select.select([point, *others], [], [], max(0.0, seconds))
        return point in ready, [each for each in others if each in ready]

    @contextmanager
    def who_stands_there(self) -> Iterator[int | None]:
        """The pid of a process that stands at the point, where it waits until the context ends.
        None: the process was killed before it sent its pid."""
        with self._listener.accept()[0] as held, held.makefile() as said:
            words = said.readline().split()
            yield int(words[1]) if words else None

    def once_readable(self, channel: Channel) -> int:
        """The file descriptor to wait for until `channel` is readable."""
        return channels.descriptor(channel)

    # Processes

    def is_alive(self, pid: int) -> bool:
        return look(pid) is not None

    def start_daemon(self, flaw: str) -> None:
        """Starts a daemon, unless the last one that was started here still runs."""
        if not (self._daemon and self._daemon.running):
            self._daemon = self._world.spawn(program.command(self.ledger.path, flaw, "daemon"))

    def start_caller(self, question: str, ticket: str, way: Way) -> int:
        """The pid of a new caller: a child of this process, to be reaped with `reap`."""
        pid = os.fork()
        if pid:
            return pid
        try:
            self._become_caller(question, ticket, way)
        finally:
            os._exit(1)

    def _become_caller(self, question: str, ticket: str, way: Way) -> None:
        self._listener.close()
        os.environ.clear()
        os.environ.update(self._world.environ)
        os.chdir(self._world.environ["HOME"])
        for stream in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        Caller(self.ledger, self.path, question, way, ticket).ask()
        os._exit(0)

    @contextmanager
    def ending(self, caller: int) -> Iterator[int]:
        """A pidfd by which to wait for the end of `caller`, before it is reaped."""
        process = os.pidfd_open(caller)
        try:
            yield process
        finally:
            os.close(process)

    def reap(self, caller: int) -> int:
        """Reaps a caller. Its exit status; negative where it was killed: minus the signal's
        number."""
        _, status = os.waitpid(caller, 0)
        return os.waitstatus_to_exitcode(status)

    def kill(self, pid: int, patience: float) -> None:
        """Kills a process with SIGKILL, and returns when it has ended. Raises StillWaiting after
        `patience` seconds."""
        with suppress(ProcessLookupError):
            process = os.pidfd_open(pid)
            try:
                signal.pidfd_send_signal(process, signal.SIGKILL)
                if not select.select([process], [], [], patience)[0]:
                    raise StillWaiting(f"the end of {pid}: not within {patience:g} s")
            finally:
                os.close(process)

    def suspend(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)

    def resume(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    def log(self) -> list[str]:
        """The lines that daemons and keepers wrote to standard error."""
        texts = [
            path.read_text(errors="replace")
            for path in sorted(self._world.directory.glob("job-*.err"))
        ]
        return "".join(texts).splitlines()
