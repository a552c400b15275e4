"""sayso confirm: ask the person to approve or deny."""

import argparse
from typing import Literal

from sayso.client.shapes import ConfirmOptions, Heard, OnProgress
from sayso.client.sync import Client
from sayso.core.outcome import Decider, Denied, NoInteractor, Outcome
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.arguments import add_json

NAME = "confirm"
HELP = "Ask the person to approve or deny. Exit status 0 means approved, every other not."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    asking.add_question(parser, "MESSAGE", "the question, in one or more lines")
    parser.add_argument(
        "--destructive", action="store_true", help="it destroys something, and should look it"
    )
    asking.add_clocks(parser, timeout="120s, destructive 60s")
    asking.add_identity(parser)
    asking.add_conduct(parser, _if_headless, "deny")
    add_json(parser)


def _if_headless(text: str) -> Literal["deny"]:
    if text != "deny":
        raise argparse.ArgumentTypeError(
            "only deny can be declared for a confirmation: an approval can't be declared"
        )
    return "deny"


def run(args: argparse.Namespace) -> int:
    options: ConfirmOptions = {
        **asking.question_options(args),
        "destructive": args.destructive,
    }

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            outcome = client.confirm(args.message, on_progress=on_progress, heard=heard, **options)
        if args.if_headless and isinstance(outcome, NoInteractor):
            return Denied(Decider.HEADLESS)
        return outcome

    try:
        return wait_for(ask, json=args.json)
    except InvalidParams as error:
        raise asking.in_our_words(error, "MESSAGE") from error
