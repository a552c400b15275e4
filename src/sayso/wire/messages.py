"""What requesters may send, field by field: checked here, before anything is shown or changed.

Left out means the person's configured default; `null`, the wrong type, an unknown field, a
number out of bounds or no number at all is an InvalidParams that names the field.
"""

import unicodedata
from abc import abstractmethod
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from sayso.core import settings as s
from sayso.core.events import Request
from sayso.core.questions import Confirm, Password, Question, Severity
from sayso.errors import InvalidParams

LEFT_OUT: Any = None
"""Default of an optional field; given as `null` it is an error all the same."""

_MEANS_NO = frozenset({"cancel", "decline", "deny", "dismiss", "no", "refuse", "reject"})
_LOOK_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
_MEANS_YES = frozenset({"accept", "allow", "approve", "confirm", "ok", "okay", "yes"})


def _utf8(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"holds half a surrogate pair at character {error.start}") from None
    return text


def _not_empty(text: str) -> str:
    if not text:
        raise ValueError("must not be empty")
    return text


def _one_line(text: str) -> str:
    if any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in text):
        raise ValueError("must be one line without control characters")
    return text


def _bytes(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text.encode()) > limit:
            raise ValueError(f"must be at most {limit} bytes of UTF-8")
        return text

    return AfterValidator(check)


def _characters(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text) > limit:
            raise ValueError(f"must be at most {limit} characters")
        return text

    return AfterValidator(check)


def _clock(bounds: s.Bounds) -> Any:
    return Field(default=LEFT_OUT, ge=bounds.low, le=bounds.high)


_Text = Annotated[str, AfterValidator(_utf8)]
_Line = Annotated[_Text, AfterValidator(_one_line)]
_Label = Annotated[_Line, _characters(s.LABEL_CHARACTERS)]
_Name = Annotated[_Line, _characters(s.NAME_CHARACTERS)]
_Ticket = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class _Params(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Hello(_Params):
    """`client`: the program's name and version, for the log."""

    client: _Name = ""


class _Ask(_Params):
    """What every kind of question has. Durations are seconds."""

    kind: str
    message: Annotated[_Text, AfterValidator(_not_empty), _bytes(s.MESSAGE_BYTES)]
    title: Annotated[_Line, _characters(s.TITLE_CHARACTERS)] = ""
    details: Annotated[_Text, _bytes(s.DETAILS_BYTES)] = ""
    approve: _Label = ""
    deny: _Label = ""
    wait: float = _clock(s.WAIT)
    timeout: float = _clock(s.TIMEOUT)
    retention: float = _clock(s.RETENTION)
    render_timeout: float = _clock(s.RENDER_TIMEOUT)
    max_retries: int = _clock(s.MAX_RETRIES)
    scope: _Name = ""
    slot: _Name = ""
    owner: Annotated[int, Field(gt=0)] = LEFT_OUT
    ticket: _Ticket = ""

    @model_validator(mode="after")
    def _labels_mean_what_they_do(self) -> Self:
        _check_label("approve", self.approve, _MEANS_NO)
        _check_label("deny", self.deny, _MEANS_YES)
        if self.approve and self.approve.casefold() == self.deny.casefold():
            raise ValueError("deny: must differ from approve")
        return self

    @abstractmethod
    def question(self) -> Question:
        """What is asked."""

    def to_request(self) -> Request:
        return Request(
            question=self.question(),
            wait=self.wait,
            timeout=self.timeout,
            retention=self.retention,
            render_timeout=self.render_timeout,
            max_retries=self.max_retries,
            scope=self.scope,
            slot=self.slot,
            owner=self.owner,
            ticket=self.ticket,
        )


class AskConfirm(_Ask):
    """Approve or deny."""

    severity: Literal["normal", "destructive"] = "normal"

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

    error: Annotated[_Line, _characters(s.ERROR_CHARACTERS)] = ""
    repeat: bool = False

    def question(self) -> Password:
        return Password(
            message=self.message,
            title=self.title,
            details=self.details,
            error=self.error,
            repeat=self.repeat,
            approve=self.approve,
            deny=self.deny,
        )


ASKS: dict[str, type[_Ask]] = {Confirm.kind: AskConfirm, Password.kind: AskPassword}
"""The fields of each kind of question."""


class Collect(_Params):
    """The outcome of the prompt that this ticket names."""

    ticket: _Ticket
    wait: float = _clock(s.WAIT)


class Claim(_Params):
    """Spend what was offered under this claim."""

    claim: _Ticket


class Withdraw(_Params):
    """By ticket or by number, not both."""

    ticket: _Ticket = ""
    number: Annotated[int, Field(gt=0)] = 0

    @model_validator(mode="after")
    def _one_of_both(self) -> "Withdraw":
        if bool(self.ticket) == bool(self.number):
            raise ValueError("ticket or number: exactly one of them")
        return self


class NoParams(_Params):
    """For methods that take none."""


_Model = TypeVar("_Model", bound=_Params)


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
            text = "must be 32 lowercase hexadecimal digits"
    bounds = _bounds(field)
    remedy = f"{field} takes {bounds.low:g} to {bounds.high:g}" if bounds else None
    return InvalidParams(f"{field}: {text}", field=field, remedy=remedy)


def _bounds(field: str) -> s.Bounds | None:
    return {
        "wait": s.WAIT,
        "timeout": s.TIMEOUT,
        "retention": s.RETENTION,
        "render_timeout": s.RENDER_TIMEOUT,
        "max_retries": s.MAX_RETRIES,
    }.get(field)


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
