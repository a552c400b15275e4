"""sayso run: show the person a command, and become it once they approve.

Standard output, standard input and the terminal are the command's alone: every word of ours goes to
standard error, and after a yes there is none.
"""

from __future__ import annotations

import os

from sayso.core.action import Change
from sayso.core.settings import ARGUMENTS, Bounds
from sayso.errors import CommandNotStarted, InvalidParams
from sayso.frontends.cli import answer, asking, exits, pipe, question
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option
from sayso.platforms import select
from sayso.platforms.contract.execution import Order
from sayso.values import Value, replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from sayso.client.shapes import Heard, OnProgress
    from sayso.core.action import Action
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments
    from sayso.platforms.contract.becoming import Replacement

_MESSAGE = "Run this command?"
_SECRET = "--secret"  # noqa: S105 - the name of an option
_NOT_WITH_SECRET = frozenset({"--destructive", "--cancel", "--deny-words"})
"""Options that a question for a secret does not have: it is not answered by yes or no."""
_NOT_OFFERED = frozenset({"--check", "--address"})
"""Options of `sayso confirm` that are left out: nobody would learn whether the box of --check was
on, and what is approved is the command, not a page."""
_INTERRUPTED = (
    "Interrupted before the command ran, and the answer is spent: the same command asks again."
)
_OPTIONS = {"argv": "COMMAND", "cwd": "--dir", "environment": "--env"}
"""What a field of an order is called on the command line."""


class Named(Value):
    """A name and what belongs to it: NAME=VALUE, or NAME=MESSAGE."""

    name: str
    value: str


def _named(text: str) -> Named:
    """Reads NAME=VALUE. Raises ValueError."""
    name, is_there, value = text.partition("=")
    if not (is_there and name):
        raise ValueError("is not NAME=VALUE")
    return Named(name, value)


def _asked_for(text: str) -> Named:
    """Reads NAME=MESSAGE. Raises ValueError."""
    name, _, message = text.partition("=")
    if not (name and message):
        raise ValueError("is not NAME=MESSAGE")
    return Named(name, message)


def _name(text: str) -> str:
    """Reads the name of a variable. Raises ValueError."""
    if not text or "=" in text:
        raise ValueError("is not the name of a variable")
    return text


def _words() -> Group:
    said = Option("--message", f"what to ask ({_MESSAGE})", "TEXT", excludes=_SECRET)
    told = [each for each in asking.words("confirm").options if each.name not in _NOT_OFFERED]
    return Group("The question", (said, *map(_not_beside_secret, told)))


def _not_beside_secret(option: Option) -> Option:
    return replace(option, excludes=_SECRET) if option.name in _NOT_WITH_SECRET else option


COMMAND = Command(
    "run",
    "Show the person a command, and run exactly that once they approve.",
    arguments=(
        Argument(
            "command",
            "COMMAND",
            "the program and its arguments, behind --; no shell reads them",
            count=Bounds(1, ARGUMENTS),
            is_after_dashes=True,
        ),
    ),
    groups=(
        Group(
            "What runs",
            (
                Option("--dir", "the directory that it runs in (this one)", "DIR", is_file=True),
                Option(
                    "--env",
                    "set this variable for it; may be repeated",
                    "NAME=VALUE",
                    _named,
                    is_list=True,
                    is_private=True,
                ),
                Option(
                    "--unset",
                    "take this variable out; may be repeated",
                    "NAME",
                    _name,
                    is_list=True,
                ),
                Option(
                    _SECRET,
                    "ask for a secret as well: the variable holds a path, from which the command "
                    "reads it once",
                    "NAME=MESSAGE",
                    _asked_for,
                    is_list=True,
                    is_private=True,
                ),
                replace(pipe.newline_option(), help="no newline follows the secret"),
            ),
        ),
        _words(),
        asking.clocks("confirm", ", destructive 60s"),
        asking.life("confirm"),
        asking.identity("confirm"),
        asking.conduct(
            question.if_headless,
            "deny",
            ("deny",),
            json_option("standard error"),
            otherwise=exits.NOT_RUN,
        ),
    ),
    notes=(
        (
            "The dialog shows the arguments, the directory, the variables that change, and the "
            "files that are executed with their SHA-256. After a yes all is looked at again; what "
            "is not as it was shown does not run. All else is as if the command had been called "
            "alone: standard streams, terminal, signals, job control, a jobserver of make, and "
            "the exit status. Where it did not run, nothing goes to standard output, and the "
            "status to standard error."
        ),
        (
            "A late answer counts: after pending the dialog stays, and the identical command, run "
            "again by the same program, goes on at once, once. With --secret add the --ticket "
            "that pending names."
        ),
        (
            "With --secret NAME=MESSAGE what is typed goes to the command alone: through a pipe, "
            "which NAME names by its path, as in /dev/fd/9. It is in no argument, no variable and "
            "no file. It can be read once, and a newline follows it, unless you say --no-newline."
        ),
        (
            "A program or script that others than root can change is executed from a copy that "
            "nobody can: such a script finds /proc/self/fd/N for its own name. On Windows the "
            "command is started, and the file held until then; there is no --secret. macOS has "
            "none of this yet."
        ),
        asking.BOUND,
    ),
    examples=(
        "sayso run -- git push --force origin main",
        'sayso run --destructive --message "Clean up?" --dir build -- rm -r cache',
        'sayso run --env STAGE=live --detail-file plan.txt -- ./deploy.sh "build 4711"',
        (
            'sayso run --secret TOKEN="Token of the registry?" -- \\\n'
            "    sh -c 'login --password-stdin < \"$TOKEN\"'"
        ),
    ),
    json=f"On standard error, where it did not run: {asking.OUTCOME}",
    exits=(
        (exits.BAD_REQUEST, "the command line is wrong, and nothing was asked"),
        (
            exits.NOT_RUN,
            (
                "it did not run: not approved, whatever the reason, or not what was shown any "
                "more; standard error says which"
            ),
        ),
        (exits.NOT_FOUND, "there is no such command, and nothing was asked"),
        (exits.INTERRUPTED, "Ctrl-C: the question stays open, unless it is bound"),
    ),
)


def run(args: Arguments) -> int:
    prepared = _prepare(args)
    try:
        outcome = _ask(args, prepared.action)
        if outcome.allowed:
            _become(prepared, outcome)
    finally:
        prepared.close()
    return answer.tell(outcome, json=args.json, aside=True, secret=bool(args.secret), runs=True)


def _become(prepared: Replacement, outcome: Outcome) -> NoReturn:
    """Turns this process into the command. Raises CommandChanged, CommandNotStarted,
    KeyboardInterrupt."""
    try:
        prepared.become(getattr(outcome, "secret", None))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_INTERRUPTED) from None


def _prepare(args: Arguments) -> Replacement:
    """Finds what the command line would execute. Raises CommandNotFound, CommandNotStarted,
    InvalidParams, Unsupported."""
    becoming = select.becoming()
    descriptor = becoming.spare_descriptor() if _asks_for_secret(args) else 0
    order = Order(
        argv=args.command,
        cwd=_directory(args.dir),
        environment=_changes(args, descriptor),
        descriptor=descriptor,
        newline=not (args.secret and args.no_newline),
    )
    try:
        return becoming.prepare(order)
    except InvalidParams as error:
        if error.field == "argv":
            said = error.message.removeprefix("argv: ")
            raise CommandNotStarted(said, remedy=error.remedy) from error
        raise _in_our_words(error, "") from error


def _asks_for_secret(args: Arguments) -> bool:
    """Whether --secret is given. Raises InvalidParams if it is given more than once."""
    if args.secret and len(args.secret) > 1:
        raise InvalidParams(
            f"{_SECRET}: can be given once: there is one field in the dialog",
            remedy="ask for one secret, or run the command by a script that asks for the others",
        )
    return bool(args.secret)


def _directory(given: str | None) -> str:
    """The absolute path of the directory that the command runs in. Raises InvalidParams: the
    current directory is gone."""
    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib is slow to load
    except OSError as error:
        raise InvalidParams(
            f"the directory that this runs in is not there: {error.strerror}",
            field="cwd",
            remedy="go to another one",
        ) from error
    return os.path.join(here, given) if given else here  # noqa: PTH118 - as above


def _changes(args: Arguments, descriptor: int) -> tuple[Change, ...]:
    """The changed variables, in the order of their names. Raises InvalidParams if a name is there
    twice."""
    changes = {change.name: change for change in _told(args, descriptor)}
    if len(changes) < len(list(_told(args, descriptor))):
        raise InvalidParams(
            f"--env, --unset and {_SECRET}: one variable stands there twice",
            field="environment",
            remedy="name each variable once",
        )
    return tuple(changes[name] for name in sorted(changes))


def _told(args: Arguments, descriptor: int) -> Iterator[Change]:
    yield from (Change(each.name, each.value) for each in args.env or ())
    yield from (Change(name, None) for name in args.unset or ())
    yield from (Change(each.name, f"/dev/fd/{descriptor}") for each in args.secret or ())


def _ask(args: Arguments, action: Action) -> Outcome:
    """Asks for approval, or for the secret. Raises InvalidParams and other errors of the client."""
    kind = "password" if args.secret else "confirm"
    message = args.secret[0].value if args.secret else args.message or _MESSAGE
    options = asking.question_options(kind, args)

    def call(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        from sayso.client.sync import Client  # a command line that is wrong needs no client

        with Client(spawn=not args.no_spawn, name=answer.CLIENT_NAME) as client:
            outcome: Outcome = getattr(client, kind)(
                message,
                action=action,
                on_progress=on_progress,
                heard=heard,
                if_headless=args.if_headless,
                **options,
            )
        return outcome

    try:
        return answer.hold(call, secret=bool(args.secret), bound=args.bound)
    except InvalidParams as error:
        said_by = _SECRET if args.secret else "--message"
        raise _in_our_words(error, said_by) from error


def _in_our_words(error: InvalidParams, said_by: str) -> InvalidParams:
    """Like `asking.in_our_words`, and also for the fields of an order. `said_by`: the option that
    gives the message."""
    options = _OPTIONS | {"message": said_by}
    name = (error.field or "").removeprefix("action.").partition(".")[0]
    if name not in options:
        return asking.in_our_words(error, "MESSAGE")
    said = error.message.removeprefix(f"{error.field}: ").removeprefix(f"{name}: ")
    return InvalidParams(f"{options[name]}: {said}", field=error.field, remedy=error.remedy)
