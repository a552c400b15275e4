"""sayso withdraw: take an open question back, or all those of a scope."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.errors import InvalidParams
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_NUMBER_DIGITS = 12
"""Digits of a question's number. A ticket is longer, so one that consists of digits alone is still
a ticket."""

_SCOPE = Option("--scope", "instead: all open questions of this asker in this scope", "NAME")

COMMAND = Command(
    "withdraw",
    "Take back an open question, by its ticket or its number in the list; or all those of a scope.",
    arguments=(Argument("prompt", "TICKET|NUMBER", "which question", is_optional=True),),
    groups=(Group("Options", (_SCOPE, json_option())),),
    notes=(
        "Its dialog closes, and whoever waits for it hears withdrawn. Starts no daemon.",
        (
            "--scope is for a session that ends while its program lives. It takes back what the "
            "same asker has open in that scope: what was asked with it in the same directory, by "
            "commands that have ended since, below the program or shell that starts this one. "
            "Others that use the same name, and bound questions, are left alone."
        ),
    ),
    examples=("sayso withdraw 12", 'sayso withdraw --scope "$session"'),
    json='{"number" (with --scope: "numbers"), "status": "withdrawn", "exit"}',
    exits=(
        (exits.OK, "withdrawn; its dialog has gone"),
        (exits.BAD_REQUEST, "no open question has this ticket or number, or is in this scope"),
        exits.SERVICE,
    ),
)


def run(args: Arguments) -> int:
    if (args.prompt is None) == (args.scope is None):
        raise InvalidParams(
            "TICKET|NUMBER or --scope: give one of them", remedy="see sayso withdraw --help"
        )
    if args.scope is None:
        number = _withdraw(args.prompt)
        named: dict[str, object] = {"number": number}
        words = f"Question {number} is withdrawn."
    else:
        numbers = Client(name=CLIENT_NAME).withdraw_scope(args.scope)
        named, words = {"numbers": numbers}, _counted(len(numbers))
    if args.json:
        output.result_json({**named, "status": "withdrawn", "exit": exits.OK})
    else:
        output.result("withdrawn")
        output.note(words)
    return exits.OK


def _withdraw(prompt: str) -> int:
    """Takes back the question with this ticket or number. Returns its number."""
    client = Client(name=CLIENT_NAME)
    if prompt.isascii() and prompt.isdigit() and len(prompt) <= _NUMBER_DIGITS:
        return client.withdraw(number=int(prompt))
    return client.withdraw(ticket=prompt)


def _counted(several: int) -> str:
    return "1 question is withdrawn." if several == 1 else f"{several} questions are withdrawn."
