"""What a tool takes: its JSON Schema, and how its arguments are read and checked before anything is
asked.

Both come from the models of the socket's requests. This module adds the tools' names for the fields
(which are those of the command line) and what only agents are told about them. A schema lists only
what an agent needs, in few words, as every session pays for them; a tool takes more than that.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sayso.client.calls import declared
from sayso.core.text import shorten, visible_line
from sayso.errors import InvalidParams
from sayso.wire import messages
from sayso.wire.params import Field, Params

_SHOWN = 40
"""Most characters of an unknown name that an error repeats."""

IF_HEADLESS = "if_headless"
_HEADLESS = {
    "type": "string",
    "enum": ["deny"],
    "description": "Where nobody can be asked: denied, not no_interactor.",
}

_KEYWORDS = ("type", "description", "minimum", "maximum")
"""Keywords of JSON Schema that every client and model knows. The daemon checks the rest."""

_UNTOLD = frozenset({"render_timeout", "max_retries", "scope", "slot"})
"""Fields that a tool takes but an agent never needs, so no schema lists them."""

_SEVERITY = {
    "type": "boolean",
    "description": "It destroys what can't be brought back: the question looks it.",
}

_SAID = {
    "message": "The question, in plain text: what you would do, to what, and why.",
    "title": "A line above it, up to 200 characters.",
    "details": "Longer text under it, such as a diff; they have to read it all.",
    "detail_kind": "Of detail: text, command, diff, fields (`Name: value`).",
    "approve": "Label of the yes or send button, up to 40 characters.",
    "deny": "Label of the no button, up to 40 characters.",
    "cancel": "Label of a third button, which dismisses; must not mean yes.",
    "check": "Label of a check box, off at first; it may only widen what is approved. Result: "
    "`checked`.",
    "deny_words": "They may type a line with a denial. Result: `words`.",
    "user": "Label of a field above, for a name: the command gets name, newline, password.",
    "error": "What was wrong with the answer before, in one line.",
    "wait": "Seconds until pending. Left out: 45; more only for a client that asks for progress.",
    "timeout": "Seconds on the screen until timed_out.",
    "retention": "Seconds that an answer is kept for your next call (60).",
    "ticket": "As a pending result gave it.",
}
"""Descriptions of fields for agents, where they differ from those for programs on the socket."""


@dataclass(frozen=True)
class Arguments:
    """The arguments of one tool."""

    method: str
    """The socket's request: a key of `messages.PARAMS`."""
    fields: Mapping[str, str]
    """The tool's name of a field → the socket's."""
    required: str
    declares: bool = False
    """The tool takes `if_headless` as well, which the client handles, not the socket."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """Fields of the request that no caller sets."""
    untold: frozenset[str] = _UNTOLD
    """Fields that are taken but not listed, by the socket's names."""

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.fields, *([IF_HEADLESS] if self.declares else []))

    def schema(self) -> dict[str, Any]:
        """The schema of all arguments, an object. The tool takes more fields than it lists, but
        unknown ones are an error."""
        return {
            "type": "object",
            "properties": self.properties(),
            "required": [self.required],
        }

    def properties(self) -> dict[str, Any]:
        """The schemas of the fields that an agent needs, by the tool's names."""
        known = messages.PARAMS[self.method].FIELDS
        told = {name: wire for name, wire in self.fields.items() if wire not in self.untold}
        declared = {IF_HEADLESS: _HEADLESS} if self.declares else {}
        return {name: property_of(wire, known[wire]) for name, wire in told.items()} | declared

    def read(self, given: Mapping[str, object]) -> dict[str, Any]:
        """The arguments under the socket's names, as they were given. Raises InvalidParams, which
        uses the tool's names."""
        check_names(given, self.names)
        if self.required not in given:
            raise InvalidParams(f"{self.required}: is missing", field=self.required)
        params = {wire: given[name] for name, wire in self.fields.items() if name in given}
        if "severity" in params:
            params["severity"] = _severity(params["severity"])
        try:
            messages.parse(messages.PARAMS[self.method], {**params, **self.fixed})
        except InvalidParams as error:
            raise self._in_our_words(error) from None
        if IF_HEADLESS in given and self.declares:
            params[IF_HEADLESS] = given[IF_HEADLESS]
            declared(given[IF_HEADLESS] or "")  # "": a tool must refuse null, too
        return params

    def _in_our_words(self, error: InvalidParams) -> InvalidParams:
        """The error with its field under the tool's name."""
        theirs = error.field or ""
        wire_name, dot, place = theirs.partition(".")
        ours = next((name for name, wire in self.fields.items() if wire == wire_name), wire_name)
        ours = placed(f"{ours}{dot}{place}")
        said = error.message.removeprefix(f"{theirs}: ")
        return InvalidParams(f"{ours}: {said}", field=ours, remedy=error.remedy)


def placed(path: str) -> str:
    """A place in an argument, as a tool's caller writes it: `options[1].label`."""
    name, *within = path.split(".")
    return name + "".join(f"[{part}]" if part.isdecimal() else f".{part}" for part in within)


def check_names(given: Mapping[str, object], known: Collection[str]) -> None:
    """Raises InvalidParams for a name that the tool does not take."""
    for name in given:
        if name not in known:
            unknown = shown(name)
            takes = f"it takes {', '.join(known)}"
            said = f"{unknown}: is not an argument of this tool"
            raise InvalidParams(said, field=unknown, remedy=takes)


def shown(name: str) -> str:
    """A name that anybody may have made up, as one short visible line."""
    return shorten(visible_line(name), _SHOWN)


def property_of(wire: str, field: Field) -> dict[str, Any]:
    """What a tool's schema says of a field. `wire`: the field's name on the socket."""
    if wire == "severity":
        return _SEVERITY
    told = field.schema()
    property_ = _known(told)
    if "items" in told:
        property_["items"] = {"type": told["items"]["type"]}
    if "additionalProperties" in told:  # a table: no client needs to know what its texts may hold
        property_["additionalProperties"] = {"type": ["string", "null"]}
    return property_ | ({"description": _SAID[wire]} if wire in _SAID else {})


def _known(schema: Mapping[str, Any]) -> dict[str, Any]:
    known = {word: schema[word] for word in _KEYWORDS if word in schema}
    if known.get("minimum") == 0:  # that goes without saying
        del known["minimum"]
    return known


def for_agents(kind: type[Params], *groups: str) -> dict[str, str]:
    """The fields of `kind` that an agent may set: the tool's name → the socket's. `groups`: only
    fields of these groups; left out: of all groups."""
    return {
        field.usage.name or name: name
        for name, field in kind.FIELDS.items()
        if field.usage and field.usage.is_for_agents and (not groups or field.usage.group in groups)
    }


def _severity(destructive: object) -> str:
    if not isinstance(destructive, bool):
        raise InvalidParams("destructive: must be true or false", field="destructive")
    return "destructive" if destructive else "normal"


def of_kind(kind: str, **fixed: object) -> Arguments:
    """Arguments of a tool that asks this kind of question. `fixed`: fields that no caller sets."""
    return of_ask(kind, for_agents(messages.ASKS[kind]), **fixed)


def of_ask(kind: str, fields: Mapping[str, str], **fixed: object) -> Arguments:
    """Like `of_kind`, but with a message and these fields alone."""
    return Arguments(
        f"ask.{kind}",
        {"message": "message", **fields},
        required="message",
        declares=True,
        fixed={"kind": kind, **fixed},
    )


CONFIRM = replace(of_kind("confirm"), untold=_UNTOLD | {"address"})
CHECK = Arguments("collect", {"ticket": "ticket", "wait": "wait"}, required="ticket")
WITHDRAW = Arguments("withdraw", {"ticket": "ticket"}, required="ticket")
