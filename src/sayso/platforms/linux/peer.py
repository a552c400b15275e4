"""Who is at the other end on Linux: a process and its ancestors, as the kernel tells.

This is the row *lineage* of the answer contract: the peer is found by SO_PEERPIDFD, else by
SO_PEERCRED and pidfd_open with the start time equal before and after; each link to a parent is
checked again after it was read.
"""

import sys

assert sys.platform == "linux"

import _socket
import os
from collections.abc import Callable
from contextlib import ExitStack, suppress

from sayso.core.lineage import Lineage, Member, Process
from sayso.errors import SaysoError, Unsupported, UntrustedPeer
from sayso.platforms.contract.channel import Channel, Lent
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.linux import daemon_handle, native, readiness
from sayso.platforms.linux.daemon_handle import DaemonHandle
from sayso.platforms.linux.ours import is_our_command
from sayso.platforms.linux.proc import Proc, Stat, Unseen, display_name
from sayso.platforms.unix.channel import SocketChannel
from sayso.platforms.unix.channel import sock as sock_of

MAX_DEPTH = 256
"""The most processes in a lineage: an endless chain would hold the daemon up."""

keepers = daemon_handle.keepers

no_proof: str | None = None

_TRIES = 5  # a parent may die while we read: then its child has another parent


def check_user(channel: Channel, user: int | None = None) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as `user`; None: as our own."""
    native.check_user(sock_of(channel), user)


def lineage(channel: Channel, connection: int, user: int | None = None) -> Lineage:
    """The process at the other end and its ancestors of the same user, without PID 1 and the user's
    session manager.

    `connection` is a number that no other connection has. Raises UntrustedPeer: the process is
    another user's, exited before it could be examined, or has ancestors that could not be read.
    Raises Unsupported: the kernel has no pidfd_open, or there are more than MAX_DEPTH processes.
    """
    check_user(channel, user)
    sock = sock_of(channel)
    pid, uid = native.peer_credentials(sock)
    if pid == 0:
        stranger = Member(Process(0, -connection), 0, on_pty=False, cgroup="", name="unknown")
        return Lineage((stranger,), container=True)
    with ExitStack() as stack:
        pidfd = _open_peer(sock, pid)
        stack.callback(os.close, pidfd)
        for _ in range(_TRIES):
            try:
                members, nested = _walk(pid, uid), _is_nested(pid)
            except Unseen:
                members, nested = (), False
            if native.is_readable(pidfd):
                raise _gone(pid)
            # The peer has not exited, so all that was read under its pid was about it.
            if members:
                return Lineage(members, nested=nested)
    raise UntrustedPeer(f"the ancestors of process {pid} could not be read")


def check_requester(channel: Channel, requester: Process) -> None:
    """Checks nothing: the kernel records with the socket who connected, and never changes that."""


def system() -> str:
    """Identifies this boot and this pid namespace: random(4), pid_namespaces(7)."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        boot = file.read().strip()
    return f"{boot}/{os.readlink('/proc/self/ns/pid')}"


def running(pid: int) -> Lineage | None:
    """The process of our user that has this pid just now, and its ancestors. None: there is none,
    or it is another user's, or hidden."""
    for _ in range(_TRIES):
        with suppress(Unseen):
            with Proc(pid) as proc:
                if proc.uid() != os.geteuid():
                    return None
            lineage = Lineage(_walk(pid, os.geteuid()))
            return None if has_exited(lineage.requester) else lineage
    return None


def served(lent: Lent) -> Lineage | None:
    """The process that connected this socket, which a server accepted, and that still holds the
    other end; and its ancestors. None: there is none, or it can't be told."""
    from sayso.platforms.linux import lent as sockets  # few lend any

    sock = sockets.sock_of(lent)
    if sock is None or not sockets.is_accepted(sock):
        return None
    try:
        found = lineage(SocketChannel(sock), 0)
        holds = not found.container and sockets.is_held(sock, found.requester.pid)
    except (SaysoError, OSError):
        return None
    # The process has not exited, so all that was read under its pid was about it.
    return found if holds and not has_exited(found.requester) else None


def has_exited(process: Process) -> bool:
    """Whether the process is gone or a zombie, or its pid is another process's by now.

    False for a process in another pid namespace (pid 0): nothing is known of it.
    """
    if process.pid == 0:
        return False
    pidfd = _open_running(process)
    if pidfd is None:
        return True
    os.close(pidfd)
    return False


def watch_exit(process: Process, exited: Callable[[], None]) -> CallOff | None:
    """Calls `exited` when the process exits. None: it has exited already.

    Raises OSError, and Unsupported for a process in another pid namespace (pid 0).
    """
    if process.pid == 0:
        raise Unsupported("a process in another pid namespace can't be watched")
    pidfd = _open_running(process)
    return None if pidfd is None else readiness.watch(pidfd, exited)


def watch_hang_up(channel: Channel, gone: Callable[[], None]) -> CallOff:
    """Calls `gone` when the other end has closed both directions. Raises OSError."""
    return readiness.watch(native.hang_up_descriptor(sock_of(channel)), gone)


def _open_running(process: Process) -> int | None:
    """A pidfd of the process; None: it has exited. Raises OSError."""
    try:
        pidfd = native.open_pidfd(process.pid)
    except ProcessLookupError:
        return None
    # Hidden (None) is not gone: it may have made itself unreadable since.
    if _start(process.pid) in (process.start, None) and not native.is_readable(pidfd):
        return pidfd
    os.close(pidfd)
    return None


def daemon(channel: Channel) -> DaemonHandle:
    """A handle of the process at the other end; the caller closes it.

    Raises UntrustedPeer: it is another user's process, or gone already, or the session manager,
    which listens for a daemon that is yet to start. Raises Unsupported: no pidfd_open.
    """
    check_user(channel)
    sock = sock_of(channel)
    pid, _uid = native.peer_credentials(sock)
    held = DaemonHandle(pid, _open_peer(sock, pid))
    with suppress(Unseen):
        if _manages_session(pid):
            held.close()
            raise UntrustedPeer("the session manager listens; no daemon has yet")
        if not held.has_ended():
            return held
    held.close()
    raise _gone(pid)


def _manages_session(pid: int) -> bool:
    """Whether the process is the session manager. Raises Unseen: it is gone."""
    with Proc(pid) as proc:
        return manages_session(proc.cgroup)


def _open_peer(sock: _socket.socket, pid: int) -> int:
    try:
        pidfd = native.peer_pidfd(sock)
        if pidfd is not None:
            return pidfd
        before = _start(pid)
        pidfd = native.open_pidfd(pid)
    except ProcessLookupError as error:
        raise _gone(pid) from error
    if before is None or _start(pid) != before:
        os.close(pidfd)
        raise _gone(pid)
    return pidfd


def _gone(pid: int) -> UntrustedPeer:
    return UntrustedPeer(
        f"process {pid} exited before it could be looked at",
        remedy="keep the process that asks alive until it has its answer",
    )


def _start(pid: int) -> float | None:
    try:
        with Proc(pid) as proc:
            return proc.stat().start
    except Unseen:
        return None


def _is_nested(pid: int) -> bool:
    """Whether the process lives in a pid namespace below ours. Raises Unseen."""
    with Proc(pid) as proc:
        return proc.depth() > 1


def _walk(pid: int, uid: int) -> tuple[Member, ...]:
    """The process and its ancestors, as far as they are this user's. Raises Unseen when a parent
    changed meanwhile, Unsupported when there are too many."""
    members: list[Member] = []
    proc: Proc | None = Proc(pid)
    while proc is not None:
        with proc:
            if len(members) == MAX_DEPTH:
                raise Unsupported(f"process {pid} has {MAX_DEPTH} ancestors or more")
            stat = proc.stat()
            members.append(_member(proc, stat))
            proc = _parent(proc, stat.ppid, uid)
    return tuple(members)


def _parent(child: Proc, ppid: int, uid: int) -> Proc | None:
    """The parent, open, if it belongs to the lineage; else None. Raises Unseen when the parent
    changed meanwhile."""
    if ppid <= 1:  # 0: in another pid namespace
        return None
    with ExitStack() as stack:
        try:
            parent = stack.enter_context(Proc(ppid))
            kin = parent.uid() == uid and not manages_session(parent.cgroup)
        except Unseen:
            kin = False  # another user's, hidden from us; or dead: then the child has another
        if child.stat().ppid != ppid:
            raise Unseen(f"process {child.pid} has another parent by now")
        if not kin:
            return None
        stack.pop_all()
        return parent


def manages_session(cgroup: str) -> bool:
    """Whether this is the cgroup of our user's session manager: systemd.special(7),
    user@UID.service."""
    return cgroup.endswith(f"/user@{os.geteuid()}.service/init.scope")


def _member(proc: Proc, stat: Stat) -> Member:
    argv, exe, cwd = proc.argv(), proc.exe(), proc.cwd()
    return Member(
        Process(proc.pid, stat.start),
        stat.session,
        on_pty=stat.on_pty,
        cgroup=proc.cgroup,
        name=display_name(exe, stat.comm, argv),
        argv=argv,
        cwd=cwd,
        is_sayso=is_our_command(exe, argv, cwd),
    )
