"""What `request_secret` takes: a question for a password, and the command that the password is
for."""

import json
from collections.abc import Mapping
from typing import Any

from sayso.errors import InvalidParams
from sayso.frontends.mcp.arguments import (
    IF_HEADLESS,
    check_names,
    for_agents,
    of_kind,
    property_of,
)
from sayso.platforms.contract.execution import Order
from sayso.wire import actions, messages
from sayso.wire.params import CLOCKS

_QUESTION = of_kind("password")
_THEIRS = {"command": "argv"}
"""The tool's name of a field → the name in the rest of sayso, where they differ."""
_OURS = {theirs: ours for ours, theirs in _THEIRS.items()}
_SAID = {
    "argv": "The program and its arguments, as it gets them: no shell reads them. The secret must "
    "not be among them.",
    "cwd": "The directory that it runs in: an absolute path.",
    "environment": "Variables to set for it; null takes one out. LD_* is refused.",
    "descriptor": "The one that it reads the secret from, as in --passphrase-fd 3. Left out: "
    "standard input.",
    "newline": "A newline follows the secret. Left out: true.",
}
"""Descriptions of a command's fields. They differ from others as here the server runs it."""
_COMMAND = {
    _OURS.get(name, name): property_of(name, field) | {"description": _SAID[name]}
    for name, field in actions.Command.FIELDS.items()
}
_REQUIRED = ("message", "command", "cwd")
_UNTOLD = frozenset({"retention", "detail_kind"})
"""Fields that are taken but not listed: no agent should have a secret kept for longer."""
_CLOCKS = frozenset({*for_agents(messages.ASKS["password"], CLOCKS), IF_HEADLESS})


def schema() -> dict[str, Any]:
    """The schema of the arguments, an object."""
    told = {name: each for name, each in _QUESTION.properties().items() if name not in _UNTOLD}
    return {
        "type": "object",
        "properties": {"message": told["message"]} | _COMMAND | told,
        "required": list(_REQUIRED),
    }


def read(given: Mapping[str, object]) -> tuple[dict[str, Any], Order]:
    """The question by the socket's names, and the command. Raises InvalidParams, which uses the
    tool's names."""
    check_names(given, (*_COMMAND, *_QUESTION.names))
    for name in _REQUIRED:
        if name not in given:
            raise InvalidParams(f"{name}: is missing", field=name)
    asked = _QUESTION.read({name: each for name, each in given.items() if name not in _COMMAND})
    params = {_THEIRS.get(name, name): given[name] for name in given if name in _COMMAND}
    try:
        command = messages.parse(actions.Command, params)
    except InvalidParams as error:
        raise in_our_words(error) from None
    return asked, Order(
        argv=command.argv,
        cwd=command.cwd,
        environment=command.changes(),
        descriptor=command.descriptor,
        newline=command.newline,
    )


def key(given: Mapping[str, object]) -> str:
    """A key that is equal for two calls that want the same, whatever their clocks and
    `if_headless`."""
    return json.dumps({name: given[name] for name in given if name not in _CLOCKS}, sort_keys=True)


def in_our_words(error: InvalidParams) -> InvalidParams:
    """An error about a command, with its field under the tool's name."""
    theirs, _, place = (error.field or "").partition(".")
    name = _OURS.get(theirs, theirs)
    field = f"{name}[{place}]" if place.isdecimal() else name
    said = error.message.removeprefix(f"{error.field}: ").removeprefix(f"{theirs}: ")
    return InvalidParams(f"{field}: {said}", field=field, remedy=error.remedy)
