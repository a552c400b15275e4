"""The fingerprint of a question: two with the same one show and offer the same."""

import json
from typing import Any

from sayso import values


def fingerprint(kind: str, fields: dict[str, Any]) -> str:
    """SHA-256, in hex, over the canonical form: JSON of all fields, with sorted keys."""
    import hashlib  # the daemon alone asks for it; OpenSSL would be in each process, a MiB or so

    canonical = json.dumps({"kind": kind} | fields, sort_keys=True, default=values.fields)
    return hashlib.sha256(canonical.encode()).hexdigest()
