"""Rules that Claude Code suggests along with a question, offered as a check box.

Each is a "permission update" of Claude Code's (https://code.claude.com/docs/en/hooks). They are
passed back unchanged, all or none: sayso itself stores no rule. Rules that can't be stated in full
and without ambiguity are not offered.
"""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


class Offer(Value):
    """A check box, and the text that explains it."""

    check: str
    words: str


_PLACES = {
    "session": "in this session",
    "localSettings": "in this project, for you",
    "projectSettings": "in this project, for everybody who works on it",
    "userSettings": "in all of your projects",
}
_MODES = {
    # in this mode mkdir, touch, rm, rmdir, mv, cp and sed also run without asking (2.1.197)
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
    """None: nothing is suggested, or something that can't be put in words."""
    try:
        said = [line for each in suggested for line in _say(each)]
    except (KeyError, TypeError, ValueError):  # of an unknown shape
        return None
    if not said:
        return None
    return Offer("Allow from now on, as said above", "\n".join((_HEADED, *said)))


_HEADED = "\nIf you check the box below, from now on:"


def _say(update: Any) -> Iterator[str]:
    """The lines that state an update. Raises KeyError, TypeError or ValueError if its shape is
    unknown."""
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
    """The text itself. Raises TypeError or ValueError unless it is one line of visible text."""
    if not isinstance(text, str):
        raise TypeError(text)
    if not text.strip() or not text.isprintable() or text != text.strip():
        raise ValueError(text)
    return text
