"""sayso next: brings the next question to the screen."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Command, Group, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "next",
    "Bring the next question to the screen. Bind it to a key of your desktop.",
    groups=(Group("Options", (json_option(),)),),
    notes=(
        (
            "What is on the screen comes to the front, unless you have minimised it, and what you "
            "type stays where it goes. Else the first that waits is shown, though you are not to "
            "be disturbed: after sayso config set appear when-asked every question waits in the "
            "tray until you open it, and its deadline begins then."
        ),
        (
            "A program opens nothing of its own with it. Typed into a shell on your terminal, or "
            "run by your desktop, it opens whatever waits."
        ),
    ),
    examples=("sayso next", "sayso config set appear when-asked"),
    json='{"number" (of the question; null: there is none to bring up), "exit"}',
    exits=(
        (exits.OK, "it is on its way, or there is none"),
        exits.FAULT,
        exits.SERVICE,
    ),
)


def run(args: Arguments) -> int:
    number = Client(name=CLIENT_NAME).open_next()
    if args.json:
        output.result_json({"number": number, "exit": exits.OK})
    elif number is None:
        output.result("There is nothing to bring up.")
    else:
        output.result(f"Question {number} is on its way to the screen.")
    return exits.OK
