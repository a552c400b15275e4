"""One trial: a question, a process killed with -9 at a point, and callers that go on until one
acts.

A caller that was killed, or heard that the daemon is gone, is followed by another one with the
same request, or with the ticket that it left.
"""

import random
from dataclasses import dataclass

from faults.caller import Way
from faults.ledger import Line, Word
from faults.program import DENIED
from faults.promise import Loss, asked_anew, broken
from faults.stage import TICK, Stage
from sayso.errors import Expired
from sayso.frontends.cli import exits
from support.processes import StillWaiting

CALLERS = 5
"""Callers at most, one after another, until one acts."""

AFTER_THE_DAEMON = {"keeper.succeeding", "daemon.inherited"}
"""Points that are only reached after a daemon was killed: the trial kills it first, then its
victim."""

MOMENTS = (Word.SHOWN, Word.CLICKED, Word.RECORDED, Word.CLAIMING)
"""Events after one of which that daemon is killed."""

APART = 0.06
"""Seconds between two deaths, at most: a process that is to replace the first victim is just
starting. 0: both die while one of them stands at the point."""

ACTS = {exits.OK: "approved", exits.DENIED: "denied"}
"""What a person who runs the command does, by its exit status."""

HANDED_OUT = {"daemon.replied", "client.committed"}
"""Points at which the outcome was already handed to the caller."""


@dataclass(frozen=True)
class Result:
    killed: bool
    """Whether the point was reached as often as planned, and the victim was there."""
    faults: list[str]
    anew: bool
    """Whether the person had to answer again, because an answer was lost."""
    hits: int
    """How often the point was reached until a caller acted."""
    lines: list[Line]


@dataclass(frozen=True)
class Plan:
    number: int
    victim: str = ""
    """The role to kill. Empty: nobody. "a+b": a, and b a moment later."""
    hit: int = 1
    """The victim is killed when the point is reached for the `hit`-th time, from 1."""
    way: Way = Way.REQUEST
    moment: Word = Word.SHOWN
    denied: bool = False
    apart: float = 0.0
    """Seconds between two deaths."""

    @property
    def question(self) -> str:
        return f"{self.number} {self.victim} {DENIED if self.denied else 'approve'}"


def plan(
    number: int, victim: str, way: Way, hits: int, chance: random.Random, apart: float = APART
) -> Plan:
    """A random plan. `hits`: how often the point is reached when nobody is killed."""
    hit = chance.randint(1, max(1, hits))
    denied = chance.random() < 0.25
    gap = chance.uniform(0, apart)
    return Plan(number, victim, hit, way, chance.choice(MOMENTS), denied, gap)


def run(stage: Stage, plan: Plan) -> Result:
    """Runs a trial. Whatever goes wrong in it is not raised, but a fault in the result."""
    trial = Trial(stage, plan)
    try:
        trial.run()
    except (StillWaiting, OSError) as error:
        trial.faults.append(f"{error!r}")
    return trial.result()


class Trial:
    def __init__(self, stage: Stage, plan: Plan) -> None:
        self._stage = stage
        self._plan = plan
        self._hits = 0
        self._caller = 0
        self._killed = False
        self.faults: list[str] = []

    def run(self) -> None:
        stage = self._stage
        stage.at_the_point(None)
        stage.settle()
        stage.at_the_point(self._reached)
        for attempt in range(CALLERS):
            if attempt:
                self._let_it_arrive()
            self._caller = stage.start_caller(self._plan.question, self._ticket(), self._plan.way)
            if not attempt and self._plan.victim and stage.point in AFTER_THE_DAEMON:
                self._kill_the_daemon_first()
            status = stage.reap(self._caller)
            if self._plan.way is Way.COMMAND:
                self._act_on(status)
            if self._saw(Word.COMMITTED):
                break
        stage.let_go()
        stage.until(lambda: stage.nothing_is_due, "the second death")
        stage.at_the_point(None)
        self._is_spent()
        if not self.faults:  # after a fault this world is not used again
            stage.settle()

    def result(self) -> Result:
        lines = self._lines()
        faults = self.faults + broken(lines, self._loss(lines))
        return Result(self._killed, faults, asked_anew(lines), self._hits, lines)

    def _loss(self, lines: list[Line]) -> Loss:
        """What this trial may lose."""
        point = self._stage.point
        killed = {line.said: line.pid for line in lines if line.word is Word.KILLED}
        claimed = {line.pid for line in lines if line.word is Word.CLAIMING}
        acted = {line.pid for line in lines if line.word is Word.COMMITTED}
        return Loss(
            memory=(point == "keeper.succeeding" or "+" in self._plan.victim)
            and {"daemon", "keeper"} <= killed.keys(),
            spent=point in HANDED_OUT and killed.get("client") in claimed - acted,
            secret=self._plan.way.secret,
        )

    def _lines(self) -> list[Line]:
        return [line for line in self._stage.read() if line.question == self._plan.question]

    def _saw(self, word: Word) -> bool:
        return any(line.word is word for line in self._lines())

    def _ticket(self) -> str:
        """The last ticket that a caller left; empty: none."""
        return next((line.said for line in reversed(self._lines()) if line.word is Word.TICKET), "")

    def _kill_the_daemon_first(self) -> None:
        stage, moment = self._stage, self._plan.moment
        stage.until(lambda: self._saw(moment), f"a line that says {moment}")
        if self._plan.victim == "dialog":  # a dialog ends with its daemon, mostly before the point
            stage.hold("dialog")
        stage.kill(stage.alive("daemon")[0], "daemon", self._plan.question)

    def _reached(self, pid: int) -> None:
        self._hits += 1
        if self._killed or not self._plan.victim or self._hits < self._plan.hit:
            return
        first, _, second = self._plan.victim.partition("+")
        self._killed = self._kill(first, pid)
        self._stage.let_go()
        if self._killed and second and not self._plan.apart:
            self._kill(second)
        elif self._killed and second:
            self._stage.later(self._plan.apart, lambda: self._kill(second))

    def _kill(self, role: str, pid: int = 0) -> bool:
        """Kills a process of this role. `pid`: the process that stands at the point. False: there
        is none of this role."""
        victim = self._victim(role, pid)
        if victim is None:
            return False
        self._stage.kill(victim, role, self._plan.question)
        if not self._stage.has_one_alive():
            self._stage.find_daemon()
        return True

    def _act_on(self, status: int) -> None:
        """Notes the act of the shell that ran the command, by the command's exit status."""
        if status >= 0:
            word = Word.COMMITTED if status in ACTS else Word.FAILED
            said = ACTS.get(status, f"exit status {status}")
            self._stage.ledger.note(word, self._plan.question, said, self._caller)

    def _victim(self, role: str, pid: int) -> int | None:
        """The pid of the process to kill: the one at the point if it has this role; a dialog on the
        screen rather than a spare. None: there is no process of this role."""
        if role == "client":
            return self._caller
        there = self._stage.alive(role)
        shown = [line.pid for line in self._lines() if line.word is Word.SHOWN]
        there.sort(key=lambda each: (each == pid, each in shown))
        return there[-1] if there else None

    def _let_it_arrive(self) -> None:
        """Waits until the daemon has read what the caller before sent, and until the next caller
        will have a later start time as the kernel counts it: only then both are the same asker to
        the daemon."""
        stage = self._stage
        stage.find_daemon()
        stage.let(TICK)

    def _is_spent(self) -> None:
        """Checks that what was committed can't be had again in any way."""
        stage = self._stage
        stage.find_daemon()
        for prompt in stage.call("list")["result"]["prompts"]:
            if prompt["state"] == "answered":
                self.faults.append(f"an answer is kept that somebody else could have: {prompt}")
        if ticket := self._ticket():
            reply = stage.call("collect", ticket=ticket, wait=0)
            if reply.get("error", {}).get("data", {}).get("error") != Expired.name:
                self.faults.append(f"a spent ticket heard {reply}")
