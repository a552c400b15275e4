"""Answers that nobody collects, of one agent that asks ever new questions: as many as one likes."""

from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.events import Request
from sayso.core.lineage import Lineage
from sayso.core.questions import Choice, Confirm

KEPT_FOR = 1e9
"""Seconds: longer than any request may ask for, so that they are there all the while."""


def fill(broker: Broker, number: int, agent: Lineage, now: float) -> None:
    """Of a broker that remembers nothing yet: each question is its own dialog's, and approved."""
    for run in range(1, number + 1):
        request = Request(Confirm(f"Question {run} of many?"), wait=0, retention=KEPT_FOR)
        ask = e.Ask(-run, request, agent, frozenset(), f"ticket {-run}", f"claim {-run}")
        for event in (ask, e.Painted(run), e.Answered(run, Choice.APPROVE), e.DialogEnded(run)):
            broker.handle(event, now)
    assert broker.kept == number
