"""Who is at the other end on Windows: a process and its ancestors, by what the kernel says.

The row *lineage* of the answer contract: the peer by GetNamedPipeClientProcessId, held by a handle.
A process keeps its parent's pid even when the parent has ended and another process has that pid. So
a parent counts only if it runs and was not started later than its child. All processes are held
until the last was read, and none of them may have ended by then.
"""

import sys

assert sys.platform == "win32"

import errno
import ntpath
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from sayso.core.lineage import Lineage, Member, Process
from sayso.errors import Unsupported, UntrustedPeer
from sayso.platforms.contract.channel import Channel, Lent
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import daemon_handle, hang_up, readiness, terminals
from sayso.platforms.windows.channel import pipe
from sayso.platforms.windows.daemon_handle import DaemonHandle
from sayso.platforms.windows.native import access, security
from sayso.platforms.windows.native import desktop as native
from sayso.platforms.windows.ours import is_our_command
from sayso.platforms.windows.process_facts import (
    Gone,
    Identity,
    ProcessFacts,
    Unseen,
    our_identity,
)

MAX_DEPTH = 256
"""Most processes in a lineage: an endless chain would hold the daemon up."""

keepers = daemon_handle.keepers

no_proof: str | None = "Windows hands no socket on, and does not tell who connected one"

_TRIES = 5  # if a parent ends while we read, its child's lineage changes

_TOP = frozenset(
    (
        *("csrss", "services", "smss", "userinit", "wininit", "winlogon"),
        *("runtimebroker", "sihost", "svchost", "taskhostw"),
    )
)
"""Programs in the system's own directory that begin a session, or start apps, tasks and services in
it for any program. They are never the one that asks."""

_LEVELS = {0x0000: "untrusted", 0x1000: "low", 0x2000: "medium", 0x3000: "high", 0x4000: "system"}
"""Integrity levels: "Mandatory Integrity Control" in Microsoft's documentation."""


def check_maker(channel: Channel) -> None:
    """Raises UntrustedPeer unless a program with our user's rights has made the pipe. The system
    notes which process serves a pipe as that is made: the process may have handed it on and ended,
    and another one may have its pid now."""
    try:
        made_by = access.maker(pipe(channel).handle)
    except OSError as error:
        raise UntrustedPeer(f"the system does not tell who has made the pipe: {error}") from error
    if made_by.owner != security.our_user():
        raise UntrustedPeer(
            f"user {made_by.owner} has made the pipe, not {security.our_user()}",
            remedy="set SAYSO_SOCKET to a pipe of your own",
        )
    if made_by.label not in ("", security.LABEL):
        raise UntrustedPeer(
            "a program with other rights has made the pipe",
            remedy="set SAYSO_SOCKET to a pipe of your own",
        )


def check_user(channel: Channel, user: int | None = None) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as our user, in our session and
    with our rights."""
    _open_peer(channel).handle.close()


def _open_peer(channel: Channel) -> ProcessFacts:
    """The process at the other end, which `check_user` lets in. Raises UntrustedPeer."""
    pid = _peer_pid(channel)
    with ExitStack() as stack:
        try:
            facts = stack.enter_context(ProcessFacts(pid))
            theirs = facts.identity()
        except Gone as error:
            raise _gone(pid) from error
        except Unseen as error:
            raise _hidden(pid, error) from error
        # as long as the process has its end of the pipe open, no other process has its pid
        if facts.has_exited() or pipe(channel).is_hung_up():
            raise _gone(pid)
        if reason := distrust(theirs, our_identity()):
            raise UntrustedPeer(
                f"process {pid} {reason}", remedy="run both as the same user, alike"
            )
        stack.pop_all()
    return facts


def distrust(theirs: Identity, ours: Identity) -> str | None:
    """Why a process is not ours, in words that follow its name; None: it is ours."""
    if theirs.user != ours.user:
        return f"runs as user {theirs.user}, not as {ours.user}"
    if theirs.session != ours.session:
        return f"is in session {theirs.session}, not in session {ours.session}"
    if theirs.is_elevated and not ours.is_elevated:
        return "runs as administrator (elevated), and this one does not"
    if ours.is_elevated and not theirs.is_elevated:
        return "does not run as administrator (elevated), and this one does"
    if theirs.integrity != ours.integrity:
        return f"runs at integrity level {_level(theirs.integrity)}, not {_level(ours.integrity)}"
    return None


def _level(level: int) -> str:
    return _LEVELS.get(level, f"0x{level:04x}")


def lineage(channel: Channel, connection: int, user: int | None = None) -> Lineage:
    """The process at the other end and its ancestors of the same user. The desktop's shell, the
    programs that begin a session, and everything above them are left out.

    Raises UntrustedPeer like `check_user`, or if the process ended before it could be examined, and
    Unsupported for more than MAX_DEPTH processes. Every pid can be seen, so `connection` is not
    used.
    """
    with _open_peer(channel) as requester:
        for _ in range(_TRIES):
            with ExitStack() as stack:
                try:
                    chain = _walk(stack, requester)
                    members = _members(chain)
                except Unseen as error:
                    raise _gone(requester.pid) from error
                if requester.has_exited():
                    raise _gone(requester.pid)
                if not any(facts.has_exited() for facts in chain):
                    return Lineage(members)
    raise UntrustedPeer(f"the ancestors of process {requester.pid} could not be read")


def check_requester(channel: Channel, requester: Process) -> None:
    """Checks nothing: the system keeps with the pipe who connected, so it is no other process."""


def system() -> str:
    """The host's name. That is enough, as no two processes of one boot or the next have the same
    pid and start time."""
    return socket.gethostname()


def running(pid: int) -> Lineage | None:
    """The process of our user's that has this pid just now, and its ancestors. None: there is none,
    or it is another user's, or hidden."""
    with ExitStack() as stack:
        try:
            facts = stack.enter_context(ProcessFacts(pid))
            is_ours = distrust(facts.identity(), our_identity()) is None
            lineage = Lineage(_members(_walk(stack, facts))) if is_ours else None
            return None if facts.has_exited() else lineage  # a held handle shows ended ones, too
        except Unseen:
            return None


def served(lent: Lent) -> Lineage | None:
    """None, always: see `no_proof`."""
    return None


def has_exited(process: Process) -> bool:
    """Whether the process has ended, even if another process has its pid by now. False for pid 0,
    of which nothing is known."""
    if process.pid == 0:
        return False
    try:
        facts = _open_running(process)
    except Unseen:
        return False  # hidden does not mean gone: the process may have shut us out since
    if facts is None:
        return True
    facts.handle.close()
    return False


def watch_exit(process: Process, exited: Callable[[], None]) -> CallOff | None:
    """Calls `exited` once the process has exited, and again in each turn of the loop until that is
    called off. None: the process has exited already.

    Raises OSError, and Unsupported for pid 0, whose process is not known.
    """
    if process.pid == 0:
        raise Unsupported("a process whose pid is not known can't be watched")
    try:
        facts = _open_running(process)
    except Unseen as error:
        raise PermissionError(errno.EACCES, f"process {process.pid} is hidden: {error}") from error
    if facts is None:
        return None
    try:
        call_off = readiness.watch(facts.handle.number, exited)
    except BaseException:
        facts.handle.close()
        raise

    def end() -> None:
        call_off()
        facts.handle.close()

    return end


def watch_hang_up(channel: Channel, gone: Callable[[], None]) -> CallOff:
    """Calls `gone` once the other end has closed; see `hang_up`."""
    return hang_up.watch(pipe(channel), gone)


def daemon(channel: Channel) -> DaemonHandle:
    """The process at the other end, held; the caller closes it. Raises UntrustedPeer: it is another
    user's, or it has ended."""
    pid = _peer_pid(channel)
    with _open_peer(channel):
        held = daemon_handle.hold(pid)
    if held is None or held.has_ended():
        raise _gone(pid)
    return held


def _open_running(process: Process) -> ProcessFacts | None:
    """The process, held; None: it has exited. Raises Unseen: a hidden process has its pid."""
    try:
        facts = ProcessFacts(process.pid)
    except Gone:
        return None
    with ExitStack() as stack:
        stack.enter_context(facts)
        if facts.start() != process.start or facts.has_exited():
            return None
        stack.pop_all()
    return facts


def _peer_pid(channel: Channel) -> int:
    """The pid of the process at the other end. Raises UntrustedPeer."""
    try:
        return pipe(channel).peer_pid()
    except OSError as error:
        raise UntrustedPeer(f"the system does not tell who is at the other end: {error}") from error


def _gone(pid: int) -> UntrustedPeer:
    return UntrustedPeer(
        f"process {pid} exited before it could be looked at",
        remedy="keep the process that asks alive until it has its answer",
    )


def _hidden(pid: int, error: Unseen) -> UntrustedPeer:
    return UntrustedPeer(
        f"process {pid} can't be looked at: it is another user's, or has more rights ({error})",
        remedy="run both as the same user, alike",
    )


def _walk(stack: ExitStack, requester: ProcessFacts) -> list[ProcessFacts]:
    """The lineage, the requester first; its ancestors are held until the stack ends. Raises Unseen
    if a process that is held shows nothing, and Unsupported."""
    user = our_identity().user
    shell = native.shell_pid()
    chain: list[ProcessFacts] = []
    facts: ProcessFacts | None = requester
    while facts is not None:
        if len(chain) == MAX_DEPTH:
            raise Unsupported(f"process {requester.pid} has {MAX_DEPTH} ancestors or more")
        chain.append(facts)
        facts = _parent(stack, facts, user, shell)
    return chain


def _parent(
    stack: ExitStack, child: ProcessFacts, user: str, shell: int | None
) -> ProcessFacts | None:
    """The parent, held; None: it does not belong to the lineage."""
    pid = child.parent_pid()
    if pid in (0, shell):
        return None
    try:
        parent = stack.enter_context(ProcessFacts(pid))
        is_kin = (
            parent.identity().user == user
            and parent.start() <= child.start()
            and not parent.has_exited()
        )
    except Unseen:  # another user's, hidden from us, or gone
        return None
    return parent if is_kin and not begins_session(parent.image) else None


def begins_session(image: str | None) -> bool:
    """Whether this file is a program of the system that starts others for a person who logs in."""
    if image is None or terminals.program_of(image) not in _TOP:
        return False
    system = ntpath.join(os.environ.get("SYSTEMROOT", "C:\\Windows"), "System32")
    return ntpath.normcase(ntpath.dirname(image)) == ntpath.normcase(system)


def _members(chain: Sequence[ProcessFacts]) -> tuple[Member, ...]:
    """The lineage's members, for display. Raises Unseen."""
    links = [
        terminals.Link(
            facts.pid,
            terminals.program_of(facts.image or ""),
            facts.image,
            facts.argv(),
            facts.console_host(),
        )
        for facts in chain
    ]
    places = terminals.places(links)
    return tuple(map(_member, chain, links, places))


def _member(facts: ProcessFacts, link: terminals.Link, place: terminals.Place) -> Member:
    cwd = facts.cwd()
    return Member(
        Process(facts.pid, facts.start()),
        place.session,
        on_pty=place.on_pty,
        cgroup=place.cgroup,
        name=terminals.display_name(link.program, link.argv),
        argv=link.argv,
        cwd=cwd,
        is_sayso=is_our_command(link.image, link.argv, cwd),
    )
