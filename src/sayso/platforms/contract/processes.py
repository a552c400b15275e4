"""Processes of ours: this one and its relatives, held by a handle that no other is taken for."""

from __future__ import annotations

from enum import Enum, auto

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

    from sayso.platforms.contract.channel import Channel


class ProcessHandle(Protocol):
    """The other half of a pair of processes of ours."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None:
        """At once; without effect once it has ended."""

    def wait(self) -> object:
        """Returns when it has ended."""


class ChildProcess(Value):
    """A process of ours that shares a channel with this one."""

    channel: Channel
    """Our end of it."""
    process: ProcessHandle


class DaemonHandle(Protocol):
    """A daemon or keeper that runs, or did: no other process is taken for it. None of this waits
    for an answer of its own, so it works on one that hangs."""

    pid: int

    def ask_to_end(self, *, restart: bool) -> None:
        """For good, or for a successor. One that was stopped goes on, to hear it."""

    def go_on(self) -> None:
        """Without effect unless it was stopped."""

    def kill(self) -> None:
        """At once; without effect once it has ended."""

    def has_ended(self, within: float = 0.0) -> bool:
        """By then, in seconds."""

    def close(self) -> None:
        """Lets it be."""


class Running(Protocol):
    """A command of somebody else's, which runs beside this process, and is ended as by `end` when
    this process ends in whatever way, even where nothing of ours can run any more."""

    def wait(self) -> bool:
        """Returns when it has ended: whether with exit status 0."""

    def end(self) -> None:
        """Has it, and what it has started, end: by force after 5 s. Without effect once it has."""


class Output(Enum):
    """What a program's standard output is."""

    PIPE = auto()
    """Or a socket: another program's to read."""
    TERMINAL = auto()
    STORED = auto()
    """Or anything else that is no program's to read."""
    ABANDONED = auto()
    """A pipe that nobody reads any more. Where the system does not tell, it is a `PIPE`."""


class Processes(Protocol):
    """Starts processes of ours, and has this one behave as such."""

    def spawn(
        self, command: Sequence[str], handover: Mapping[str, Any] | None = None
    ) -> ChildProcess:
        """One that leads a session of its own, in the root directory, with no output but errors;
        `inherited_channel` gives it its end. `handover`: as `Listener.handover` tells it, so that
        it has the listening socket, too. Raises OSError."""

    def launch(
        self,
        command: Callable[[str], Sequence[str]],
        environ: Mapping[str, str],
        within: float,
    ) -> bytes:
        """Starts a program of ours that goes on by itself, with this environment: it calls `detach`
        first, for what is still a child of ours soon after its word is ended. `command` gets the
        place that the program is to pass to `announce`, and returns its command line. Returns the
        line that it announces.

        Raises Unreachable: it ended before (its last complaint is told), or took longer than
        `within` seconds.
        """

    def run(self, command: Sequence[str]) -> Running:
        """Starts a command of somebody else's, with our environment, directory and output, and
        nothing to read; a terminal's Ctrl-C is not meant for it. Raises OSError."""

    def announce(self, place: str, line: bytes) -> None:
        """Sends this line, once, to whoever launched this program, which gave it this place. Raises
        OSError."""

    def inherited_channel(self) -> Channel:
        """This process's end, if `spawn` started it. It stays open until this process has ended,
        whatever closes it here, for the other side takes its end for that; only where the other
        side has ended, a close is one. No child of ours holds it. Raises OSError where there was
        none."""

    def parent(self, pid: int) -> ProcessHandle:
        """The process that started us, which had this pid; it may have ended by now."""

    def end_with_parent(self) -> None:
        """The system ends this process once the one that started it has ended, even if this one
        hangs. Where that one has ended by now, the end of what it left us has to tell."""

    def detach(self, place: str) -> str:
        """Goes on as a process, of another pid, that is no child of the program which started this
        one, and in a session of its own. For a process that has done nothing yet. `place`: where it
        is to announce, as `launch` told; the same for the process that goes on."""

    def settle(self) -> None:
        """Undoes for a daemon what it inherits from the program that happened to start it."""

    def harden(self) -> None:
        """Nobody but root looks into this process from now on, and it leaves no core file."""

    def send_errors_to(self, path: str) -> None:
        """Standard error, this process's and its children's, goes to the end of this file, made
        for our user alone if it is missing. Raises OSError: it can't be written, or is no file."""

    def ignore_interrupts(self) -> None:
        """A terminal's Ctrl-C is meant for the program that asks: this process, which a daemon
        started, hears nothing of it. What else ends a process ends it."""

    def output(self) -> Output:
        """What this process's standard output is just now; it has one."""

    def rewriter(self) -> str | None:
        """Who reads this process's standard output as text, and writes that anew for the next
        program; None: nobody, as far as can be seen."""

    def end_by_interrupts(self) -> None:
        """From now on: a terminal's Ctrl-C ends this process at once, with nothing tidied up."""

    def end_as_interrupted(self) -> NoReturn:
        """Ends this process as a Ctrl-C would have, for whoever started it to see."""

    def on_end(self, stop: Callable[[], None], restart: Callable[[], None]) -> None:
        """Calls one of them, on the running asyncio loop, whenever this process is asked to end:
        for good, or to make way for a successor."""

    def most_open(self) -> int:
        """How many channels and files this process may have open."""

    def worked(self, pid: int) -> float:
        """Seconds of processor time that this process of ours has used. Raises OSError: it has
        ended."""
