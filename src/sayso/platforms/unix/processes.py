"""Processes of sayso on Unix: this one, its parent and its children."""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import os
import select
import stat
import time

from sayso.errors import Unreachable
from sayso.platforms.contract.output import Output

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping, Sequence
    from subprocess import Popen
    from typing import IO, Any, NoReturn

    from sayso.platforms.contract.processes import ChildProcess
    from sayso.platforms.unix.channel import InheritedChannel

_DETACHED_WITHIN = 1.0
"""Seconds for the launched process to end, once it has announced its line or failed: by `detach`
another process goes on."""
_STDOUT = 1


def spawn(command: Sequence[str], handover: Mapping[str, Any] | None = None) -> ChildProcess:
    """See `contract.processes`. The child inherits the descriptors that the handover names, under
    the same numbers."""
    from sayso.platforms.contract.processes import ChildProcess  # no short command spawns one
    from sayso.platforms.unix import channel

    inherited = tuple(handover["descriptors"].values()) if handover else ()
    ours, theirs = channel.pair()
    with theirs:
        try:
            process = _start(command, inherited, stdin=theirs.fileno())
        except OSError:
            ours.close()
            raise
    return ChildProcess(ours, process)


def launch(
    command: Callable[[str], Sequence[str]], environ: Mapping[str, str], within: float
) -> bytes:
    """See `contract.processes`. The program announces over a socket that it inherits; its standard
    error goes into a file without a name."""
    import socket  # few commands launch a program, and these modules take long to load
    import subprocess
    import tempfile

    ours, its = socket.socketpair()
    with ours, its, tempfile.TemporaryFile() as complaints:
        where = its.fileno()
        process = _start(command(str(where)), (where,), stderr=complaints, environ=environ)
        its.close()
        try:
            return _announced(ours, complaints, within)
        finally:
            try:
                process.wait(_DETACHED_WITHIN)
            except subprocess.TimeoutExpired:  # it hangs, or has not called `detach`
                process.kill()
                process.wait()


def _start(
    command: Sequence[str],
    inherited: Sequence[int],
    *,
    stdin: int | None = None,
    stderr: IO[bytes] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Popen[bytes]:
    """Starts a process in a session of its own. `inherited`: descriptors that it gets. `stdin`:
    None is empty. `stderr`, `environ`: None is this process's own. Raises OSError."""
    import subprocess  # few commands start a process, and this module takes long to load

    return subprocess.Popen(  # noqa: S603 (our own command, no shell)
        command,
        env=environ,
        cwd="/",
        stdin=subprocess.DEVNULL if stdin is None else stdin,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        pass_fds=inherited,
        start_new_session=True,
    )


def _announced(sock: socket.socket, complaints: IO[bytes], within: float) -> bytes:
    """The line that the program announces. Raises Unreachable."""
    deadline = time.monotonic() + within
    line = b""
    while not line.endswith(b"\n"):
        sock.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            data = sock.recv(1 << 16)
        except TimeoutError as error:
            raise Unreachable(f"the daemon was not ready within {within:g} s") from error
        if not data:
            raise Unreachable(f"the daemon ended before it was ready{_last(complaints)}")
        line += data
    return line


def _last(complaints: IO[bytes]) -> str:
    complaints.seek(0)
    lines = complaints.read(1 << 16).decode("utf-8", "backslashreplace").split("\n")
    spoken = [line.strip() for line in lines if line.strip()]
    return f": {spoken[-1]}" if spoken else ""


def announce(place: str, line: bytes) -> None:
    """See `contract.processes`. `place`: number of the inherited descriptor, which is closed."""
    with os.fdopen(int(place), "wb") as told:
        told.write(line)


def detach(place: str) -> str:
    """Forks once more (fork(2)), so that a program which ends all its descendants does not find
    this process."""
    if os.fork():
        os._exit(0)
    os.setsid()
    return place


def settle(most: Mapping[int, int] | None = None) -> None:
    """Unblocks all signals, raises soft limits (setrlimit(2)) to the hard ones, and sets the umask
    so that files are for our user alone. `most`: for some limits, the largest value that the system
    takes, whatever the hard limit is."""
    import resource  # no short command settles
    import signal

    os.umask(0o077)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for limit in (
        resource.RLIMIT_CPU,
        resource.RLIMIT_NOFILE,
        resource.RLIMIT_FSIZE,
        resource.RLIMIT_MEMLOCK,
        resource.RLIMIT_AS,
        resource.RLIMIT_DATA,
        resource.RLIMIT_NPROC,
    ):
        _, hard = resource.getrlimit(limit)
        soft = hard if most is None else most.get(limit, hard)
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
        resource.setrlimit(limit, (soft, hard))


def on_end(stop: Callable[[], None], restart: Callable[[], None]) -> None:
    """Calls `stop` or `restart` on a signal, on the running loop."""
    import asyncio  # a process that has a loop has loaded it

    from sayso.platforms.unix import signals

    loop = asyncio.get_running_loop()
    for number in signals.STOPPING:
        loop.add_signal_handler(number, stop)
    loop.add_signal_handler(signals.RESTARTING, restart)


def send_errors_to(path: str) -> None:
    """Opens without waiting and refuses a pipe: to write to one might never end."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path} is not a file")
        os.dup2(descriptor, sys.stderr.fileno())
    finally:
        os.close(descriptor)


def ignore_interrupts() -> None:
    """Ignores SIGINT. SIGTERM ends the process, even if it was started with SIGTERM ignored."""
    import signal  # no short command ignores any

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def output() -> Output:
    mode = os.fstat(_STDOUT).st_mode
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        asked = select.poll()
        asked.register(_STDOUT, select.POLLOUT)  # BSD reports nothing if nothing is asked for
        told = sum(event for _, event in asked.poll(0))
        # a pipe without readers gives POLLERR (Linux) or POLLHUP (BSD)
        abandoned = told & (select.POLLERR | select.POLLHUP)
        return Output.ABANDONED if abandoned else Output.PIPE
    return Output.TERMINAL if os.isatty(_STDOUT) else Output.STORED


def rewriter() -> None:
    """None, always: shells of Unix pass on unchanged what programs write."""


def end_by_interrupts() -> None:
    import signal  # few commands need it, and it takes long to load

    signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_as_interrupted() -> NoReturn:
    """Ends this process by SIGINT itself, so that a shell which runs it in a loop ends the loop,
    too. The shell shows exit status 130.

    https://www.cons.org/cracauer/sigint.html
    """
    import signal  # as in `end_by_interrupts`

    end_by_interrupts()
    signal.raise_signal(signal.SIGINT)
    raise AssertionError("this process goes on, though a signal ended it")


def most_open() -> int:
    """The soft limit for descriptors: setrlimit(2), RLIMIT_NOFILE."""
    import resource  # only a daemon wants to know

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def inherited_channel() -> InheritedChannel:
    """The channel that this process got as standard input. Standard input is empty from now on.
    Raises OSError."""
    import socket  # only our own processes inherit one

    from sayso.platforms.unix.channel import InheritedChannel

    sock = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return InheritedChannel(sock)
