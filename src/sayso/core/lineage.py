"""Who asks: a requester and its ancestors, and what follows from them.

Everything here is decided from kernel facts (pid, start time, session, terminal, control group).
For what comes from a place (another machine or a container), that place is a fact. Of processes
there that our kernel does not see, only the place's own word is known, which counts for nothing
outside of the place. Names and command lines are for display alone. `is_by_hand` uses names as
well, but it decides nothing except when a dialog appears. Where the kernel knows no sessions,
terminals or control groups, the platform says what stands for them.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from sayso.core.program_name import SHELLS

MOST_TEXT = 64 << 10
"""Most characters of the command lines and directories of a lineage: each question keeps it, and a
program may have a long chain of ancestors made for itself."""


@dataclass(frozen=True, order=True)
class Process:
    """One process, for as long as the system runs: a pid alone is used again.

    `start` is in seconds since boot, on the clock that runs through suspend, as exact as the kernel
    has it (Linux: ticks of 10 ms; Windows: 100 ns). A process in a foreign pid namespace has pid 0,
    and as `start` the negative number of its connection, so that it equals no other.
    """

    pid: int
    start: float
    system: str = ""
    """Where the process runs, if our kernel does not see it: its place, and what that place says of
    its boot and pid namespace. `start` is on that system's clock then. Empty: it runs here."""


@dataclass(frozen=True, order=True)
class Orphans:
    """The processes of one control group that have no terminal and were not started by any living
    process of the user's. To start another such process costs nothing, so they count as one.
    Processes of other pid namespaces, whose ancestors can't be seen, count as one as well."""

    cgroup: str


@dataclass(frozen=True, order=True)
class Place:
    """Everything that comes from one other machine or one container, whoever asks there."""

    name: str
    """The name that the person gave it."""


Account = Process | Orphans | Place
"""Whom limits, turns and quiet periods are counted for."""


def place_of(account: Account) -> str:
    """The name of the account's place; empty: this machine."""
    return account.name if isinstance(account, Place) else ""


@dataclass(frozen=True)
class Member:
    """One process of a lineage, as it was when the requester connected."""

    process: Process
    session: int
    """Session id; the session's leader has it as its pid."""
    on_pty: bool
    """Whether its controlling terminal is a pseudo-terminal."""
    cgroup: str
    """The path of its control group; empty where the system has none."""
    name: str
    """The base name of its executable, else the kernel's short name for it; for display alone."""
    argv: tuple[str, ...] | None = None
    """Command line; None: could not be read (shown as unknown)."""
    cwd: str | None = None
    """Working directory; None: could not be read (shown as unknown)."""
    is_sayso: bool = False
    """Whether it runs this package's command; for display alone."""

    @property
    def leads_terminal(self) -> bool:
        return self.on_pty and self.session == self.process.pid


@dataclass(frozen=True)
class Lineage:
    """The processes behind a request: the requester first, then its ancestors outwards. Never
    empty."""

    members: tuple[Member, ...]
    container: bool = False
    """Whether the requester lives in a pid namespace that we can't see into."""
    unproven: bool = False
    """Whether the requester may be another program of the same user: the system tells who last used
    the connection, not who connected."""
    place: str = ""
    """The name of the other machine or container that the request comes from; empty: this
    machine."""
    claimed: bool = False
    """Whether the members are only what the place says: our kernel does not see them."""
    clock_ahead: float = 0.0
    """Seconds that the clock of claimed members is ahead of ours, as near as is known."""
    nested: bool = False
    """Whether the requester lives in a pid namespace below ours, where the kernel shows it all the
    same."""
    carrier: Member | None = None
    """The process on this machine that brings what the place sends; None: our kernel sees the
    sender."""

    @property
    def requester(self) -> Process:
        return self.members[0].process

    @property
    def cwd(self) -> str | None:
        return self.members[0].cwd

    @cached_property
    def processes(self) -> tuple[Process, ...]:
        return tuple(member.process for member in self.members)

    @cached_property
    def origin(self) -> Process:
        """The process that stands for where the person works.

        It is the outermost session leader on a pseudo-terminal; if there is none, the outermost
        process in the requester's own control group; where there are no control groups, the
        outermost process.
        """
        leaders = [member for member in self.members if member.leads_terminal]
        group = self.members[0].cgroup
        kin = [member for member in self.members if member.cgroup == group]
        return (leaders or kin)[-1].process

    @cached_property
    def account(self) -> Account:
        """The origin; or the orphans of its control group, if it is one of them; or the place, for
        what comes from a place."""
        if self.place:
            return Place(self.place)
        outermost = self.members[-1]
        is_orphan = self.origin == outermost.process and not outermost.on_pty
        return Orphans(outermost.cgroup) if is_orphan else self.origin

    @property
    def default_owner(self) -> Process | None:
        """The process whose exit withdraws open prompts: the origin, unless that is the requester.
        None: there is none, as for claimed members, which nobody watches."""
        unwatched = self.claimed or self.origin == self.requester
        return None if unwatched else self.origin

    @property
    def is_by_hand(self) -> bool:
        """Whether the person typed the command, as far as can be known: from the requester to the
        shell that leads their terminal there are only shells and our own command. An agent in a
        terminal of its own, such as an editor opens, can't be told from a person. False for what
        comes from another machine or a container: nothing is known of a hand there."""
        if self.place:
            return False
        inner = self.members[: self.processes.index(self.origin) + 1]
        return inner[-1].leads_terminal and all(map(_is_passed_over, inner))

    @property
    def asker(self) -> Member:
        """The member that the dialog names: the nearest that is neither a shell nor our own
        command."""
        return self.members[len(self.between)]

    @property
    def between(self) -> tuple[Member, ...]:
        """The members that were passed over to find the asker, requester first. The dialog names
        them as well."""
        passed_over = [_is_passed_over(member) for member in self.members[:-1]]
        return self.members[: (*passed_over, False).index(False)]

    def find(self, pid: int) -> Process | None:
        """The member with this pid, or None."""
        return next((process for process in self.processes if process.pid == pid), None)

    def bounded(self) -> "Lineage":
        """This lineage with so many command lines and directories, from the requester on, as
        MOST_TEXT allows; those beyond are unknown."""
        left, members = MOST_TEXT, list[Member]()
        for member in self.members:
            left -= sum(map(len, (member.cwd or "", *(member.argv or ()))))
            members.append(member if left >= 0 else replace(member, argv=None, cwd=None))
        return self if left >= 0 else replace(self, members=tuple(members))


def _is_passed_over(member: Member) -> bool:
    """Whether the member only asks for whoever started it."""
    return member.name in SHELLS or member.is_sayso


class Kinship(Enum):
    """How a new call relates to an earlier one (the same-asker rule of the contract)."""

    SAME = "same"
    """The same asker: it may take the prompt and collect its answer."""
    LEFT_BEHIND = "left behind"
    """The earlier requester lives on, cut off from its asker: the new call may take the prompt from
    it while that is open, but no answer."""
    OTHER = "other"


def kinship(
    earlier: Lineage, arrived: float, newer: Lineage, exited: frozenset[Process]
) -> Kinship:
    """Whether `newer` is the same asker as `earlier`, whose call arrived at `arrived`.

    `exited` holds those of `earlier.processes` that have exited (zombies included). The same
    process is the same asker. Otherwise their nearest common ancestor must lie at or below the
    origin, everything below it in the earlier lineage must have exited, and everything below it in
    the newer one must have started after the earlier call arrived: so two agents that live side by
    side are never taken for one another.
    """
    if earlier.requester == newer.requester:
        return Kinship.SAME
    shared = set(newer.processes)
    common = next((process for process in earlier.processes if process in shared), None)
    if common is None or not (_within_origin(common, earlier) and _within_origin(common, newer)):
        return Kinship.OTHER
    fresh = newer.processes[: newer.processes.index(common)]
    if not all(process.start > arrived + earlier.clock_ahead for process in fresh):
        return Kinship.OTHER
    below = earlier.processes[: earlier.processes.index(common)]
    if below and exited.issuperset(below):
        return Kinship.SAME
    if len(below) > 1 and below[0] not in exited and exited.issuperset(below[1:]):
        return Kinship.LEFT_BEHIND
    return Kinship.OTHER


def _within_origin(process: Process, lineage: Lineage) -> bool:
    processes = lineage.processes
    return processes.index(process) <= processes.index(lineage.origin)
