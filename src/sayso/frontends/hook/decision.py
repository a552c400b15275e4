"""Turns an event into what the hook prints. Whatever fails, no gate lets a tool through
silently."""

from __future__ import annotations

import json
import time

from sayso.errors import SaysoError
from sayso.frontends.hook import event
from sayso.frontends.hook.event import Abstention, Unreadable

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sayso.frontends.hook.question import Reply

_LEAST = 1.0
"""Seconds. With less time left, nobody is asked."""


def decide(
    agent: Any, data: bytes, limit: float, note: Callable[[str], None], *, spawn: bool
) -> str:
    """What the hook prints for the event `data`; empty: nothing. `limit`: seconds from now on.

    `note` is called with the reason why nobody decided, for a person to read. If the agent then
    asks by itself, nothing is printed. If silence would let the tool run, the hook refuses the call
    or tells the agent to ask: agents take a hook that fails or says nothing for no objection.
    """
    until = time.monotonic() + limit
    try:
        reply = _reply(agent, data, until, spawn=spawn)
        return json.dumps(dict(reply)) if reply is not None else ""
    except (Unreadable, _Undecided) as reason:
        why = str(reason)
    except Abstention as reason:
        note(str(reason))
        return ""
    except SaysoError as error:
        why = error.message
    except Exception as error:  # noqa: BLE001 - whatever it is, the gate stays shut
        import traceback

        why = f"a fault in sayso itself: {''.join(traceback.format_exception(error))}"
    note(f"nobody decided. {why}")
    if not event.is_of_gate(data):
        return ""
    first, _, _ = why.partition("\n")
    return json.dumps(dict(agent.refuse(f"sayso: nobody decided. {first}")))


class _Undecided(Exception):
    """Nobody decided; the message says why."""


def _reply(agent: Any, data: bytes, until: float, *, spawn: bool) -> Reply | None:
    """The reply to the agent; None: nothing is printed. Raises Abstention, _Undecided, SaysoError,
    and anything else if sayso has a fault."""
    question = agent.question(event.read(data))
    from sayso.frontends.hook.asking import Waiting  # an event that is none of ours needs no client

    left = until - time.monotonic()
    if left < _LEAST:
        raise _Undecided("there is no time left to ask")
    waiting = Waiting(question, agent.TITLE, left, spawn=spawn)
    outcome = waiting.outcome()
    if outcome is None and waiting.is_late():
        from sayso.core.outcome import TimedOut

        outcome = TimedOut("limit")  # as the daemon would have said in time
    if outcome is None:  # answered elsewhere, or apparently nobody reads what we print
        return agent.refuse("sayso: the question is over") if event.is_of_gate(data) else None
    reply: Reply | None = question.reply(outcome)
    if reply is None and not outcome.allowed:
        from sayso.presentation.outcomes import explain

        raise _Undecided(explain(outcome).partition("\n")[0])
    return reply
