"""Who is at the other end of a connection on macOS: a process and its ancestors, by what the kernel
says.

This is the row *lineage* of the answer contract. The peer's user is stored with the socket, and is
certain. Its pid is less certain than on Linux: LOCAL_PEERPID names the process that last used the
other end, not the one that connected, and no handle could hold a process. So the pid is read again
after the facts about the process; if it has changed, nobody is trusted. A program can hand its end
to a second one, and end before that one has used it: then its pid can go to a third. All of them
run as the same user.

Each link is checked again after the parent was read: as long as a child runs and has this parent,
no other process has the parent's pid.
"""

import sys

assert sys.platform == "darwin"

import _socket
import os
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from sayso.core.lineage import Lineage, Member, Process
from sayso.core.program_name import program_name
from sayso.errors import Unsupported, UntrustedPeer
from sayso.platforms.contract.channel import Channel, Lent
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.macos import daemon_handle, process_facts, terminals
from sayso.platforms.macos.daemon_handle import DaemonHandle
from sayso.platforms.macos.held import Held
from sayso.platforms.macos.native import events, sockets
from sayso.platforms.macos.ours import is_our_command
from sayso.platforms.macos.process_facts import ProcessFacts, Unseen
from sayso.platforms.unix import readiness

MAX_DEPTH = 256
"""Most processes in a lineage: a chain without end would hold the daemon up."""

_TRIES = 5  # a parent may end while the chain is read: then its child has another parent

_LAUNCHD = 1

keepers = daemon_handle.keepers

no_proof: str | None = "macOS does not tell which process holds the other end of a socket"

_DESCRIPTOR = re.compile(r"/dev/stdin|/dev/fd/\d+")


def check_user(channel: Channel, user: int | None = None) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as our user."""
    sockets.check_user(_sock(channel))


def lineage(channel: Channel, connection: int, user: int | None = None) -> Lineage:
    """The process at the other end and its ancestors of the same user, launchd left out.

    Raises UntrustedPeer: the process is another user's, was gone before it could be read, or
    another one has taken its place. Raises Unsupported: more than MAX_DEPTH processes. Every pid
    can be seen, so `connection` is not used.
    """
    sock = _sock(channel)
    sockets.check_user(sock)
    pid = _peer_pid(sock)
    for _ in range(_TRIES):
        requester = _requester(sock, pid)
        try:
            chain = _walk(requester)
        except Unseen:
            chain = []
        _look_again(sock, requester)
        if chain:
            return Lineage(_members(chain), unproven=True)
    raise UntrustedPeer(f"the ancestors of process {pid} could not be read")


def check_requester(channel: Channel, requester: Process) -> None:
    """Raises UntrustedPeer unless `requester` still runs, and is the last process that used the
    other end.

    A program that `requester` has become by `exec` is the same process, here as on other systems.
    """
    sock = _sock(channel)
    _same(sock, requester.pid)
    try:
        runs = _runs(requester)
    except OSError:
        runs = False  # unknown: so the requester is not trusted
    if not runs:
        raise _gone(requester.pid)
    _same(sock, requester.pid)


def system() -> str:
    """The host's name. It need not tell one boot from the next: no two processes of both have the
    same pid and start."""
    return socket.gethostname()


def running(pid: int) -> Lineage | None:
    """Our user's process that has this pid just now, and its ancestors. None: there is none, or it
    is another user's, or it can't be read."""
    for _ in range(_TRIES):
        with suppress(Unseen):
            facts = process_facts.read(pid)
            is_ours = facts.user == os.geteuid()
            return Lineage(_members(_walk(facts))) if is_ours else None
    return None


def served(lent: Lent) -> Lineage | None:
    """Always None, for the reason in `no_proof`."""
    return None


def has_exited(process: Process) -> bool:
    """Whether the process is gone or a zombie, or another process has its pid by now.

    False where that is not known: for pid 0, and for a process that the system hides.
    """
    if process.pid == 0:
        return False
    try:
        return not _runs(process)
    except OSError:
        return False


def watch_exit(process: Process, exited: Callable[[], None]) -> CallOff | None:
    """Has `exited` called, in each turn of the loop, once the process has exited. None: it has
    exited already.

    Raises OSError, and Unsupported for pid 0, which stands for an unknown process.
    """
    if process.pid == 0:
        raise Unsupported("a process whose pid is not known can't be watched")
    try:
        queue = events.exit_of(process.pid)
    except ProcessLookupError:
        return None
    try:
        runs = _runs(process)  # if so, the queue watches this very process
    except BaseException:
        queue.close()
        raise
    if not runs:
        queue.close()
        return None
    return readiness.watch(queue.fileno(), exited, queue.close)


def watch_hang_up(channel: Channel, gone: Callable[[], None]) -> CallOff:
    """Has `gone` called once the other end is closed; see `events.HangUp`. Raises OSError."""
    hang_up = events.HangUp(_sock(channel))

    def look() -> None:
        if hang_up.is_closed():
            gone()

    return readiness.watch(hang_up.fileno(), look, hang_up.close)


def daemon(channel: Channel) -> DaemonHandle:
    """A handle on the process at the other end; the caller closes it.

    If nobody has accepted the connection yet, this is the process that last used the listening
    socket (`sonewconn_internal` in bsd/kern/uipc_socket2.c of xnu). Raises UntrustedPeer: the
    process is another user's, or gone already, or another one has taken its place; or it is
    launchd, which listens for a daemon that has yet to start.
    """
    sock = _sock(channel)
    pid = _peer_pid(sock)
    if pid == _LAUNCHD:  # it listens as root: so this comes before the user
        raise UntrustedPeer("launchd listens; no daemon has yet")
    sockets.check_user(sock)
    try:
        held = Held(pid)
    except ProcessLookupError as error:
        raise _gone(pid) from error
    try:
        _look_again(sock, _requester(sock, pid))  # it still runs: so the handle is on it
    except BaseException:
        held.close()
        raise
    return DaemonHandle(held)


def _sock(channel: Channel) -> _socket.socket:
    """The socket of a channel that this platform made. Raises TypeError for any other channel."""
    sock = getattr(channel, "sock", None)
    if not isinstance(sock, _socket.socket):
        raise TypeError(f"{type(channel).__name__} is not a channel of this platform")
    return sock


def _runs(process: Process) -> bool:
    """Whether this process still runs: the one that has its pid started at the same time. Raises
    OSError."""
    started = process_facts.started(process.pid)
    return started is not None and process_facts.start_of(started) == process.start


def _peer_pid(sock: _socket.socket) -> int:
    """The pid of the process that last used the other end. Raises UntrustedPeer."""
    try:
        pid = sockets.peer_pid(sock)
    except OSError as error:
        raise UntrustedPeer(
            f"the process at the other end has closed already: {error}", remedy=_KEEP_ALIVE
        ) from error
    if pid <= 0:
        raise UntrustedPeer("the system does not know which process is at the other end")
    return pid


_KEEP_ALIVE = "keep the process that asks alive until it has its answer"


def _gone(pid: int) -> UntrustedPeer:
    return UntrustedPeer(f"process {pid} exited before it could be looked at", remedy=_KEEP_ALIVE)


def _requester(sock: _socket.socket, pid: int) -> ProcessFacts:
    """The facts about process `pid`, which must run as our user and still be at the other end.
    Raises UntrustedPeer."""
    try:
        facts = process_facts.read(pid)
    except Unseen as error:
        raise _gone(pid) from error
    if facts.user != os.geteuid():
        raise UntrustedPeer(
            f"process {pid} runs as user {facts.user}, not as {os.geteuid()}",
            remedy="run both as the same user",
        )
    _same(sock, pid)
    return facts


def _look_again(sock: _socket.socket, requester: ProcessFacts) -> None:
    """Raises UntrustedPeer unless the requester still runs and is still at the other end."""
    try:
        requester.has_parent_still()
    except Unseen as error:
        raise _gone(requester.pid) from error
    _same(sock, requester.pid)


def _same(sock: _socket.socket, pid: int) -> None:
    """Raises UntrustedPeer unless process `pid` is still the one at the other end."""
    now = _peer_pid(sock)
    if now != pid:
        raise UntrustedPeer(
            f"process {pid} was at the other end, and then process {now}",
            remedy="connect from the process that asks, and share that connection with no other",
        )


def _walk(requester: ProcessFacts) -> list[ProcessFacts]:
    """The requester and its ancestors, outwards. Raises Unseen: one of them has another parent by
    now, or is gone. Raises Unsupported: they are more than MAX_DEPTH."""
    chain: list[ProcessFacts] = []
    facts: ProcessFacts | None = requester
    while facts is not None:
        if len(chain) == MAX_DEPTH:
            raise Unsupported(f"process {requester.pid} has {MAX_DEPTH} ancestors or more")
        chain.append(facts)
        facts = _parent(facts)
    return chain


def _parent(child: ProcessFacts) -> ProcessFacts | None:
    """The parent, if it belongs to the lineage; None: it is launchd, or another user's. Raises
    Unseen: the child has another parent by now, or is gone."""
    if child.parent <= _LAUNCHD:
        return None
    parent: ProcessFacts | None
    try:
        parent = process_facts.read(child.parent)
    except Unseen:
        parent = None  # another user's; or gone: then the child has another parent by now
    if not child.has_parent_still():
        raise Unseen(f"process {child.pid} has another parent by now")
    return parent if parent and parent.user == os.geteuid() else None


def _members(chain: Sequence[ProcessFacts]) -> tuple[Member, ...]:
    return tuple(map(_member, chain, terminals.places(chain)))


def _member(facts: ProcessFacts, place: terminals.Place) -> Member:
    return Member(
        Process(facts.pid, facts.start),
        place.session,
        on_pty=place.on_pty,
        cgroup=place.cgroup,
        name=display_name(facts.image, facts.name, facts.argv),
        argv=facts.argv,
        cwd=facts.cwd,
        is_sayso=is_our_command(facts.image, facts.argv, facts.cwd),
    )


def display_name(image: str | None, name: str, argv: tuple[str, ...] | None) -> str:
    """A name for a process, for display: from its executable's base name, else from `name`, the
    kernel's short name for it; and from its command line."""
    return program_name(
        os.path.basename(image) if image else name, argv, os.path.basename, _is_script
    )


def _is_script(argument: str) -> bool:
    """Whether this argument can name a script: an option does not, and neither does a pipe (`bash
    <(…)`)."""
    return not argument.startswith("-") and not _DESCRIPTOR.fullmatch(argument)
