"""OpenCode: it has no hooks, but a server that sends its events and takes answers.

https://opencode.ai/docs/server; events as 1.18.33 sends them. Its terminal asks as well, and the
first answer decides: an answer in the terminal closes the dialog.
"""

from __future__ import annotations

import json

from sayso.core.outcome import Answered
from sayso.frontends import fields
from sayso.frontends.hook import permission, survey
from sayso.frontends.hook.event import Abstention
from sayso.frontends.hook.permission import Call
from sayso.frontends.hook.question import Question, is_denied
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sayso.core.outcome import Approved, FormAnswer, Outcome
    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Reply

TITLE = "OpenCode"
LIMIT = 86400.0
"""Seconds: a day, since OpenCode waits for as long as it takes. A question that was put off waits
as long."""
_OFFER = 2000
"""Most characters that say what the check box allows; nobody would read more, so with more there
is no check box."""
_IN_DIFF = {
    "edit": frozenset({"oldString", "newString"}),
    "write": frozenset({"content"}),
    "apply_patch": frozenset({"patchText"}),
}
"""Fields of a tool's input that OpenCode's diff is made from, by tool."""


class Context(Value):
    """What an event leaves out but the server knows."""

    directory: str
    """Where the session works."""
    tool: str = ""
    """Empty: the event belongs to no tool call."""
    told: Mapping[str, Any] = {}
    """The tool's whole input."""


def question(asked: Event, context: Context) -> Question:
    """The question for a `permission.asked` event. `asked`: its properties. Raises Abstention."""
    patterns: list[Any] = asked.given("always", [])
    offer = _offer(asked.text("permission"), patterns)
    call, beside = _call(asked, context)

    def allow(outcome: Approved) -> Reply:
        return {"reply": "always" if outcome.checked else "once"}

    return permission.ask(
        call,
        allow,
        lambda words: {"reply": "reject", "message": words},
        check="Allow until OpenCode ends, as said above" if offer else "",
        more="\n".join(filter(None, (*map(fields.render, beside), offer))),
    )


def _call(asked: Event, context: Context) -> tuple[Call, list[Mapping[str, Any]]]:
    """The call as it is shown, and what the message says besides. Raises Abstention."""
    needed, said = asked.text("permission"), asked.mapping("metadata")
    if not context.tool and not said:
        raise Abstention("OpenCode says neither which call it is of, nor anything about it")
    tool = context.tool or needed
    told, otherwise = _joined(context.told, said)
    beside: list[Mapping[str, Any]] = []
    if needed == "edit" and isinstance(said.get("diff"), str):
        # OpenCode's diff alone is shown: the model may have put one of its own in the input
        beside.append(_less(said["diff"], context.tool, told))
        tool, told = needed, {"diff": said["diff"]}
    if otherwise:
        beside.append({"Its input says otherwise": otherwise})
    if needed != context.tool:  # such as a permission to leave the project, which any tool may need
        needs = {"permission": needed, "patterns": asked.given("patterns", [])}
        beside.append({"To be allowed": needs})
    return Call(TITLE, _line(tool), told, _line(context.directory)), beside


def _joined(
    told: Mapping[str, Any], said: Mapping[str, Any]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The input updated with what OpenCode says of the call, and the input's fields that differ
    from it."""
    otherwise = {name: value for name, value in told.items() if said.get(name, value) != value}
    return {**told, **said}, otherwise


def _less(diff: str, tool: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of `told` that the diff does not show. If only line ends change, the diff has no
    hunk and shows nothing."""
    in_diff = _IN_DIFF.get(tool, frozenset()) if "\n@@ " in diff else frozenset()
    rest = {name: value for name, value in told.items() if name not in in_diff | {"diff"}}
    match rest.get("files"):
        case [*files]:  # a patch's files, each with its part of the diff
            rest["files"] = [_without_part(diff, each) for each in files]
    return rest


def _without_part(diff: str, file: Any) -> Any:
    match file:
        case {"patch": str(part), **others} if part in diff:
            return others
    return file


def _offer(needed: str, patterns: list[Any]) -> str:
    """What the check box allows, in words; empty: nothing, or it can't be said in words."""
    if not patterns or not all(isinstance(each, str) and each for each in patterns):
        return ""
    named = _line(needed)
    said = [f"- all of {named}" if each == "*" else f"- {named} {_line(each)}" for each in patterns]
    words = "\n".join(("\nIf you check the box below, allow until OpenCode ends:", *said))
    return words if len(words) <= _OFFER else ""


def _line(text: str) -> str:
    """The text, in quotation marks if it could be taken for something else."""
    is_plain = text.isprintable() and text == text.strip() and not text.startswith('"')
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def form(asked: Event, context: Context) -> Question:
    """The form for a `question.asked` event. `asked`: its properties. An empty reply rejects the
    question. Raises Abstention."""
    told: list[Any] = asked.given("questions", [])
    questions = survey.read({"questions": told}).questions
    for made, each in zip(questions, told, strict=True):
        made["custom"] = each.get("custom") is not False
        made["multiple"] = each.get("multiple") is True

    def reply(outcome: Outcome) -> Reply | None:
        if isinstance(outcome, Answered):
            return {"answers": [_words(each) for each in outcome.answers or ()]}
        return {} if is_denied(outcome) else None

    words = "a question" if len(told) == 1 else "some questions"
    return Question(
        (f"{TITLE} has {words} in {_line(context.directory)}.", questions), reply, "form"
    )


def _words(given: FormAnswer) -> list[str]:
    chosen = given.answer if isinstance(given.answer, tuple) else ()
    return [*chosen, given.custom] if given.custom else [*chosen]


KINDS: Mapping[str, Callable[[Event, Context], Question]] = {
    "permission": question,
    "question": form,
}
"""Kinds of question, by the first part of their events' names, which is also their path on the
server."""
