"""Events that these versions of agents sent to a hook, recorded; paths and names are made up."""

import json
from pathlib import Path
from typing import Any

from sayso.frontends.hook import agents
from sayso.frontends.hook.event import Event
from sayso.frontends.hook.question import Question

PLACE = Path(__file__).parents[1] / "frontends" / "hook" / "events"

RECORDED = sorted(path.relative_to(PLACE).as_posix() for path in PLACE.rglob("*.json"))
"""Names of the recordings: `AGENT-VERSION/EVENT-TOOL.json`. OpenCode has no hook: its recordings
are an event's properties."""


def recorded(name: str, **changes: Any) -> dict[str, Any]:
    """A recorded event. `name`: without the suffix. `changes`: fields that replace its own."""
    told: dict[str, Any] = json.loads((PLACE / f"{name}.json").read_text(encoding="utf-8"))
    return told | changes


def agent_of(name: str) -> str:
    """The agent's name in commands of sayso, from the name of a recording."""
    return name.partition("/")[0].rpartition("-")[0]


def asked(agent: str, fields: dict[str, Any]) -> Question:
    """The question that sayso would ask for this event. Raises Abstention if it would ask none."""
    question: Question = agents.module(agent).question(Event(fields))
    return question
