"""What outlives the daemon: its prompts, as plain data that a keeper process holds and the next
daemon (the successor) reads.

    asked/N     what prompt N asks, and who asked: sent once, and once more without its words
    prompt/N    where prompt N stands: sent at each change
    queue       the open prompts in their order, and the last number given
    policy      denials and quiet periods
    settings    the settings in force
    version     the version of the records

A record is made of dictionaries, lists, strings, numbers and None, so that JSON can carry it; the
keeper never looks into one. A field that has its default is left out: see
`sayso.core.serialization`. Times are on the broker's clock, which a successor shares. No secret is
in a record, and a prompt whose answer is a secret has no record: if the daemon dies, what was typed
is lost, and its asker asks again. A bound prompt has no record, either: it ends with the daemon
that its call waits for. How each state comes back: `sayso.core.prompt.INHERITED`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sayso.core import answers
from sayso.core.events import Keep, Request
from sayso.core.ledger import ClaimRecord, Ledger, lapsed
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import (
    Answered,
    Approved,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Pending,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.policy import Policy, Quiet
from sayso.core.prompt import OPEN, Prompt, State
from sayso.core.questions import Option
from sayso.core.serialization import fields_from_plain, fields_to_plain, from_plain, to_plain
from sayso.core.settings import Settings
from sayso.errors import OfferLapsed

Record = dict[str, Any]
Records = Mapping[str, Record]

VERSION = 5
"""The version of what stands in the records. A new field with a default does not change the
version: records that lack the field are read as they were meant, and a daemon that does not know
the field refuses records that have it. Every other change raises it: a field that goes, a new
meaning, another default. To take over records of an older version, `read` first brings them up to
date; records of any other version are given up, older or newer."""

_ASKED, _PROMPT, _QUEUE, _POLICY, _SETTINGS = "asked", "prompt", "queue", "policy", "settings"
_VERSION, _OURS = "version", {"number": VERSION}
_FIRST, _SECOND, _THIRD, _FOURTH = ({"number": number} for number in (1, 2, 3, 4))
"""The earlier versions. In the first, no answer in words survived the daemon, no password had an
action, and nobody could change the settings. In the second, all settings were numbers, a quiet
period had neither number nor name, and there was no do-not-disturb. In the third, fields with their
default were written as well. In the fourth, an option to choose from was only its label."""

_LAPSED = "lapsed"

_FIXED_FIELDS = (
    "ticket", "request", "fingerprint", "opened_by", "owner", "retention", "render_timeout",
    "max_retries", "queue_limit", "put_off", "hold", "opened_at",
)  # fmt: skip
"""The fields of a prompt that never change, except that its request loses its words in the end."""

_CHANGING_FIELDS = (
    "state", "outcome", "seconds", "queued_at", "arrived", "deadline", "ceiling", "render_until",
    "relaunch_at", "back_at", "put_off_until", "attempts", "launches_failed", "crashes",
    "daemons_lost", "recent_until", "was_awaited", "wanted", "expires_at",
)  # fmt: skip
"""The fields of a prompt that change, without those that are recorded in another form."""

_CHANGING_RECORD_FIELDS = (*_CHANGING_FIELDS, "keep_until")
"""All changing fields of a record, without the latest call and the claims."""

_Committed = Approved | Answered | Denied | Dismissed | TimedOut

_OUTCOMES: dict[State, Any] = dict.fromkeys(OPEN, Pending) | {
    State.DECIDED: _Committed,
    State.SPENT: _Committed,
    State.UNSEEN: NotShown,
    State.ENDED: Superseded | Withdrawn | NoInteractor,
}
"""The types of outcome that a record may have in each state. An approval is allowed only where it
is spent once."""


class OtherVersion(ValueError):
    """The records are of another version than this daemon's."""


def questions(records: Records) -> int:
    """The number of questions in the records, whatever the version."""
    return sum(map(_is_asked, records))


class Recorder:
    """Finds out which records have changed since the keeper was last told."""

    def __init__(self) -> None:
        self._standings: dict[int, Record] = {}
        """The record `prompt/N` of each prompt, as the keeper has it."""
        self._requests: dict[int, Request] = {}
        """The request of each prompt, as the keeper has it."""
        self._shared: dict[str, Record] = {}
        self._latest: tuple[Lineage | None, Record] = (None, {})
        """The lineage of the call that was recorded last, and its record: the next call often has
        the same lineage."""
        self._settings: Settings | None = None
        self._settings_record: Record = {}

    def changes(
        self, ledger: Ledger, policy: Policy, settings: Settings, opened: int
    ) -> Keep | None:
        """The records that have changed since the last call; None: none have. `opened`: the last
        number given to a prompt."""
        if settings is not self._settings:
            self._settings, self._settings_record = settings, to_plain(settings)
        put = self._shared_news(
            {
                _QUEUE: {"order": _order(ledger), "opened": opened},
                _POLICY: policy.record(),
                _SETTINGS: self._settings_record,
                _VERSION: _OURS,
            }
        )
        gone = []
        for prompt in ledger.index.take_untold():
            if not (prompt.state is State.FORGOTTEN or prompt.bound or _holds_secret(prompt)):
                put |= self._news(prompt, ledger)
            elif prompt.number in self._standings:
                gone.append(prompt.number)
        for number in gone:
            del self._standings[number], self._requests[number]
        drop = tuple(_key(kind, number) for number in sorted(gone) for kind in (_ASKED, _PROMPT))
        return Keep(put, drop) if put or drop else None

    def _news(self, prompt: Prompt, ledger: Ledger) -> dict[str, Record]:
        number, news = prompt.number, {}
        if self._requests.get(number) is not prompt.request:
            self._requests[number] = prompt.request
            news[_key(_ASKED, number)] = _asked(prompt)
        standing = self._standing(prompt, ledger)
        if self._standings.get(number) != standing:
            self._standings[number] = standing
            news[_key(_PROMPT, number)] = standing
        return news

    def _standing(self, prompt: Prompt, ledger: Ledger) -> Record:
        told = {name: getattr(prompt, name) for name in _CHANGING_FIELDS}
        return fields_to_plain(Prompt, told | {"keep_until": _keep_until(prompt)}) | {
            "latest": None
            if prompt.latest is prompt.opened_by
            else self._latest_record(prompt.latest),
            "claims": [
                [claim, to_plain(record.process), _why(record.void)]
                for claim, record in ledger.claims_on(prompt)
            ],
        }

    def _latest_record(self, lineage: Lineage) -> Record:
        if self._latest[0] is not lineage:
            self._latest = (lineage, _kin(lineage))
        return self._latest[1]

    def _shared_news(self, shared: dict[str, Record]) -> dict[str, Record]:
        """The changed ones among `shared`, the records that exist only once."""
        news = {key: record for key, record in shared.items() if self._shared.get(key) != record}
        self._shared = shared
        return news


@dataclass(frozen=True)
class Kept:
    """What records say, and a recorder that knows that the keeper has them."""

    ledger: Ledger
    policy: Policy
    recorder: Recorder
    settings: Settings
    opened: int
    """The last number given to a prompt."""


def read(records: Records, settings: Settings) -> Kept:
    """Takes over what the records say. Without records: nothing, and the settings that were given.

    Raises KeyError, TypeError or ValueError unless a daemon of this version would write exactly
    these records; OtherVersion if they name another version.
    """
    records = _brought_up_to_date(records)
    if records and records.get(_VERSION) != _OURS:
        raise OtherVersion(f"its version is not {VERSION}")
    settings = from_plain(Settings, records[_SETTINGS]) if records else settings
    policy = Policy(settings)
    ledger = Ledger(settings, policy)
    recorder = Recorder()
    if not records:
        return Kept(ledger, policy, recorder, settings, opened=0)
    opened = from_plain(int, records[_QUEUE]["opened"])
    policy.restore(records[_POLICY])
    prompts = _prompts(records)
    order = from_plain(tuple[int, ...], records[_QUEUE]["order"])
    still_open = [number for number, prompt in prompts.items() if prompt.is_open]
    if sorted(order) != still_open or max(prompts, default=0) > opened:
        raise ValueError("the queue is not that of the open prompts")
    ledger.restore(prompts, _claims(prompts, records), order)
    told = recorder.changes(ledger, policy, settings, opened)
    if told is None or told.put != records:
        raise ValueError("there is more or less in these records than in their prompts")
    return Kept(ledger, policy, recorder, settings, opened)


def _brought_up_to_date(records: Records) -> Records:
    """The records in today's version; those of an unknown version unchanged. Raises KeyError,
    TypeError, ValueError."""
    for version, step in _STEPS:
        if records.get(_VERSION) == version:
            records = step(records)
    return records


def _second(records: Records) -> Records:
    settings = Settings()
    clocks = {name: getattr(settings, name) for name in ("queue_limit", "put_off", "hold")}
    told = {key: record | clocks if _is_asked(key) else record for key, record in records.items()}
    return {**told, _SETTINGS: to_plain(settings), _VERSION: _SECOND}


def _third(records: Records) -> Records:
    periods = [
        {"is": Quiet.__name__, "number": number, "origin": origin, "fingerprint": fingerprint}
        | {"until": until, "asker": "", "title": ""}
        for number, ((origin, fingerprint), until) in enumerate(records[_POLICY]["quiet"], 1)
    ]
    policy = {
        "denials": records[_POLICY]["denials"],
        "quiet": periods,
        "begun": len(periods),
    }
    return {**records, _POLICY: policy, _VERSION: _THIRD}


def _fourth(records: Records) -> Records:
    settings = from_plain(Settings, records[_SETTINGS])
    policy = Policy(settings)
    policy.restore(records[_POLICY])
    shared = {_SETTINGS: to_plain(settings), _POLICY: policy.record(), _VERSION: _FOURTH}
    # today's defaults are left out of a prompt: so its options must have today's form first
    records = {key: _with_options(key, record) for key, record in records.items()}
    return {key: _without_defaults(key, record) for key, record in records.items()} | shared


def _fifth(records: Records) -> Records:
    told = {key: _with_options(key, record) for key, record in records.items()}
    return {**told, _VERSION: _OURS}


def _with_options(key: str, record: Record) -> Record:
    """The record with the options of a selection in today's form."""
    if not _is_asked(key) or "options" not in record["request"]["question"]:
        return record
    question = record["request"]["question"]
    options = [
        {"is": Option.__name__, "label": each} if isinstance(each, str) else each
        for each in question["options"]
    ]
    return record | {"request": record["request"] | {"question": question | {"options": options}}}


_STEPS = ((_FIRST, _second), (_SECOND, _third), (_THIRD, _fourth), (_FOURTH, _fifth))
"""For each earlier version, the function that makes records of the next version from it."""


def _without_defaults(key: str, record: Record) -> Record:
    """A prompt's record without the fields that have their default; any other record unchanged."""
    if _is_asked(key):
        return fields_to_plain(Prompt, fields_from_plain(Prompt, _FIXED_FIELDS, record))
    if not key.startswith(_key(_PROMPT, "")):
        return record
    told = dict(record)
    latest, claims = from_plain(Lineage | None, told.pop("latest")), told.pop("claims")
    return fields_to_plain(Prompt, fields_from_plain(Prompt, _CHANGING_RECORD_FIELDS, told)) | {
        "latest": to_plain(latest),
        "claims": [
            [claim, to_plain(from_plain(Process, process)), _why(_void(reason))]
            for claim, process, reason in claims
        ],
    }


def _is_asked(key: str) -> bool:
    return key.startswith(_key(_ASKED, ""))


def _key(kind: str, number: int | str) -> str:
    return f"{kind}/{number}"


def _order(ledger: Ledger) -> list[int]:
    return [prompt.number for prompt in ledger.queue if not prompt.bound]


def _holds_secret(prompt: Prompt) -> bool:
    """Whether the answer is a secret, or was one until it was collected: a successor could not
    repeat it."""
    return prompt.request.question.secret and isinstance(prompt.outcome, Answered)


# Prompts


def _asked(prompt: Prompt) -> Record:
    return fields_to_plain(Prompt, {name: getattr(prompt, name) for name in _FIXED_FIELDS})


def _kin(lineage: Lineage) -> Record:
    """The record of the latest call's lineage, by which its asker is recognised. It has no command
    lines, as nobody is shown them."""
    record: Record = to_plain(lineage)
    for member in record["members"]:
        member.pop("argv", None)
    return record


def _keep_until(prompt: Prompt) -> float:
    """When the prompt is forgotten. An offer may outlast retention; if the daemon dies, the time of
    the offer is left for the next call."""
    return max(prompt.keep_until, prompt.offer.until) if prompt.offer else prompt.keep_until


def _prompts(records: Records) -> dict[int, Prompt]:
    """All prompts by number, oldest first."""
    keys = (key.partition("/") for key in records)
    numbers = sorted(int(number) for kind, _, number in keys if kind == _ASKED)
    return {
        number: _prompt(number, records[_key(_ASKED, number)], records[_key(_PROMPT, number)])
        for number in numbers
    }


def _prompt(number: int, asked: Record, standing: Record) -> Prompt:
    standing = dict(standing)
    latest = from_plain(Lineage | None, standing.pop("latest"))
    del standing["claims"]  # claims are read once all prompts are
    told = fields_from_plain(Prompt, _FIXED_FIELDS, asked)
    told |= fields_from_plain(Prompt, _CHANGING_RECORD_FIELDS, standing)
    prompt = Prompt(number=number, latest=latest or told["opened_by"], **told)
    if not _fits(prompt):
        raise ValueError(f"a prompt that is {prompt.state.value} has no such outcome")
    if not (prompt.opened_by.members and prompt.latest.members):
        raise ValueError("nobody has asked")
    return prompt


def _fits(prompt: Prompt) -> bool:
    """Whether the prompt's outcome fits its state and its kind of question."""
    outcome = prompt.outcome
    if not isinstance(outcome, _OUTCOMES[prompt.state]):
        return False
    return not isinstance(outcome, _Committed) or answers.fits(prompt.request.question, outcome)


# Claims


def _claims(prompts: dict[int, Prompt], records: Records) -> dict[str, ClaimRecord]:
    return {
        from_plain(str, claim): ClaimRecord(prompt, from_plain(Process, process), _void(reason))
        for number, prompt in prompts.items()
        for claim, process, reason in records[_key(_PROMPT, number)]["claims"]
    }


def _why(void: Superseded | OfferLapsed | None) -> Record | str | None:
    """The record of the reason why this claim gets no outcome; None: it gets one."""
    return _LAPSED if isinstance(void, OfferLapsed) else to_plain(void)


def _void(reason: Any) -> Superseded | OfferLapsed | None:
    void: Superseded | None = None if reason == _LAPSED else from_plain(Superseded | None, reason)
    return lapsed() if reason == _LAPSED else void
