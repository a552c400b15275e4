"""What `confirm` and `collect` share: waiting for an outcome, and telling it."""

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from sayso import __version__
from sayso.client.calls import Heard, OnProgress
from sayso.core.outcome import Outcome
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.words import explain
from sayso.wire.outcomes import encode_outcome

CLIENT_NAME = f"sayso-cli/{__version__}"

_INTERRUPTED = "Interrupted. The question stays open: repeat the same command for its answer."
_INTERRUPTED_LATE = "Interrupted as the answer came: it may be spent, and you may be asked again."


def wait_for(call: Callable[[OnProgress | None, Heard], Outcome], *, json: bool) -> int:
    """Makes the call, tells its outcome, returns the exit status."""
    parent = os.getppid()
    claiming = False

    def heard() -> bool:
        """The process that started us lives. An orphan from the start has nobody to lose."""
        nonlocal claiming
        claiming = os.getppid() == parent
        return claiming

    try:
        with _waiting_line() as on_progress:
            outcome = call(on_progress, heard)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_INTERRUPTED_LATE if claiming else _INTERRUPTED) from None
    return tell(outcome, json=json)


def _waiting_line() -> AbstractContextManager[OnProgress | None]:
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    from sayso.frontends.cli.waiting import WaitingLine

    return WaitingLine(sys.stderr)


def tell(outcome: Outcome, *, json: bool) -> int:
    """Writes the outcome; its exit status."""
    status = exits.of_outcome(outcome)
    if json:
        output.result_json(encode_outcome(outcome) | {"allowed": outcome.allowed, "exit": status})
    else:
        output.result(outcome.status)
        output.note(explain(outcome))
    return status
