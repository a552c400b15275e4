"""Exit statuses of the command line: the contract's table. Every one but 0 means *not approved*.

`run` has others: that of the command that it runs, or if the command does not run, mostly those
that shells have for this."""

from __future__ import annotations

from sayso.core.outcome import (
    Answered,
    Approved,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.errors import CommandNotFound, InvalidParams, RequestError, SaysoError
from sayso.values import assert_never

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Final

OK: Final = 0
DENIED: Final = 1
BAD_REQUEST: Final = 2
PENDING: Final = 3
NO_INTERACTOR: Final = 4
TIMED_OUT: Final = 5
NO_SERVICE: Final = 6
NOT_SHOWN: Final = 7
GONE: Final = 8
REFUSED: Final = 9
NOT_RUN: Final = 126
NOT_FOUND: Final = 127
INTERRUPTED: Final = 130
"""128 + SIGINT: what a shell reports for a process that the signal ended."""

FAULT = (BAD_REQUEST, "the command line is wrong; the message says what to change")
SERVICE = (NO_SERVICE, "the daemon can't be reached, or sayso failed; the message says what to do")
OF_A_FILE = (
    (OK, "done, or there was nothing to do"),
    FAULT,
    (NO_SERVICE, "the file is as it was; the message says why, and what to do"),
)
"""The exit statuses of a verb that changes another program's file."""
INTERRUPT = (INTERRUPTED, "Ctrl-C")


def of_outcome(outcome: Outcome) -> int:  # noqa: RET503 - assert_never does not return
    match outcome:
        case Approved() | Answered():
            return OK
        case Denied() | Dismissed():
            return DENIED
        case Pending():
            return PENDING
        case NoInteractor():
            return NO_INTERACTOR
        case TimedOut():
            return TIMED_OUT
        case NotShown():
            return NOT_SHOWN
        case Superseded() | Withdrawn():
            return GONE
        case Refused():
            return REFUSED
    assert_never(outcome)


def of_error_of_run(error: SaysoError) -> int:
    """The exit status of `sayso run` for an error that kept its command from running."""
    if isinstance(error, CommandNotFound):
        return NOT_FOUND
    return BAD_REQUEST if isinstance(error, InvalidParams) else NOT_RUN


def of_error(error: SaysoError) -> int:
    return BAD_REQUEST if isinstance(error, RequestError) else NO_SERVICE
