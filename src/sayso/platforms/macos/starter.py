"""Who started this process, and for whom that program works, by libproc and unix(4)."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.contract.starter import Program
from sayso.platforms.unix import starter

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket

hold = starter.hold


class Other:
    """See `Held` in the contract. macOS has no handle on a process: pid and start time identify
    it."""

    def __init__(self, pid: int, started: int) -> None:
        self.pid = pid
        self._started = started

    def lives(self) -> bool:
        from sayso.platforms.macos import process_facts

        try:
            return process_facts.started(self.pid) == self._started
        except OSError:  # hidden is not gone
            return True


def hold_other(pid: int) -> Other | None:
    from sayso.platforms.macos import process_facts  # few ask for it

    started = process_facts.started(pid)
    return None if started is None else Other(pid, started)


def program(pid: int) -> Program | None:
    """What may be shown of process `pid`; None: it has ended, or is another user's."""
    from sayso.platforms.macos import process_facts  # few ask for it
    from sayso.platforms.macos.peer import display_name

    try:
        facts = process_facts.read(pid)
        start = facts.start
    except (process_facts.Unseen, OSError):
        return None
    name = display_name(facts.image, facts.name, facts.argv)
    return Program(pid, start, facts.parent, name, facts.argv, facts.cwd)


def clients() -> tuple[starter.Client, ...]:
    return starter.clients(_pid, program, proves=False)


def _pid(sock: socket.socket) -> int:
    """The pid at the other end. It may be another user's process, which `program` does not show.
    Raises OSError."""
    from sayso.platforms.macos.native import sockets

    return sockets.peer_pid(sock)
