"""Makes the schema from the code that reads and writes messages: the declarations of requests, the
replies, the union of outcomes and the errors.
"""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from types import NoneType
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints, is_typeddict

from sayso import errors
from sayso.core.outcome import OUTCOMES, By, Decision, Outcome
from sayso.core.secret import Secret
from sayso.core.settings import ANSWER_BYTES, WORDS_BYTES
from sayso.wire import replies
from sayso.wire.codec import MAX_SECRET
from sayso.wire.messages import PARAMS
from sayso.wire.params import object_schema
from sayso.wire.progress import Progress
from sayso.wire.rpc import PROTOCOL

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

METHODS = list(dict.fromkeys(name.partition(".")[0] for name in PARAMS))

_RESULTS: dict[str, type] = {
    "hello": replies.Greeting,
    "withdraw": replies.Withdrew,
    "finish": replies.Finished,
    "dnd": replies.Undisturbed,
    "next": replies.Opened,
    "list": replies.PromptList,
    "status": replies.DaemonStatus,
    "make_way": replies.MadeWay,
    "remote_open": replies.Places,
    "remote_allow": replies.Places,
    "remote_close": replies.Places,
    "remote_list": replies.Places,
}
_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_REQUEST_ID = {
    "type": ["string", "integer"],
    "description": "Id of the request, as the request gave it.",
}
_QUESTION_KIND = {
    "type": "string",
    "description": "Kind of the question. Only a caller that has its ticket is told; an older "
    "daemon leaves it out.",
}
_ANSWER = {"type": ["string", "array"], "items": {"type": "string"}}
_FORM_ANSWER: Schema = {
    "type": "object",
    "properties": {
        "answer": {"type": ["string", "array", "boolean"], "items": {"type": "string"}},
        "custom": {"type": "string", "minLength": 1},
    },
}
_ANSWERS = {"type": "array", "items": _FORM_ANSWER}
_BESIDE: dict[str, Schema] = {
    "by": {"enum": [str(word) for word in By]},
    "checked": {"type": "boolean"},
    "unopened": {"type": "boolean"},
    "words": {"type": "string", "minLength": 1, "maxBytes": WORDS_BYTES},
    "custom": {"type": "string", "minLength": 1, "maxBytes": ANSWER_BYTES},
}
"""Fields of an outcome that are left out where they have nothing to say."""
_UNLOADED = {"ClassVar": ClassVar, "Literal": Literal, "PromptState": replies.PromptState}
"""Names that type hints use and that their modules do not import at run time."""
_DECISIONS = get_args(Decision)


def document() -> Schema:
    """The schema of all messages. Each part stands under its name in `$defs`, and refers to other
    parts there."""
    either = [_ref("request"), _ref("reply")]
    title = f"sayso, protocol {PROTOCOL}"
    return {"$schema": DIALECT, "title": title, "anyOf": either, "$defs": definitions()}


@cache
def definitions() -> dict[str, Schema]:
    """All parts of the schema, by name."""
    known: dict[str, Schema] = {"request": _any_of(METHODS, "What a program sends: one a line.")}
    for method in METHODS:
        known |= _method(method)
    known["reply"] = _any_of(["response", "error", "progress"], "What the daemon sends.")
    results = [f"{method}.result" for method in METHODS]
    known["response"] = _envelope({"id": _REQUEST_ID, "result": _any_of(results)})
    known |= {f"outcome.{kind.status}": _outcome(kind) for kind in OUTCOMES}
    known["outcome"] = _any_of(
        [f"outcome.{kind.status}" for kind in OUTCOMES], "How a question ended."
    )
    known["ready"] = _record(replies.Ready)
    known["progress"] = _progress()
    sent = [kind for kind in errors.kinds() if not kind.local]
    known |= {f"error.{kind.name}": _error(kind) for kind in sent}
    known["error"] = _envelope(
        {
            "id": {**_REQUEST_ID, "type": ["string", "integer", "null"]},
            "error": _any_of([f"error.{kind.name}" for kind in sent]),
        }
    )
    return known


def _method(method: str) -> dict[str, Schema]:
    """The parts of a method: its request, its parameters (for `ask`, also one part for each kind)
    and its result."""
    variants = {
        name: object_schema(model)
        for name, model in PARAMS.items()
        if name.partition(".")[0] == method
    }
    model = PARAMS[next(iter(variants))]
    if method in variants:
        variants = {f"{method}.params": variants[method]}
    else:
        model = model.__mro__[1]  # what its kinds have in common
        variants = {f"{method}.params": _any_of(list(variants)), **variants}
    request = _envelope(
        {"id": _REQUEST_ID, "method": {"const": method}, "params": _ref(f"{method}.params")}
    )
    if not any("required" in each or "oneOf" in each for each in variants.values()):
        request["required"].remove("params")
    request |= {"additionalProperties": False, "description": _said(model)}
    return {method: request, **variants, f"{method}.result": _result(method)}


def _result(method: str) -> Schema:
    if method in _RESULTS:
        return _record(_RESULTS[method])
    if method == "claim":
        return _ref("outcome")
    plain = [f"outcome.{kind.status}" for kind in OUTCOMES if kind not in _DECISIONS]
    return _any_of(["ready", *plain], "An outcome that nobody decided, or that there is one.")


# Each source in its own way


def _told(kind: type, schema: Schema) -> Schema:
    """The schema's properties, each described by the docstring of the field in the class `kind`."""
    said = _said_of_fields(kind)
    return {
        name: each | ({"description": said[name]} if name in said else {})
        for name, each in schema.get("properties", {}).items()
    }


def _record(kind: type) -> Schema:
    """The schema of a TypedDict or a value class."""
    hints = _hints(kind)
    required = [name for name in hints if name in getattr(kind, "__required_keys__", hints)]
    schema = {"properties": {name: _of(hint) for name, hint in hints.items()}}
    return {
        "type": "object",
        "description": _said(kind),
        "properties": _told(kind, schema),
        "required": required,
    }


def _outcome(kind: type[Outcome]) -> Schema:
    """The schema of an outcome, as `sayso.wire.outcomes` writes it."""
    hints = _hints(kind)
    properties: Schema = {"status": {"const": kind.status}}
    for name in kind.__match_args__:
        if name == "answer":
            properties["answer"] = _ANSWER
        elif name == "answers":
            properties["answers"] = _ANSWERS
        elif name in _BESIDE:
            properties[name] = _BESIDE[name]
        elif hints[name] == Secret | None:
            properties["secret_bytes"] = {
                "type": "integer",
                "minimum": 0,
                "maximum": MAX_SECRET,
                "description": "Length of a password: so many raw bytes follow the line.",
            }
        else:
            properties[name] = _of(hints[name])
    required = [
        name for name in properties if name not in (*_BESIDE, "secret_bytes", "answer", "answers")
    ]
    if kind not in _DECISIONS:
        properties["kind"] = _QUESTION_KIND
    return {
        "type": "object",
        "description": _said(kind),
        "properties": _told(kind, {"properties": properties}),
        "required": required,
    }


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, localns=_UNLOADED)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


def _progress() -> Schema:
    params = _record(Progress)
    params["properties"] = {"id": _REQUEST_ID} | params["properties"]
    params["required"] = ["id", *params["required"]]
    note = _envelope({"method": {"const": "progress"}, "params": params})
    return note | {"description": params["description"]}


def _error(kind: type[errors.SaysoError]) -> Schema:
    data: Schema = {
        "error": {"const": kind.name},
        "blame": {"const": kind.blame},
        "field": {"type": "string", "description": "What is at fault."},
        "remedy": {"type": "string", "description": "What to do."},
    }
    if kind.default_remedy:
        data["remedy"]["examples"] = [kind.default_remedy]
    return {
        "type": "object",
        "description": _said(kind),
        "properties": {
            "code": {"const": kind.code},
            "message": {"type": "string"},
            "data": {"type": "object", "properties": data, "required": ["error", "blame"]},
        },
        "required": ["code", "message", "data"],
    }


def _of(hint: Any) -> Schema:
    """The schema for a Python type, as far as replies use it."""
    arguments = get_args(hint)
    match get_origin(hint):
        case None if is_typeddict(hint):
            return _record(hint)
        case None:
            return {"type": _TYPES[hint]}
        case origin if origin is Literal:
            words = [str(argument) for argument in arguments]
            return {"const": words[0]} if len(words) == 1 else {"enum": words}
        case origin if origin is list:
            return {"type": "array", "items": _of(arguments[0])}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": _of(arguments[1])}
        case _:  # a union of plain types
            return {"type": [_TYPES[each] for each in arguments]}


# Parts


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _any_of(names: list[str], description: str = "") -> Schema:
    said = {"description": description} if description else {}
    return said | {"anyOf": [_ref(name) for name in names]}


def _envelope(members: Schema) -> Schema:
    properties = {"jsonrpc": {"const": "2.0"}} | members
    return {"type": "object", "properties": properties, "required": list(properties)}


def _said(kind: type) -> str:
    """The docstring of a class, on one line."""
    return " ".join((kind.__doc__ or "").split())


def _said_of_fields(kind: type) -> dict[str, str]:
    """The docstring under each field, of a class and of those bases that are ours."""
    said: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        written = _classes(base.__module__).get(base.__name__)
        for field, below in pairwise(written.body if written else []):
            match field, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    said[name] = " ".join(text.split())
    return said


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes that a module of ours defines, as syntax trees by name; none for modules of
    others."""
    if not module.startswith("sayso."):
        return {}
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    return {node.name: node for node in body if isinstance(node, ast.ClassDef)}
