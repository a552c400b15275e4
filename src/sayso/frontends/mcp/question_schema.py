"""The JSON Schema of `ask_user`'s arguments, in few words: every session of an agent pays for
them."""

from collections.abc import Mapping
from typing import Any

from sayso.core.settings import HEADER_CHARACTERS, OPTIONS
from sayso.frontends.mcp.questions import MOST, NOTICE, PAGE, TYPES

_LINE = {"type": "string"}
_FLAG = {"type": "boolean"}
_QUESTION: dict[str, dict[str, Any]] = {
    "message": _LINE
    | {"description": "The question, in plain text, with what they need to know to answer it."},
    "type": {
        "type": "string",
        "enum": list(TYPES),
        "description": "text: words of their own. select: one of the options. multi-select: any "
        "number of them. confirm: yes or no. notice: asks nothing, and has one button; alone. Left "
        "out: select where there are options, else text.",
    },
    "options": {
        "type": "array",
        "minItems": int(OPTIONS.low),
        "maxItems": int(OPTIONS.high),
        "items": {
            "anyOf": [
                _LINE,
                {
                    "type": "object",
                    "properties": {"label": _LINE, "description": _LINE},
                    "required": ["label"],
                },
            ]
        },
        "description": "What to choose from: labels, or each with a line that explains it; no two "
        "that look the same.",
    },
    "custom": _FLAG
    | {"description": "Of options: they may type words of their own instead, or beside several."},
    "header": _LINE
    | {
        "description": f"A short name of it, above it: at most {HEADER_CHARACTERS} "
        "characters. Left out: the message's first line."
    },
    "placeholder": _LINE | {"description": "Of a text: an example, in the empty field."},
    "default": _LINE | {"description": "Of a text: stands in the field at first."},
    "multiline": _FLAG | {"description": "Of a text: it may have several lines."},
    "required": _FLAG
    | {"description": "Whether it must be answered. Left out: true, but for multi-select."},
    "id": _LINE | {"description": "A name of yours, returned with the answer."},
}
_LISTED = tuple(name for name in _QUESTION if name not in TYPES["text"].own)
"""Fields listed for a question among several; the description says that it takes the rest, too."""
_MESSAGE = (
    "The question, in plain text, with all they need to answer it. Beside questions: what those "
    "are about."
)


_UNTOLD = frozenset({"message", "detail_kind"})
"""Fields of the page that are not listed with it: `message` is listed with the question, and
`detail_kind` is taken but never listed."""


def schema() -> dict[str, Any]:
    """The schema, an object. Only its descriptions say that a call has either `message` or
    `questions`."""
    several = {
        "type": "array",
        "maxItems": MOST,
        "description": "Several on one page, instead of what stands above for one: each takes the "
        "same, and needs a message.",
        "items": {
            "type": "object",
            "properties": {name: _shape(_QUESTION[name]) for name in _LISTED},
        },
    }
    one = _QUESTION | {"message": _QUESTION["message"] | {"description": _MESSAGE}}
    page = {name: each for name, each in PAGE.properties().items() if name not in _UNTOLD}
    return {"type": "object", "properties": one | {"questions": several} | page}


def _shape(property_: Mapping[str, Any]) -> dict[str, Any]:
    """The field's schema without a description, as the field was described before."""
    shape = {word: property_[word] for word in ("type", "enum", "items") if word in property_}
    if "enum" in shape:
        shape["enum"] = [each for each in shape["enum"] if each != NOTICE]  # never among several
    return shape
