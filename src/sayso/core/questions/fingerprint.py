"""The fingerprint of a question: two questions with the same one show and offer the same."""

from __future__ import annotations

from sayso import values

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

_ADDED = {
    "cancel": "",
    "check": "",
    "deny_words": False,
    "user": "",
    "custom": False,
    "detail_kind": "text",
}
"""Fields that older versions did not have, with the value that says nothing. A field with that
value is left out, so a question keeps the fingerprint that it had: a retry finds it again after an
upgrade."""
_ADDED_TO: dict[str, dict[str, Any]] = {"confirm": {"action": None, "address": ""}}
"""Fields that were added to one kind of question; other kinds had them from their beginning."""


def fingerprint(kind: str, fields: dict[str, Any]) -> str:
    """SHA-256, in hex, over the canonical form of a question: JSON of its fields, with sorted
    keys."""
    import hashlib  # the daemon alone needs these; OpenSSL would cost each process a MiB or so
    import json

    added = _ADDED | _ADDED_TO.get(kind, {})
    told = {n: value for n, value in fields.items() if n not in added or value != added[n]}
    canonical = json.dumps({"kind": kind} | told, sort_keys=True, default=_plain)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(value: values.Value) -> object:
    """An option without a description is its label alone, as it was before options could have
    one."""
    told = values.fields(value)
    return told["label"] if told.get("description") == "" else told
