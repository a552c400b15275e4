"""Checks what a person types after `ssh`, before it is passed to ssh."""

from __future__ import annotations

from sayso.core.text import visible_line
from sayso.errors import InvalidParams

_MOST = 1024
"""Characters of a destination: a user name and a host name together are never longer."""
_REMEDY = "name it as after ssh: user@host, an alias of ~/.ssh/config, or ssh://user@host:port"


def check(destination: str) -> str:
    """Returns the destination unchanged. Raises InvalidParams if ssh would take it for an option,
    or if no host can have such a name."""
    fault = _fault(destination)
    if fault:
        shown = visible_line(destination[:_MOST])
        raise InvalidParams(f"{shown!r} {fault}", field="destination", remedy=_REMEDY)
    return destination


def _fault(destination: str) -> str | None:
    if not destination:
        return "names no machine"
    if destination.startswith("-"):
        return "would be an option of ssh"
    if len(destination) > _MOST:
        return f"has more than {_MOST} characters"
    if not destination.isprintable():
        return "has characters that nobody can see"
    return None
