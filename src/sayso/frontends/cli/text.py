"""sayso text: ask the person to type some words."""

from __future__ import annotations

from sayso.frontends.cli import asking, question
from sayso.frontends.cli.command import Command, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "text",
    "Ask the person to type some words, and write them to standard output.",
    arguments=(asking.message("MESSAGE", "what is asked for, in one or more lines"),),
    groups=(
        asking.words("text"),
        asking.clocks("text"),
        asking.life("text"),
        asking.identity("text"),
        asking.conduct(question.if_headless, "deny", ("deny",), json_option()),
    ),
    notes=(
        (
            "Standard output gets what was typed, alone, and a newline; the status and all words "
            "go to standard error. It is shown as it is typed: for a password there is sayso "
            "password."
        ),
        asking.LATE,
        asking.BOUND,
    ),
    examples=(
        'name=$(sayso text "What is the new shop called?") && ./create.sh "$name"',
        'sayso text "What is new?" --multiline --default "$draft" > notes.txt',
        'sayso text "What is it called?" --default "$name" --error "That name is taken"',
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("answered: act on what was typed"),
)


def run(args: Arguments) -> int:
    return question.ask("text", args, aside=True)
