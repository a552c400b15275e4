"""sayso withdraw: take an open question back."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Argument, Command, Group, json_option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_NUMBER_DIGITS = 12
"""A ticket is longer, so that one of digits alone is still a ticket."""

COMMAND = Command(
    "withdraw",
    "Take an open question back, by its ticket or its number in the list.",
    arguments=(Argument("prompt", "TICKET|NUMBER", "which question"),),
    groups=(Group("Options", (json_option(),)),),
    notes=("Its dialog closes, and whoever waits for it hears withdrawn. Starts no daemon.",),
    examples=("sayso withdraw 12",),
    json='{"number", "status": "withdrawn", "exit"}',
    exits=(
        (exits.OK, "withdrawn; its dialog has gone"),
        (exits.BAD_REQUEST, "no open question has this ticket or number"),
        exits.SERVICE,
    ),
)


def run(args: Arguments) -> int:
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
