"""The forms that a typed answer may have to have, by the names that JSON Schema gives them.

https://json-schema.org/draft/2020-12/json-schema-validation, 7.3, as far as the elicitation of the
Model Context Protocol has them; `integer` and `number` are its types of numbers, typed as text.
"""

import math
import re

_EMAIL = re.compile(r"[^\s@]+@[^\s@.]+(\.[^\s@.]+)*")


def number(text: str) -> float | None:
    """None: it is none, or none that is finite."""
    if not text.isascii() or "_" in text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def has(form: str, text: str) -> bool:
    """Whether the text has this form; that with an empty name it always has."""
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
    from urllib.parse import urlsplit  # few questions have such a field

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
    """With its offset from UTC: RFC 3339, section 5.6."""
    if len(text) < len("2026-11-25T00:00:00Z") or text[10:11] not in ("T", "t", " "):
        return False
    from datetime import datetime

    try:
        return datetime.fromisoformat(text.upper()).tzinfo is not None
    except ValueError:
        return False
