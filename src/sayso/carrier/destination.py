"""What a person types after `ssh`: whether that is something to give to ssh."""

from __future__ import annotations

from sayso.core.text import visible_line
from sayso.errors import InvalidParams

_MOST = 1024
"""Characters: a user's name and a host's take no more."""
_REMEDY = "name it as after ssh: user@host, an alias of ~/.ssh/config, or ssh://user@host:port"


def check(destination: str) -> str:
    """The same. Raises InvalidParams: ssh would take it for an option, or no host has this name."""
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
