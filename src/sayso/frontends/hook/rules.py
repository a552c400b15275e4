"""Rules that Claude Code suggests beside a question, as a check box offers them.

Each is one of its own "permission updates" (https://code.claude.com/docs/en/hooks). All of them are
passed back as they came, or none: sayso remembers nothing.
"""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Offer(Value):
    """A check box, and what is said of it."""

    check: str
    words: str


_PLACES = {
    "session": "in this session",
    "localSettings": "in this project, for you",
    "projectSettings": "in this project, for everybody who works on it",
    "userSettings": "in all of your projects",
}

_MODES = {
    "acceptEdits": "change files without asking",
    "bypassPermissions": "use every tool without asking",
    "plan": "only plan",
    "default": "ask as usual",
}


_HEADED = "\nIf you check the box below, from now on:"


def offer(suggested: Sequence[Any]) -> Offer | None:
    """None: there is nothing that can be said in words, or nothing at all."""
    said = [line for each in suggested if (line := _say(each))]
    if not said or len(said) < len(suggested):
        return None
    return Offer("Allow from now on, as said above", "\n".join((_HEADED, *said)))


def _say(update: Any) -> str | None:
    match update:
        case {"type": "addRules", "rules": [*rules], "behavior": "allow", "destination": place}:
            named = [_rule(each) for each in rules]
            if all(named) and place in _PLACES:
                return f"- allow {', '.join(map(str, named))} {_PLACES[place]}"
        case {"type": "setMode", "mode": mode, "destination": place}:
            if mode in _MODES and place in _PLACES:
                return f"- {_MODES[mode]} {_PLACES[place]}"
        case {"type": "addDirectories", "directories": [*places], "destination": place}:
            if all(isinstance(each, str) for each in places) and place in _PLACES:
                return f"- work in {', '.join(places)} as well, {_PLACES[place]}"
    return None


def _rule(rule: Any) -> str | None:
    match rule:
        case {"toolName": str(tool), "ruleContent": str(content)}:
            return f"{tool}({content})"
        case {"toolName": str(tool)}:
            return f"all of {tool}"
    return None
