"""Notifications beside requests and replies, for a program that asks from another machine or from a
container: from a *place*.

Our kernel sees nothing of such a program. So its client says who asks (`introduce`), once the
daemon's greeting has told it that it comes from a place. It answers which of the place's processes
have exited (`exited`), so that the daemon can recognise the same asker. And it gives a sign of life
(`echo`) for each progress that it hears. All this is the place's own word, and counts for nothing
outside of that place.
"""

from __future__ import annotations

from dataclasses import replace

from sayso.core.lineage import Lineage, Member, Process
from sayso.errors import ProtocolError
from sayso.wire.params import Params, Record, field
from sayso.wire.shapes import Flag, ListOf, Number, Text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_PROCESSES = 64
"""Most processes in an introduction."""
MOST_CHECKED = 4096
"""Most processes that a client is asked about at once."""
MOST_TEXT = 32 << 10
"""Most characters in an introduction: the daemon keeps it with each question, as long as that
lasts."""
_ARGUMENTS = 256
_TEXT = Text(4096)
_NAME = Text(200)
_IDENTITY = Text(100)
_PID = Number(whole=True, least=1, below=1 << 32)
_START = Number(least=0)


class ClaimedProcess(Params):
    """A process as its own machine knows it."""

    pid: int = field(_PID, "In its own pid namespace.")
    start: float = field(_START, "Seconds since that machine's boot, counted through suspend.")
    name: str = field(_NAME, "Base name of what it executes.")
    command: tuple[str, ...] = field(
        ListOf(_TEXT, 0, _ARGUMENTS), "Command line; none: unknown.", ()
    )
    directory: str = field(_TEXT, "Working directory; empty: unknown.", "")
    session: int = field(
        Number(whole=True, least=0, below=1 << 32), "Id of the session that the process is of.", 0
    )
    on_pty: bool = field(Flag(), "Whether the controlling terminal is a pseudo-terminal.", False)
    cgroup: str = field(_TEXT, "Path of the control group; empty: none.", "")
    is_sayso: bool = field(Flag(), "Whether the process is a command of sayso.", False)


def _fits(processes: Sequence[ClaimedProcess]) -> None:
    """Raises ValueError if the texts of all processes together are too long."""
    texts = ((each.name, each.directory, each.cgroup, *each.command) for each in processes)
    if sum(len(text) for each in texts for text in each) > MOST_TEXT:
        raise ValueError(f"must hold at most {MOST_TEXT} characters in all")


class Introduce(Params):
    """Who asks from a place, as that place says. Sent once, before the first question."""

    system: str = field(
        _IDENTITY, "Identity of the machine since its boot, and of its pid namespace."
    )
    now: float = field(_START, "The time on the clock that `start` counts on.")
    processes: tuple[ClaimedProcess, ...] = field(
        ListOf(Record(ClaimedProcess), 1, MOST_PROCESSES, _fits),
        f"The one that asks, then its ancestors; at most {MOST_TEXT} characters in all.",
    )


class Exited(Params):
    """The client's answer to `check_exited`: which of those processes are gone."""

    check: int = field(Number(whole=True, least=1), "The number that `check_exited` gave.")
    processes: tuple[int, ...] = field(
        ListOf(Number(whole=True, least=0), 0, MOST_CHECKED),
        "Their places in its list, counted from 0. What is left out may be alive.",
    )


def unintroduced(place: str, connection: str, seen: Lineage) -> Lineage:
    """The lineage of a connection from a place that has not said who asks there. It is equal to no
    other, as `connection` is a name that no other connection has. `seen`: what our kernel sees at
    the other end. If that is a process of the place itself, its lineage is a fact, and kept."""
    if seen.nested:
        return replace(seen, place=place)
    nobody = Process(0, 0.0, f"{place}/{connection}")
    member = Member(nobody, 0, on_pty=False, cgroup="", name="")
    return Lineage((member,), place=place, claimed=True, carrier=seen.members[0])


def claimed(said: Introduce, place: str, carrier: Member | None, now: float) -> Lineage:
    """The lineage that a client tells of itself, as its place's claim. `carrier`: the process here
    that passes on what the place sends. `now`: the time on our clock, in seconds since boot."""
    system = f"{place}/{said.system}"
    members = tuple(
        Member(
            Process(each.pid, each.start, system),
            each.session,
            on_pty=each.on_pty,
            cgroup=each.cgroup,
            name=each.name,
            argv=each.command or None,
            cwd=each.directory or None,
            is_sayso=each.is_sayso,
        )
        for each in said.processes
    )
    return Lineage(members, place=place, claimed=True, clock_ahead=said.now - now, carrier=carrier)


def introduction(members: Sequence[Member], system: str, now: float) -> dict[str, Any]:
    """The `params` of `introduce`. `members`: this process and its ancestors. `now`: the time, on
    the clock of their start times."""
    told = [_told(each) for each in members[:MOST_PROCESSES]]
    _make_fit(told)
    return {"system": system, "now": now, "processes": told}


def _make_fit(told: list[dict[str, Any]]) -> None:
    """Shortens an introduction that is too long: first it replaces command lines, then it drops
    whole processes, the outermost first in either case, as they matter least."""
    for each in reversed(told):
        if _size(told) > MOST_TEXT:
            each["command"] = each["command"] and ["…"]
    while _size(told) > MOST_TEXT:
        told.pop()


def _size(told: Sequence[dict[str, Any]]) -> int:
    return sum(
        len(text)
        for each in told
        for text in (each["name"], each["directory"], each["cgroup"], *each["command"])
    )


def _told(member: Member) -> dict[str, Any]:
    return {
        "pid": member.process.pid,
        "start": member.process.start,
        "name": _cut(member.name, _NAME),
        "command": _told_command(member.argv or ()),
        "directory": _cut(member.cwd or "", _TEXT),
        "session": member.session,
        "on_pty": member.on_pty,
        "cgroup": _cut(member.cgroup, _TEXT),
        "is_sayso": member.is_sayso,
    }


def _told_command(argv: Sequence[str]) -> list[str]:
    """The command line, for display alone. "…" stands for what there is no room for."""
    told = [_cut(each, _TEXT) for each in argv[:_ARGUMENTS]]
    return [*told[:-1], "…"] if len(argv) > _ARGUMENTS else told


def _cut(text: str, to: Text) -> str:
    """The text, cut to the length that `to` allows. Bytes that are no UTF-8, as in names of files,
    become the escapes by which Python shows them."""
    return text.encode(errors="backslashreplace").decode()[: to.most]


def to_check(check: int, processes: Sequence[Process]) -> dict[str, Any]:
    """The `params` of `check_exited`."""
    return {"check": check, "processes": [[each.pid, each.start] for each in processes]}


def read_to_check(params: dict[str, Any]) -> tuple[int, list[Process]]:
    """The number of the daemon's check, and the processes that it asks about. Raises
    ProtocolError."""
    try:
        told = [Process(int(pid), float(start)) for pid, start in params["processes"]]
        return int(params["check"]), told
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError("the daemon's check_exited can't be read") from error
