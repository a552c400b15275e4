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
from sayso.frontends.cli import asking, pipe
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.command import Command, json_option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.client.shapes import Heard, OnProgress, PasswordOptions
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments

_ENVIRONMENT = "env:"


def _if_headless(text: str) -> str:
    name = text.removeprefix(_ENVIRONMENT)
    if text != "deny" and (name == text or not name or "=" in name):
        raise ValueError(
            "is neither: say deny, or env:NAME for the password in that environment variable"
        )
    return text


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
            _if_headless,
            "deny|env:NAME",
            ("deny", _ENVIRONMENT),
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
            "A password is handed out once: to the very process that asked, or by its ticket. "
            "After pending (exit status 3) collect the ticket, or ask anew."
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
    ),
    json=f"On standard error, without the password: {asking.OUTCOME}",
    exits=asking.exit_table(
        "answered: the password was written",
        "collect the ticket; the same command would ask anew",
    ),
)


def run(args: Arguments) -> int:
    pipe.check(reveal=args.reveal)
    headless = _declared(args.if_headless, with_user=args.user_prompt is not None)
    options: PasswordOptions = asking.question_options("password", args)

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            outcome = client.password(
                args.message,
                on_progress=on_progress,
                heard=lambda: pipe.is_read() and heard(),
                **options,
            )
        if headless is not None and isinstance(outcome, NoInteractor):
            return headless
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


def _declared(if_headless: str | None, *, with_user: bool) -> Answered | Denied | None:
    """The outcome where nobody can be asked. Raises InvalidParams for a variable that is not set,
    or lacks the name of the user."""
    if if_headless is None:
        return None
    if if_headless == "deny":
        return Denied(Decider.HEADLESS)
    name = if_headless.removeprefix(_ENVIRONMENT)
    if name not in os.environ:
        raise InvalidParams(
            f"--if-headless: the environment variable {name} is not set",
            field="if_headless",
            remedy=f"set {name}, or say deny",
        )
    if with_user and "\n" not in os.environ[name]:
        raise InvalidParams(
            f"--if-headless: the environment variable {name} has one line alone",
            field="if_headless",
            remedy="with --user-prompt it holds the name, a newline, and the password",
        )
    return Answered(Decider.HEADLESS, Secret(bytearray(os.fsencode(os.environ[name]))))
