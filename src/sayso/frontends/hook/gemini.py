"""Gemini CLI: a gate before each of its tools.

https://geminicli.com/docs/hooks; events as 0.61.0 sends them. The decision *allow* skips nothing:
its terminal still asks afterwards, unless it was told not to (`--yolo`). A hook that is silent or
takes too long lets the tool run.
"""

from __future__ import annotations

from sayso.frontends.hook import permission
from sayso.frontends.hook.permission import Call

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Question, Reply

TITLE = "Gemini CLI"
LIMIT = 50.0
"""Seconds: less than the 60 that Gemini CLI gives a hook by default."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of({"BeforeTool": _gate})(event)


def _gate(event: Event) -> Question:
    call = Call(TITLE, event.text("tool_name"), event.mapping("tool_input"), event.given("cwd", ""))
    return permission.ask(call, lambda _: {"decision": "allow"}, refuse)


def refuse(words: str) -> Reply:
    return {"decision": "deny", "reason": words}
