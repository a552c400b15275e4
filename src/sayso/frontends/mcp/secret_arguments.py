"""What `request_secret` takes: a question for a password, and the command that it is for."""

import json
from collections.abc import Mapping
from typing import Any

from sayso.core.action import Change
from sayso.core.settings import ARGUMENTS, DESCRIPTOR, VARIABLES
from sayso.errors import InvalidParams
from sayso.frontends.mcp.arguments import Arguments, check_names
from sayso.platforms.contract.execution import Order
from sayso.wire import actions, messages

_QUESTION = Arguments(
    "ask.password",
    {
        "message": "message",
        "title": "title",
        "detail": "details",
        "error": "error",
        "repeat": "repeat",
        "approve": "approve",
        "deny": "deny",
        "timeout": "timeout",
        "wait": "wait",
        "retention": "retention",
        "render_timeout": "render_timeout",
        "max_retries": "max_retries",
        "scope": "scope",
        "slot": "slot",
    },
    required="message",
)
_COMMAND: dict[str, dict[str, Any]] = {
    "command": {
        "type": "array",
        "items": {"type": "string"},
        "minItems": 1,
        "maxItems": ARGUMENTS,
        "description": "The program and its arguments, as it gets them: no shell reads them. The "
        "secret must not be among them.",
    },
    "cwd": {
        "type": "string",
        "description": "The directory that it runs in: an absolute path.",
    },
    "environment": {
        "type": "object",
        "additionalProperties": {"type": ["string", "null"]},
        "maxProperties": VARIABLES,
        "description": "Variables that it gets another value of than this server has; null takes "
        "one out. LD_* is refused.",
    },
    "descriptor": {
        "type": "integer",
        "minimum": DESCRIPTOR.low,
        "maximum": DESCRIPTOR.high,
        "description": "The one that it reads the secret from, as in --passphrase-fd 3. Left "
        "out: its standard input.",
    },
    "newline": {
        "type": "boolean",
        "default": True,
        "description": "A newline follows the secret, as programs that read a line expect.",
    },
}
_REQUIRED = ("message", "command", "cwd")
_CLOCKS = frozenset({"wait", "timeout", "retention", "render_timeout", "max_retries"})
_THEIRS = {"command": "argv"}
"""What the tool calls a field → what the rest of sayso does, where that is another name."""
_OURS = {theirs: ours for ours, theirs in _THEIRS.items()}


def schema() -> dict[str, Any]:
    """Of an object, closed: an unknown field is an error."""
    question = _QUESTION.schema()
    return question | {
        "properties": {"message": question["properties"]["message"]}
        | _COMMAND
        | question["properties"],
        "required": list(_REQUIRED),
    }


def read(given: Mapping[str, object]) -> tuple[dict[str, Any], Order]:
    """The question by the socket's names, and the command. Raises InvalidParams in our words."""
    check_names(given, {**_COMMAND, **_QUESTION.fields})
    for name in _REQUIRED:
        if name not in given:
            raise InvalidParams(f"{name}: is missing", field=name)
    asked = _QUESTION.read({name: each for name, each in given.items() if name not in _COMMAND})
    params = {_THEIRS.get(name, name): given[name] for name in given if name in _COMMAND}
    try:
        command = messages.parse(actions.Command, params)
    except InvalidParams as error:
        raise in_our_words(error) from None
    changes = sorted(command.environment.items())
    return asked, Order(
        argv=tuple(command.argv),
        cwd=command.cwd,
        environment=tuple(Change(name, value) for name, value in changes),
        descriptor=command.descriptor,
        newline=command.newline,
    )


def key(given: Mapping[str, object]) -> str:
    """The same for two calls that want the same, whatever their clocks."""
    return json.dumps({name: given[name] for name in given if name not in _CLOCKS}, sort_keys=True)


def in_our_words(error: InvalidParams) -> InvalidParams:
    """Of a command, with its field by the tool's name."""
    theirs, _, place = (error.field or "").partition(".")
    name = _OURS.get(theirs, theirs)
    field = f"{name}[{place}]" if place.isdecimal() else name
    said = error.message.removeprefix(f"{error.field}: ").removeprefix(f"{theirs}: ")
    return InvalidParams(f"{field}: {said}", field=field, remedy=error.remedy)
