"""Events of agents, as these versions sent them to a hook; places and names are made up."""

import json
from pathlib import Path
from typing import Any

from sayso.frontends.hook import agents
from sayso.frontends.hook.event import Event
from sayso.frontends.hook.question import Question

PLACE = Path(__file__).parents[1] / "frontends" / "hook" / "events"

RECORDED = sorted(path.relative_to(PLACE).as_posix() for path in PLACE.rglob("*.json"))
"""Each as `AGENT-VERSION/EVENT-TOOL.json`. OpenCode's, which has no hook, are the properties."""


def recorded(name: str, **changes: Any) -> dict[str, Any]:
    """`name`: without its suffix. `changes`: of its fields."""
    told: dict[str, Any] = json.loads((PLACE / f"{name}.json").read_text(encoding="utf-8"))
    return told | changes


def agent_of(name: str) -> str:
    """The name that commands have for it."""
    return name.partition("/")[0].rpartition("-")[0]


def asked(agent: str, fields: dict[str, Any]) -> Question:
    """Raises Abstention."""
    question: Question = agents.module(agent).question(Event(fields))
    return question
