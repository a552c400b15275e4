"""What sayso needs of an operating system, as protocols that each platform's modules fulfil.

A platform is a package with one module for each protocol here and in `sayso.platforms.desktop`,
which has what a person sees and hears, under the same names
(`endpoint`, `peer`, `session`, `places`, `supervisor`, `autostart`, `presence`, `dialogs`,
`journal`, `memory`, `files`, `doctor`, `execution`, `attention`, `notifier`, `sound`, `loop`,
`tray`), found through `sayso.platforms.select` alone.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from sayso.values import Value

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, NoReturn

    from sayso.core.action import Action, Change
    from sayso.core.lineage import Lineage, Process
    from sayso.core.secret import Secret


class Health(StrEnum):
    """How something stands that sayso needs or likes to have."""

    WORKS = "works"
    DOUBTFUL = "doubtful"
    """Questions can be shown, but something is missing or untried."""
    BROKEN = "broken"
    """No question can be shown."""


class Finding(Value):
    """One thing that was looked at."""

    name: str
    health: Health
    words: str
    """One line: what was found."""
    remedy: str = ""
    """The command or the deed that mends it; empty: nothing to mend, or nothing known."""


class Doctor(Protocol):
    """What this system offers; changes nothing."""

    def examine(self, environ: Mapping[str, str]) -> Iterator[Finding]: ...

    def survey(self) -> Iterator[Finding]:
        """What the toolkit finds on the screen; loads it, so in a process of its own alone."""


class Other(Protocol):
    """The other half of a pair of processes of ours."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None:
        """At once; without effect once it has ended."""

    def wait(self) -> object:
        """Returns when it has ended."""


class Given(Value):
    """What the service manager that started a daemon gave it."""

    listening: int | None = None
    """The descriptor of the listening socket, which stays the manager's; None: it gave none."""
    notify: str = ""
    """Where it wants to be told how the daemon fares; empty: nowhere."""


class Supervisor(Protocol):
    """The service manager that starts the daemon at login, and again when it died."""

    def start(self, environ: Mapping[str, str], command: Sequence[str]) -> int | None:
        """Has it start this daemon, with its own environment, so that it ends with no program, no
        terminal and no other service; its pid once it is ready. None: it can't, or the daemon
        can't; to start it without says why."""

    def given(self, environ: MutableMapping[str, str]) -> Given:
        """Takes it out of this environment. Raises UntrustedPlace: it is not as agreed."""

    def ends_with(self) -> str | None:
        """What this process is a part of, and would end with, by the system's name for it; None:
        nothing that is known."""

    def tell(self, address: str, facts: Mapping[str, object]) -> None:
        """In the words of sd_notify(3). Without effect where `address` is empty."""


class AutostartStatus(Value):
    """Whether sayso starts at login."""

    enabled: bool
    how: str
    """What starts it: "systemd", "desktop" (its own list of programs), or empty."""
    files: tuple[str, ...]
    """What there is of ours for that."""
    trouble: str = ""
    """What keeps it from it; empty: nothing known."""
    remedy: str = ""


class Autostart(Protocol):
    """Start at login. What fails leaves everything as it was, and raises Unsupported (not here),
    UnusableFile (it can't be written, or is not as we wrote it), or ServiceError (the service
    manager failed)."""

    def enable(self, environ: Mapping[str, str]) -> None:
        """From the next login on; nothing that runs is touched."""

    def disable(self, environ: Mapping[str, str]) -> None:
        """Leaves no file behind; a daemon that runs goes on."""

    def status(self, environ: Mapping[str, str]) -> AutostartStatus: ...


class Places(Protocol):
    """Where a person's files are, for a process with this environment."""

    def configuration(self, environ: Mapping[str, str]) -> str:
        """The directory with one for each program; it need not exist."""

    def state(self, environ: Mapping[str, str]) -> str:
        """Likewise; of what a program remembers, and of logs."""


class Listener(Protocol):
    """The one listening socket of this user, and the lock that makes it the one."""

    sock: socket.socket

    def handover(self) -> dict[str, Any]:
        """What `Endpoint.adopt` in another process needs, as plain data: `descriptors`, by name,
        which that process must inherit under the same numbers, and more."""

    def refuse(self) -> None:
        """Nobody connects to it any more. A service manager's own stays open, for its next
        daemon."""

    def close(self) -> None:
        """Removes the socket's file, unless it is a service manager's; then gives up the lock."""


class Endpoint(Protocol):
    """Where client and daemon meet."""

    def socket_path(self, environ: Mapping[str, str]) -> str:
        """The socket's path by the rule of places; creates nothing. Raises UntrustedPlace."""

    def connect(self, path: str, timeout: float) -> socket.socket:
        """A blocking socket to the daemon, after checking that it runs as us; `timeout` in seconds.

        Raises Unreachable (nobody is there), UntrustedPlace, UntrustedPeer, and ProtocolError
        when somebody is there but takes no connection in time.
        """

    def listen(self, path: str, backlog: int, given: Given | None = None) -> Listener:
        """Takes the lock, then the socket that was given; or clears a stale one and listens.

        Raises AlreadyRunning, UntrustedPlace.
        """

    def adopt(self, handover: Mapping[str, Any]) -> Listener:
        """Goes on with what another process had. Raises KeyError, OSError."""


class Running(Protocol):
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


class Peer(Protocol):
    """Who is at the other end, by what the kernel says."""

    def check_user(self, sock: socket.socket) -> None:
        """Raises UntrustedPeer unless the process at the other end runs as our user."""

    def lineage(self, sock: socket.socket, connection: int) -> Lineage:
        """The process at the other end and its ancestors, outwards, of the same user.

        `connection` is a number that no other connection has: it tells peers apart whose pid
        can't be seen. Raises UntrustedPeer (another user's, or it has exited already) and
        Unsupported (the system can't tell).
        """

    def has_exited(self, process: Process) -> bool:
        """Gone, or a zombie, or its pid is another process's by now.

        False for a process in another pid namespace (pid 0): nothing is known of it.
        """

    def exit_descriptor(self, process: Process) -> int | None:
        """A descriptor that becomes readable when the process exits; None: it has exited.

        The caller closes it. Raises Unsupported for a process in another pid namespace (pid 0).
        """

    def hang_up_descriptor(self, sock: socket.socket) -> int:
        """A descriptor that becomes readable when the other end has closed both directions; a peer
        that only sends no more still reads. The caller closes it. Raises OSError."""

    def daemon(self, sock: socket.socket) -> Running:
        """The one at the other end, held; the caller closes it.

        Raises UntrustedPeer: it is gone already, or a service manager still listens for it.
        """

    def keepers(self, path: str) -> Sequence[Running]:
        """Of daemons whose socket has this path: one, unless it is just being replaced. The caller
        closes them."""


class Session(Protocol):
    """The person's session: its clock and its screen; and processes of ours in it."""

    STOPPING: tuple[int, ...]
    """Signals that ask a daemon to end."""
    RESTARTING: int
    """The one that asks it to make way for a successor."""

    def now(self) -> float:
        """Seconds since boot, counted through suspend."""

    def environment(self, asker: Mapping[str, str]) -> dict[str, str]:
        """What a daemon gets that starts by itself, whatever the program has that asked first: what
        names the person's session, and the account's own."""

    def detach(self) -> None:
        """Goes on as a process, of another pid, that is no child of the program which started this
        one, and in a session of its own. For a process that has done nothing yet."""

    def settle(self) -> None:
        """Undoes for a daemon what it inherits from the program that happened to start it."""

    def descriptors(self) -> int:
        """How many files and sockets this process may have open."""

    def harden(self) -> None:
        """Nobody but root looks into this process from now on, and it leaves no core file."""

    def inherited_socket(self) -> socket.socket:
        """The one that we got as standard input, which is empty from now on: no child of ours
        holds the socket open. Raises OSError when it was none."""

    def worked(self, pid: int) -> float:
        """Seconds of processor time that this process of ours has used. Raises OSError: it has
        ended."""

    def parent(self, pid: int) -> Other:
        """The process that started us, which had this pid; it may have ended by now."""

    def join(self, environ: MutableMapping[str, str]) -> None:
        """Puts the screen of the person's session, and its message bus, into this environment, in
        place of what names one there. Where the session manager knows no screen, what is named
        there stays. A bus is always named, be it there or not, so that no library starts one."""

    def screen(self, environ: Mapping[str, str]) -> str | None:
        """The name of the screen that this environment names, or None: there is none."""

    def unguarded(self, screen: str, environ: Mapping[str, str]) -> str | None:
        """What a dialog is not guarded against on the screen of this name, as the toolkit tells it,
        in the session of this environment; one line, or None: nothing that we know of."""


class Lost(Exception):  # no SaysoError: nobody's request fails of it
    """What was to be followed is not there, or not any more; the message says why."""


class Sight(Value):
    """The person's session, as far as the system tells. Without anything in it: nothing is
    against showing a dialog."""

    session: str = ""
    """What the system calls the one that has a screen; empty: there is none, or nothing is known
    of it."""
    away: str | None = None
    """Why nobody can see a dialog ("the screen is locked"); None: somebody may."""
    unknown: str | None = None
    """Why the system does not tell."""


class Source(Protocol):
    """Something that tells of changes as long as it is there."""

    @property
    def place(self) -> str | None:
        """The path of what is there when it is. None: there is no such file. Raises Lost."""

    async def follow(self, told: Callable[[Sight], None]) -> NoReturn:
        """Tells how it is now, and again whenever that may have changed. Raises Lost."""


class Presence(Protocol):
    """Where the person is."""

    def person(self) -> Source:
        """Whether the person's session is in front, and unlocked."""

    def session_bus(self) -> Source:
        """Whether the bus of the person's session is there: by it screen readers and the tray's
        host are reached."""


ROOM_FOR_SECRETS = 8 << 10
"""Bytes that a usual password takes: what it is read into, and a place of its own."""


class Memory(Protocol):
    """Where secrets lie; and what all else takes."""

    def lock(self, size: int) -> memoryview:
        """Zeroed bytes, which the system never swaps out, puts into a core file or shows to a
        forked child. Freed with the last view of them, unwiped. Raises MemoryNotLocked."""

    def give_back(self) -> None:
        """What the process has freed and keeps for later goes to the system, where that can be."""


class JournalFiles(Protocol):
    """Files that only grow, in a directory that is ours alone and that nobody else has open.

    Names are plain: no paths. Whatever fails raises OSError.
    """

    def names(self) -> list[str]: ...

    def end_of(self, name: str, size: int | None) -> bytes:
        """The file's last `size` bytes; None: all of it."""

    def append_to(self, name: str) -> int:
        """From now on `write` appends to this file, made if it is missing; its size.

        Raises UntrustedPlace unless it is a file of ours that nobody else can read.
        """

    def write(self, data: bytes) -> int:
        """How many bytes were written: not all, perhaps."""

    def cut(self, size: int) -> None:
        """Shortens the file that `write` appends to."""

    def is_there(self) -> bool:
        """Whether the file that `write` appends to still has a name."""

    def remove(self, name: str) -> None: ...

    def close(self) -> None: ...


class Journal(Protocol):
    """Where the log is kept."""

    def open_directory(self, path: str) -> JournalFiles:
        """Makes the directory, with 0700, if it is missing; takes it for this process alone.

        Raises OSError, AlreadyRunning (another process has it), and UntrustedPlace unless it is a
        directory of ours, 0700, no symlink.
        """


class Order(Value):
    """A command as somebody wants it to be run."""

    argv: tuple[str, ...]
    cwd: str
    """Absolute."""
    environment: tuple[Change, ...] = ()
    descriptor: int = 0
    newline: bool = True


class Ending(Value):
    """How a command ended: one of both."""

    status: int | None = None
    """Its exit status."""
    signal: str | None = None
    """The name of the signal that ended it."""


class Child(Protocol):
    """A command that runs, or ran. It is never ended from here."""

    descriptor: int
    """Becomes readable once it has ended."""
    took_all: bool
    """Of the secret; false: it closed its end before, or left it unread for too long."""

    def ending(self) -> Ending | None:
        """None: it still runs."""

    def close(self) -> None:
        """Gives the descriptor up; the command goes on."""


class Prepared(Protocol):
    """A command that was looked at, and can be run as long as it is the same."""

    action: Action
    """What it was, to be shown."""

    def run(self, secret: Secret) -> Child:
        """Looks again, starts it, hands the secret over and wipes it, in any case.

        Raises CommandChanged (nothing was executed), CommandNotStarted.
        """

    def close(self) -> None:
        """Gives up what it has open."""


class Execution(Protocol):
    """Runs a command that gets a secret, exactly as the person saw it."""

    def prepare(self, order: Order) -> Prepared:
        """Finds what it would execute. Raises InvalidParams, whose field is one of the order's."""


class Watch(Protocol):
    """Tells when what is read at a path may have changed: the file itself, a link or a directory
    on the way to it, also one that is not there yet. Whatever fails raises OSError."""

    def fileno(self) -> int:
        """Readable when something happened; until then it costs nothing."""

    def renew(self) -> None:
        """Forgets what happened; what happens from now on, is told. Then look at the file."""

    def close(self) -> None: ...


class Files(Protocol):
    """Files that a person writes, and programs as well."""

    def alone(self, directory: str) -> AbstractContextManager[None]:
        """No other process of ours changes anything in this directory meanwhile. Raises OSError."""

    def watch(self, path: str) -> Watch:
        """Raises OSError."""
