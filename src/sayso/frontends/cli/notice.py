"""sayso notice: tell the person something."""

from __future__ import annotations

from sayso.frontends.cli import asking, question
from sayso.frontends.cli.command import Command, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "notice",
    "Tell the person something. Exit status 0 means that they pressed its button.",
    arguments=(asking.message("MESSAGE", "what there is to know, in one or more lines"),),
    groups=(
        asking.words("notice"),
        asking.clocks("notice"),
        asking.life("notice"),
        asking.identity("notice"),
        asking.conduct(question.if_headless, "deny", ("deny",), json_option()),
    ),
    notes=(
        (
            "Standard output gets the status, one word: answered, where the button was pressed, or "
            "dismissed, where the dialog was closed. Who only tells takes both for done."
        ),
        asking.BOUND,
    ),
    examples=(
        'sayso notice "The backup is complete."',
        'sayso notice "Plug in the backup disk." --approve "It is in" && ./backup.sh',
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("answered: they pressed the button", "repeat the same command"),
)


def run(args: Arguments) -> int:
    return question.ask("notice", args)
