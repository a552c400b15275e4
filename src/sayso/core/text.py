"""Text of others, made safe to draw: what can't be seen becomes a visible escape.

An escape looks like `\\u{202e}`. Two different texts never look the same, because a backslash that
happens to stand before `u{…}` is escaped itself. A dialog draws what comes out as plain text, never
as markup.
"""

import unicodedata

_HIDDEN_CATEGORIES = frozenset(["Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"])
"""Categories of characters that can't be seen: controls, format characters (bidirectional,
zero-width, tags), unassigned, private use, surrogates, line and paragraph separators. Unicode
Standard, section 4.5."""

_IGNORABLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFFC, 0xFFFC),
    (0xE0100, 0xE01EF),
)
"""Letters, marks and signs that are drawn as nothing: Default_Ignorable_Code_Point of the Unicode
Character Database, DerivedCoreProperties.txt, as far as its categories are not hidden anyway; the
empty Braille pattern; and the object replacement character, for which toolkits draw an object."""

_MARKS = 4
"""How many marks on one letter are drawn: more would pile up over the text around it."""

# patterns are compiled when they are used first: most commands that load this use none
_CONTROLS = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]"
"""Control characters, and separators of lines and paragraphs."""
_CONTROLS_BUT_LINES = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]"
"""Like `_CONTROLS`, without newline and tab."""

_TURNING = frozenset(["R", "AL", "AN"])
"""Classes of the Unicode Bidirectional Algorithm (UAX #9). The text around a character of these
classes is drawn in another order than it is written, so that two texts may look the same."""

_ESCAPE = r"\\u\{[0-9a-f]+\}"
_LOOKS_ESCAPED = r"\\(?=u\{[0-9a-fA-F]+\})"


class _Table(dict[int, str]):
    """A table for `str.translate` that works out each character's form once."""

    def __missing__(self, code: int) -> str:
        self[code] = form = _escape(code) if _is_hidden(code) else chr(code)
        return form


def visible(text: str) -> str:
    """Text of several lines, made visible: newline and tab stay as they are."""
    return _bound_marks(_escape_backslashes(text)).translate(_LINES)


def visible_line(text: str) -> str:
    """Text of one line, made visible: newline and tab become escapes, too."""
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text  # most is plain: a log has many lines
    return _bound_marks(_escape_backslashes(text)).translate(_ONE_LINE)


def visible_message(text: str) -> str:
    """One line of our own words with texts of others in it that are visible already. Those texts
    stay as they are; what is hidden in the rest becomes an escape."""
    return _bound_marks(text).translate(_ONE_LINE)


def visible_path(path: object) -> str:
    """A path, made visible for messages. A path may hold any bytes but zero, and a toolkit takes no
    half surrogates."""
    return visible_line(str(path))


def visible_in_order(text: str) -> str:
    """Like `visible_line`, and two texts that differ look different whatever their order and their
    spaces: characters of scripts that run from right to left, and all spaces but the common one,
    become escapes, too."""
    return _in_order(visible_line(text))


def visible_lines_in_order(text: str) -> str:
    """Like `visible_in_order`, for several lines: newline and tab stay as they are."""
    return _in_order(visible(text))


def _in_order(shown: str) -> str:
    if shown.isascii():
        return shown
    return "".join(_escape(ord(c)) if turns(c) or _is_odd_space(c) else c for c in shown)


def turns(character: str) -> bool:
    """Whether the text around this character is drawn in another order than it is written."""
    return unicodedata.bidirectional(character) in _TURNING


def hidden(text: str) -> tuple[str, ...]:
    """The escapes of all characters in a text of several lines that can't be seen, each once."""
    import re  # slow to load, and short commands load this module

    shown = visible(text.replace("\\", "/"))  # an escape that the text itself spells is not found
    return tuple(dict.fromkeys(re.findall(_ESCAPE, shown)))


def has_controls(text: str, *, lines: bool) -> bool:
    """Whether the text has control characters or separators of lines. `lines`: newline and tab are
    allowed."""
    import re  # as above

    controls = _CONTROLS_BUT_LINES if lines else _CONTROLS
    return re.search(controls, text) is not None


def has_halves(text: str) -> bool:
    """Whether the text has half of a surrogate pair, which UTF-8 has no form for."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def shorten(text: str, limit: int) -> str:
    """The text in at most `limit` (3 or more) characters: in a longer text, an ellipsis replaces
    the middle."""
    if len(text) <= limit:
        return text
    tail = (limit - 1) // 2
    return f"{text[: limit - 1 - tail]}…{text[-tail:]}"


def _escape(code: int) -> str:
    return f"\\u{{{code:x}}}"


def _escape_backslashes(text: str) -> str:
    if "\\" not in text:
        return text
    import re  # as above

    return re.sub(_LOOKS_ESCAPED, lambda _: _escape(ord("\\")), text)


def _bound_marks(text: str) -> str:
    if text.isascii():
        return text
    pieces, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        pieces.append(_escape(ord(character)) if marks > _MARKS else character)
    return "".join(pieces)


def _is_odd_space(character: str) -> bool:
    return character != " " and unicodedata.category(character) == "Zs"


def _is_hidden(code: int) -> bool:
    return unicodedata.category(chr(code)) in _HIDDEN_CATEGORIES or any(
        first <= code <= last for first, last in _IGNORABLE
    )


_ONE_LINE = _Table()
_LINES = _Table({ord(char): char for char in "\n\t"})
