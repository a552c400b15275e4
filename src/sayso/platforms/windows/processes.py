"""Processes of ours on Windows: this one and its relatives."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import msvcrt
import os
import stat
import time
from contextlib import suppress

from sayso import launcher
from sayso.errors import Unreachable
from sayso.platforms.contract.output import Output
from sayso.platforms.contract.processes import ChildProcess
from sayso.platforms.windows import channel
from sayso.platforms.windows.channel import InheritedChannel, PipeChannel
from sayso.platforms.windows.native import (
    extension_points,
    handles,
    kin,
    names,
    pipes,
    security,
    standard,
)
from sayso.platforms.windows.native.waits import end_this_process_after
from sayso.platforms.windows.starter import open_one

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from subprocess import Popen
    from typing import Any, NoReturn

    from sayso.platforms.windows.child import Child
    from sayso.platforms.windows.running import Running

_DETACHED_WITHIN = 1.0
"""Seconds for a launched process to end after it has announced that it goes on, or has failed."""
_STDOUT = 1
_INTERRUPTED = 0xC000013A
"""STATUS_CONTROL_C_EXIT: the exit status of a program that Ctrl-C ended."""
_MOST_OPEN = 10_000
"""Most handles. The system allows 16 million; more than this would be a sign of a fault."""

_SEEN_BY_OTHERS = "D:P(A;;0x101801;;;{user})(A;;0x101801;;;OW)(A;;GA;;;SY)"
"""Access list in SDDL: our user's programs may wait for this process, ask for its pid and times,
end it and resume it. Nobody has the right to change the list (OW: not even the owner)."""


def spawn(command: Sequence[str], handover: Mapping[str, Any] | None = None) -> ChildProcess:
    """Starts a process that inherits the handles in `handover`, under the same numbers. If we end
    before it is complete, it ends, too: otherwise it would hold the handles and never run."""
    inherited = tuple(handover["descriptors"].values()) if handover else ()
    ours, theirs = channel.pair()
    try:
        process = _create(command, inherited, stdin=theirs)
    except OSError:
        ours.close()
        raise
    finally:
        handles.close(theirs)
    return ChildProcess(ours, process)


def _create(
    command: Sequence[str],
    inherited: Sequence[int],
    *,
    stdin: int | None = None,
    environ: Mapping[str, str] | None = None,
    flags: int = 0,
) -> Child:
    """Starts a process without output, except that its errors go where ours go. `stdin` None: it
    has no input. Raises OSError."""
    from subprocess import list2cmdline  # slow to load, and few start processes

    from sayso.platforms.windows.child import Child
    from sayso.platforms.windows.native import creation

    command, environ = by_itself(command, environ)
    nothing = os.open(os.devnull, os.O_RDWR)
    output = msvcrt.get_osfhandle(nothing)
    errors = handles.duplicate(standard.errors_handle() or output)
    standard_input = output if stdin is None else stdin
    shared = (standard_input, output, errors, *inherited)
    try:
        for handle in shared:
            handles.set_inheritable(handle, inheritable=True)
        streams = creation.Standard(standard_input, output, errors)
        line, how = list2cmdline(command), creation.APART | flags
        return Child(*creation.create(line, streams, inherited, environ, _root(), how))
    except OSError as error:  # the system does not say which file the error is about
        raise OSError(error.errno, error.strerror, command[0], error.winerror) from error
    finally:
        for handle in shared:
            handles.set_inheritable(handle, inheritable=False)
        handles.close(errors)
        os.close(nothing)


def launch(
    command: Callable[[str], Sequence[str]], environ: Mapping[str, str], within: float
) -> bytes:
    """Starts the program with two pipes that it inherits: it announces itself over the one, and
    writes its errors into the other."""
    ours, its = channel.pair()
    complaints, its_errors = channel.pair()
    stderr = msvcrt.open_osfhandle(its_errors, 0)
    with ours, complaints:
        try:
            process = _start(command(str(its)), (its,), stderr=stderr, environ=environ)
        finally:
            os.close(stderr)
            handles.close(its)
        try:
            return _announced(ours, complaints, within)
        finally:
            _end(process)


def _end(launched: Popen[bytes]) -> None:
    """Ends what was launched. The program that goes on by itself is another process by now."""
    import subprocess  # was loaded before

    try:
        launched.wait(_DETACHED_WITHIN)
    except subprocess.TimeoutExpired:  # it hangs before it goes on
        launched.kill()
        launched.wait()


def _start(
    command: Sequence[str],
    inherited: Iterable[int],
    *,
    stderr: int,
    environ: Mapping[str, str],
) -> Popen[bytes]:
    """Starts a process that inherits these handles. Raises OSError."""
    import subprocess  # slow to load, and few start processes

    from sayso.platforms.windows.native.creation import APART

    shared = list(inherited)
    command, around = by_itself(command, environ)
    for handle in shared:
        handles.set_inheritable(handle, inheritable=True)
    try:
        return subprocess.Popen(  # noqa: S603 (our own command, no shell)
            command,
            env=around,
            cwd=_root(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            creationflags=APART,
            startupinfo=subprocess.STARTUPINFO(lpAttributeList={"handle_list": shared}),
        )
    except OSError as error:  # the system does not say which file the error is about
        raise OSError(error.errno, error.strerror, command[0], error.winerror) from error
    finally:
        for handle in shared:
            handles.set_inheritable(handle, inheritable=False)


def by_itself(
    command: Sequence[str], environ: Mapping[str, str] | None
) -> tuple[Sequence[str], Mapping[str, str] | None]:
    """The command and environment that start the real interpreter. A virtual environment's
    interpreter only starts the real one as its own child, whose pid we would not learn. So we start
    the real one, and name the environment to it (as Python's own multiprocessing does)."""
    ours = launcher.interpreter()
    if sys.prefix == sys.base_prefix or command[0] != ours:
        return command, environ
    told = {**(os.environ if environ is None else environ), _ENVIRONMENT_OF: ours}
    base: str = sys._base_executable  # type: ignore[attr-defined]  # noqa: SLF001 - it has no other name
    return (launcher.with_console(base), *command[1:]), told


_ENVIRONMENT_OF = "__PYVENV_LAUNCHER__"


def _root() -> str:
    return os.path.join(os.environ.get("SYSTEMDRIVE", "C:"), os.sep)


def _announced(told: PipeChannel, complaints: PipeChannel, within: float) -> bytes:
    """The line that the process announces. Raises Unreachable."""
    deadline = time.monotonic() + within
    line = b""
    while not line.endswith(b"\n"):
        told.wait_at_most(max(deadline - time.monotonic(), 0.001))
        try:
            data = told.receive()
        except TimeoutError as error:
            raise Unreachable(f"the daemon was not ready within {within:g} s") from error
        if not data:
            raise Unreachable(f"the daemon ended before it was ready{_last(complaints)}")
        line += data
    return line


def _last(complaints: PipeChannel) -> str:
    said = b""
    while complaints.has_unread():
        said += complaints.receive()
    lines = said.decode("utf-8", "backslashreplace").splitlines()
    spoken = [line.strip() for line in lines if line.strip()]
    return f": {spoken[-1]}" if spoken else ""


def run(command: Sequence[str]) -> Running:
    from sayso.platforms.windows import running  # slow to load, and few run commands

    return running.Running(command)


def announce(place: str, line: bytes) -> None:
    """Sends the line, and closes the pipe: this works once."""
    with PipeChannel(int(place)) as told:
        told.send(line)


def detach(place: str) -> str:
    """Starts this program once more and ends this process. A program that ends all descendants of
    our starter does not find the new process, as the process in between has ended. The new process
    leaves our starter's job if the job allows that (CREATE_BREAKAWAY_FROM_JOB); else the desktop's
    shell, which is in no such job, becomes its parent. Without a shell, it ends with the job."""
    if (told := os.environ.pop(_AGAIN, None)) is not None:
        return told
    from sayso.platforms.windows import under_shell  # only a daemon that starts by itself needs it
    from sayso.platforms.windows.native.creation import BREAKAWAY

    command, around = by_itself([launcher.interpreter(), *sys.orig_argv[1:]], {**os.environ})
    environ = {**(around or {}), _AGAIN: place}
    shared = (int(place),)
    try:
        _create(command, shared, environ=environ, flags=BREAKAWAY)
    except PermissionError:  # our job lets no process leave it
        try:
            under_shell.start(command, int(place), environ, _AGAIN, _root())
        except OSError:
            # No job of ours around it: Windows shows only the innermost job, and that must be the
            # starter's, for `supervisor.ends_with` to see.
            _start(command, shared, stderr=sys.stderr.fileno(), environ=environ)
    os._exit(0)


_AGAIN = "SAYSO_STARTED_AGAIN"
"""Environment variable of the second start: the place to announce to."""


def settle() -> None:
    """Does nothing: on Windows, nothing is inherited that would have to be undone."""


def on_end(stop: Callable[[], None], restart: Callable[[], None]) -> None:
    """Listens for two named events, on the running loop."""
    from sayso.platforms.windows import readiness  # whoever has a loop has loaded asyncio

    for purpose, act in (("stop", stop), ("restart", restart)):
        asked = handles.Event(names.event(ending_event(purpose, os.getpid(), kin.our_beginning())))

        def hear(asked: handles.Event = asked, act: Callable[[], None] = act) -> None:
            asked.reset()
            act()

        readiness.watch(asked.handle, hear)


def ending_event(purpose: str, pid: int, beginning: int) -> str:
    """The name of the event that asks a process to end. `beginning`: the process's start time, so
    that no other process with its pid is asked."""
    return names.of_session(f"sayso-{purpose}-{pid}-{beginning}")


def send_errors_to(path: str) -> None:
    """Appends standard error to this file from now on. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_BINARY, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path} is not a file")
        os.dup2(descriptor, sys.stderr.fileno())
        standard.set_errors(msvcrt.get_osfhandle(sys.stderr.fileno()))
    finally:
        os.close(descriptor)


def ignore_interrupts() -> None:
    import signal  # takes long to load

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def output() -> Output:
    handle = msvcrt.get_osfhandle(_STDOUT)
    if not stat.S_ISFIFO(os.fstat(_STDOUT).st_mode):
        return Output.TERMINAL if os.isatty(_STDOUT) else Output.STORED
    with suppress(OSError):
        if pipes.state(handle) is pipes.State.CLOSING:
            return Output.ABANDONED
    return Output.PIPE


def rewriter() -> str | None:
    from sayso.platforms.windows import powershell  # only needed for a password

    return powershell.that_reads()


def end_by_interrupts() -> None:
    import signal  # takes long to load

    signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_as_interrupted() -> NoReturn:
    """Ends with the exit status of a program that Ctrl-C ended, which tells a shell that runs us in
    a loop."""
    os._exit(_INTERRUPTED - (1 << 32))


def most_open() -> int:
    return _MOST_OPEN


def harden() -> None:
    """From now on, nobody but the system can read or write this process's memory, take its handles
    or have code loaded into it.

    The process gets its own DACL in place of the one that lets all of our user's programs do so
    (SetKernelObjectSecurity). A crash leaves no dump of its memory (SetErrorMode;
    WerAddExcludedApplication is for the program's installer).
    """
    security.protect_process(_SEEN_BY_OTHERS.format(user=security.our_user()))
    standard.leave_no_crash_file()
    extension_points.shut()


def end_with_parent() -> None:
    """Has one of the system's own threads wait for the parent's end."""
    if (process := open_one(kin.parent_pid(), kin.SYNCHRONIZE | kin.QUERY_LIMITED)) is not None:
        end_this_process_after(process)


def inherited_channel() -> InheritedChannel:
    """The channel that we got as standard input, which is empty from now on. Raises OSError."""
    handle = standard.input_handle()
    if not pipes.is_duplex(handle):
        raise OSError("standard input is no channel of sayso's")
    ours = handles.duplicate(handle)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    standard.set_input(msvcrt.get_osfhandle(0))
    return InheritedChannel(ours)


def processor_seconds(pid: int) -> float:
    process = kin.open_process(pid, kin.QUERY_LIMITED | kin.SYNCHRONIZE)
    if process is None:
        raise _ended(pid)
    try:
        if handles.is_signalled(process):
            raise _ended(pid)
        return kin.times(process)[1]
    finally:
        handles.close(process)


def _ended(pid: int) -> ProcessLookupError:
    return ProcessLookupError(f"process {pid} has ended")


class _Parent:
    """The process that started us: a process that is not our child."""

    def __init__(self, pid: int, process: int | None) -> None:
        self.pid = pid
        self._process = process

    def kill(self) -> None:
        if self._process is not None:
            with suppress(OSError):  # it has ended
                kin.end(self._process)

    def wait(self) -> None:
        if self._process is not None:
            handles.wait_for_any([self._process], None)
            handles.close(self._process)
            self._process = None


def parent(pid: int) -> _Parent:
    """The process that started us, which had this pid; it may have ended by now."""
    if kin.parent_pid() != pid:
        return _Parent(pid, None)
    return _Parent(pid, open_one(pid, kin.TERMINATE | kin.SYNCHRONIZE | kin.QUERY_LIMITED))
