"""Whether Codex runs a hook of ours: it runs only hooks that the person has trusted on its screen.

Codex keeps a digest of each trusted hook in the user's configuration, even for a project's hooks,
under the hook's place (file, event, numbers). This is how 0.169.0 does it; nothing is known about
other versions' digests.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from enum import Enum
from pathlib import Path
from typing import Any

from sayso.frontends.hook.install.entries import Found

_KNOWN = frozenset({"type", "command", "timeout"})


class Trust(Enum):
    TRUSTED = "it is trusted"
    UNTRUSTED = "Codex does not run it yet: it has not been trusted"
    CHANGED = "Codex does not run it any more: it is not the one that was trusted"
    OFF = "it is switched off in Codex"
    UNKNOWN = "whether Codex trusts it can't be told"


def trust(users: Any, whole: Any, file: Path, ours: Found) -> Trust:
    """Whether Codex trusts this hook. `users`: the parsed user's configuration; `whole`: the parsed
    `file`, which Codex may name by its real path or through a link."""
    match users:
        case {"hooks": {"state": dict() as states}}:
            names = (str(file), os.path.realpath(file))
            state = next((states[key] for key in _keys(names, ours) if key in states), None)
        case _:
            state = None
    match state:
        case {"enabled": False}:
            return Trust.OFF
        case {"trusted_hash": str(trusted)}:
            return _compared(trusted, whole, ours)
    return Trust.UNTRUSTED


def _keys(files: tuple[str, ...], ours: Found) -> list[str]:
    _, _, group, _, place = ours.path
    return [f"{file}:{_label(ours.event)}:{group}:{place}" for file in files]


def _compared(trusted: str, whole: Any, ours: Found) -> Trust:
    if not trusted.startswith("sha256:") or not ours.hook.keys() <= _KNOWN:
        return Trust.UNKNOWN
    group = whole["hooks"][ours.event][ours.path[2]]
    return Trust.TRUSTED if trusted == digest(ours.event, group, ours.hook) else Trust.CHANGED


def digest(event: str, group: dict[str, Any], hook: dict[str, Any]) -> str:
    """Codex's digest of what a hook is, however the file writes it."""
    told = {"timeout": 600, **hook, "async": False}
    matcher = {"matcher": group["matcher"]} if "matcher" in group else {}
    whole = {"event_name": _label(event), **matcher, "hooks": [told]}
    written = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(written.encode()).hexdigest()}"


def _label(event: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event).lower()
