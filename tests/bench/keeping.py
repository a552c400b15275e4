"""Measures what one event costs in a daemon that keeps many answers: no more than with few."""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from bench.figures import Row, times
from bench.pictures import lines
from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.events import Request
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.questions import Choice, Confirm
from sayso.core.settings import Settings

SIZES = (10, 100, 1_000, 10_000, 100_000)

A_TURN = 25
"""Samples of each kind of event that a turn takes."""

AGENT = Member(Process(100, 1.0), 100, True, "", "agent", cwd="/work")
COMMAND = Lineage((Member(Process(101, 2.0), 100, True, "", "sayso", cwd="/work"), AGENT))

Figures = dict[str, list[float]]
"""Microseconds, by what was done."""


def measure(turns: int) -> Iterator[Row]:
    desk = Desk()
    least: Figures = {}
    for size in SIZES:
        desk.fill(size)
        found = desk.samples(turns * A_TURN)
        for what, samples in found.items():
            figure = f"broker that keeps {size} answers: {what}"
            if least:
                beside = (f"with {SIZES[0]}", least[what])
                row = times(
                    figure, samples, unit="µs", reach="≤ 1.5 × with 10", limit=1.5, beside=beside
                )
            else:
                row = times(figure, samples, unit="µs")
            yield replace(row, line=what, among=size)
        least = least or found


def picture(rows: Sequence[Row]) -> str:
    """A picture of what each kind of event costs, over the number of answers that are kept."""
    found: dict[str, list[tuple[float, Sequence[float]]]] = defaultdict(list)
    for row in rows:
        found[row.line].append((row.among, row.samples))
    return lines("What an event costs the daemon's broker", "µs", "answers kept", found)


class Desk:
    """A broker with one agent, a person who approves at once, and a keeper that is told of every
    change."""

    def __init__(self) -> None:
        self._broker = Broker(Settings())
        self._broker.everything()
        self._now = 1000.0
        self._numbers = count(1)
        self._kept: list[Confirm] = []
        self._chance = random.Random(7)  # noqa: S311 (a bench's dice)

    def fill(self, size: int) -> None:
        """Asks and approves until `size` answers are kept."""
        while len(self._kept) < size:
            question = self._question()
            self._ask(question)
            self._approve()
            self._kept.append(question)

    def samples(self, number: int) -> Figures:
        found: Figures = {"ask": [], "retry": [], "claim": [], "tick": []}
        for _ in range(number):
            self._now += 1e-6
            question = self._question()
            found["ask"].append(timed(self._ask, question))
            self._withdraw()
            nth = self._chance.randrange(len(self._kept))
            found["retry"].append(timed(self._ask, self._kept[nth]))
            found["claim"].append(timed(self._claim))
            self._kept[nth] = question
            self._ask(question)
            self._approve()
            found["tick"].append(timed(self._handle, e.Tick()))
        return found

    def _question(self) -> Confirm:
        return Confirm("Deploy?", title=f"number {next(self._numbers)}")

    def _ask(self, question: Confirm) -> None:
        self._call = call = next(self._numbers)
        request = Request(question, wait=0, retention=600)
        exited = self._broker.kin(request, COMMAND)
        self._effects = self._handle(
            e.Ask(call, request, COMMAND, exited, f"ticket {call}", f"claim {call}")
        )

    def _approve(self) -> None:
        run = self._shown()
        self._handle(e.Painted(run))
        self._handle(e.Answered(run, Choice.APPROVE))
        self._handle(e.DialogEnded(run))

    def _withdraw(self) -> None:
        run = self._shown()
        self._handle(e.Withdraw(next(self._numbers), ticket=f"ticket {self._call}"))
        self._handle(e.DialogEnded(run))

    def _shown(self) -> int:
        (run,) = [effect.run for effect in self._effects if isinstance(effect, e.Show)]
        return run

    def _claim(self) -> None:
        claim = e.Claim(next(self._numbers), f"claim {self._call}", COMMAND.requester)
        effects = self._handle(claim)
        (outcome,) = [each.outcome for each in effects if isinstance(each, e.Reply)]
        assert outcome.allowed

    def _handle(self, event: e.Event) -> list[e.Effect]:
        """Hands an event to the broker, and asks when the next is due, as the daemon does after
        each event."""
        effects = self._broker.handle(event, self._now)
        self._broker.next_due()
        return effects


def timed(do: Callable[..., object], *arguments: object) -> float:
    begun = time.perf_counter_ns()
    do(*arguments)
    return (time.perf_counter_ns() - begun) / 1e3
