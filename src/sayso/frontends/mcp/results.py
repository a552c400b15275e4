"""What a tool returns: the outcome as the socket has it, and in words what the agent does next.

Some clients give their model the texts alone, others the structured content alone. So what to do
and what was answered stand in full in both.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from mcp_types import CallToolResult, TextContent

from sayso.core import outcome as core
from sayso.errors import Expired, InvalidParams, NotOpen, SaysoError, UnknownPrompt
from sayso.frontends.mcp import answers
from sayso.frontends.mcp.questions import Question
from sayso.platforms.contract.execution import Ending
from sayso.presentation.outcomes import explain
from sayso.wire.outcomes import encode_outcome

Told = dict[str, Any]
"""Structured content of a result. A field that says nothing is left out."""

SCHEMA: Told = {
    "type": "object",
    "properties": {"allowed": {"type": "boolean"}},
    "required": ["allowed"],
}
"""JSON Schema of every tool's result. It covers errors, too, as some clients check even those. It
lists what an agent acts on; the tool's description and the result itself say what else is there."""


def of_outcome(outcome: core.Outcome, call: str) -> CallToolResult:
    """The result for an outcome. `call`: the tool that was called, and is to be called again."""
    told = _told(outcome, advise(outcome, call))
    return _result(told, [told["words"]] if "words" in told else [])


def of_questions(
    outcome: core.Outcome, call: str, questions: Sequence[Question], *, rendered: bool
) -> CallToolResult:
    """The result of `ask_user`, or of `check` with its ticket. `rendered`: the dialog has been on
    the screen. `questions`: empty if they are not known here."""
    given = answers.answers(outcome, questions)
    words = _explain_answers(outcome, given, questions) or advise(outcome, call)
    told = {name: value for name, value in _told(outcome, words).items() if name not in _ANSWERS}
    told["answers"] = answers.structured(given, questions)
    follows = _follows(outcome, is_answered=bool(given), rendered=rendered)
    return _result(told | follows, answers.texts(given, questions))


APART = ("notice", "device_code")
"""Kinds of question that have no answer. Their outcomes are told in words of their own."""


def of_notice(outcome: core.Outcome, call: str, *, rendered: bool) -> CallToolResult:
    """The result of `ask_user` with a notice, or of `check` with its ticket. `rendered`: the dialog
    has been on the screen."""
    told = _told_of(outcome, _NOTICES, advise(outcome, call)) | {"answers": []}
    is_answered = isinstance(outcome, core.Answered)
    follows = _follows(outcome, is_answered=is_answered, rendered=rendered)
    return _result(told | follows | {"cancelled": False})  # there is nothing to refuse


def of_sign_in(outcome: core.Outcome, call: str, *, rendered: bool) -> CallToolResult:
    """The result of `sign_in`, or of `check` with its ticket. `rendered`: the dialog has been on
    the screen."""
    words = advise(outcome, call)
    if isinstance(outcome, core.Pending):
        where = "has come up on" if rendered else "is to come up on"
        words = (
            f"The dialog with address and code {where} the person's screen. {_WHEN_IT_HAS_ENDED}"
        )
    return _result(_told_of(outcome, _SIGN_INS, words))


def of_late_finish() -> CallToolResult:
    """The result of `sign_in` if no dialog is open that could be closed."""
    words = (
        "No dialog with this code is open any more, so there was nothing to close. Go by how your "
        "command ended, and do not call sign_in again for this code."
    )
    return _result({"status": "not_open", "allowed": False, "next_step": words})


def _told_of(
    outcome: core.Outcome, words: Mapping[type[core.Outcome], str], otherwise: str
) -> Told:
    """Content for a question that approves nothing, whatever its outcome. `otherwise`: what to do
    if `words` have nothing for the outcome."""
    return _told(outcome, words.get(type(outcome), otherwise)) | {"allowed": False}


_NOTICES: dict[type[core.Outcome], str] = {
    core.Answered: (
        "The person has acknowledged the notice, by its button. It approves nothing: go on with "
        "what you may do anyway."
    ),
    core.Dismissed: (
        "The person has closed the notice without its button. They are told: go on, and do not "
        "show it again. Where its button was to confirm something, they have not confirmed it."
    ),
    core.TimedOut: (
        "The notice's time is over, and nobody has pressed its button: they may not have read it. "
        "Tell them here, and do not show it again."
    ),
}
_WHEN_IT_HAS_ENDED = (
    "Tell the person to sign in there, and see to your command. When it has ended, call sign_in "
    "again with the same arguments and finish: done, or failed; failed as well if you give up."
)
_SIGN_INS: dict[type[core.Outcome], str] = {
    core.Answered: (
        "The dialog says that they are signed in, as you told it, and has closed. That approves "
        "nothing: go on with what you may do anyway."
    ),
    core.Withdrawn: (
        "The dialog is closed. If the login failed, do not start it again unless the person tells "
        "you to."
    ),
    core.Dismissed: (
        "The person has closed the dialog. Look at your command: if it has ended well, they have "
        "signed in. Else stop it, and do not show the code again unless they tell you to."
    ),
    core.TimedOut: (
        "The time of the code is over, and the dialog has closed. Look at your command: if it has "
        "not ended well, stop it, and tell the person."
    ),
}
"""Other outcomes are told as for any question."""

_ANSWERS = ("answer", "custom", "answers")
"""Fields of an outcome on the socket that hold the person's answers."""


def _explain_answers(
    outcome: core.Outcome, given: Sequence[core.FormAnswer], questions: Sequence[Question]
) -> str:
    """Words for an answer that says no to one of the questions, which no agent may miss. Empty if
    there is no such answer."""
    refused = answers.refused(given, questions)
    if isinstance(outcome, core.Denied) and refused:
        return "Answered by the person: no. Act by that: an answer is handed out once."
    if refused:
        noes = "; ".join(refused)
        return f"{explain(outcome)} They say no to: {noes}. Go on by their answers, given once."
    return ""


def _follows(outcome: core.Outcome, *, is_answered: bool, rendered: bool) -> Told:
    """Fields of an `ask_user` result under the names that form tools use. They all follow from the
    outcome."""
    reason = {}
    if isinstance(outcome, core.Pending):
        reason = {"retryReason": "nobody has answered yet; the question is still open"}
    elif isinstance(outcome, core.NotShown):
        reason = {"retryReason": outcome.retry_reason}
    by_person = outcome.decider is core.Decider.USER
    in_time = outcome != core.TimedOut("deadline")
    refuses = isinstance(outcome, core.Denied | core.Dismissed) and not is_answered
    return reason | {
        "answered": is_answered,
        "cancelled": by_person and refuses,
        "timedOut": isinstance(outcome, core.TimedOut),
        "shouldRetry": isinstance(outcome, core.Pending)
        or (isinstance(outcome, core.NotShown) and outcome.should_retry),
        "renderConfirmed": by_person or not in_time or rendered,
    }


def of_command(
    ending: Ending | None, ticket: str, *, took_all: bool, by: core.By | None
) -> CallToolResult:
    """The result for a command that has got the secret. `ending`: None: it still runs.
    `took_all`: it has read all of the secret. `by`: as in `Answered`."""
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


def _told(outcome: core.Outcome, words: str) -> Told:
    told = encode_outcome(outcome) | {"allowed": outcome.allowed, "next_step": words}
    return {name: value for name, value in told.items() if value is not None}


def _result(told: Told, words: Sequence[str] = (), *, is_error: bool = False) -> CallToolResult:
    """The result with this content. `words`: the person's own, each a text of its own after the
    text that says what to do."""
    allowed = json.dumps(told["allowed"])
    first = f'{told.get("status", "error")}: {told["next_step"]} "allowed": {allowed}.'
    return CallToolResult(
        content=[TextContent(text=text) for text in (first, *words)],
        structured_content=told,
        is_error=is_error,
    )


def advise(outcome: core.Outcome, call: str) -> str:
    """Says what happened, and whether to go on, to repeat the call or to stop."""
    match outcome:
        case core.Approved() | core.Answered():
            return f"{explain(outcome)} Go on now: an answer is handed out once."
        case core.Denied(words=words) if words:
            return (
                f"{explain(outcome)} Do not act as you asked. Go by their words, which approve "
                "nothing: what needs consent in that is a new question."
            )
        case core.Denied() | core.Dismissed():
            return f"{explain(outcome)} Do not act, and do not ask again unless you are told to."
        case core.Pending():
            again = "" if call == "check" else f"call {call} again with the same arguments, or "
            return (
                f"Nobody has answered yet, neither yes nor no. {_WHERE[outcome.unopened]}, "
                f"then {again}call check with the ticket {outcome.ticket}. Once given, an "
                "answer is kept for the retention that the question was asked with, else for 60 s "
                "unless the person has set another time."
            )
        case core.TimedOut():
            return f"{explain(outcome)} Not approved: do not act, and tell the person."
        case core.NoInteractor():
            return (
                f"{explain(outcome)} Not approved: do not act. Go on only with what is safe "
                "without their answer."
            )
        case core.NotShown() | core.Superseded() | core.Withdrawn() | core.Refused():
            return f"{explain(outcome)} Not approved: do not act."
    assert_never(outcome)


_WHERE = {
    False: "A dialog is open on the person's screen, or queued for it. Do not act. Tell the person "
    "to answer the dialog",
    True: "The question waits in the person's tray, and they have not opened it. Do not act. Tell "
    "the person to open it there and to answer it",
}
"""Where the question is, by whether it waits for the person to open it."""


def _explain_error(error: SaysoError, call: str) -> str:
    if isinstance(error, InvalidParams):
        fix = error.remedy or "correct it"
        return f"{error.message}. Nothing was shown. What to do: {fix}; call {call} again."
    remedy = _REMEDIES.get(type(error), error.remedy)
    said = f"{error.message}. Not approved: do not act."
    return f"{said} What to do: {remedy}" if remedy else said


_REMEDIES: dict[type[SaysoError], str] = {
    Expired: "ask a new question with the tool that asked",
    NotOpen: "call check with its ticket to hear what became of it",
    UnknownPrompt: "nothing: it is not open any more",
}
"""Remedies for agents, where the error's own is for a person who types commands."""
