"""What `ask_user` takes: one question, or several. All is checked before anything is asked."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sayso.errors import InvalidParams
from sayso.frontends.mcp.arguments import IF_HEADLESS, Arguments, for_agents, shown
from sayso.wire import messages
from sayso.wire.params import CLOCKS, IDENTITY, QUESTION

MOST = 8
"""Questions in one call."""

_KINDS = ("text", "select")
_OF_KIND = {
    kind: {"message": "message", **for_agents(messages.ASKS[kind], QUESTION)} for kind in _KINDS
}
_WORDS = _OF_KIND["text"].keys() & _OF_KIND["select"].keys()
"""What both have."""
KINDS = {
    kind: Arguments(f"ask.{kind}", fields, required="message") for kind, fields in _OF_KIND.items()
}
_QUESTION = ("type", *(_OF_KIND["text"] | _OF_KIND["select"]))
_CLOCKS = for_agents(messages.ASKS["text"], CLOCKS, IDENTITY)
_CALL = Arguments("ask.text", {"message": "message"} | _CLOCKS, required="message", declares=True)
_OF_CALL = (*_CLOCKS, IF_HEADLESS)


@dataclass(frozen=True)
class Question:
    kind: str
    params: dict[str, Any]
    """By the socket's names, the message among them."""


@dataclass(frozen=True)
class Call:
    """One call of `ask_user`."""

    questions: tuple[Question, ...]
    clocks: dict[str, Any]
    """By the socket's names, but for `wait`; scope, slot and `if_headless` as well."""
    wait: float | None

    @property
    def headings(self) -> tuple[str, ...]:
        """The first line of each question."""
        return tuple(
            shown(each.params["message"].strip().partition("\n")[0]) for each in self.questions
        )

    @property
    def key(self) -> str:
        """Equal to that of a call which asks the same; clocks are no part of it. A digest, as many
        are kept and what they ask may be long."""
        asked = [[question.kind, question.params] for question in self.questions]
        place = [self.clocks.get("scope"), self.clocks.get("slot")]
        told = json.dumps([asked, place], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()


def schema() -> dict[str, Any]:
    """Of an object, closed. That it has either `message` or `questions` only the words say."""
    question = {"type": _TYPE} | KINDS["text"].properties() | KINDS["select"].properties()
    clocks = _CALL.properties()
    del clocks["message"]
    several = {
        "type": "array",
        "minItems": 1,
        "maxItems": MOST,
        "description": "Instead of message and what goes with it: several questions, asked one "
        "after the other. Each takes what stands above for one.",
        "items": {
            "type": "object",
            "properties": {name: _shape(each) for name, each in question.items()},
            "required": ["message"],
        },
    }
    return {"type": "object", "properties": question | {"questions": several} | clocks}


def _shape(property_: Mapping[str, Any]) -> dict[str, Any]:
    """What was described before needs its type alone."""
    return {word: property_[word] for word in ("type", "enum", "items") if word in property_}


_TYPE = {
    "type": "string",
    "enum": list(KINDS),
    "description": "Left out: select where there are options, else text.",
}


def read(given: Mapping[str, object]) -> Call:
    """Raises InvalidParams that names the argument, as `questions[2].options`."""
    for name in given:
        if name not in (*_QUESTION, *_OF_CALL, "questions"):
            known = f"it takes questions, or {', '.join(_QUESTION)}; and {', '.join(_OF_CALL)}"
            said = f"{shown(name)}: is no argument of this tool"
            raise InvalidParams(said, field=shown(name), remedy=known)
    clocks = _clocks(given)
    wait = clocks.pop("wait", None)
    single = {name: value for name, value in given.items() if name in _QUESTION}
    if "questions" not in given:
        return Call((_question(single),), clocks, wait)
    for name in single:
        said = f"{name}: stands beside questions"
        fix = "put it into each of questions, or leave questions out"
        raise InvalidParams(said, field=name, remedy=fix)
    return Call(_list(given["questions"]), clocks, wait)


def _clocks(given: Mapping[str, object]) -> dict[str, Any]:
    own = {name: value for name, value in given.items() if name in _OF_CALL}
    clocks = _CALL.read({"message": "?"} | own)
    del clocks["message"]
    return clocks


def _list(given: object) -> tuple[Question, ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= MOST:
        said = f"must be a list of 1 to {MOST} questions"
        raise InvalidParams(f"questions: {said}", field="questions")
    return tuple(_listed(place, each) for place, each in enumerate(given))


def _listed(place: int, given: object) -> Question:
    where = f"questions[{place}]"
    if not isinstance(given, dict):
        said = f"{where}: must be an object with a message"
        raise InvalidParams(said, field=where)
    try:
        return _question(given)
    except InvalidParams as error:
        field = f"{where}.{error.field}"
        raise InvalidParams(f"{where}.{error}", field=field, remedy=error.remedy) from None


def _question(given: Mapping[str, object]) -> Question:
    kind = given.get("type", "select" if "options" in given else "text")
    arguments = KINDS.get(kind) if isinstance(kind, str) else None
    if not isinstance(kind, str) or arguments is None:
        raise InvalidParams(f"type: must be {' or '.join(KINDS)}", field="type")
    words = {name: value for name, value in given.items() if name != "type"}
    for other, own in _OF_KIND.items():
        for name in words.keys() & own.keys() - _WORDS:
            if other != kind:
                raise InvalidParams(f"{name}: is for type {other} alone", field=name)
    return Question(kind, arguments.read(words))
