"""Who started this process, and for whom that program works, as /proc and unix(7) tell."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import os

from sayso.platforms.unix import starter

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket

    from sayso.platforms.contract.starter import Program

hold = starter.hold


class Other:
    """See the contract, `Held`."""

    def __init__(self, pid: int) -> None:
        """Raises ProcessLookupError, Unsupported, OSError."""
        from sayso.platforms.linux import native

        self.pid = pid
        self._pidfd = native.open_pidfd(pid)

    def lives(self) -> bool:
        from sayso.platforms.linux import native

        return not native.is_readable(self._pidfd)

    def close(self) -> None:
        os.close(self._pidfd)


def hold_other(pid: int) -> Other | None:
    try:
        other = Other(pid)
    except ProcessLookupError:
        return None
    if other.lives():
        return other
    other.close()
    return None


def program(pid: int) -> Program | None:
    """The process with this pid; None: it has ended, or is hidden from us."""
    from sayso.platforms.contract.starter import Program  # few commands ask for it
    from sayso.platforms.linux.proc import Proc, Unseen, display_name

    try:
        with Proc(pid) as proc:
            stat, argv = proc.stat(), proc.argv()
            name = display_name(proc.exe(), stat.comm, argv)
            return Program(pid, stat.start, stat.ppid, name, argv, proc.cwd())
    except Unseen:
        return None


def clients() -> tuple[starter.Client, ...]:
    return starter.clients(_pid, program, proves=True)


def _pid(sock: socket.socket) -> int:
    """The pid of the process at the other end. Raises OSError: it is another user's."""
    from sayso.errors import UntrustedPeer
    from sayso.platforms.linux import native

    try:
        native.check_user(sock)
    except UntrustedPeer as error:
        raise PermissionError(error.message) from error
    return native.peer_credentials(sock)[0]
