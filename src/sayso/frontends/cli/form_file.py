"""The file of sayso form: what is asked, in JSON or TOML."""

from __future__ import annotations

from sayso.errors import InvalidParams, ParseError
from sayso.frontends.cli import asking, text_file
from sayso.frontends.cli.arguments import either, meant, shown
from sayso.wire.codec import MAX_FRAME, decode
from sayso.wire.params import parse
from sayso.wire.questions import AskForm

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Any

FIELDS = ("message", "title", "details", "questions", "error", "approve", "deny")

_SYNTAX = "write one JSON object or a TOML document"


def read(file: str) -> dict[str, Any]:
    """Its fields, which are right by themselves. Raises InvalidParams that names the file."""
    told = _values(file, text_file.read(file, MAX_FRAME, "FILE"))
    for name in told:
        if name not in FIELDS:
            raise _unknown(file, name)
    try:
        parse(AskForm, {"kind": "form"} | told)
    except InvalidParams as error:
        raise in_its_words(error, file) from error
    return told


def in_its_words(error: InvalidParams, file: str) -> InvalidParams:
    """Of a field that the file holds; questions are counted from 0 in its name."""
    name, _, path = (error.field or "").partition(".")
    place = path.partition(".")[0]
    which = f"question {int(place) + 1}" if name == "questions" and place.isdecimal() else "it"
    remedy = error.remedy or f"change {which} in {_called(file)}"
    return InvalidParams(f"{_called(file)}: {error.message}", field=error.field, remedy=remedy)


def _values(file: str, text: str) -> dict[str, Any]:
    """By the ending of its name, else by how it begins: no TOML begins with a brace."""
    try:
        name = file.lower()
        if name.endswith(".json") or (not name.endswith(".toml") and text.lstrip()[:1] == "{"):
            return decode(text.encode())
        import tomllib  # few forms need it

        return tomllib.loads(text)
    except (ParseError, ValueError) as error:
        why = error.message if isinstance(error, ParseError) else f"not TOML: {error}"
        raise InvalidParams(f"{_called(file)}: {why}", remedy=_SYNTAX) from error
    except RecursionError as error:
        raise InvalidParams(f"{_called(file)}: nested too deep", remedy=_SYNTAX) from error


def _unknown(file: str, name: str) -> InvalidParams:
    declared = AskForm.FIELDS.get(name)
    if declared and declared.usage:
        says = f"stands on the command line: say {asking.as_option(name, declared)}"
    else:
        says = f"is no field of a form{meant(name, FIELDS)}: say {either(FIELDS)}"
    remedy = f"take it out of {_called(file)}"
    return InvalidParams(f"{_called(file)}: {shown(name)} {says}", field=name, remedy=remedy)


def _called(file: str) -> str:
    from sayso.core.text import visible_path  # no right file needs it

    return "standard input" if file == text_file.STDIN else visible_path(file)
