"""The file of sayso form: what is asked, in JSON or TOML."""

from __future__ import annotations

from sayso.errors import InvalidParams, ParseError
from sayso.frontends.cli import asking, text_file
from sayso.frontends.cli.arguments import either, meant, shown
from sayso.wire.codec import MAX_FRAME, decode
from sayso.wire.form import FIELDS as FORM_FIELDS
from sayso.wire.form import OptionParams
from sayso.wire.params import parse
from sayso.wire.questions.form import AskForm

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

FIELDS = ("message", "title", "details", "detail_kind", "questions", "error", "approve", "deny")

_OF_OPTION = 2
"""Parts in the path of an option: `options.1`."""
_SYNTAX = "write one JSON object or a TOML document"


def read(file: str) -> dict[str, Any]:
    """The fields in the file, each of them right by itself. Raises InvalidParams that names the
    file."""
    told = _values(file, text_file.read(file, MAX_FRAME, "FILE"))
    for name in told:
        if name not in FIELDS:
            raise _unknown(file, name)
    try:
        parse(AskForm, {"kind": "form"} | told)
    except InvalidParams as error:
        raise in_its_words(error, file, told) from error
    return told


def in_its_words(error: InvalidParams, file: str, told: Mapping[str, Any]) -> InvalidParams:
    """The error about a field that the file holds, in terms of the file. `told`: the fields in the
    file. Questions and options are counted from 1 in the message, from 0 in the field's name."""
    name, *path = (error.field or "").split(".")
    if name != "questions" or not path or not path[0].isdecimal():
        remedy = error.remedy or f"change it in {_called(file)}"
        return InvalidParams(f"{_called(file)}: {error.message}", field=error.field, remedy=remedy)
    question = f"question {int(path[0]) + 1}"
    says = _unknown_within(told[name][int(path[0])], path[1:])
    if not says:
        where = ": ".join(_counted(path[1:]))
        says = error.message.removeprefix(f"{error.field}: ")
        says = f"{where}: {says}" if where else says
    remedy = error.remedy or f"change {question} in {_called(file)}"
    return InvalidParams(f"{_called(file)}: {question}: {says}", field=error.field, remedy=remedy)


def _unknown_within(question: object, path: Sequence[str]) -> str:
    """What to say if the path names a field that neither this question nor its option has; empty:
    there is such a field."""
    kind = question.get("kind") if isinstance(question, dict) else None
    declared = FORM_FIELDS.get(kind) if isinstance(kind, str) else None
    if declared is None or not path:
        return ""
    if path[0] not in declared.FIELDS:
        return _no_field(".".join(path), f"a {kind}", declared.FIELDS)
    if path[0] == "options" and len(path) > _OF_OPTION:
        name = ".".join(path[_OF_OPTION:])
        if name not in OptionParams.FIELDS:
            (option,) = _counted(path[:_OF_OPTION])
            return f"{option}: {_no_field(name, 'an option', OptionParams.FIELDS)}"
    return ""


def _no_field(name: str, of: str, known: Iterable[str]) -> str:
    return f"{shown(name)} is not a field of {of}{meant(name, known)}: say {either(known)}"


def _counted(path: Sequence[str]) -> list[str]:
    """The parts of a path as a person counts: `options.1.label` becomes option 2, label."""
    words: list[str] = []
    for part in path:
        if part.isdecimal() and words:
            words[-1] = f"{words[-1].removesuffix('s')} {int(part) + 1}"
        else:
            words.append(part)
    return words


def _values(file: str, text: str) -> dict[str, Any]:
    """The fields in the file. The ending of its name says whether it is JSON or TOML, else how the
    text begins: no TOML begins with a brace."""
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
        option = asking.as_option(name, declared)
        says = f"{shown(name)} stands on the command line: say {option}"
    else:
        says = _no_field(name, "a form", FIELDS)
    remedy = f"take it out of {_called(file)}"
    return InvalidParams(f"{_called(file)}: {says}", field=name, remedy=remedy)


def _called(file: str) -> str:
    from sayso.core.text import visible_path  # no right file needs it

    return "standard input" if file == text_file.STDIN else visible_path(file)
