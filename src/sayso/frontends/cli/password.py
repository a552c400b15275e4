"""sayso password: ask the person to type a password, and write it to a pipe.

Standard output takes the password alone, as raw bytes and, by default, a newline; every word about
it goes to standard error. There is no estimate of how good a password is: one written in Python
would copy it into strings, which can't be wiped.
"""

from __future__ import annotations

import os

from sayso.client.sync import Client
from sayso.core.outcome import Answered, Decider, Denied, NoInteractor
from sayso.core.secret import Secret
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking, headless, pipe
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.command import Command, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.client.shapes import Heard, OnProgress, PasswordOptions
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "password",
    "Ask the person to type a password, and write it to a pipe: raw bytes and a newline.",
    arguments=(asking.message("PROMPT", "what the password is for, in one or more lines"),),
    groups=(
        asking.words("password"),
        asking.clocks("password"),
        asking.life("password"),
        asking.identity("password"),
        asking.conduct(
            headless.deny_or_variable("the password"),
            headless.VALUE,
            headless.CHOICES,
            pipe.reveal_option(),
            pipe.newline_option(),
            json_option("standard error"),
        ),
    ),
    notes=(
        (
            "Standard output gets the password alone; the status and all words go to standard "
            "error. It must be a pipe, which someone reads, unless you say --reveal. Programs that "
            "read a line, as a prompt does, want the newline; those that read a key file, as with "
            "cryptsetup --key-file=-, want --no-newline."
        ),
        (
            "With --user-prompt it gets the name, a newline, and the password. The variable of "
            "--if-headless env:NAME then has to hold these as well: the pipe gets it as it is."
        ),
        (
            "Where the box of --check was on, a line after the status says checked. Nobody checks "
            "it where nobody can be asked."
        ),
        (
            "A password is handed out once: to the very process that asked, or by its ticket. "
            "After pending (exit status 3) collect the ticket, or ask again."
        ),
        asking.BOUND,
    ),
    examples=(
        'sayso password "Unlock the backup disk" | cryptsetup open /dev/sdb1 backup',
        'sayso password "Unlock it" --no-newline | ./unlock --key-file=-',
        'sayso password "A new passphrase" --repeat | ./set-passphrase',
        'sayso password "Unlock" --error "That was not it" | ./unlock',
        (
            'sayso password "Log in to the mirror" --user-prompt "User name" \\\n'
            "    | { IFS= read -r user; IFS= read -r password; ... }"
        ),
        (
            'sayso password "Unlock it" --check "Until I log out" --json \\\n'
            "    2> outcome.json | ./unlock"
        ),
    ),
    json=f"On standard error, without the password: {asking.OUTCOME}",
    exits=asking.exit_table(
        "answered: the password was written",
        "collect the ticket; the same command would ask a new question",
    ),
)


def run(args: Arguments) -> int:
    pipe.check(reveal=args.reveal)
    declared = _declared(
        args.if_headless,
        with_user=args.user_prompt is not None,
        checked=None if args.check is None else False,
    )
    options: PasswordOptions = asking.question_options("password", args)

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            outcome = client.password(
                args.message,
                on_progress=on_progress,
                heard=lambda: pipe.is_read() and heard(),
                **options,
            )
        if declared is not None and isinstance(outcome, NoInteractor):
            return declared
        return outcome

    try:
        return wait_for(
            ask,
            json=args.json,
            aside=True,
            secret=True,
            bound=args.bound,
            newline=not args.no_newline,
        )
    except InvalidParams as error:
        raise asking.in_our_words(error, "PROMPT") from error


def _declared(
    if_headless: str | None, *, with_user: bool, checked: bool | None
) -> Answered | Denied | None:
    """The outcome where nobody can be asked; None: --if-headless was not given. `checked`: whether
    the check box counts as on; None: there is no box. Raises InvalidParams for a variable that is
    not set, or that lacks the name of the user."""
    if if_headless is None:
        return None
    if if_headless == "deny":
        return Denied(Decider.HEADLESS)
    name = if_headless.removeprefix(headless.ENVIRONMENT)
    held = headless.variable(name)
    if with_user and "\n" not in held:
        remedy = "with --user-prompt it holds the name, a newline, and the password"
        raise headless.wrong(f"{name} has only one line", remedy)
    return Answered(Decider.HEADLESS, Secret(bytearray(os.fsencode(held))), checked=checked)
