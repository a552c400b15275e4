"""How long a call waits. Clients give up on a tool after 60 s or less, but for some that ask for
progress.

One of the stateless protocol (2026-07-28) repeats the call by itself: it hears `input_required`
with a state, and sends that with the same arguments. The state is the ticket, and the seconds
waited so far. It needs no seal: who changes it changes for how long they wait, and a ticket is
good for the question of the same words alone, which the daemon checks.
"""

import re
from dataclasses import dataclass

from sayso.core.settings import WAIT
from sayso.errors import InvalidParams

PATIENCE = 45.0
"""Seconds that a call waits at most, of a client that asks for no progress."""

REPEATS = 8
"""Calls in all, of a client that repeats them by itself: it does so 10 times at most."""

_STATE = re.compile(r"([0-9a-f]{32}) (\d{1,4}(?:\.\d+)?)", re.ASCII)


@dataclass(frozen=True)
class WaitBudget:
    """One call of those that wait for the same answer."""

    wait: float
    """Seconds."""
    waited: float
    """Seconds, once it is over, with those before it."""
    total: float
    """Seconds that they may wait together."""
    ticket: str | None
    """Of the question, from the call before."""

    def state(self, ticket: str) -> str | None:
        """For the next call; None: this was the last."""
        return f"{ticket} {self.waited:.3f}" if self.waited < self.total else None


def take_turn(
    wait: float | None,
    state: str | None,
    *,
    hears_progress: bool,
    repeats: bool,
    patience: float = PATIENCE,
) -> WaitBudget:
    """`wait`: as the agent asked for; `state`: as the call before gave it.

    Raises InvalidParams for a state that is not sayso's.
    """
    ticket, waited = (None, 0.0) if state is None else _read(state)
    calls = REPEATS if repeats else 1
    most = patience
    total = calls * patience
    if wait is not None:
        most = WAIT.high if hears_progress else patience
        total = min(wait, calls * most)
    now = min(most, max(0.0, total - waited))
    return WaitBudget(now, waited + now, total, ticket)


def _read(state: str) -> tuple[str, float]:
    parts = _STATE.fullmatch(state)
    if parts is None:
        raise InvalidParams(
            "requestState: does not come from this server",
            field="requestState",
            remedy="leave it out",
        )
    return parts[1], float(parts[2])
