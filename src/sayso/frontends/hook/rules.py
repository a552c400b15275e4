"""Rules that Claude Code suggests beside a question, as a check box offers them.

Each is one of its own "permission updates" (https://code.claude.com/docs/en/hooks). All of them are
passed back as they came, or none: sayso remembers nothing. What can't be said whole, in words that
cannot be taken for others, is not offered.
"""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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
    # then mkdir, touch, rm, rmdir, mv, cp and sed are not asked for, either (2.1.197)
    "acceptEdits": "change, copy, move and delete files without asking",
    "bypassPermissions": "use every tool without asking",
    "plan": "only plan",
    "default": "ask as usual",
}
_KEYS = {
    "addRules": {"type", "rules", "behavior", "destination"},
    "setMode": {"type", "mode", "destination"},
    "addDirectories": {"type", "directories", "destination"},
}
_RULE = {"toolName", "ruleContent"}


def offer(suggested: Sequence[Any]) -> Offer | None:
    """None: there is nothing, or something that can't be said."""
    try:
        said = [line for each in suggested for line in _say(each)]
    except (KeyError, TypeError, ValueError):  # of no shape that is known
        return None
    if not said:
        return None
    return Offer("Allow from now on, as said above", "\n".join((_HEADED, *said)))


_HEADED = "\nIf you check the box below, from now on:"


def _say(update: Any) -> Iterator[str]:
    """Raises KeyError, TypeError, ValueError: it is of no shape that is known."""
    kind = update["type"]
    if not isinstance(update, dict) or update.keys() != _KEYS[kind]:
        raise ValueError(kind)
    where = _PLACES[update["destination"]]
    if kind == "setMode":
        yield f"- {_MODES[update['mode']]}, {where}"
        return
    named = [_rule(each) for each in update["rules"]] if kind == "addRules" else []
    if kind == "addRules" and update["behavior"] != "allow":
        raise ValueError(kind)
    if kind == "addDirectories":
        named = [f"work in {_plain(each)} as well" for each in update["directories"]]
    if not named:
        raise ValueError(kind)
    for each in named:
        yield f"- {each}, {where}"


def _rule(rule: Any) -> str:
    if not isinstance(rule, dict) or not rule.keys() <= _RULE:
        raise ValueError(rule)
    tool = _plain(rule["toolName"])
    if "ruleContent" not in rule:
        return f"allow all of {tool}"
    return f"allow {tool}({_plain(rule['ruleContent'])})"


def _plain(text: Any) -> str:
    """Raises TypeError, ValueError: it is no text of one line that can be seen."""
    if not isinstance(text, str):
        raise TypeError(text)
    if not text.strip() or not text.isprintable() or text != text.strip():
        raise ValueError(text)
    return text
