"""Claude Code: its permission prompt, its questions, and those of its MCP servers.

https://code.claude.com/docs/en/hooks; events as 2.1.197 sends them. `PermissionRequest` comes when
its terminal asks, too, and the first answer counts: a No in the terminal ends the hook, a Yes there
does not. `PreToolUse` is a gate: it comes before each tool call, also in `claude -p`.
"""

from __future__ import annotations

from sayso.core.outcome import Answered, Approved, Denied
from sayso.frontends import fields
from sayso.frontends.hook import permission, rules, survey, tools
from sayso.frontends.hook.event import Abstention
from sayso.frontends.hook.permission import Call
from sayso.frontends.hook.question import Question, is_denied, words_of
from sayso.frontends.hook.transcript import Transcript

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

    from sayso.core.outcome import Outcome
    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Reply

TITLE = "Claude Code"
LIMIT = 590.0
"""Seconds: less than the 600 that Claude Code gives a hook by default."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of(_EVENTS)(event)


def _permission(event: Event) -> Question:
    tool, told = event.text("tool_name"), event.mapping("tool_input")
    transcript = Transcript(_transcript(event), tool, told)
    if tool == "AskUserQuestion":
        return _survey(told, transcript)
    suggested: list[Any] = event.given("permission_suggestions", [])
    offered = rules.offer(suggested)

    def allow(outcome: Approved) -> Reply:
        widened = {"updatedPermissions": suggested} if outcome.checked else {}
        return _decided({"behavior": "allow"} | widened)

    return permission.ask(
        _call(event),
        allow,
        _denied,
        check=offered.check if offered else "",
        more=offered.words if offered else "",
        is_over=transcript.has_result,
    )


def _transcript(event: Event) -> str:
    """Path of the transcript. A subagent has its own, in a directory that is named after the
    session's transcript."""
    path, subagent = event.given("transcript_path", ""), event.given("agent_id", "")
    if not subagent:
        return path
    return f"{path.removesuffix('.jsonl')}/subagents/agent-{subagent}.jsonl"


def _survey(told: Any, transcript: Transcript) -> Question:
    asked = survey.read(told)

    def reply(outcome: Outcome) -> Reply | None:
        if isinstance(outcome, Answered):
            answers = {"answers": asked.answers(outcome.answers or ())}
            return _decided({"behavior": "allow", "updatedInput": {**told, **answers}})
        return _denied(words_of(outcome)) if isinstance(outcome, Denied) else None

    message = f"{TITLE} has {'a question' if len(asked.questions) == 1 else 'some questions'}."
    return Question((message, asked.questions), reply, "form", is_over=transcript.has_result)


def _denied(words: str) -> Reply:
    return _decided({"behavior": "deny", "message": words})


def _decided(decision: dict[str, Any]) -> Reply:
    return _told("PermissionRequest", {"decision": decision})


def _gate(event: Event) -> Question:
    return permission.ask(
        _call(event),
        lambda _: _gated("allow", "The person allowed it."),
        lambda words: _gated("deny", words),
    )


def refuse(why: str) -> Reply:
    """The gate's reply when nobody decided: Claude Code asks in its terminal, if it has one."""
    return _gated("ask", why)


def _gated(decision: str, why: str) -> Reply:
    says = {"permissionDecision": decision, "permissionDecisionReason": why}
    return _told("PreToolUse", says)


def _elicitation(event: Event) -> Question:
    mode = event.given("mode", "form")
    if mode not in _MODES:
        raise Abstention(f"the server asks in a way that is not known here: {mode}")
    server = tools.line_of(event.text("mcp_server_name"))
    message = fields.indented(event.text("message"))  # so that none of it passes for our words
    asks = f"The MCP server {server} of {TITLE} asks:\n{message}"
    return _MODES[mode](event, asks)


def _form(event: Event, asks: str) -> Question:
    from sayso.frontends import elicitation  # slow to load, and rarely needed

    asked = elicitation.read(asks, event.mapping("requested_schema"))

    def reply(outcome: Outcome) -> Reply | None:
        is_decided = isinstance(outcome, Answered) or is_denied(outcome)
        return _told("Elicitation", asked.result(outcome)) if is_decided else None

    return Question((asks, asked.params["questions"]), reply, "form")


def _page(event: Event, asks: str) -> Question:
    """A question to open a web page. Opening it counts as accepting, whatever happens there."""

    def reply(outcome: Outcome) -> Reply | None:
        if isinstance(outcome, Approved):
            return _told("Elicitation", {"action": "accept"})
        return _told("Elicitation", {"action": "decline"}) if is_denied(outcome) else None

    return Question((asks,), reply, options={"address": event.text("url")})


_MODES = {"form": _form, "url": _page}
"""https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation"""


def _told(event: str, says: Reply) -> Reply:
    return {"hookSpecificOutput": {"hookEventName": event, **says}}


def _call(event: Event) -> Call:
    subagent = event.given("agent_type", "")
    return Call(
        f"{TITLE}'s agent {subagent}" if subagent else TITLE,
        event.text("tool_name"),
        event.mapping("tool_input"),
        event.given("cwd", ""),
    )


_EVENTS = {"PermissionRequest": _permission, "PreToolUse": _gate, "Elicitation": _elicitation}
