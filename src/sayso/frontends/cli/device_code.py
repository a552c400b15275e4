"""sayso device-code: show a code for a sign-in, while a command asks whether it was used."""

from __future__ import annotations

from sayso.core.settings import ARGUMENTS, Bounds
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking, question
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option
from sayso.values import replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from threading import Event

    from sayso.client.shapes import Heard, OnProgress
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments

_MESSAGE = "Sign in on this page with this code."

_EXITS = {
    0: "answered: the command succeeded, so the person has signed in",
    1: "the dialog was closed: stop",
    2: "the request is wrong, or the command is not there",
    5: "timed out: the code is no longer valid, or the limit passed",
    8: "withdrawn: the command failed, or a process above this one has ended",
    130: "Ctrl-C: the dialog goes, and the command is told to end",
}
_NEVER = (3,)
"""Exit statuses that do not occur: this question is always bound, so it is never pending."""


def _question() -> Group:
    words = asking.words("device_code")
    message = Option("--message", "what they sign in to, in one or more lines", "TEXT")
    return replace(words, options=(message, *words.options))


def _life() -> Group:
    """The options for how long the question lives. It is always bound, so there is only a limit."""
    life = asking.life("device_code")
    (limit,) = life.options
    return replace(life, options=(replace(limit, help="how long it may take in all (none)"),))


COMMAND = Command(
    "device-code",
    "Show the person an address and a code to sign in with, while a command waits for that.",
    arguments=(
        Argument(
            "command",
            "COMMAND",
            "what asks the provider, and ends with 0 once they have signed in",
            count=Bounds(1, ARGUMENTS),
        ),
    ),
    groups=(
        _question(),
        asking.clocks("device_code"),
        _life(),
        asking.identity("device_code"),
        asking.conduct(question.if_headless, "deny", ("deny",), json_option("standard error")),
    ),
    notes=(
        (
            "The command starts when the question is open, with nothing to read; standard output "
            "is its own, and the status and all words go to standard error. Once the dialog is "
            "closed, its time is over or this program has ended in whatever way, the command and "
            "what it has started are told to end (SIGTERM), and killed after 5 s."
        ),
        "The question goes with this command: it is never pending, and no answer is kept.",
    ),
    examples=(
        (
            "sayso device-code --address https://example.com/device --code WDJB-MJHT \\\n"
            "  --timeout 15m -- ./wait-for-token"
        ),
    ),
    json=f"On standard error: {asking.OUTCOME}",
    exits=tuple(
        (status, _EXITS.get(status, words))
        for status, words in asking.exit_table("", "")
        if status not in _NEVER
    ),
)


def run(args: Arguments) -> int:
    for name in ("address", "code"):
        if getattr(args, name) is None:
            raise InvalidParams(
                f"--{name} is missing", field=name, remedy="see sayso device-code --help"
            )
    _check_command(args.command[0])
    options = asking.question_options("device_code", args) | {"if_headless": args.if_headless}

    def poll(over: Event) -> bool:
        return _succeeds(args.command, over)

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        from sayso.client.sync import Client  # a command line that is wrong needs no client

        message = args.message or _MESSAGE
        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            return client.device_code(
                message, poll=poll, on_progress=on_progress, heard=heard, **options
            )

    try:
        return wait_for(ask, json=args.json, aside=True, bound=True)
    except InvalidParams as error:
        raise asking.in_our_words(error, "MESSAGE") from error


def _check_command(name: str) -> None:
    """Checks that there is such a command, before anything is shown. Raises InvalidParams."""
    from shutil import which

    from sayso.frontends.cli.arguments import shown

    if which(name) is None:
        raise InvalidParams(
            f"COMMAND: {shown(name)} is not a program that can be run",
            field="command",
            remedy="name a program by its path, or one in a directory of PATH",
        )


def _succeeds(command: list[str], over: Event) -> bool:
    """Runs the command to its end, which comes soon once the question is over (`over` is set).
    Returns whether its exit status is 0. Raises InvalidParams."""
    from threading import Thread

    from sayso.platforms import select

    try:
        running = select.processes().run(command)
    except OSError as error:
        raise InvalidParams(
            f"COMMAND: {error.strerror}", field="command", remedy="name another program"
        ) from error

    def end() -> None:
        over.wait()
        running.end()

    Thread(target=end, daemon=True).start()
    return running.wait()
