"""Fills a broker with answers that nobody collects, to questions of one agent."""

from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.events import Request
from sayso.core.lineage import Lineage
from sayso.core.questions import Choice, Confirm

KEPT_FOR = 1e9
"""Seconds that the answers are kept: longer than any request may ask for, so that they stay."""


def fill(broker: Broker, number: int, agent: Lineage, now: float) -> None:
    """Asks so many different questions of a broker that remembers nothing yet. Each gets a dialog
    of its own and is approved."""
    for run in range(1, number + 1):
        request = Request(Confirm(f"Question {run} of many?"), wait=0, retention=KEPT_FOR)
        ask = e.Ask(-run, request, agent, frozenset(), f"ticket {-run}", f"claim {-run}")
        for event in (ask, e.Painted(run), e.Answered(run, Choice.APPROVE), e.DialogEnded(run)):
            broker.handle(event, now)
    assert broker.kept == number
