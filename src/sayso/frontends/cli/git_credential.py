"""sayso git-credential: answer git, which asks for a user's name and password, by a dialog."""

from __future__ import annotations

import sys

from sayso.core.outcome import Answered, Denied, Dismissed
from sayso.frontends.cli import exits, for_programs, pipe
from sayso.frontends.cli.command import Argument, Command, Group, json_option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments

NAME = "git-credential-sayso"
"""Of the program that git starts."""

COMMAND = Command(
    "git-credential",
    "Answer git, which asks for a password, by a dialog. It is started as git-credential-sayso.",
    arguments=(Argument("operation", "OPERATION", "get; all others do nothing"),),
    groups=(Group("Options", (json_option("standard error"),)),),
    notes=(
        (
            "git finds it once credential.helper is sayso, as sayso setup git has it. For get it "
            "reads what git tells of the address from standard input, and one dialog asks for the "
            "name and the password. It keeps neither: name a helper that keeps them before it, "
            "such as cache."
        ),
        "After a no git is told to quit, so that it asks nobody else.",
    ),
    examples=(
        "git config --global credential.helper sayso",
        (
            "git config --global credential.helper cache\n"
            "git config --global --add credential.helper sayso"
        ),
    ),
    json=for_programs.JSON,
    exits=(
        (exits.OK, "answered, or there was nothing to do"),
        (exits.DENIED, "denied, or the dialog was closed"),
        (exits.BAD_REQUEST, "the address is too long, or standard output is no pipe"),
        (exits.NO_INTERACTOR, "nobody can be asked here: run sayso doctor to see why"),
        (exits.TIMED_OUT, "nobody answered in time"),
        exits.SERVICE,
        (exits.NOT_SHOWN, "the screen never showed it"),
        (exits.GONE, "git waits for it no more"),
        (exits.REFUSED, "refused: a limit, or a quiet period after several denials"),
    ),
)


def run(args: Arguments) -> int:
    if args.operation != "get":
        return exits.OK
    return for_programs.run(NAME, _get, json=args.json)


def _get() -> Outcome | None:
    from sayso.frontends.askpass import credential  # --help needs no client

    pipe.check(reveal=False, remedy="let git start it")
    request = credential.read(sys.stdin.buffer)
    outcome = credential.ask(request)
    if isinstance(outcome, Denied | Dismissed):
        pipe.put(credential.QUIT)
    elif isinstance(outcome, Answered) and outcome.secret is not None:
        pipe.hand_over(outcome.secret, lambda secret: credential.reply(request, secret))
    return outcome
