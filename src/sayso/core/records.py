"""What outlives the daemon: its prompts, as plain data that a keeper holds and a successor reads.

    asked/N     what prompt N asks, and who asked: told once
    prompt/N    where prompt N stands: told at each change
    queue       the open prompts in their order, and the last number given
    policy      denials and quiet periods

A record is made of dictionaries, lists, strings, numbers and None, so that JSON can carry it; the
keeper never looks into one. Times are on the broker's clock, which a successor shares. No secret
is in a record, and none is kept of a prompt that holds one: if the daemon dies, what was typed
dies with it, and its asker asks anew.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import inf
from typing import Any

from sayso.core.events import Keep, Request
from sayso.core.ledger import ClaimRecord, Ledger
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.outcome import OUTCOMES, Answered, Outcome, Superseded
from sayso.core.policy import Policy
from sayso.core.prompt import OVER, Prompt, State
from sayso.core.questions import Confirm, Password, Question, Severity
from sayso.errors import OfferLapsed

Record = dict[str, Any]
Records = Mapping[str, Record]

_ASKED, _PROMPT, _QUEUE, _POLICY = "asked", "prompt", "queue", "policy"

_LAPSED = "lapsed"

_OUTCOMES: dict[str, type[Outcome]] = {kind.status: kind for kind in OUTCOMES}

_TERMS = ("ticket", "fingerprint", "retention", "render_timeout", "max_retries", "opened_at")
"""A prompt's plain fields that never change."""

_STANDING = (
    "seconds", "queued_at", "arrived", "keep_until", "deadline", "ceiling", "render_until",
    "launch_until", "relaunch_at", "back_at", "attempts", "launches_failed", "crashes",
)  # fmt: skip
"""Those that do."""


class Recorder:
    """Tells what has changed of all that is to be kept."""

    def __init__(self) -> None:
        self._told: dict[int, Record] = {}
        """Where each prompt stands, as far as the keeper knows."""
        self._shared: dict[str, Record] = {}

    def changes(self, ledger: Ledger, policy: Policy, opened: int) -> Keep | None:
        """Since the last time; None: nothing. `opened`: the last number given to a prompt."""
        put = self._shared_news(ledger, policy, opened)
        for prompt in ledger.prompts.values():
            if prompt.changed:
                prompt.changed = False
                put |= self._news(prompt, ledger)
        gone = [
            number
            for number in self._told
            if number not in ledger.prompts or _holds_secret(ledger.prompts[number])
        ]
        for number in gone:
            del self._told[number]
        drop = tuple(_key(kind, number) for number in gone for kind in (_ASKED, _PROMPT))
        return Keep(put, drop) if put or drop else None

    def _news(self, prompt: Prompt, ledger: Ledger) -> dict[str, Record]:
        number = prompt.number
        standing, before = _standing(prompt, ledger), self._told.get(number)
        if standing == before or _holds_secret(prompt):
            return {}
        self._told[number] = standing
        news = {_key(_PROMPT, number): standing}
        if before is None or prompt.state in OVER:  # by then its words are forgotten
            news[_key(_ASKED, number)] = _asked(prompt)
        return news

    def _shared_news(self, ledger: Ledger, policy: Policy, opened: int) -> dict[str, Record]:
        shared = {
            _QUEUE: {"order": [prompt.number for prompt in ledger.queue], "opened": opened},
            _POLICY: policy.record(),
        }
        news = {key: record for key, record in shared.items() if self._shared.get(key) != record}
        self._shared = shared
        return news


@dataclass(frozen=True)
class Kept:
    """What records tell."""

    prompts: list[Prompt]
    claims: dict[str, ClaimRecord]
    order: list[int]
    """Numbers of the open prompts."""
    opened: int
    policy: Record


def read(records: Records) -> Kept:
    """Raises KeyError, TypeError or ValueError for what no daemon of this version wrote."""
    prompts = {}
    claims = {}
    for key, asked in records.items():
        kind, _, number = key.partition("/")
        if kind == _ASKED:
            standing = records[_key(_PROMPT, int(number))]
            prompt = _prompt(int(number), asked, standing)
            prompts[prompt.number] = prompt
            for claim, process, superseded in standing["claims"]:
                claims[claim] = ClaimRecord(prompt, Process(*process), _void(prompt, superseded))
    queue = records.get(_QUEUE, {"order": [], "opened": 0})
    order = [number for number in queue["order"] if number in prompts]
    if any(prompt.is_open is not (number in order) for number, prompt in prompts.items()):
        raise ValueError("the queue is not that of the open prompts")
    return Kept(
        sorted(prompts.values(), key=lambda prompt: prompt.number),
        claims,
        order,
        queue["opened"],
        records.get(_POLICY, {}),
    )


def _key(kind: str, number: int) -> str:
    return f"{kind}/{number}"


def _holds_secret(prompt: Prompt) -> bool:
    """Or held one until it was collected: there is nothing that a successor could repeat."""
    return prompt.request.question.secret and isinstance(prompt.outcome, Answered)


# What is asked


def _asked(prompt: Prompt) -> Record:
    request = asdict(prompt.request)
    request["question"]["kind"] = prompt.request.question.kind
    return {name: getattr(prompt, name) for name in _TERMS} | {
        "request": request,
        "opened_by": asdict(prompt.opened_by),
        "owner": _plain_process(prompt.owner),
    }


def _standing(prompt: Prompt, ledger: Ledger) -> Record:
    same = prompt.latest is prompt.opened_by
    return {name: getattr(prompt, name) for name in _STANDING} | {
        "state": prompt.state.value,
        "outcome": _plain_outcome(prompt.outcome),
        "latest": None if same else asdict(prompt.latest),
        "put_off_until": None if prompt.put_off_until == inf else prompt.put_off_until,
        "claims": [
            [claim, _plain_process(record.process), _reason(record)]
            for claim, record in ledger.claims_on(prompt)
        ],
    }


def _prompt(number: int, asked: Record, standing: Record) -> Prompt:
    opened_by, latest = _lineage(asked["opened_by"]), standing["latest"]
    until = standing["put_off_until"]
    return Prompt(
        number=number,
        request=_request(asked["request"]),
        opened_by=opened_by,
        owner=asked["owner"] and Process(*asked["owner"]),
        state=State(standing["state"]),
        outcome=_outcome(standing["outcome"]),
        latest=_lineage(latest) if latest else opened_by,
        put_off_until=inf if until is None else until,
        **{name: asked[name] for name in _TERMS},
        **{name: standing[name] for name in _STANDING},
    )


def _request(plain: Record) -> Request:
    return Request(**plain | {"question": _question(plain["question"])})


def _question(plain: Record) -> Question:
    match plain:
        case {"kind": Confirm.kind, "severity": severity, **words}:
            return Confirm(severity=Severity(severity), **words)
        case {"kind": Password.kind, **words}:
            return Password(**words)
        case _:
            raise ValueError("a question of unknown kind")


def _lineage(plain: Record) -> Lineage:
    return Lineage(tuple(_member(member) for member in plain["members"]), plain["container"])


def _member(plain: Record) -> Member:
    argv = plain["argv"]
    process = Process(**plain["process"])
    return Member(**plain | {"process": process, "argv": None if argv is None else tuple(argv)})


def _plain_process(process: Process | None) -> list[float] | None:
    return [process.pid, process.start] if process else None


# Outcomes and claims


def _plain_outcome(outcome: Outcome) -> Record:
    """Without its decider: those of a daemon's outcomes are all the usual ones."""
    told = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    del told["decider"]
    told.pop("secret", None)
    return told | {"status": outcome.status}


def _outcome(plain: Record) -> Outcome:
    told = dict(plain)
    kind: Any = _OUTCOMES[told.pop("status")]
    outcome: Outcome = kind(**told)
    return outcome


def _reason(record: ClaimRecord) -> str | None:
    """Why this claim hears no outcome."""
    match record.void:
        case None:
            return None
        case Superseded(reason):
            return reason
        case OfferLapsed():
            return _LAPSED


def _void(prompt: Prompt, reason: str | None) -> Superseded | OfferLapsed | None:
    """An offer that was not claimed lapsed with the daemon that made it."""
    if reason == _LAPSED or (reason is None and prompt.state is not State.SPENT):
        return OfferLapsed("the daemon was replaced; the outcome is kept", field="claim")
    return None if reason is None else Superseded(reason)  # type: ignore[arg-type] # we wrote it
