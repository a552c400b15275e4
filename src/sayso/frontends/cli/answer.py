"""What the verbs that end in an outcome have in common: they wait for the outcome, and write it."""

from __future__ import annotations

import sys
import time

from sayso import __version__
from sayso.core.outcome import Answered, Approved, Denied, Pending
from sayso.frontends.cli import exits, output
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from sayso.client.shapes import Heard, OnProgress
    from sayso.core.outcome import FormAnswer, Outcome
    from sayso.core.secret import Secret

CLIENT_NAME = f"sayso-cli/{__version__}"

_TICK = 0.01
"""Seconds: the precision with which the kernel knows when a process began (proc_pid_stat(5),
starttime)."""

_INTERRUPTED = "Interrupted. The question stays open: repeat the same command for its answer."
_INTERRUPTED_ANEW = "Interrupted. If you repeat the command, it asks a new question."
_INTERRUPTED_BOUND = (
    "Interrupted. The question has closed with this command, and no answer is kept."
)
_INTERRUPTED_LATE = (
    "Interrupted as the answer came: it may be lost, and repeating the command may ask again."
)


def wait_for(
    call: Callable[[OnProgress | None, Heard], Outcome],
    *,
    json: bool,
    aside: bool = False,
    secret: bool = False,
    bound: bool = False,
    newline: bool = True,
) -> int:
    """Makes the call (see `hold`), and writes its outcome (see `tell`). Returns the exit status."""
    outcome = hold(call, secret=secret, bound=bound)
    return tell(outcome, json=json, aside=aside, secret=secret, newline=newline)


def hold(
    call: Callable[[OnProgress | None, Heard], Outcome],
    *,
    secret: bool = False,
    bound: bool = False,
) -> Outcome:
    """Makes the call, and returns its outcome. `secret`: the answer is a password; `bound`: the
    question is bound. Both choose what a KeyboardInterrupt says.

    A yes or a no reaches the process that started us by the exit status, even where nobody reads
    standard output. What was typed or chosen reaches it by standard output alone.
    """
    starter = select.starter().hold()
    claiming = False

    def heard() -> bool:
        """Whether the process that started us lives."""
        nonlocal claiming
        claiming = starter.lives()
        return claiming

    try:
        with _waiting_line() as on_progress:
            return call(on_progress, heard)
    except KeyboardInterrupt:
        told = _INTERRUPTED_ANEW if secret else _INTERRUPTED
        told = _INTERRUPTED_BOUND if bound else told
        raise KeyboardInterrupt(_INTERRUPTED_LATE if claiming else told) from None


def _waiting_line() -> AbstractContextManager[OnProgress | None]:
    if sys.stderr is None or not sys.stderr.isatty():
        from contextlib import nullcontext

        return nullcontext()
    from sayso.frontends.cli.waiting import WaitingLine  # threads are slow to load

    return WaitingLine(sys.stderr)


def tell(
    outcome: Outcome,
    *,
    json: bool,
    aside: bool = False,
    secret: bool = False,
    newline: bool = True,
    runs: bool = False,
) -> int:
    """Writes the outcome. Returns the exit status. Raises ServiceError if what the person typed or
    chose could not be written.

    `aside`: write to standard error, as standard output is for the answer alone; `secret`: the
    answer is a password, which a `newline` follows; `runs`: the question was about a command, which
    did not run.
    """
    if isinstance(outcome, Pending):
        # a command that begins within the same tick can't be known to follow this one's call: it
        # would count as another asker, and get a dialog of its own
        time.sleep(_TICK)
    if isinstance(outcome, Answered) and outcome.secret is not None:
        _hand_over(outcome.secret, newline)
        checked = outcome.checked
        outcome, aside = Answered(outcome.decider, by=outcome.by, checked=checked), True
    elif isinstance(outcome, Answered) and not json and not output.answer(_lines(outcome)):
        raise output.not_written()
    status = exits.NOT_RUN if runs else exits.of_outcome(outcome)
    if json:
        from sayso.wire.outcomes import encode_outcome  # the question comes first

        told = encode_outcome(outcome) | {"allowed": outcome.allowed, "exit": status}
        if not output.result_json(told, aside=aside) and _has_words(outcome):
            raise output.not_written()
    else:
        output.result(outcome.status, aside=aside)
        if (more := _second_line(outcome)) and not (aside and isinstance(outcome, Denied)):
            output.answer([more], aside=aside)
        from sayso.presentation.outcomes import explain  # as above

        output.note(explain(outcome, secret=secret, runs=runs))
    return status


def _has_words(outcome: Outcome) -> bool:
    """Whether the outcome says more than its exit status."""
    return isinstance(outcome, Answered) and bool(_lines(outcome))


def _lines(outcome: Answered) -> list[str]:
    """What was typed or chosen: one line for each option, but for a form one for each question.
    Several options of one question are parted by tabs, which no option contains."""
    if outcome.answers is None:
        return _words(outcome)
    return ["\t".join(_words(each)) for each in outcome.answers]


def _words(told: Answered | FormAnswer) -> list[str]:
    answer = told.answer
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    words = [answer] if isinstance(answer, str) else [*(answer or ())]
    return [*words, told.custom] if told.custom else words


def _second_line(outcome: Outcome) -> str:
    """What the person said in addition to yes or no, or to a password; empty: nothing."""
    if isinstance(outcome, Denied):
        return outcome.words
    return "checked" if isinstance(outcome, Approved | Answered) and outcome.checked else ""


def _hand_over(secret: Secret, newline: bool) -> None:
    from sayso.frontends.cli import pipe  # most answers hold no secret

    pipe.hand_over(secret, lambda whole: (whole.view(), b"\n" if newline else b""))
