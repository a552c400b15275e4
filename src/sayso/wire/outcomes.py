"""Outcomes as JSON objects: `status`, `decider` and the fields of the outcome's class."""

from dataclasses import asdict, fields
from typing import Any

from sayso.core.outcome import OUTCOMES, Decider, Outcome
from sayso.errors import ProtocolError

_KINDS: dict[str, type[Outcome]] = {kind.status: kind for kind in OUTCOMES}


def encode_outcome(outcome: Outcome) -> dict[str, Any]:
    return {"status": outcome.status} | asdict(outcome)


def decode_outcome(result: dict[str, Any]) -> Outcome:
    """Raises ProtocolError. Fields that this version does not know are passed over."""
    kind = _KINDS.get(result.get("status", ""))
    if kind is None:
        raise ProtocolError(f"unknown status {result.get('status')!r}")
    known = {field.name for field in fields(kind)}
    values = {name: value for name, value in result.items() if name in known}
    try:
        if values["decider"] is not None:
            values["decider"] = Decider(values["decider"])
        return kind(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"not a whole {kind.status} outcome: {error!r}") from error
