"""The process that started this one, held by a handle. Windows always tells the starter's pid, even
when another process has it."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from sayso.platforms.contract.starter import Client, Program
from sayso.platforms.windows.native import handles, kin

_TO_HOLD = kin.SYNCHRONIZE | kin.QUERY_LIMITED


class Held:
    """See the contract."""

    def __init__(self, pid: int, process: int | None) -> None:
        """`process`: the process's handle; None: the process has ended already."""
        self.pid = pid
        self._process = process

    def lives(self) -> bool:
        return self._process is None or not handles.is_signalled(self._process)


def hold() -> Held:
    pid = kin.parent_pid()
    return Held(pid, open_one(pid, _TO_HOLD))


def hold_other(pid: int) -> Held | None:
    try:
        process = kin.open_process(pid, _TO_HOLD)
    except PermissionError:  # another user's
        return None
    if process is None:
        return None
    held = Held(pid, process)
    if held.lives():
        return held
    handles.close(process)
    return None


def program(pid: int) -> Program | None:
    """The process with this pid; None: it has ended, or is hidden from us."""
    from sayso.platforms.windows import terminals  # few ask for it
    from sayso.platforms.windows.process_facts import ProcessFacts, Unseen

    try:
        with ProcessFacts(pid) as facts:
            argv = facts.argv()
            name = terminals.display_name(terminals.program_of(facts.image or ""), argv)
            told = Program(pid, facts.start(), facts.parent_pid(), name, argv, facts.cwd())
            return None if facts.has_exited() else told  # a held handle shows ended ones, too
    except Unseen:
        return None


def clients() -> tuple[Client, ...]:
    """An empty tuple: no agent on Windows hands its connections on."""
    return ()


def open_one(pid: int, rights: int) -> int | None:
    """A handle of our parent, which has or had this pid; None: it has ended. A process that has the
    pid by now, but began after we did, is not our parent."""
    process = kin.open_process(pid, rights)
    if process is not None and kin.times(process)[0] > kin.our_beginning():
        handles.close(process)
        return None
    return process
