"""How a command ends that another program has started to ask the person. What went wrong is said in
one line, as it appears amidst the output of that program."""

from __future__ import annotations

from sayso.core.outcome import Withdrawn
from sayso.errors import SaysoError
from sayso.frontends.cli import exits, output
from sayso.presentation.outcomes import explain

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.outcome import Outcome

JSON = '{"status", "allowed", "exit"}, on standard error, without what was typed.'


def run(name: str, act: Callable[[], Outcome | None], *, json: bool) -> int:
    """Calls `act`, which asks and hands over what was typed, and reports what went wrong. Returns
    the exit status. `act` returns None if nobody waits for the answer any more."""
    try:
        outcome = act()
    except SaysoError as error:
        if json:
            raise  # it is reported like that of every verb
        remedy = f". What to do: {error.remedy}" if error.remedy else ""
        note(name, error.message + remedy)
        return exits.of_error(error)
    outcome = Withdrawn("caller_gone") if outcome is None else outcome
    status = exits.of_outcome(outcome)
    if json:
        told = {"status": outcome.status, "allowed": outcome.allowed, "exit": status}
        output.result_json(told, aside=True)
    elif not outcome.allowed:
        note(name, explain(outcome))
    return status


def note(name: str, words: str) -> None:
    output.note(f"{name}: {' '.join(words.split())}")
