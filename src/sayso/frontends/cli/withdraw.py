"""sayso withdraw: take an open question back."""

import argparse

from sayso.client.sync import Client
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import add_json

NAME = "withdraw"
HELP = "Take an open question back, by its ticket or its number in the list."

_NUMBER_DIGITS = 12
"""A ticket is longer, so that one of digits alone is still a ticket."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prompt", metavar="TICKET|NUMBER", help="which question")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    prompt: str = args.prompt
    is_number = prompt.isascii() and prompt.isdigit() and len(prompt) <= _NUMBER_DIGITS
    client = Client(name=CLIENT_NAME)
    number = client.withdraw(number=int(prompt)) if is_number else client.withdraw(ticket=prompt)
    if args.json:
        output.result_json({"number": number, "status": "withdrawn", "exit": exits.OK})
    else:
        output.result("withdrawn")
        output.note(f"Question {number} is withdrawn.")
    return exits.OK
