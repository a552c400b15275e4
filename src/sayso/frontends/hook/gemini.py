"""Gemini CLI: a gate before each of its tools.

https://geminicli.com/docs/hooks; events as 0.61.0 sends them. Its terminal asks afterwards as well,
unless it was told not to (`--yolo`): an *allow* skips nothing. Silence lets the tool go on, as does
a hook that takes too long.
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
"""Seconds: below the 60 that it gives a hook unless told otherwise."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of({"BeforeTool": _gate})(event)


def _gate(event: Event) -> Question:
    call = Call(TITLE, event.text("tool_name"), event.mapping("tool_input"), event.given("cwd", ""))
    return permission.ask(call, lambda _: {"decision": "allow"}, refuse)


def refuse(words: str) -> Reply:
    return {"decision": "deny", "reason": words}
