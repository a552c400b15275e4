"""What a tool gives back: the outcome as the socket tells it, and in words what an agent does next.

Some clients hand their model the texts alone, others the structured content alone. So what to do
and what was answered stand in both, whole.
"""

import json
from collections.abc import Sequence
from typing import Any, assert_never

from mcp_types import CallToolResult, TextContent

from sayso.core import outcome as core
from sayso.errors import Expired, InvalidParams, NotOpen, SaysoError, UnknownPrompt
from sayso.frontends.mcp.question_batch import Answer, QuestionBatch
from sayso.platforms.contract.execution import Ending
from sayso.presentation.outcomes import explain
from sayso.values import replace
from sayso.wire.outcomes import encode_outcome

Told = dict[str, Any]
"""Structured content. A field that says nothing is left out."""

SCHEMA: Told = {
    "type": "object",
    "properties": {
        "allowed": {"type": "boolean"},
        "status": {"type": "string"},
        "next_step": {"type": "string"},
    },
    "required": ["allowed", "next_step"],
}
"""JSON Schema of every tool's result, errors as well, as some clients check even those. It has what
each result has; what else is there, the tool's description says, and the result itself."""


def of_outcome(outcome: core.Outcome, call: str) -> CallToolResult:
    """`call`: the tool that was called, and is called again."""
    return _single(outcome, advise(outcome, call))


def of_check(outcome: core.Outcome, series: QuestionBatch) -> CallToolResult:
    """Of `check`, with the ticket of one of a call's questions: all answers once there are all."""
    if not isinstance(outcome, core.Answered):
        return of_outcome(outcome, "check")
    if series.left > 0:
        words = (
            f"{explain(outcome)} Of the questions of that call {series.left} are still to be asked:"
            " call ask_user again with the same arguments. It goes on with the next of them."
        )
        return _single(outcome, words)
    told = _told(outcome, advise(outcome, "check")) | {"answers": list(series.answers)}
    return _result(told, _answers(series))


def of_series(outcome: core.Outcome, series: QuestionBatch) -> CallToolResult:
    """`outcome`: of the question asked last; answers are by what one of them was by."""
    if isinstance(outcome, core.Answered):
        outcome = replace(outcome, by=series.by)
    words = advise(outcome, "ask_user")
    if series.answers and series.left > 0:
        words += f" {len(series.answers)} of {series.length} questions are answered: see answers."
    told = _told(outcome, words)
    told.pop("answer", None)
    return _result(told | _follows(outcome, series), _answers(series))


def _follows(outcome: core.Outcome, series: QuestionBatch) -> Told:
    """Of `ask_user`, in the words of tools that ask by forms: it all follows from the status."""
    reason = {}
    if isinstance(outcome, core.Pending):
        reason = {"retryReason": "nobody has answered yet; the dialog is still open"}
    elif isinstance(outcome, core.NotShown):
        reason = {"retryReason": outcome.retry_reason}
    by_person = outcome.decider is core.Decider.USER
    in_time = outcome != core.TimedOut("deadline")
    return reason | {
        "answered": isinstance(outcome, core.Answered),
        "cancelled": by_person and isinstance(outcome, core.Denied | core.Dismissed),
        "timedOut": isinstance(outcome, core.TimedOut),
        "shouldRetry": isinstance(outcome, core.Pending)
        or (isinstance(outcome, core.NotShown) and outcome.should_retry),
        "renderConfirmed": by_person or not in_time or series.rendered,
        "answers": list(series.answers),
    }


def of_command(
    ending: Ending | None, ticket: str, *, took_all: bool, by: core.By | None
) -> CallToolResult:
    """Of one that has the secret. `ending`: None, it still runs."""
    words = _explain_ending(ending, ticket)
    if not took_all:
        words = f"{words} It did not read all of the secret."
    told = _told(core.Answered(by=by), words) | {"secret_taken": took_all}
    if ending is None:
        told |= {"running": True, "ticket": ticket}
    elif ending.signal is not None:
        told["signal"] = ending.signal
    else:
        told["exit_status"] = ending.status
    return _result(told)


def _explain_ending(ending: Ending | None, ticket: str) -> str:
    got = "The person typed the secret, and the command got it."
    if ending is None:
        return (
            f"{got} The command still runs: call check with the ticket {ticket} to hear how it "
            "ends. It goes on whether you do or not."
        )
    if ending.signal is not None:
        return f"{got} A signal ended the command: {ending.signal}. It did not succeed."
    if ending.status == 0:
        return f"{got} The command ended with exit status 0. Go on now."
    return (
        f"{got} The command ended with exit status {ending.status}. What it wrote is not kept. If "
        "the secret may have been wrong, the same call with `error` asks once more; do not repeat "
        "it more than twice."
    )


def of_withdrawal(number: int) -> CallToolResult:
    words = "The question is withdrawn; its dialog has gone. It was not approved."
    return _result({"status": "withdrawn", "number": number, "allowed": False, "next_step": words})


def of_error(error: SaysoError, call: str) -> CallToolResult:
    words = _explain_error(error, call)
    told = {"allowed": False, "error": error.to_wire(), "next_step": words}
    return _result(told, is_error=True)


_OF_THE_PERSON = ("answer", "custom", "words")
"""Fields that hold words of theirs."""


def _single(outcome: core.Outcome, words: str) -> CallToolResult:
    """Of one question; what was typed or chosen, where anything was, as it was."""
    told = _told(outcome, words)
    return _result(told, [_in_text(told[name]) for name in _OF_THE_PERSON if name in told])


def _told(outcome: core.Outcome, words: str) -> Told:
    told = encode_outcome(outcome) | {"allowed": outcome.allowed, "next_step": words}
    return {name: value for name, value in told.items() if value is not None}


def _result(told: Told, answers: Sequence[str] = (), *, is_error: bool = False) -> CallToolResult:
    """`answers`: each a text of its own, after the one that says what to do."""
    first = f"{told.get('status', 'error')}: {told['next_step']}"
    return CallToolResult(
        content=[TextContent(text=text) for text in (first, *answers)],
        structured_content=told,
        is_error=is_error,
    )


def _answers(series: QuestionBatch) -> list[str]:
    """In texts; of several questions each says to which it belongs."""
    if series.length == 1:
        return [_in_text(answer) for answer in series.answers]
    return [
        _in_text(answer, f"Answer {place} of {series.length} ({heading})")
        for place, (answer, heading) in enumerate(
            zip(series.answers, series.headings, strict=False), 1
        )
    ]


def _in_text(answer: Answer, heading: str = "") -> str:
    """Word for word: what was typed, or the options chosen, one a line. Whatever is blank is told
    in words, as some clients refuse a text without any."""
    text = answer if isinstance(answer, str) else "\n".join(answer)
    if text and not text.isspace():
        return f"{heading}:\n{text}" if heading else text
    blank = f"blank, {json.dumps(text)}" if isinstance(answer, str) else "none of the options"
    return f"{heading or 'Answer'}: {blank}"


def advise(outcome: core.Outcome, call: str) -> str:
    """What happened, and when to go on, to repeat and to stop."""
    match outcome:
        case core.Approved() | core.Answered():
            return f"{explain(outcome)} Go on now: an answer is handed out once."
        case core.Denied() | core.Dismissed():
            return f"{explain(outcome)} Do not act, and do not ask again unless you are told to."
        case core.Pending():
            again = "" if call == "check" else f"call {call} again with the same arguments, or "
            return (
                "Nobody has answered yet, neither yes nor no. A dialog is open on the "
                "person's screen, or queued for it. Do not act. Tell the person to answer the "
                f"dialog, then {again}call check with the ticket {outcome.ticket}. Once given, an "
                "answer is kept for 60 s, or for the retention that the question was asked with."
            )
        case core.TimedOut():
            return f"{explain(outcome)} Not approved: do not act, and tell the person."
        case (
            core.NoInteractor()
            | core.NotShown()
            | core.Superseded()
            | core.Withdrawn()
            | core.Refused()
        ):
            return f"{explain(outcome)} Not approved: do not act."
    assert_never(outcome)


def _explain_error(error: SaysoError, call: str) -> str:
    if isinstance(error, InvalidParams):
        fix = error.remedy or "correct it"
        return f"{error.message}. Nothing was shown. What to do: {fix}; call {call} again."
    remedy = _REMEDIES.get(type(error), error.remedy)
    said = f"{error.message}. Not approved: do not act."
    return f"{said} What to do: {remedy}" if remedy else said


_REMEDIES: dict[type[SaysoError], str] = {
    Expired: "ask anew with the tool that asked",
    NotOpen: "call check with its ticket to hear what became of it",
    UnknownPrompt: "nothing, as it is not open any more",
}
"""For an agent, where the error's own is for who types commands."""
