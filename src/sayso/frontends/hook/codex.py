"""Codex: its permission prompt, and a gate before each of its tools.

https://developers.openai.com/codex/hooks; events as 0.169.0 sends them. `PermissionRequest` comes
when its terminal would ask, and the terminal waits meanwhile. `codex exec` never asks: `PreToolUse`
is the gate there, which knows no *allow*: silence lets the tool run.
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
_SHELL = "Bash"
"""The tool for commands. Its model may name another directory, a shell and more rights: of these
the event says nothing."""
LIMIT = 590.0
"""Seconds: less than the 600 that Codex gives a hook by default."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of(_EVENTS)(event)


def _permission(event: Event) -> Question:
    """A question for the prompt. Codex accepts no decision that has fields besides `behavior` and
    `message`."""

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
    """The gate's reply that denies the call."""
    says = {"permissionDecision": "deny", "permissionDecisionReason": why}
    return _told("PreToolUse", says)


def _told(event: str, says: Reply) -> Reply:
    return {"hookSpecificOutput": {"hookEventName": event, **says}}


def _call(event: Event) -> Call:
    tool = event.text("tool_name")
    return Call(
        TITLE, tool, event.mapping("tool_input"), event.given("cwd", ""), runs_there=tool != _SHELL
    )


_EVENTS = {"PermissionRequest": _permission, "PreToolUse": _gate}
