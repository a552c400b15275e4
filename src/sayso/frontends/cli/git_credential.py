"""sayso git-credential: answer git, which asks for a user's name and password, by a dialog."""

from __future__ import annotations

import sys

from sayso.core.outcome import Answered, Denied, Dismissed
from sayso.errors import ServiceError
from sayso.frontends.cli import exits, for_programs, pipe
from sayso.frontends.cli.command import Argument, Command, Group, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from io import RawIOBase

    from sayso.core.outcome import Outcome
    from sayso.core.secret import Secret
    from sayso.frontends.askpass.keeping import Keeping
    from sayso.frontends.cli.arguments import Arguments

NAME = "git-credential-sayso"
"""The name of the program that git starts."""

COMMAND = Command(
    "git-credential",
    "Answer git, which asks for a password, by a dialog. It is started as git-credential-sayso.",
    arguments=(Argument("operation", "OPERATION", "get, or erase; all others do nothing"),),
    groups=(Group("Options", (json_option("standard error"),)),),
    notes=(
        (
            "git finds it once credential.helper is sayso, as sayso setup git has it. For get it "
            "reads what git tells of the address from standard input, and one dialog asks for the "
            "name and the password. It keeps neither: name a helper that keeps them before it, "
            "such as cache."
        ),
        (
            "On Linux with secret-tool and a keyring the dialog has a check box, by which the "
            "keyring keeps both. What is kept is not asked for again, until a server refuses it: "
            "for erase it is taken out, unless git tells another password than that."
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
    if args.operation == "get":
        return for_programs.run(NAME, _get, json=args.json)
    if args.operation == "erase":
        return for_programs.run(NAME, _erase, json=args.json)
    return exits.OK


def _get() -> Outcome | None:
    from sayso.frontends.askpass import credential, keeping  # --help needs no client

    pipe.check(reveal=False, remedy="let git start it")
    request = credential.read(credential.lines(_standard_input()))
    kept = keeping.Keeping(request)
    if found := kept.find():
        pipe.hand_over(found.secret, lambda it: credential.reply_kept(found.username, it))
        return Answered()
    outcome = credential.ask(request, keeping.CHECK if kept.is_possible else "")
    if isinstance(outcome, Denied | Dismissed):
        pipe.put(credential.QUIT)
    elif isinstance(outcome, Answered) and outcome.secret is not None:
        if outcome.checked:
            _keep(kept, outcome.secret)
        pipe.hand_over(outcome.secret, lambda it: credential.reply(request, it))
    return outcome


def _keep(kept: Keeping, secret: Secret) -> None:
    """Keeps the answer in the keyring. If that fails, it is reported, and git gets the password all
    the same."""
    try:
        kept.keep(secret)
    except ServiceError as error:
        for_programs.note(NAME, error.message)


def _erase() -> Outcome:
    """Takes an answer out of the keyring that a server has refused."""
    from sayso.core.text import visible_line
    from sayso.frontends.askpass import credential, keeping  # as above

    told = _standard_input()
    request = credential.read(credential.lines(told))
    refused = (lambda: credential.password(told)) if request.has_password else None
    if why := keeping.Keeping(request).forget(refused):
        host = visible_line(request.host)
        for_programs.note(NAME, f"the keyring still has a password for {host}: {why}")
    return Answered()


def _standard_input() -> RawIOBase:
    """Standard input without a buffer: what is not read stays in the pipe."""
    return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
