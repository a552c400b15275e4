"""The question whether an agent may make a tool call."""

from __future__ import annotations

from sayso.core.outcome import Approved, Denied
from sayso.frontends.hook import tools
from sayso.frontends.hook.question import Question, words_of
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sayso.core.outcome import Outcome
    from sayso.frontends.hook.question import Reply


class Call(Value):
    """A tool call that an agent wants to make."""

    agent: str
    """The name that people know the agent by."""
    tool: str
    told: Mapping[str, Any]
    """The tool's input."""
    cwd: str
    """The project's directory, as the agent says; empty: it does not say."""
    runs_there: bool = True
    """Whether the call runs in that directory, too."""


def ask(
    call: Call,
    allow: Callable[[Approved], Reply | None],
    deny: Callable[[str], Reply],
    *,
    check: str = "",
    more: str = "",
    is_over: Callable[[], bool] | None = None,
) -> Question:
    """The question whether to allow the call. `allow` and `deny` make the reply; `deny` gets the
    words for the agent. `check`: label of a check box; `more`: our text at the message's end."""

    def reply(outcome: Outcome) -> Reply | None:
        if isinstance(outcome, Approved):
            return allow(outcome)
        return deny(words_of(outcome)) if isinstance(outcome, Denied) else None

    view = tools.view(call.tool, call.told, call.cwd)
    agent, tool, where = map(tools.line_of, (call.agent, call.tool, call.cwd))
    if where and not call.runs_there:
        asks = (
            f"{agent} asks to use {tool}. Its project is {where}. It does not say where this runs."
        )
    else:
        asks = f"{agent} asks to use {tool}{f' in {where}' if where else ''}."
    words = tools.message(asks, call.told, view)
    options = {
        "title": view.title,
        "details": view.details,
        "detail_kind": view.kind,
        "approve": "Allow",
        "deny": "Deny",
        "deny_words": True,
        "check": check,
    }
    return Question(
        ("\n".join(filter(None, (words, more))),),
        reply,
        options={name: value for name, value in options.items() if value},
        is_over=is_over,
    )
