"""What the verbs that ask one question and write its outcome have in common."""

from __future__ import annotations

from sayso.core.outcome import NoInteractor
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from sayso.client.shapes import Heard, OnProgress
    from sayso.core.outcome import Answered, Outcome
    from sayso.frontends.cli.arguments import Arguments


def if_headless(text: str) -> Literal["deny"]:
    """Reads the value of --if-headless. Raises ValueError unless it is deny."""
    if text != "deny":
        raise ValueError("must be deny: nobody can approve or answer in the person's place")
    return "deny"


def ask(kind: str, args: Arguments, *more: object, aside: bool = False) -> int:
    """Asks MESSAGE and, for some kinds of question, `more`. Returns the exit status. See `put`."""
    options = asking.question_options(kind, args)
    try:
        return put(kind, args, (args.message, *more), options, aside=aside)
    except InvalidParams as error:
        raise asking.in_our_words(error, "MESSAGE") from error


def put(
    kind: str,
    args: Arguments,
    words: tuple[object, ...],
    options: Mapping[str, object],
    *,
    aside: bool,
    declared: Answered | None = None,
) -> int:
    """Asks through the client's method `kind`, with these words and options. Returns the exit
    status.

    `aside`: standard output is for what was typed or chosen, and for JSON. `declared`: the outcome
    where nobody can be asked, instead of what --if-headless says. Raises InvalidParams that names
    the field.
    """

    def call(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        from sayso.client.sync import Client  # a command line that is wrong needs no client

        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            method = getattr(client, kind)
            outcome: Outcome = method(
                *words,
                on_progress=on_progress,
                heard=heard,
                if_headless=args.if_headless if declared is None else None,
                **options,
            )
        if declared is not None and isinstance(outcome, NoInteractor):
            return declared
        return outcome

    return wait_for(call, json=args.json, aside=aside and not args.json, bound=args.bound)
