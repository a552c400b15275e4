"""How long a call waits. Clients give up on a tool after 60 s or less, except some that ask for
progress.

A client of the stateless protocol (2026-07-28) repeats the call by itself: it gets `input_required`
with a state, and sends the state back with the same arguments. The state is the ticket and the
seconds waited so far. It needs no signature: a client that changes it changes only how long it
waits, and the daemon checks that a ticket comes with the same question, word for word.
"""

import re
from dataclasses import dataclass

from sayso.core.settings import WAIT
from sayso.errors import InvalidParams

PATIENCE = 45.0
"""Most seconds that a call waits, unless the client asks for progress and the agent for more."""

REPEATS = 8
"""Most calls in all if the client repeats them by itself; clients do so 10 times at most."""

_STATE = re.compile(r"([0-9a-f]{32}) (\d{1,4}(?:\.\d+)?)", re.ASCII)


@dataclass(frozen=True)
class WaitBudget:
    """The time that one call has, of several that wait for the same answer one after another."""

    wait: float
    """Seconds that this call waits."""
    waited: float
    """Seconds waited by the end of this call, with those of the calls before it."""
    total: float
    """Seconds that all these calls may wait together."""
    ticket: str | None
    """The question's ticket, from the call before; None: this is the first call."""

    def state(self, ticket: str) -> str | None:
        """The state for the next call; None: this call was the last."""
        return f"{ticket} {self.waited:.3f}" if self.waited < self.total else None


def budget_for(
    wait: float | None,
    state: str | None,
    *,
    hears_progress: bool,
    repeats: bool,
    patience: float = PATIENCE,
) -> WaitBudget:
    """The time that a call has. `wait`: seconds that the agent asks for; `state`: as the call
    before gave it, None: there was none.

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
