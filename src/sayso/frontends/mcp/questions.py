"""What `ask_user` takes: one question, or several on one page. Everything is checked before
anything is asked.

A single question gets the dialog of its kind, if that offers all that the question needs. Several
questions, or one that needs more, get a form.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sayso.core.settings import QUESTIONS
from sayso.errors import InvalidParams
from sayso.frontends.headers import fit_header
from sayso.frontends.mcp.arguments import IF_HEADLESS, for_agents, of_ask, placed, shown
from sayso.values import Value
from sayso.wire import messages, texts
from sayso.wire.form import FIELDS
from sayso.wire.params import CLOCKS, Params, field

MOST = int(QUESTIONS.high)
"""Most questions on one page."""

DIALOGS = ("text", "select", "confirm", "form", "notice", "device_code")
"""Kinds of question that `ask_user`, `confirm` and `sign_in` ask. None asks for a secret."""

_WORDS = ("type", "message", "question", "header")
_ANSWERED = (*_WORDS, "id", "required")


class _Type(Value):
    """A type that a question may have."""

    kind: str
    """The question's kind on the socket."""
    own: tuple[str, ...] = ()
    """Arguments that only some types have, under the names that a form has for them."""
    common: tuple[str, ...] = _ANSWERED
    """Arguments that all types have, or all but the notice."""

    @property
    def takes(self) -> tuple[str, ...]:
        return self.common + self.own


NOTICE = "notice"
"""The type that asks nothing and can't stand among other questions."""

TYPES = {
    "text": _Type("text", ("placeholder", "default", "multiline")),
    "select": _Type("select", ("options", "custom", "multiple")),
    "multi-select": _Type("select", ("options", "custom")),
    "confirm": _Type("confirm"),
    NOTICE: _Type("notice", common=_WORDS),
}
QUESTION = tuple(dict.fromkeys(name for each in TYPES.values() for name in each.takes))
"""All arguments of a question, whatever its type."""

PAGE = of_ask("text", for_agents(messages.ASKS["form"]))
"""Arguments of the whole page. A text dialog takes the same as a form, except the questions."""

_CLOCKS = frozenset({*for_agents(messages.ASKS["form"], CLOCKS).values(), IF_HEADLESS})


class _Words(Params):
    """Arguments of a question that a form's field does not have."""

    message: str = field(messages.ASKS["text"].FIELDS["message"].shape, "The question.")
    id: str = field(texts.SCOPE, "Returned with the answer.", "")


@dataclass(frozen=True)
class Question:
    """The question that an answer belongs to."""

    type: str
    """One of TYPES. A select in which several may be chosen is a `multi-select` here."""
    message: str
    id: str = ""

    @property
    def heading(self) -> str:
        """The message's first line, after the id if there is one."""
        line = shown(self.message.strip().partition("\n")[0])
        return f"{shown(self.id)}: {line}" if self.id else line


@dataclass(frozen=True)
class _Read:
    """A question, and the field of a form that asks it."""

    asked: Question
    field: dict[str, Any]

    @property
    def is_plain(self) -> bool:
        """Whether the dialog of its kind offers all that the question needs."""
        answer_needed = self.asked.type != "multi-select"
        return not self.field.get("placeholder") and self.field["required"] is answer_needed

    @property
    def own(self) -> dict[str, Any]:
        """The field's options that the dialog of its kind takes, too."""
        return {name: self.field[name] for name in _DIALOG_TAKES if name in self.field}


_DIALOG_TAKES = ("default", "multiline", "options", "multiple", "custom")


@dataclass(frozen=True)
class Call:
    """One call of `ask_user`."""

    questions: tuple[Question, ...]
    kind: str
    """The dialog's kind."""
    params: dict[str, Any]
    """The request by the socket's names, with message and `if_headless`, but without `wait`."""
    wait: float | None

    @property
    def key(self) -> str:
        """A key that is equal for calls that ask the same, whatever their clocks. It is a digest,
        as many keys are kept and what a call asks may be long."""
        asked = {name: each for name, each in self.params.items() if name not in _CLOCKS}
        told = json.dumps([self.kind, asked, [each.id for each in self.questions]], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()


def read(given: Mapping[str, object]) -> Call:
    """The call with these arguments. Raises InvalidParams, which names the argument, such as
    `questions[2].options`."""
    for name in given:
        if name not in (*QUESTION, *PAGE.names, "questions"):
            known = f"it takes questions, or {', '.join(QUESTION)}; and {', '.join(_PAGE_NAMES)}"
            said = f"{shown(name)}: is not an argument of this tool"
            raise InvalidParams(said, field=shown(name), remedy=known)
    page = PAGE.read(
        {"message": "?"} | {name: given[name] for name in _PAGE_NAMES if name in given}
    )
    del page["message"]
    wait = page.pop("wait", None)
    single = {name: given[name] for name in QUESTION if name in given}
    if "questions" not in given:
        return _of_one(_read(single), page, wait)
    for name in single.keys() - {"message", "question"}:
        fix = "put it into each of questions, or leave questions out"
        raise InvalidParams(f"{name}: stands beside questions", field=name, remedy=fix)
    asked = _list(given["questions"])
    if "message" in single or "question" in single:
        page["message"] = _words(single).message
    elif len(asked) == 1:
        return _of_one(asked[0], page, wait)
    return _of_several(asked, page, wait)


_PAGE_NAMES = tuple(name for name in PAGE.names if name != "message")


def _of_one(read: _Read, page: dict[str, Any], wait: float | None) -> Call:
    asked, header = read.asked, read.field["header"]
    made, _ = fit_header("", asked.message)
    params = page | {"message": asked.message}
    if asked.type == NOTICE:
        _check_notice(page)
    is_confirm = asked.type == "confirm"
    if not read.is_plain or (is_confirm and "error" in page):
        alone = read.field | {"header": "Answer" if header == made else header}
        alone.pop("message", None)
        return Call((asked,), "form", params | {"questions": [alone]}, wait)
    title = {} if header == made else {"title": header}
    labels = {"approve": "Yes", "deny": "No"} if is_confirm else {}
    return Call((asked,), TYPES[asked.type].kind, title | labels | params | read.own, wait)


def _check_notice(page: Mapping[str, object]) -> None:
    """Raises InvalidParams for an argument that a notice can't have."""
    for name in ("deny", "error"):
        if name in page:
            said = f"{name}: is not for a notice, which has one button and no answer"
            raise InvalidParams(said, field=name)


def _of_several(asked: tuple[_Read, ...], page: dict[str, Any], wait: float | None) -> Call:
    for place, each in enumerate(asked):
        if each.asked.type == NOTICE:
            where = f"questions[{place}].type"
            said = f"{where}: a notice asks nothing, so it does not stand among questions"
            raise InvalidParams(said, field=where, remedy="show it by a call of its own")
    message = {"message": f"Please answer these {len(asked)} questions."}
    params = message | page | {"questions": [each.field for each in asked]}
    return Call(tuple(each.asked for each in asked), "form", params, wait)


def _list(given: object) -> tuple[_Read, ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= MOST:
        said = f"must be a list of 1 to {MOST} questions"
        raise InvalidParams(f"questions: {said}", field="questions")
    read = tuple(_listed(place, each) for place, each in enumerate(given))
    ids: set[str] = set()
    for place, each in enumerate(read):
        if each.asked.id and each.asked.id in ids:
            where = f"questions[{place}].id"
            raise InvalidParams(f"{where}: is that of a question before it, too", field=where)
        ids.add(each.asked.id)
    return read


def _listed(place: int, given: object) -> _Read:
    where = f"questions[{place}]"
    if not isinstance(given, dict):
        said = f"{where}: must be an object with a message"
        raise InvalidParams(said, field=where)
    try:
        return _read(given)
    except InvalidParams as error:
        at = f"{where}.{error.field}"
        raise InvalidParams(f"{where}.{error}", field=at, remedy=error.remedy) from None


def _read(given: Mapping[str, object]) -> _Read:
    type_ = _type(given)
    words = _words(given)
    kind = TYPES[type_].kind
    several = type_ == "multi-select" or (given.get("multiple") is True)
    header, message = fit_header("", words.message)
    if "header" in given:
        header, message = given["header"], words.message  # type: ignore[assignment]
    own = {name: given[name] for name in ("required", *TYPES[type_].own) if name in given}
    asked = {"kind": kind, "header": header, "required": not several} | own
    asked |= {"message": message} if message else {}
    asked |= {"multiple": True} if several else {}
    checked_as = "text" if kind == NOTICE else kind  # forms have no notice to check it as
    try:
        messages.parse(FIELDS[checked_as], asked | {"kind": checked_as})
    except InvalidParams as error:
        ours = placed(error.field or "")
        said = error.message.removeprefix(f"{error.field}: ")
        raise InvalidParams(f"{ours}: {said}", field=ours, remedy=error.remedy) from None
    what = Question("multi-select" if several else type_, words.message, words.id)
    return _Read(what, asked)


def _type(given: Mapping[str, object]) -> str:
    """The question's type. Raises InvalidParams, also for an argument that this type lacks."""
    type_ = given.get("type", "select" if "options" in given else "text")
    if not isinstance(type_, str) or type_ not in TYPES:
        *others, last = TYPES
        raise InvalidParams(f"type: must be {', '.join(others)} or {last}", field="type")
    for name in given:
        if name in TYPES[type_].takes:
            continue
        fit = [each for each, of in TYPES.items() if name in of.takes]
        if fit:
            raise InvalidParams(f"{name}: works only with type {' or '.join(fit)}", field=name)
        unknown = shown(name)
        is_of_page = name in _PAGE_NAMES
        said = "is for all of the questions" if is_of_page else "is not an argument of a question"
        fix = "put it beside questions" if is_of_page else f"it takes {', '.join(QUESTION)}"
        raise InvalidParams(f"{unknown}: {said}", field=unknown, remedy=fix)
    return type_


def _words(given: Mapping[str, object]) -> _Words:
    """The message and the id. Raises InvalidParams, also for a message under both of its names."""
    name = "question" if "question" in given else "message"
    if name == "question" and "message" in given:
        said = "question: is another name of message, which is there too"
        raise InvalidParams(said, field="question", remedy="give one of both")
    try:
        wanted = {"message": given[name]} if name in given else {}
        return messages.parse(_Words, wanted | ({"id": given["id"]} if "id" in given else {}))
    except InvalidParams as error:
        if error.field != "message":
            raise
        said = error.message.removeprefix("message")
        raise InvalidParams(f"{name}{said}", field=name, remedy=error.remedy) from None
