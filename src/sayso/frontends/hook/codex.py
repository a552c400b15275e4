"""Codex: its permission prompt, and a gate before each of its tools.

https://developers.openai.com/codex/hooks; events as 0.169.0 sends them. `PermissionRequest` comes
where its terminal would ask, which waits meanwhile. `codex exec` never asks: `PreToolUse` is the
gate there, to which an *allow* is unknown, and silence lets the tool run.
"""

from __future__ import annotations

from sayso.frontends.hook import permission
from sayso.frontends.hook.permission import Call

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Question, Reply

TITLE = "Codex"
LIMIT = 590.0
"""Seconds: below the 600 that it gives a hook unless told otherwise."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of(_EVENTS)(event)


def _permission(event: Event) -> Question:
    """Another field than these two, and it does not believe the decision."""

    def decided(decision: dict[str, Any]) -> Reply:
        return _told("PermissionRequest", {"decision": decision})

    return permission.ask(
        _call(event),
        lambda _: decided({"behavior": "allow"}),
        lambda words: decided({"behavior": "deny", "message": words}),
    )


def _gate(event: Event) -> Question:
    return permission.ask(_call(event), lambda _: None, refuse)


def refuse(why: str) -> Reply:
    """At the gate."""
    says = {"permissionDecision": "deny", "permissionDecisionReason": why}
    return _told("PreToolUse", says)


def _told(event: str, says: Reply) -> Reply:
    return {"hookSpecificOutput": {"hookEventName": event, **says}}


def _call(event: Event) -> Call:
    return Call(TITLE, event.text("tool_name"), event.mapping("tool_input"), event.given("cwd", ""))


_EVENTS = {"PermissionRequest": _permission, "PreToolUse": _gate}
