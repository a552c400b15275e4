"""VS Code: a gate before each tool call of its agents.

Written from its documents, https://code.visualstudio.com/docs/agents/reference/hooks-reference, and
never tried with it. The decision *ask* makes VS Code ask by itself.
"""

from __future__ import annotations

from sayso.frontends.hook import permission
from sayso.frontends.hook.event import Abstention
from sayso.frontends.hook.permission import Call

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Question, Reply

TITLE = "VS Code"
LIMIT = 25.0
"""Seconds: less than the 30 that VS Code gives a hook by default."""


_ONLY_LOOK = frozenset(
    {"read_file", "list_dir", "file_search", "grep_search", "semantic_search", "get_errors"}
    | {"get_changed_files", "get_search_view_results", "list_code_usages", "test_search"}
    | {"get_terminal_output", "terminal_last_command", "terminal_selection", "think"}
    | {"manage_todo_list", "readFile", "listDirectory", "fileSearch", "textSearch", "codebase"}
)
"""VS Code's own tools that change nothing, under both names that its documents use."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of({"PreToolUse": _gate})(event)


def _gate(event: Event) -> Question:
    """VS Code can't limit a hook to some tools, so tools that only read are let through here."""
    tool, told = event.text("tool_name"), event.mapping("tool_input")
    if tool in _ONLY_LOOK:
        raise Abstention(f"{tool} only looks")
    call = Call(TITLE, tool, told, event.given("cwd", ""))
    return permission.ask(
        call,
        lambda _: _told("allow", "The person allowed it."),
        lambda words: _told("deny", words),
    )


def refuse(why: str) -> Reply:
    """The gate's reply when nobody decided: VS Code asks by itself."""
    return _told("ask", why)


def _told(decision: str, why: str) -> Reply:
    says = {"permissionDecision": decision, "permissionDecisionReason": why}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **says}}
