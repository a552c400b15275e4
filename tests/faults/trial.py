"""One trial: a question, a process killed -9 at a point, and callers that go on until one acts.

A caller that was killed, or heard that the daemon is gone, is followed by another one with the
same request, or with the ticket that it left.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from faults.ledger import Line, Word
from faults.program import DENIED
from faults.promise import Loss, asked_anew, broken
from faults.stage import TICK, Stage
from sayso.errors import Expired
from support.processes import StillWaiting

CALLERS = 5
"""At most, until one acts."""

AFTER_THE_DAEMON = {"keeper.succeeding", "daemon.inherited"}
"""Points that are only reached when a daemon was killed before: that comes on top."""

MOMENTS = (Word.SHOWN, Word.CLICKED, Word.RECORDED, Word.CLAIMING)
"""When that one is killed."""

HANDED_OUT = {"daemon.replied", "client.committed"}
"""Points at which the outcome is the caller's."""


@dataclass(frozen=True)
class Result:
    killed: bool
    """The point was reached as often as it had to be, and the victim was there."""
    faults: list[str]
    anew: bool
    """The person saw the question again, after an answer that was lost."""
    hits: int
    """How often the point was reached until a caller acted."""
    lines: list[Line]


@dataclass(frozen=True)
class Plan:
    number: int
    victim: str = ""
    """Empty: nobody."""
    hit: int = 1
    """At which time that the point is reached."""
    by_ticket: bool = False
    moment: Word = Word.SHOWN
    denied: bool = False

    @property
    def question(self) -> str:
        return f"{self.number} {self.victim} {DENIED if self.denied else 'approve'}"


def plan(number: int, victim: str, hits: Sequence[int], chance: random.Random) -> Plan:
    """`hits`: how often the point is reached when nobody is killed; by request, and by ticket."""
    by_ticket = chance.random() < 0.5
    hit = chance.randint(1, hits[by_ticket]) if hits[by_ticket] else 1
    denied = chance.random() < 0.25
    return Plan(number, victim, hit, by_ticket, chance.choice(MOMENTS), denied)


def run(stage: Stage, plan: Plan) -> Result:
    """Never raises for what goes wrong in it: that is a fault."""
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
            self._caller = stage.start_caller(
                self._plan.question, self._ticket(), self._plan.by_ticket
            )
            if not attempt and self._plan.victim and stage.point in AFTER_THE_DAEMON:
                self._kill_the_daemon_first()
            stage.reap(self._caller)
            if self._saw(Word.COMMITTED):
                break
        stage.at_the_point(None)
        self._is_spent()
        if not self.faults:  # else this world is done with
            stage.settle()

    def result(self) -> Result:
        lines = self._lines()
        faults = self.faults + broken(lines, self._loss(lines))
        return Result(self._killed, faults, asked_anew(lines), self._hits, lines)

    def _loss(self, lines: list[Line]) -> Loss:
        """What this one may lose."""
        point = self._stage.point
        killed = {line.said: line.pid for line in lines if line.word is Word.KILLED}
        claimed = {line.pid for line in lines if line.word is Word.CLAIMING}
        acted = {line.pid for line in lines if line.word is Word.COMMITTED}
        return Loss(
            memory=point == "keeper.succeeding" and {"daemon", "keeper"} <= killed.keys(),
            spent=point in HANDED_OUT and killed.get("client") in claimed - acted,
        )

    def _lines(self) -> list[Line]:
        return [line for line in self._stage.read() if line.question == self._plan.question]

    def _saw(self, word: Word) -> bool:
        return any(line.word is word for line in self._lines())

    def _ticket(self) -> str:
        """The last one that a caller left."""
        return next((line.said for line in reversed(self._lines()) if line.word is Word.TICKET), "")

    def _kill_the_daemon_first(self) -> None:
        stage, moment = self._stage, self._plan.moment
        stage.until(lambda: self._saw(moment), f"a line that says {moment}")
        stage.kill(stage.alive("daemon")[0], "daemon", self._plan.question)

    def _reached(self, pid: int) -> None:
        self._hits += 1
        if self._killed or not self._plan.victim or self._hits < self._plan.hit:
            return
        victim = self._victim(pid)
        if victim is None:
            return
        self._killed = True
        self._stage.kill(victim, self._plan.victim, self._plan.question)
        if not self._stage.alive("daemon") and not self._stage.alive("keeper"):
            self._stage.start_daemon()

    def _victim(self, pid: int) -> int | None:
        """Its pid: who stands at the point, where that is one of its kind; a dialog on the screen
        rather than a spare."""
        role = self._plan.victim
        if role == "client":
            return self._caller
        there = self._stage.alive(role)
        shown = [line.pid for line in self._lines() if line.word is Word.SHOWN]
        there.sort(key=lambda each: (each == pid, each in shown))
        return there[-1] if there else None

    def _let_it_arrive(self) -> None:
        """What the caller before sent has been read, and the next one starts later, as the kernel
        counts it: only then it is the same asker to the daemon."""
        stage = self._stage
        stage.until(self._serves, "a daemon that serves")
        stage.let(TICK)

    def _serves(self) -> bool:
        try:
            return "result" in self._stage.call("status")
        except OSError:
            return False

    def _is_spent(self) -> None:
        """What was committed is not to be had again, by whatever way."""
        stage = self._stage
        stage.until(self._serves, "a daemon that serves")
        for prompt in stage.call("list")["result"]["prompts"]:
            if prompt["state"] == "answered":
                self.faults.append(f"an answer is kept that somebody else could have: {prompt}")
        if ticket := self._ticket():
            reply = stage.call("collect", ticket=ticket, wait=0)
            if reply.get("error", {}).get("data", {}).get("error") != Expired.name:
                self.faults.append(f"a spent ticket heard {reply}")
