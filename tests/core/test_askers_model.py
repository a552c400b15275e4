"""The same-asker rule on random process trees: the broker beside the contract's own words."""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

import pytest

from sayso.core import answers
from sayso.core.lineage import Member, Process
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from support.core_driver import DEPLOY, Call, Chain, Driver
from support.lengths import AtLength

TREES = 2000
ASKS = 6
ROOMY = Settings(prompts_per_origin=100, denials=100)
"""No limit and no quiet period stands between a request and the same-asker rule."""


class Tree:
    """Processes as the kernel has them: an orphan's parent is lost, a lineage ends there."""

    def __init__(self, chance: random.Random, driver: Driver) -> None:
        self._chance = chance
        self._driver = driver
        self._pids = count(10)
        self._parents: dict[Process, Process | None] = {}
        self._members: dict[Process, Member] = {}
        self.alive: list[Process] = []

    def spawn(self, parent: Process | None) -> Process:
        process = Process(next(self._pids), self._driver.now)
        chance = self._chance
        above = self._members.get(parent) if parent else None
        leads = chance.random() < 0.2
        self._members[process] = Member(
            process,
            session=process.pid if leads or not above else above.session,
            on_pty=(leads and chance.random() < 0.7) or bool(above and above.on_pty),
            cgroup=above.cgroup if above and chance.random() < 0.9 else f"/{process.pid}",
            name="sh",
            cwd="/work" if chance.random() < 0.95 else chance.choice(["/other", None]),
        )
        self._parents[process] = parent
        self.alive.append(process)
        return process

    def grow(self, parent: Process) -> Process:
        """A few processes, each the child of the one before; the last of them."""
        for _ in range(self._chance.randint(1, 3)):
            self._pass_time()
            parent = self.spawn(parent)
        return parent

    def end(self, process: Process) -> None:
        if process in self.alive:
            self.alive.remove(process)
            self._driver.gone.add(process)

    def lineage(self, process: Process) -> Chain:
        parent = self._parents[process]
        above = self.lineage(parent) if parent in self.alive else ()
        return (self._members[process], *above)

    def end_some(self, lineage: Chain) -> None:
        """What a command's end, a killed shell or an accident leaves of a lineage."""
        below = lineage[: self._chance.randint(0, len(lineage) - 1)]
        spared = self._chance.choice(["nobody", "nobody", "the requester", "the requester", "some"])
        for place, member in enumerate(below):
            if spared == "some" and self._chance.random() < 0.3:
                continue
            if spared != "the requester" or place:
                self.end(member.process)

    def _pass_time(self) -> None:
        if self._chance.random() < 0.8:
            self._driver.now += 0.01


@dataclass
class Remembered:
    """A prompt as the rule needs it."""

    number: int
    lineage: Chain
    arrived: float
    answer: Choice | None = None


@dataclass
class Rule:
    """The contract's paragraph below the retry table, word by word."""

    gone: set[Process]
    memory: list[Remembered] = field(default_factory=list)

    def match(self, lineage: Chain) -> Remembered | None:
        mine = [known for known in self.memory if self._may_have(known, lineage)]
        for wanted in (
            [known for known in mine if known.answer is Choice.DENY],
            [known for known in mine if known.answer is not None],
            mine,
        ):
            if wanted:
                return wanted[0]
        return None

    def _may_have(self, known: Remembered, lineage: Chain) -> bool:
        requester, former = lineage[0], known.lineage[0]
        if requester.cwd != former.cwd:
            return False
        if requester.process == former.process:
            return True
        ancestor = _nearest(known.lineage, lineage)
        if requester.cwd is None or ancestor is None:
            return False
        at_or_below_the_origin = all(
            _origin(chain) in _from(ancestor, chain) for chain in (known.lineage, lineage)
        )
        all_started_after = not any(
            process.start <= known.arrived for process in _below(ancestor, lineage)
        )
        left = [p for p in _below(ancestor, known.lineage) if p not in self.gone]
        requester_has_gone = former.process in self.gone
        left_behind = left == [former.process] and known.lineage[1].process != ancestor
        return (
            at_or_below_the_origin
            and all_started_after
            and ((not left and requester_has_gone) or (left_behind and known.answer is None))
        )


def _pids(chain: Chain) -> list[Process]:
    return [member.process for member in chain]


def _from(process: Process, chain: Chain) -> list[Process]:
    """It and all above it."""
    return _pids(chain)[_pids(chain).index(process) :]


def _below(process: Process, chain: Chain) -> list[Process]:
    above = _from(process, chain)
    return [other for other in _pids(chain) if other not in above]


def _nearest(one: Chain, other: Chain) -> Process | None:
    common = set(_pids(one)) & set(_pids(other))
    return min(common, key=_pids(one).index, default=None)


def _origin(chain: Chain) -> Process:
    origin = None
    for member in chain:
        if member.on_pty and member.session == member.process.pid:
            origin = member.process
    if origin is None:
        for member in chain:
            if member.cgroup == chain[0].cgroup:
                origin = member.process
    assert origin
    return origin


class Trial:
    """One tree: calls with the same words from all over it, while its processes come and go."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 (a test's dice)
        self.driver = Driver(ROOMY)
        self.tree = Tree(self.chance, self.driver)
        self.rule = Rule(self.driver.gone)
        self.seen: Counter[str] = Counter()
        self.latest: Chain = ()
        self.calls: dict[int, Call] = {}
        self.tickets: dict[str, int] = {}
        self.root = self.tree.spawn(None)
        for _ in range(2):
            self.tree.grow(self.chance.choice(self.tree.alive))

    def run(self) -> Counter[str]:
        for _ in range(ASKS):
            self._ask(self._requester())
            self._person()
            self.tree.end_some(self.latest)
        return self.seen

    def _requester(self) -> Process:
        """A new command below what the latest call has left, or any process."""
        alive = self.tree.alive or [self.tree.spawn(None)]
        left = [member.process for member in self.latest if member.process in alive]
        kind = self.chance.random()
        if left and kind < 0.7:
            requester_lives = len(left) > 1 and left[0] == self.latest[0].process
            return self.tree.grow(left[1] if requester_lives and kind < 0.6 else left[0])
        return self.chance.choice(left if left and kind < 0.8 else alive)

    def _ask(self, process: Process) -> None:
        if self.chance.random() < 0.9:
            self.driver.now += 0.01
        self.latest = lineage = self.tree.lineage(process)
        known = self.rule.match(lineage)
        call = self.driver.ask(lineage)
        if known is None:
            self.seen["new"] += 1
            known = Remembered(self.seen["new"], lineage, self.driver.now)
            self.rule.memory.append(known)
        else:
            left_behind = known.lineage[0].process not in self.driver.gone | {process}
            self.seen["left behind" if left_behind else "same"] += 1
            known.lineage, known.arrived = lineage, self.driver.now
        if known.answer is None:
            assert call.progress[-1].number == known.number
            self.calls[known.number] = call
        else:
            self.seen["answer"] += 1
            self._collect(known, call)

    def _person(self) -> None:
        if self.driver.on_screen and self.chance.random() < 0.4:
            self.driver.paint()
            number = self.driver.show.number
            known = next(known for known in self.rule.memory if known.number == number)
            known.answer = self.chance.choice(list(Choice))
            self.driver.click(known.answer)
            if self.chance.random() < 0.3:
                self._collect(known, self.calls[number])

    def _collect(self, known: Remembered, call: Call) -> None:
        """The answer of this very prompt, and then it is nobody's any more."""
        assert known.answer
        assert self.tickets.setdefault(call.offer.ticket, known.number) == known.number
        assert self.driver.take(call) == answers.choose(DEPLOY, known.answer)
        self.rule.memory.remove(known)


@pytest.mark.hypothesis
def test_a_call_finds_what_the_contract_says_it_may_find(at_length: AtLength) -> None:
    trees = at_length(TREES // 8, TREES)
    seen: Counter[str] = Counter()
    for seed in range(trees):
        seen += Trial(seed).run()
    for what in ("new", "same", "left behind", "answer"):
        assert seen[what] > trees / 20, f"too few of {what!r} to mean anything: {seen}"
