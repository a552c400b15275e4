"""Processes of sayso: this one, its parent and its children. A handle never means another process,
even if that has the same pid later.
"""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.output import Output


class ProcessHandle(Protocol):
    """The other one of a pair of sayso's processes."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None:
        """Kills the process at once; without effect once it has ended."""

    def wait(self) -> object:
        """Returns when the process has ended."""


class ChildProcess(Value):
    """A process of sayso that shares a channel with this one."""

    channel: Channel
    """This process's end of the channel."""
    process: ProcessHandle


class DaemonHandle(Protocol):
    """A daemon or keeper that runs, or ran: the handle never means another process. No method waits
    for the process to answer, so they work on a process that hangs."""

    pid: int

    def ask_to_end(self, *, restart: bool) -> None:
        """Asks the process to end: for good, or to make way for a successor (`restart`). A process
        that was stopped is continued, so that it hears this."""

    def go_on(self) -> None:
        """Continues a process that was stopped; without effect otherwise."""

    def kill(self) -> None:
        """Kills the process at once; without effect once it has ended."""

    def has_ended(self, within: float = 0.0) -> bool:
        """Whether the process ends within so many seconds, or has ended."""

    def close(self) -> None:
        """Gives up the handle; the process goes on."""


class Running(Protocol):
    """A foreign command that runs beside this process. When this process ends, in whatever way, the
    command is ended as by `end`, even if this process can't run any code for that."""

    def wait(self) -> bool:
        """Waits until the command has ended. Returns whether its exit status was 0."""

    def end(self) -> None:
        """Ends the command and what it has started, by force after 5 s. Without effect once it has
        ended."""


class Processes(Protocol):
    """Starts processes of sayso, and sets up this process as one."""

    def spawn(
        self, command: Sequence[str], handover: Mapping[str, Any] | None = None
    ) -> ChildProcess:
        """Starts a process that leads a session of its own, in the root directory, and whose output
        is discarded, but for errors. It gets its end of the channel by `inherited_channel`.
        `handover`: from `Listener.handover`, so that it has the listening socket, too. Raises
        OSError."""

    def launch(
        self,
        command: Callable[[str], Sequence[str]],
        environ: Mapping[str, str],
        within: float,
    ) -> bytes:
        """Starts a program of sayso that goes on when this process ends, with this environment.
        Returns the line that the program announces. `command` gets the place that the program has
        to pass to `announce`, and returns the program's command line. The program has to call
        `detach` first: a process that is still our child soon after the line came is killed.

        Raises Unreachable: the program ended before (the error has its last line on standard
        error), or took longer than `within` seconds.
        """

    def run(self, command: Sequence[str]) -> Running:
        """Starts a foreign command with our environment, directory and output, and empty standard
        input. Ctrl-C in a terminal does not reach the command. Raises OSError."""

    def announce(self, place: str, line: bytes) -> None:
        """Sends this line, once, to the process that launched this program, and that gave it this
        place. Raises OSError."""

    def inherited_channel(self) -> Channel:
        """This process's end of the channel, if `spawn` started this process. It stays open until
        this process has ended, even after `close`, as the other side takes its end for the end of
        this process. Once the other side has ended, `close` closes it. Children do not inherit it.
        Raises OSError if there is none."""

    def parent(self, pid: int) -> ProcessHandle:
        """The process that started this one, and had this pid. It may have ended by now."""

    def end_with_parent(self) -> None:
        """Has the system end this process once its parent has ended, even if this process hangs.
        If the parent has ended already, this process only notices by the end of its channel."""

    def detach(self, place: str) -> str:
        """Goes on as a process with another pid, which is no child of the program that started this
        one, and has a session of its own. To be called before this process does anything else.
        `place`: from `launch`; returns the place to which the new process announces."""

    def settle(self) -> None:
        """Undoes what a daemon inherits from the program that happened to start it."""

    def harden(self) -> None:
        """Lets nobody but root look into this process from now on, and leaves no core file."""

    def send_errors_to(self, path: str) -> None:
        """Appends standard error, of this process and of its children, to this file, which is made
        for our user alone if it is missing. Raises OSError: it can't be written, or is no regular
        file."""

    def ignore_interrupts(self) -> None:
        """Ignores Ctrl-C in a terminal, which is meant for the program that asks and not for this
        process, which a daemon started. Other ways to end a process end this one."""

    def output(self) -> Output:
        """What this process's standard output is now. There must be one."""

    def rewriter(self) -> str | None:
        """Name of a program that reads this process's standard output as text, and writes it anew
        for the next program; None: there is none, as far as can be seen."""

    def end_by_interrupts(self) -> None:
        """From now on, lets Ctrl-C in a terminal end this process at once, without cleaning up."""

    def end_as_interrupted(self) -> NoReturn:
        """Ends this process as Ctrl-C would, so that the program that started it sees that."""

    def on_end(self, stop: Callable[[], None], restart: Callable[[], None]) -> None:
        """Calls a function, on the running asyncio loop, whenever this process is asked to end:
        `stop` if for good, `restart` if it has to make way for a successor."""

    def most_open(self) -> int:
        """How many channels and files this process may have open at once."""

    def processor_seconds(self, pid: int) -> float:
        """Seconds of processor time that this process of sayso has used. Raises OSError: it has
        ended."""
