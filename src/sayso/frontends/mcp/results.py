"""What a tool gives back: the contract's union of outcomes, each status a model of its own, and in
words what an agent does next.

The words stand in the structured content as well, as some clients hand their model that alone.
"""

from typing import Any, Literal, Union, assert_never, get_args

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, ConfigDict, TypeAdapter

from sayso.core import outcome as core
from sayso.errors import Expired, InvalidParams, NotOpen, SaysoError, UnknownPrompt
from sayso.frontends.mcp.question_batch import Answer, QuestionBatch
from sayso.platforms.contract.execution import Ending
from sayso.presentation.outcomes import explain
from sayso.values import replace
from sayso.wire.outcomes import encode_outcome


class _Result(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    next_step: str
    """What the agent does now, in words."""


class _Yes(_Result):
    allowed: Literal[True]


class _No(_Result):
    allowed: Literal[False]
    """Do not act."""


class Approved(_Yes):
    """The person approved."""

    status: Literal["approved"]
    decider: Literal["user"]
    by: Literal["assistive"] | None = None
    """`assistive`: through assistive technology, as they allow. Left out: by their own hand."""


class Answered(_Yes):
    """The person answered."""

    status: Literal["answered"]
    decider: Literal["user", "headless"]
    answer: Answer | None = None
    """What was typed, or the options chosen."""
    by: Literal["assistive"] | None = None
    """`assistive`: through assistive technology, as they allow. Left out: by their own hand."""


class Denied(_No):
    """The person denied."""

    status: Literal["denied"]
    decider: Literal["user", "headless"]


class Dismissed(_No):
    """The person closed the dialog: not an explicit no."""

    status: Literal["dismissed"]
    decider: Literal["user"]


class Pending(_No):
    """No answer yet; the dialog stays."""

    status: Literal["pending"]
    decider: None
    ticket: str


class NoInteractor(_No):
    """Nobody can be asked."""

    status: Literal["no_interactor"]
    decider: Literal["headless"]
    reason: str


class TimedOut(_No):
    """Nobody answered in time."""

    status: Literal["timed_out"]
    decider: Literal["deadline"]
    reason: str
    """`deadline`, or `queue`: it waited too long for its turn."""


class NotShown(_No):
    """The screen never confirmed that the dialog is on it."""

    status: Literal["not_shown"]
    decider: Literal["ui"]
    should_retry: bool
    retry_reason: str


class Superseded(_No):
    """Something newer took its place."""

    status: Literal["superseded"]
    decider: Literal["requester"]
    reason: str
    """`newer_call`, `slot` or `reworded`."""


class Withdrawn(_No):
    """It was taken back, or the program that it is of has exited."""

    status: Literal["withdrawn"]
    decider: Literal["requester"]
    reason: str
    """`requester` or `owner_exited`."""


class Refused(_No):
    """It was not asked."""

    status: Literal["refused"]
    decider: Literal["policy"]
    reason: str
    """`origin_limit`, `prompt_limit`, `quiet_period` or `do_not_disturb`."""
    retry_after: float | None
    """Seconds; null: not known."""


Outcome = (
    Approved
    | Answered
    | Denied
    | Dismissed
    | Pending
    | NoInteractor
    | TimedOut
    | NotShown
    | Superseded
    | Withdrawn
    | Refused
)


class _Series(BaseModel):
    """Of `ask_user`, in the words of tools that ask by forms: it all follows from the status."""

    answered: bool
    """Every question is."""
    cancelled: bool
    """The person pressed the button that says no, or closed the dialog."""
    timedOut: bool  # noqa: N815 - as such tools call it; so are the next ones
    """Nobody answered in time."""
    shouldRetry: bool  # noqa: N815
    """Repeat the call with exactly the same arguments."""
    retryReason: str | None  # noqa: N815
    """Why; or why it was not shown."""
    renderConfirmed: bool  # noqa: N815
    """The question asked last has been on the screen."""
    answers: list[Answer]
    """One for each question answered so far, in their order: the text, or the options chosen."""


_SERIES: dict[str, type[BaseModel]] = {
    get_args(kind.model_fields["status"].annotation)[0]: type(
        kind.__name__, (_Series, kind), {"__doc__": kind.__doc__, "__module__": __name__}
    )
    for kind in get_args(Outcome)
}
"""By status: each outcome with what follows from it."""

SERIES: Any = Union[tuple(_SERIES.values())]  # noqa: UP007 - of a tuple


class _Ran(_Yes):
    """The command got the secret."""

    status: Literal["answered"]
    decider: Literal["user"]
    by: Literal["assistive"] | None = None
    """`assistive`: through assistive technology, as they allow. Left out: by their own hand."""
    secret_taken: bool
    """False: it did not read all of it."""


class Exited(_Ran):
    """The command has ended."""

    exit_status: int


class Killed(_Ran):
    """A signal has ended the command."""

    signal: str


class Running(_Ran):
    """The command still runs."""

    running: Literal[True]
    ticket: str


Ran = Exited | Killed | Running
"""Of `request_secret`: nothing else of the command comes back."""


class AnsweredAll(Answered):
    """Of `check`: the person has answered the last question of a call of `ask_user`."""

    answers: list[Answer]
    """One for each of its questions, in their order."""


class TakenBack(_No):
    """Of `withdraw`: the question is off the screen."""

    status: Literal["withdrawn"]
    number: int


class Fault(BaseModel):
    """As the socket tells of it."""

    code: int
    message: str
    data: dict[str, str]
    """Its name as `error`, whose fault it is as `blame`; `field` and `remedy`, where there are."""


class Failed(_No):
    """An error of the tool. In the schema as well: some clients check it even then."""

    error: Fault


_OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)
_RAN: TypeAdapter[Ran] = TypeAdapter(Ran)


def schema(results: Any) -> dict[str, Any]:
    """JSON Schema of an object, which is all that clients before 2026-07-28 take at its root;
    `results`: one model or more, beside which there are errors."""
    return {"type": "object", **TypeAdapter(results | Failed).json_schema()}


def of_outcome(outcome: core.Outcome, call: str) -> CallToolResult:
    """`call`: the tool that was called, and is called again."""
    words = advise(outcome, call)
    return _result(_OUTCOME.validate_python(_told(outcome, words)), outcome.status, words)


def of_check(outcome: core.Outcome, series: QuestionBatch) -> CallToolResult:
    """Of `check`, with the ticket of one of a call's questions: all answers once there are all."""
    if not isinstance(outcome, core.Answered):
        return of_outcome(outcome, "check")
    if series.left > 0:
        words = (
            f"{explain(outcome)} Of the questions of that call {series.left} are still to be asked:"
            " call ask_user again with the same arguments. It goes on with the next of them."
        )
        return _result(_OUTCOME.validate_python(_told(outcome, words)), outcome.status, words)
    words = advise(outcome, "check")
    told = _told(outcome, words) | {"answers": series.answers}
    return _result(AnsweredAll.model_validate(told), outcome.status, words)


def _told(outcome: core.Outcome, words: str) -> dict[str, Any]:
    return encode_outcome(outcome) | {"allowed": outcome.allowed, "next_step": words}


def of_series(outcome: core.Outcome, series: QuestionBatch) -> CallToolResult:
    """`outcome`: of the question asked last; answers are by what one of them was by."""
    if isinstance(outcome, core.Answered):
        outcome = replace(outcome, by=series.by)
    words = advise(outcome, "ask_user")
    if series.answers and series.left > 0:
        words += f" {len(series.answers)} of {series.length} questions are answered: see answers."
    told = _told(outcome, words)
    told.pop("answer", None)
    model = _SERIES[outcome.status].model_validate(told | _follows(outcome, series))
    return _result(model, outcome.status, words)


def _follows(outcome: core.Outcome, series: QuestionBatch) -> dict[str, Any]:
    reason = None
    if isinstance(outcome, core.Pending):
        reason = "nobody has answered yet; the dialog is still open"
    elif isinstance(outcome, core.NotShown):
        reason = outcome.retry_reason
    by_person = outcome.decider is core.Decider.USER
    in_time = outcome != core.TimedOut("deadline")
    return {
        "answered": isinstance(outcome, core.Answered),
        "cancelled": isinstance(outcome, core.Denied | core.Dismissed),
        "timedOut": isinstance(outcome, core.TimedOut),
        "shouldRetry": isinstance(outcome, core.Pending)
        or (isinstance(outcome, core.NotShown) and outcome.should_retry),
        "retryReason": reason,
        "renderConfirmed": by_person or not in_time or series.rendered,
        "answers": series.answers,
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
    return _result(_RAN.validate_python(told), "answered", words)


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
    taken = TakenBack(status="withdrawn", allowed=False, number=number, next_step=words)
    return _result(taken, taken.status, words)


def of_error(error: SaysoError, call: str) -> CallToolResult:
    words = _explain_error(error, call)
    fault = Fault.model_validate(error.to_wire())
    failed = Failed(allowed=False, error=fault, next_step=words)
    return _result(failed, "error", words, is_error=True)


def _result(model: BaseModel, status: str, words: str, *, is_error: bool = False) -> CallToolResult:
    unsaid = {"by"} if getattr(model, "by", None) is None else set()
    return CallToolResult(
        content=[TextContent(text=f"{status}: {words}")],
        structured_content=model.model_dump(mode="json", exclude=unsaid),
        is_error=is_error,
    )


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
