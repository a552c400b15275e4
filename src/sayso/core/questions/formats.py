"""The formats that the asker may require of a typed answer, by the names that JSON Schema gives
them.

https://json-schema.org/draft/2020-12/json-schema-validation, 7.3, as far as the elicitation of the
Model Context Protocol has them; `integer` and `number` are JSON Schema's types of numbers, typed as
text.
"""

import math
import re

_EMAIL = re.compile(r"[^\s@]+@[^\s@.]+(\.[^\s@.]+)*")


def number(text: str) -> float | None:
    """The number that the text writes; None: it is no number, or not a finite one."""
    if not text.isascii() or "_" in text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def has(form: str, text: str) -> bool:
    """Whether the text has this format; any text has the one with the empty name."""
    match form:
        case "integer":
            return re.fullmatch(r"[+-]?[0-9]{1,300}", text) is not None
        case "number":
            return number(text) is not None
        case "email":
            return _EMAIL.fullmatch(text) is not None
        case "uri":
            return _is_uri(text)
        case "date":
            return re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) is not None and _is_date(text)
        case "date-time":
            return _is_date_time(text)
    return True


def _is_uri(text: str) -> bool:
    if not text.isascii() or any(character.isspace() for character in text):
        return False
    from urllib.parse import urlsplit  # slow to load, and few questions need it

    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme) and bool(parts.netloc or parts.path)


def _is_date(text: str) -> bool:
    from datetime import date

    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_date_time(text: str) -> bool:
    """Whether the text is a date and a time with its offset from UTC: RFC 3339, section 5.6."""
    if len(text) < len("2026-11-25T00:00:00Z") or text[10:11] not in ("T", "t", " "):
        return False
    from datetime import datetime

    try:
        return datetime.fromisoformat(text.upper()).tzinfo is not None
    except ValueError:
        return False
