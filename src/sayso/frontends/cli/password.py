"""sayso password: ask the person to type a password, and write it to a pipe.

Standard output takes the password alone, as raw bytes and a newline; every word about it goes to
standard error. There is no estimate of how good a password is: one written in Python would copy
it into strings, which can't be wiped.
"""

import argparse
import os

from sayso.client.shapes import Heard, OnProgress, PasswordOptions
from sayso.client.sync import Client
from sayso.core.outcome import Answered, Decider, Denied, NoInteractor, Outcome
from sayso.core.secret import Secret
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking, pipe
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.arguments import add_json

NAME = "password"
HELP = "Ask the person to type a password, and write it to a pipe: raw bytes and a newline."

_ENVIRONMENT = "env:"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    asking.add_question(parser, "PROMPT", "what the password is for, in one or more lines")
    parser.add_argument("--error", metavar="TEXT", help="what was wrong with the one before")
    parser.add_argument("--repeat", action="store_true", help="have it typed twice, the same")
    asking.add_clocks(parser, timeout="120s")
    asking.add_identity(parser)
    asking.add_conduct(parser, _if_headless, "deny|env:NAME")
    pipe.add_reveal(parser)
    add_json(parser, "standard error")


def _if_headless(text: str) -> str:
    name = text.removeprefix(_ENVIRONMENT)
    if text != "deny" and (name == text or not name or "=" in name):
        raise argparse.ArgumentTypeError(
            "takes deny, or env:NAME for the password in that environment variable"
        )
    return text


def run(args: argparse.Namespace) -> int:
    pipe.check(reveal=args.reveal)
    headless = _declared(args.if_headless)
    options: PasswordOptions = {
        **asking.question_options(args),
        "error": args.error,
        "repeat": args.repeat,
    }

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            outcome = client.password(args.message, on_progress=on_progress, heard=heard, **options)
        if headless is not None and isinstance(outcome, NoInteractor):
            return headless
        return outcome

    try:
        return wait_for(ask, json=args.json, aside=True)
    except InvalidParams as error:
        raise asking.in_our_words(error, "PROMPT") from error


def _declared(if_headless: str | None) -> Answered | Denied | None:
    """The outcome where nobody can be asked. Raises InvalidParams for a variable not set."""
    if if_headless is None:
        return None
    if if_headless == "deny":
        return Denied(Decider.HEADLESS)
    name = if_headless.removeprefix(_ENVIRONMENT)
    if name not in os.environ:
        raise InvalidParams(
            f"--if-headless: the environment variable {name} is not set", field="if_headless"
        )
    return Answered(Decider.HEADLESS, Secret(bytearray(os.fsencode(os.environ[name]))))
