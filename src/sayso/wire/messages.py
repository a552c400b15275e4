"""What requesters may send, field by field: checked here, before anything is shown or changed.

The docstring under a field is its description in `sayso schema`, which is made of these classes.
Left out means the person's configured default; `null`, the wrong type, an unknown field, a
number out of bounds or no number at all is an InvalidParams that names the field.
"""

import unicodedata
from abc import abstractmethod
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import ErrorDetails

from sayso.core import settings as s
from sayso.core.events import BoundRequest, Request
from sayso.core.questions import Confirm, Password, Question, Select, Severity, Text
from sayso.core.text import has_controls, hidden
from sayso.errors import InvalidParams
from sayso.wire.actions import Action
from sayso.wire.confusables import confusable_skeleton
from sayso.wire.fields import AtMost, Params, PlainText, none_by_default

LEFT_OUT: Any = None
"""Default of an optional field; given as `null` it is an error all the same."""

_DEFAULTS = s.Settings()

_SAID_OF_A_LINE: dict[str, Any] = {
    "not": {"pattern": "[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]"}
}
_TICKET = r"^[0-9a-f]{32}$"
_SAID_OF_A_TICKET = {"type": "string", "pattern": _TICKET, "minLength": 32, "maxLength": 32}
"""With its length, as some take `$` for the place before a last newline."""

_ESCAPES = 5
"""Characters that can't be seen which one error names."""

_MEANS_NO = frozenset({"cancel", "decline", "deny", "dismiss", "no", "refuse", "reject"})
_LOOK_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
_MEANS_YES = frozenset({"accept", "allow", "approve", "confirm", "ok", "okay", "yes"})


def _not_empty(text: str) -> str:
    if not text:
        raise ValueError("must not be empty")
    return text


def _one_line(text: str) -> str:
    if has_controls(text, lines=False):
        raise ValueError("must be one line without control characters")
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text


def _all_seen(text: str) -> str:
    if escapes := hidden(text):
        raise ValueError(f"holds what can't be seen in a field: {' '.join(escapes[:_ESCAPES])}")
    return text


def _told_apart(options: list[str]) -> list[str]:
    """By who sees them."""
    places: dict[str, int] = {}
    for place, option in enumerate(options, 1):
        seen = confusable_skeleton(option)
        if places.setdefault(seen, place) != place:
            raise ValueError(f"number {places[seen]} and number {place} look the same")
    return options


def _clock(bounds: s.Bounds, default: float) -> Any:
    said: dict[str, Any] = {"default": default}
    return Field(default=LEFT_OUT, ge=bounds.low, le=bounds.high, json_schema_extra=said)


def _bounded(bounds: s.Bounds) -> Any:
    """A clock that does not run where it is left out."""
    return Field(default=LEFT_OUT, ge=bounds.low, le=bounds.high, json_schema_extra=none_by_default)


def _optional(default: Any) -> Any:
    return Field(default=default, json_schema_extra=none_by_default)


_Line = Annotated[PlainText, AfterValidator(_one_line), Field(json_schema_extra=_SAID_OF_A_LINE)]
_Label = Annotated[_Line, AtMost(s.LABEL_CHARACTERS, "characters")]
_Name = Annotated[_Line, AtMost(s.NAME_CHARACTERS, "characters")]
_Ticket = Annotated[str, Field(pattern=_TICKET), WithJsonSchema(_SAID_OF_A_TICKET)]
_Error = Annotated[_Line, AtMost(s.ERROR_CHARACTERS, "characters")]
_Option = Annotated[
    _Line,
    AfterValidator(_not_blank),
    AtMost(s.OPTION_CHARACTERS, "characters"),
    Field(json_schema_extra={"minLength": 1}),
]
_Positive = Annotated[int, Field(gt=0)]


class Hello(Params):
    """Who asks and who answers; may be left out."""

    client: _Name = ""
    """The program's name and version."""


_NOT_BESIDE_BOUND = {
    "wait": "a bound question is waited for to its outcome",
    "retention": "a bound question keeps no answer",
    "slot": "a bound question takes no other's place",
    "ticket": "a bound question goes on with no other",
}
"""Fields, and what is wrong with them there."""

_SAID_OF_BOUND: dict[str, Any] = {
    "if": {"properties": {"bound": {"const": True}}, "required": ["bound"]},
    "then": {"not": {"anyOf": [{"required": [field]} for field in _NOT_BESIDE_BOUND]}},
    "else": {"not": {"required": ["limit"]}},
}


class _Ask(Params):
    """Opens a question, or goes on with the identical one of the same asker."""

    model_config = ConfigDict(json_schema_extra=_SAID_OF_BOUND)

    kind: str
    """What is asked for."""
    message: Annotated[
        PlainText,
        AfterValidator(_not_empty),
        AtMost(s.MESSAGE_BYTES, "bytes of UTF-8"),
        Field(json_schema_extra={"minLength": 1}),
    ]
    """The question: plain text, of several lines."""
    title: Annotated[_Line, AtMost(s.TITLE_CHARACTERS, "characters")] = ""
    """One line above it."""
    details: Annotated[PlainText, AtMost(s.DETAILS_BYTES, "bytes of UTF-8")] = ""
    """Longer plain text under it; approving waits until all of it was on the screen."""
    approve: _Label = ""
    """Label of the control that approves or submits; must not mean no. Empty: the dialog's own."""
    deny: _Label = ""
    """Label of the control that denies; must not mean yes. Empty: the dialog's own."""
    wait: float = _clock(s.WAIT, _DEFAULTS.wait)
    """Seconds until this call hears `pending`."""
    timeout: float = _clock(s.TIMEOUT, _DEFAULTS.timeout)
    """Seconds from the first painted frame until `timed_out`."""
    retention: float = _clock(s.RETENTION, _DEFAULTS.retention)
    """Seconds that an answer which nobody has collected is kept."""
    render_timeout: float = _clock(s.RENDER_TIMEOUT, _DEFAULTS.render_timeout)
    """Seconds that the screen has to paint it, until `not_shown`."""
    max_retries: int = _clock(s.MAX_RETRIES, _DEFAULTS.max_retries)
    """Further attempts after `not_shown`."""
    scope: _Name = ""
    """Tells sessions of one requester apart; part of who the asker is."""
    slot: _Name = ""
    """A newer question of the same asker and slot replaces the older one on the screen."""
    owner: _Positive = _optional(LEFT_OUT)
    """Pid of an ancestor of the requester, whose exit withdraws the question. Left out: the
    terminal's tab or the application where the person works."""
    ticket: _Ticket = _optional("")
    """Of an earlier `pending`: the question that this request repeats."""
    bound: bool = False
    """The question lives no longer than this call, which waits to its outcome; nothing of it is
    kept. Not beside `wait`, `retention`, `slot` and `ticket`."""
    limit: float = _bounded(s.LIMIT)
    """Seconds for the whole call, from its arrival, until `timed_out`; beside `bound` alone."""

    @model_validator(mode="after")
    def _labels_mean_what_they_do(self) -> Self:
        _check_label("approve", self.approve, _MEANS_NO)
        _check_label("deny", self.deny, _MEANS_YES)
        if self.approve and self.approve.casefold() == self.deny.casefold():
            raise ValueError("deny: must differ from approve")
        return self

    @model_validator(mode="after")
    def _bound_or_not(self) -> Self:
        if not self.bound and "limit" in self.model_fields_set:
            raise ValueError("limit: goes with a bound question alone")
        for field, why in _NOT_BESIDE_BOUND.items():
            if self.bound and field in self.model_fields_set:
                raise ValueError(f"{field}: {why}")
        return self

    @abstractmethod
    def question(self) -> Question:
        """What is asked."""

    def to_request(self) -> Request:
        lives: dict[str, Any] = {
            "question": self.question(),
            "timeout": self.timeout,
            "render_timeout": self.render_timeout,
            "max_retries": self.max_retries,
            "scope": self.scope,
            "owner": self.owner,
        }
        if self.bound:
            return BoundRequest(**lives, limit=self.limit)
        return Request(
            **lives, wait=self.wait, retention=self.retention, slot=self.slot, ticket=self.ticket
        )


class AskConfirm(_Ask):
    """Approve or deny."""

    kind: Literal["confirm"]
    severity: Literal["normal", "destructive"] = "normal"
    """A destructive question looks it, and its `timeout` is 60 s where none is given."""

    def question(self) -> Confirm:
        return Confirm(
            message=self.message,
            title=self.title,
            details=self.details,
            approve=self.approve,
            deny=self.deny,
            severity=Severity(self.severity),
        )


class AskPassword(_Ask):
    """One secret."""

    kind: Literal["password"]
    error: _Error = ""
    """What was wrong with the one before: one line under the field."""
    repeat: bool = False
    """It is typed twice, and both must be the same."""
    action: Action = _optional(LEFT_OUT)
    """What the asker says that it is for: the dialog shows the command, in words of its own. The
    secret still goes to the asker, who is to hand it on."""

    def question(self) -> Password:
        return Password(
            message=self.message,
            title=self.title,
            details=self.details,
            error=self.error,
            repeat=self.repeat,
            approve=self.approve,
            deny=self.deny,
            action=None if self.action is LEFT_OUT else self.action.read(),
        )


class AskText(_Ask):
    """Some words, typed."""

    kind: Literal["text"]
    timeout: float = _clock(s.TIMEOUT, _DEFAULTS.timeout_form)
    """Seconds from the first painted frame until `timed_out`."""
    error: _Error = ""
    """What was wrong with the one before: one line under the field."""
    default: Annotated[
        PlainText, AfterValidator(_all_seen), AtMost(s.ANSWER_BYTES, "bytes of UTF-8")
    ] = ""
    """Stands in the field at first. One line, unless `multiline`."""
    multiline: bool = False
    """The answer may have several lines: Return begins a new one, Ctrl+Return submits."""

    @model_validator(mode="after")
    def _default_is_an_answer(self) -> Self:
        if self.default and not self.question().takes(self.default):
            raise ValueError("default: must be one line, without tabs, unless multiline is true")
        return self

    def question(self) -> Text:
        return Text(
            message=self.message,
            title=self.title,
            details=self.details,
            error=self.error,
            default=self.default,
            multiline=self.multiline,
            approve=self.approve,
            deny=self.deny,
        )


class AskSelect(_Ask):
    """One of several options, or any number of them."""

    kind: Literal["select"]
    timeout: float = _clock(s.TIMEOUT, _DEFAULTS.timeout_form)
    """Seconds from the first painted frame until `timed_out`."""
    error: _Error = ""
    """What was wrong with the choice before: one line under the options."""
    options: Annotated[
        list[_Option],
        Field(min_length=int(s.OPTIONS.low), max_length=int(s.OPTIONS.high)),
        AfterValidator(_told_apart),
        Field(json_schema_extra={"uniqueItems": True}),
    ]
    """What there is to choose from: no two that look the same. None is chosen at first."""
    multiple: bool = False
    """Any number of them may be chosen, none as well; else exactly one."""

    def question(self) -> Select:
        return Select(
            message=self.message,
            options=tuple(self.options),
            title=self.title,
            details=self.details,
            error=self.error,
            multiple=self.multiple,
            approve=self.approve,
            deny=self.deny,
        )


ASKS: dict[str, type[_Ask]] = {
    Confirm.kind: AskConfirm,
    Password.kind: AskPassword,
    Text.kind: AskText,
    Select.kind: AskSelect,
}
"""The fields of each kind of question."""


class Collect(Params):
    """The outcome of the question that this ticket names, as `ask` would get it."""

    ticket: _Ticket
    """Of a `pending` or `ready`."""
    wait: float = _clock(s.WAIT, _DEFAULTS.wait)
    """Seconds until this call hears `pending`."""


class Claim(Params):
    """Spends the outcome that was offered as `ready`."""

    claim: _Ticket
    """Of that `ready`."""


class Withdraw(Params):
    """Takes a question off the screen: by ticket or by number, exactly one of both."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["ticket"]}, {"required": ["number"]}]}
    )

    ticket: _Ticket = _optional("")
    """Of a `pending` or `ready`."""
    number: _Positive = _optional(0)
    """The public number, as `list` and `progress` tell it."""

    @model_validator(mode="after")
    def _one_of_both(self) -> "Withdraw":
        if bool(self.ticket) == bool(self.number):
            raise ValueError("ticket or number: exactly one of them")
        return self


class DoNotDisturb(Params):
    """Nothing new is shown for a while: questions are refused, or wait, as the person has set."""

    seconds: float = Field(ge=s.DO_NOT_DISTURB.low, le=s.DO_NOT_DISTURB.high)
    """From now on; 0: it is off again."""


class ListPrompts(Params):
    """What is open, and what is kept for a caller to come, in the order of their numbers."""

    after: Annotated[int, Field(ge=0)] = 0
    """A number: those up to it are left out, as they were listed already."""


class Status(Params):
    """How the daemon is."""


class MakeWay(Params):
    """Have a daemon end that found no screen, so that another one is started from where there is
    one. It does so only if it holds nothing, and nobody else waits."""

    screen: _Name
    """The one that the other would have, as DISPLAY or WAYLAND_DISPLAY name it."""


PARAMS: dict[str, type[Params]] = {
    "hello": Hello,
    **{f"ask.{kind}": model for kind, model in ASKS.items()},
    "collect": Collect,
    "claim": Claim,
    "withdraw": Withdraw,
    "dnd": DoNotDisturb,
    "list": ListPrompts,
    "status": Status,
    "make_way": MakeWay,
}
"""What each method takes; `ask`, by its kind."""

FIELDS = {name: list(model.model_fields) for name, model in PARAMS.items()}


_Model = TypeVar("_Model", bound=Params)


def parse(model: type[_Model], params: dict[str, Any]) -> _Model:
    """Raises InvalidParams that names the first field at fault and its bounds."""
    try:
        return model.model_validate(params)
    except ValidationError as error:
        raise _invalid(error.errors(include_url=False)[0]) from None


def parse_ask(params: dict[str, Any]) -> Request:
    """The question with its clocks, by its kind. Raises InvalidParams as `parse` does."""
    kind = params.get("kind")
    model = ASKS.get(kind) if isinstance(kind, str) else None
    if model is None:
        known = f"kind takes {' or '.join(ASKS)}"
        fault = "must be a known kind of question" if "kind" in params else "is missing"
        raise InvalidParams(f"kind: {fault}", field="kind", remedy=known)
    return parse(model, params).to_request()


def _invalid(detail: ErrorDetails) -> InvalidParams:
    path = ".".join(str(part) for part in detail["loc"])
    readable = path.isprintable() and 0 < len(path) <= s.NAME_CHARACTERS
    field = path if readable else "(unreadable name)"
    text = detail["msg"].removeprefix("Value error, ")
    if not detail["loc"] and detail["type"] == "value_error":
        return InvalidParams(text, field=text.partition(":")[0])
    match detail["type"]:
        case "greater_than_equal" | "less_than_equal" if bounds := _bounds(field):
            text = f"must be from {bounds.low:g} to {bounds.high:g}"
        case "missing":
            text = "is missing"
        case "extra_forbidden":
            text = "is not a field of this method"
        case "string_pattern_mismatch":
            digits = 32 if _TICKET in text else 64
            text = f"must be {digits} lowercase hexadecimal digits"
    bounds = _bounds(field)
    remedy = f"{field} takes {bounds.low:g} to {bounds.high:g}" if bounds else None
    return InvalidParams(f"{field}: {text}", field=field, remedy=remedy)


def _bounds(field: str) -> s.Bounds | None:
    return s.REQUESTED.get(field.rpartition(".")[2])


def _check_label(name: str, label: str, forbidden: frozenset[str]) -> None:
    """A label must not pass for the other button's, by its word or by look-alike letters."""
    plain = [c for c in unicodedata.normalize("NFKD", label.casefold()) if not _is_mark(c)]
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    if label and not words and not any(_is_picture(c) for c in plain):
        raise ValueError(f"{name}: the label needs a letter, a digit or a sign")
    if len(words) == 1 and words[0] in forbidden:
        raise ValueError(f'{name}: the label "{label}" means the other button')
    alphabets = {unicodedata.name(c, "").partition(" ")[0] for c in plain if c.isalpha()}
    if len(alphabets & _LOOK_ALIKE) > 1:
        raise ValueError(f"{name}: the label mixes alphabets whose letters look alike")


def _is_picture(character: str) -> bool:
    """A sign that one can see: of the symbols the empty Braille pattern alone is blank."""
    return unicodedata.category(character).startswith("S") and character != "\u2800"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
