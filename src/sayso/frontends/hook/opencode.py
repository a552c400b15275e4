"""OpenCode: it has no hook, but a server that tells its events, and takes answers.

https://opencode.ai/docs/server; events as 1.18.33 sends them. Its terminal asks as well, and who
answers first decides: an answer there closes the dialog.
"""

from __future__ import annotations

from sayso.frontends.hook import permission
from sayso.frontends.hook.permission import Call

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from typing import Any

    from sayso.core.outcome import Approved
    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Question, Reply

TITLE = "OpenCode"
LIMIT = 86400.0
"""Seconds: it waits for as long as it takes, and so does a question that was put off."""


def question(asked: Event, directory: str = "") -> Question:
    """Of the properties of `permission.asked`. Raises Abstention."""
    tool, told = asked.text("permission"), asked.mapping("metadata")
    patterns: list[Any] = asked.given("always", [])
    call = Call(TITLE, tool, told or {"patterns": asked.given("patterns", [])}, directory)

    def allow(outcome: Approved) -> Reply:
        return {"reply": "always" if outcome.checked else "once"}

    return permission.ask(
        call,
        allow,
        lambda words: {"reply": "reject", "message": words},
        check="Allow until OpenCode ends, as said above" if _are_texts(patterns) else "",
        more=_widened(tool, patterns),
    )


def _widened(tool: str, patterns: list[Any]) -> str:
    if not _are_texts(patterns):
        return ""
    widened = [f"- {tool} {each}" for each in patterns]
    return "\n".join(("\nIf you check the box below, allow until OpenCode ends:", *widened))


def _are_texts(patterns: list[Any]) -> bool:
    return bool(patterns) and all(isinstance(each, str) and each for each in patterns)
