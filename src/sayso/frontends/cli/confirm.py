"""sayso confirm: ask the person to approve or deny."""

from __future__ import annotations

from sayso.core.outcome import Decider, Denied, NoInteractor
from sayso.errors import InvalidParams
from sayso.frontends.cli import asking
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.command import Command, json_option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Literal

    from sayso.client.shapes import ConfirmOptions, Heard, OnProgress
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments


def _if_headless(text: str) -> Literal["deny"]:
    if text != "deny":
        raise ValueError("can't be declared, for an approval can't be declared: say deny")
    return "deny"


COMMAND = Command(
    "confirm",
    "Ask the person to approve or deny. Exit status 0 means approved, every other not.",
    arguments=(asking.message("MESSAGE", "the question, in one or more lines"),),
    groups=(
        asking.words("confirm"),
        asking.clocks("confirm", ", destructive 60s"),
        asking.life("confirm"),
        asking.identity("confirm"),
        asking.conduct(_if_headless, "deny", ("deny",), json_option()),
    ),
    notes=(
        "Standard output gets the status, one word; standard error says the rest.",
        (
            "A late click counts: after pending the dialog stays, and the identical command, run "
            "again by the same program, gets the answer at once. An answer is handed out once."
        ),
        asking.BOUND,
    ),
    examples=(
        'sayso confirm "Deploy build 4711?" --title Deploy && ./deploy.sh',
        (
            'sayso confirm "Delete 3 repositories?" --destructive \\\n'
            "    --detail-file list.txt --approve Delete"
        ),
        'git diff --cached | sayso confirm "Commit this?" --detail-file - --wait 5m',
        'sayso confirm "Go on?" --json --if-headless deny',
        'sayso confirm "Run the hook?" --bound --limit 50s',
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("approved: act", "repeat the same command, or collect the ticket"),
)


def run(args: Arguments) -> int:
    options: ConfirmOptions = asking.question_options("confirm", args)

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        from sayso.client.sync import Client  # a command line that is wrong needs no client

        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            outcome = client.confirm(args.message, on_progress=on_progress, heard=heard, **options)
        if args.if_headless and isinstance(outcome, NoInteractor):
            return Denied(Decider.HEADLESS)
        return outcome

    try:
        return wait_for(ask, json=args.json, bound=args.bound)
    except InvalidParams as error:
        raise asking.in_our_words(error, "MESSAGE") from error
