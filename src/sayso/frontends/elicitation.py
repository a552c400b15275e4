"""Elicitation (form mode) of the Model Context Protocol: turns the request of a server into one of
sayso's forms, and the form's outcome into the result that the server gets.

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation

The schema is an object of strings, numbers, booleans and enumerations. A constraint that a form
can't enforce is an error before anything is shown, so that every result keeps to the schema.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sayso.core import outcome as core
from sayso.core.questions import formats
from sayso.core.settings import ANSWER_BYTES, QUESTIONS
from sayso.core.text import shorten, visible_line
from sayso.errors import InvalidParams, ProtocolError
from sayso.frontends.headers import fit_header
from sayso.wire import messages

SCHEMA = "requestedSchema"

_SHOWN = 40
"""Characters of a property's name that an error message shows."""

_EXACT = 1 << 53
"""Every reader of JSON reads whole numbers below this exactly."""

_REMARKS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "$comment", "readOnly"}
)
"""Keywords of JSON Schema that rule out no answer."""

_ROOT = frozenset({"$schema", "$id", "type", "properties", "required", "additionalProperties"})

Json = str | int | float | bool | list[str]
"""A property's value in the result."""


@dataclass(frozen=True)
class _Field:
    """One property, and how the form asks for it."""

    name: str
    params: Mapping[str, Any]
    read: Callable[[core.FormAnswer], Json | None]
    """Turns an answer into the property's value; None: the property is left out. Raises
    ProtocolError."""


@dataclass(frozen=True)
class Elicitation:
    """A form, and what its outcome means to the server that asked. Ask it as a bound question: the
    server waits, and can't be told that an answer is pending."""

    message: str
    _fields: tuple[_Field, ...]

    @property
    def params(self) -> dict[str, Any]:
        """Arguments for `AsyncClient.form` and `Client.form`."""
        return {"message": self.message, "questions": [dict(each.params) for each in self._fields]}

    def result(self, outcome: core.Outcome) -> dict[str, Any]:
        """The result of `elicitation/create`: `accept` with its `content` if the person submitted
        the form, `decline` if they denied it, `cancel` for every other outcome. Raises
        ProtocolError."""
        if isinstance(outcome, core.Answered):
            return {"action": "accept", "content": self._content(outcome.answers or ())}
        if isinstance(outcome, core.Denied) and outcome.decider is core.Decider.USER:
            return {"action": "decline"}
        return {"action": "cancel"}

    def _content(self, answers: Sequence[core.FormAnswer]) -> dict[str, Json]:
        if len(answers) != len(self._fields):
            raise ProtocolError("the daemon did not answer the questions that it was asked")
        values = (field.read(answer) for field, answer in zip(self._fields, answers, strict=True))
        return {
            field.name: value
            for field, value in zip(self._fields, values, strict=True)
            if value is not None
        }


def read(message: str, schema: Mapping[str, Any]) -> Elicitation:
    """The form for a server's message and `schema`, which is the `requestedSchema`. Raises
    InvalidParams if that is not such a schema, or asks for what no form can show; the error names
    the path, as `requestedSchema.properties.name.pattern`."""
    _only(schema, _ROOT | _REMARKS, SCHEMA)
    properties = schema.get("properties")
    if schema.get("type") != "object" or not isinstance(properties, dict):
        raise _error(SCHEMA, "must be of an object with properties")
    if not 1 <= len(properties) <= QUESTIONS.high:
        count = f"must hold 1 to {QUESTIONS.high:g} of them, as one page does"
        raise _error(f"{SCHEMA}.properties", count)
    required = _texts(schema.get("required", []), f"{SCHEMA}.required")
    if unknown := next((name for name in required if name not in properties), None):
        raise _error(f"{SCHEMA}.required", f"{_shown(unknown)} is not one of the properties")
    fields = tuple(
        _field(name, property_, is_required=name in required)
        for name, property_ in properties.items()
    )
    asked = Elicitation(message, fields)
    _check(asked)
    return asked


def _check(asked: Elicitation) -> None:
    """Checks the form by the daemon's own rules. Raises InvalidParams that names the property."""
    try:
        messages.parse(messages.ASKS["form"], asked.params | {"kind": "form"})
    except InvalidParams as error:
        parts = (error.field or "").split(".")
        said = error.message.removeprefix(f"{error.field}: ")
        if len(parts) > 2 and parts[0] == "questions":
            field = asked._fields[int(parts[1])]
            raise _error(_at(field.name), f"{_ASKED.get(parts[2], parts[2])} {said}") from None
        raise _error(error.field or SCHEMA, said) from None


_ASKED = {
    "options": "what there is to choose from",
    "default": "its default",
    "message": "its description",
}


def _field(name: str, property_: object, *, is_required: bool) -> _Field:
    at = _at(name)
    if not isinstance(property_, dict):
        raise _error(at, "must be an object")
    title = _text(property_, "title", at)
    header, words = fit_header("", title or name)
    words = "\n".join(filter(None, (words, _text(property_, "description", at))))
    asked = {"header": header, "required": is_required} | ({"message": words} if words else {})
    params, value = _kind(property_, at)(property_, at)
    if "proposed" in params:
        asked["message"] = f"{words}\nProposed: {params.pop('proposed')}".strip()
    if params["kind"] == "select" and params.get("multiple"):
        asked["required"] = is_required and bool(property_.get("minItems"))
    return _Field(name, asked | params, partial(_read, value, is_required=is_required))


def _read(value: _Value, answer: core.FormAnswer, *, is_required: bool) -> Json | None:
    """The property's value for an answer; None: the property is left out. Raises ProtocolError for
    an answer that the form does not allow."""
    if answer.custom:
        raise ProtocolError("the daemon tells words of one's own where there can be none")
    read = value(answer.answer)
    if read is None or (read == [] and not is_required):
        if is_required:
            raise ProtocolError("the daemon left out what had to be answered")
        return None
    return read


_Params = dict[str, Any]
_Answer = str | tuple[str, ...] | bool | None
_Value = Callable[[_Answer], Json | None]
_Kind = Callable[[Mapping[str, Any], str], tuple[_Params, _Value]]
"""Takes a property and its path in the schema. Returns how a form asks for the property, and a
function that turns an answer into a value. `proposed` in the first: the schema's default choice in
words, as a form selects nothing at first."""


def _kind(property_: Mapping[str, Any], at: str) -> _Kind:
    type_ = property_.get("type")
    if type_ == "string" and ("enum" in property_ or "oneOf" in property_):
        return _one_of
    kind = _KINDS.get(type_) if isinstance(type_, str) else None
    if kind is None:
        raise _error(f"{at}.type", f"must be {', '.join(_KINDS)}")
    return kind


def _string(property_: Mapping[str, Any], at: str) -> tuple[_Params, _Value]:
    _only(property_, _REMARKS | {"type", "minLength", "maxLength", "format"}, at)
    names = {"minLength": "min_length", "format": "format", "default": "default"}
    params = {ours: property_[theirs] for theirs, ours in names.items() if theirs in property_}
    if params.get("format") in _NUMBERS:
        raise _error(f"{at}.format", "must be email, uri, date or date-time")
    if "maxLength" in property_:
        most = property_["maxLength"]
        params["max_length"] = min(most, ANSWER_BYTES) if isinstance(most, int) else most
    return {"kind": "text"} | params, _text_of


def _text_of(answer: _Answer) -> str | None:
    if not isinstance(answer, str | None):
        raise ProtocolError("the daemon tells a choice where there is a text")
    return answer


def _number(property_: Mapping[str, Any], at: str) -> tuple[_Params, _Value]:
    _only(property_, _REMARKS | {"type", "minimum", "maximum"}, at)
    is_whole = property_["type"] == "integer"
    params: _Params = {"kind": "text", "format": property_["type"]}
    for name in ("minimum", "maximum"):
        if name in property_:
            params[name] = _finite(property_[name], f"{at}.{name}")
    if "default" in property_:
        default = _finite(property_["default"], f"{at}.default")
        params["default"] = str(int(default)) if default == int(default) else repr(default)
    return params, partial(_number_of, is_whole=is_whole)


def _finite(number: object, at: str) -> float:
    """The number, if every reader of JSON reads it as the same. Raises InvalidParams."""
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not isinstance(number, int | float) or not (is_number and abs(number) < _EXACT):
        raise _error(at, f"must be a number within {_EXACT}, either way")
    return number


def _number_of(answer: _Answer, *, is_whole: bool) -> Json | None:
    text = _text_of(answer)
    if text is None:
        return None
    form = "integer" if is_whole or formats.has("integer", text) else "number"
    if not formats.has(form, text):
        raise ProtocolError("the daemon tells a text where there is a number")
    if form == "integer" and (is_whole or abs(int(text)) < _EXACT):
        return int(text)
    return float(text)


def _boolean(property_: Mapping[str, Any], at: str) -> tuple[_Params, _Value]:
    _only(property_, _REMARKS | {"type"}, at)
    default = property_.get("default")
    if not isinstance(default, bool | None):
        raise _error(f"{at}.default", "must be true or false")
    proposed = {} if default is None else {"proposed": "yes" if default else "no"}
    return {"kind": "confirm"} | proposed, _truth_of


def _truth_of(answer: _Answer) -> Json | None:
    if not isinstance(answer, bool | None):
        raise ProtocolError("the daemon tells words where there is a yes or no")
    return answer


def _one_of(property_: Mapping[str, Any], at: str) -> tuple[_Params, _Value]:
    _only(property_, _REMARKS | {"type", "enum", "enumNames", "oneOf"}, at)
    values = _values(property_, "oneOf", at)
    proposed = _proposed(property_.get("default"), values, at)
    return {"kind": "select", "options": list(values)} | proposed, partial(_chosen, values)


def _chosen(values: Mapping[str, str], answer: _Answer) -> Json | None:
    chosen = _all_chosen(values, answer)
    if len(chosen) > 1:
        raise ProtocolError("the daemon tells of several choices where there is one")
    return chosen[0] if chosen else None


def _some_of(property_: Mapping[str, Any], at: str) -> tuple[_Params, _Value]:
    _only(property_, _REMARKS | {"type", "items", "minItems", "maxItems", "uniqueItems"}, at)
    items = property_.get("items")
    if not isinstance(items, dict):
        raise _error(f"{at}.items", "must say what there is to choose from")
    _only(items, _REMARKS | {"type", "enum", "enumNames", "anyOf"}, f"{at}.items")
    values = _values(items, "anyOf", f"{at}.items")
    if property_.get("minItems", 0) not in (0, 1):
        raise _error(f"{at}.minItems", "must be 0 or 1: no form asks for more")
    most = property_.get("maxItems", len(values))
    if not isinstance(most, int) or most < len(values):
        raise _error(f"{at}.maxItems", "must let all of them be chosen: no form asks for fewer")
    proposed = _proposed(property_.get("default"), values, at)
    params = {"kind": "select", "multiple": True, "options": list(values)}
    return params | proposed, partial(_all_chosen, values)


def _all_chosen(values: Mapping[str, str], answer: _Answer) -> list[str]:
    labels = () if answer is None else answer
    if not isinstance(labels, tuple) or not values.keys() >= set(labels):
        raise ProtocolError("the daemon tells what was not to choose from")
    return [values[label] for label in labels]


def _values(property_: Mapping[str, Any], titled: str, at: str) -> dict[str, str]:
    """Labels to choose from, and the value that each stands for. `titled`: the keyword that lists
    values with titles, `oneOf` or `anyOf`. Raises InvalidParams."""
    if titled in property_:
        each = property_[titled]
        if not isinstance(each, list) or not all(isinstance(one, dict) for one in each):
            raise _error(f"{at}.{titled}", "must be a list of objects")
        consts = _texts([one.get("const") for one in each], f"{at}.{titled}")
        labels = _texts([one.get("title", one["const"]) for one in each], f"{at}.{titled}")
    else:
        consts = _texts(property_.get("enum"), f"{at}.enum")
        labels = _texts(property_.get("enumNames", consts), f"{at}.enumNames")
    if len(set(labels)) != len(consts) or len(labels) != len(consts):
        raise _error(at, "must have one name for each value, and no two the same")
    return dict(zip(labels, consts, strict=True))


def _proposed(default: object, values: Mapping[str, str], at: str) -> dict[str, str]:
    if default is None:
        return {}
    wanted = default if isinstance(default, list) else [default]
    labels = [label for label, value in values.items() if value in wanted]
    if len(labels) != len(wanted):
        raise _error(f"{at}.default", "must be of what there is to choose from")
    return {"proposed": ", ".join(labels) or "none"}


_NUMBERS = ("integer", "number")
_KINDS: dict[str, _Kind] = {
    "string": _string,
    "number": _number,
    "integer": _number,
    "boolean": _boolean,
    "array": _some_of,
}
"""How a form asks for a property, by the `type` in its schema."""


def _only(schema: Mapping[str, Any], known: frozenset[str], at: str) -> None:
    """Raises InvalidParams for a keyword that is not `known`: it may forbid an answer that the form
    allows."""
    for name in schema:
        if name not in known:
            raise _error(f"{at}.{_shown(name)}", "is nothing that a form can hold the person to")


def _texts(value: object, at: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _error(at, "must be a list of texts")
    return value


def _text(property_: Mapping[str, Any], name: str, at: str) -> str:
    value = property_.get(name, "")
    if not isinstance(value, str):
        raise _error(f"{at}.{name}", "must be a text")
    return value


def _at(name: str) -> str:
    return f"{SCHEMA}.properties.{_shown(name)}"


def _shown(name: str) -> str:
    """The name, shortened and made visible, for one line of an error message."""
    return shorten(visible_line(str(name)), _SHOWN)


def _error(at: str, says: str) -> InvalidParams:
    remedy = "ask for less, or in a way of your own: nothing was shown"
    return InvalidParams(f"{at}: {says}", field=at, remedy=remedy)
