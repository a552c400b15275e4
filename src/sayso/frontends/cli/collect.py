"""sayso collect: the answer to a question that was pending."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking, pipe
from sayso.frontends.cli.answer import CLIENT_NAME, hold, tell
from sayso.frontends.cli.command import Argument, Command, Group, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.client.shapes import Heard, OnProgress
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "collect",
    "Pick up the answer to a question that was pending, by its ticket.",
    arguments=(Argument("ticket", "TICKET", "what pending printed"),),
    groups=(
        Group(
            "Options",
            (asking.wait_option(), pipe.reveal_option(), pipe.newline_option(), json_option()),
        ),
    ),
    notes=(
        (
            "A ticket asks nothing anew: once its answer was collected or is no longer kept, it is "
            "expired (exit status 2)."
        ),
        (
            "Of a password's ticket, standard output gets the password alone, as from sayso "
            "password; the status and all words go to standard error."
        ),
        (
            "So it is with what was typed or chosen: standard output gets what sayso text, select "
            "or form writes. With --json it is in the outcome instead."
        ),
    ),
    examples=(
        "sayso collect 0123456789abcdef0123456789abcdef --wait 5m && ./deploy.sh",
        "sayso collect 0123456789abcdef0123456789abcdef --wait 5m | ./unlock",
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("approved, or answered: act", "collect it again"),
)

_FILLED_IN = frozenset({"text", "select", "form"})
"""Kinds whose answer is more than its status."""


def run(args: Arguments) -> int:
    kind = ""

    def on_kind(told: str) -> None:
        nonlocal kind
        kind = told
        if kind == "password":
            pipe.check(reveal=args.reveal)

    def collect(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(name=CLIENT_NAME) as client:
            return client.collect(
                args.ticket, wait=args.wait, on_progress=on_progress, heard=heard, on_kind=on_kind
            )

    try:
        outcome = hold(collect)
    except InvalidParams as error:
        if error.field != "ticket":
            raise
        remedy = "give it as pending printed it"
        raise InvalidParams(f"TICKET: {error.message}", field="ticket", remedy=remedy) from error
    secret = kind == "password"
    aside = secret or (kind in _FILLED_IN and not args.json)
    newline = not args.no_newline
    return tell(outcome, json=args.json, aside=aside, secret=secret, newline=newline)
