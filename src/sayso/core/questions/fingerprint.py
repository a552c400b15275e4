"""The fingerprint of a question: two with the same one show and offer the same."""

from __future__ import annotations

import json

from sayso import values

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Any


def fingerprint(kind: str, fields: dict[str, Any]) -> str:
    """SHA-256, in hex, over the canonical form: JSON of all fields, with sorted keys."""
    import hashlib  # the daemon alone asks for it; OpenSSL would be in each process, a MiB or so

    canonical = json.dumps({"kind": kind} | fields, sort_keys=True, default=values.fields)
    return hashlib.sha256(canonical.encode()).hexdigest()
