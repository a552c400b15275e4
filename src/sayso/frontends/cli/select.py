"""sayso select: ask the person to choose."""

from __future__ import annotations

from sayso.core.settings import OPTIONS
from sayso.frontends.cli import asking, question
from sayso.frontends.cli.command import Argument, Command, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.client.shapes import OptionField
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "select",
    "Ask the person to choose, and write what they chose to standard output.",
    arguments=(
        asking.message("MESSAGE", "the question, in one or more lines"),
        Argument(
            "options",
            "OPTION",
            "what there is to choose from, 2 to 32; after a tab, a line that describes it",
            count=OPTIONS,
        ),
    ),
    groups=(
        asking.words("select"),
        asking.clocks("select"),
        asking.life("select"),
        asking.identity("select"),
        asking.conduct(question.if_headless, "deny", ("deny",), json_option()),
    ),
    notes=(
        (
            "Standard output gets what was chosen, without its description, each option on a line "
            "and in the order given here; words of the person's own come last, on a line. With "
            "--multiple none may be chosen: then it gets nothing. The status and all words go to "
            "standard error."
        ),
        "None is chosen at first. With --json words of the person's own stand apart, as custom.",
        asking.LATE,
        asking.BOUND,
    ),
    examples=(
        'host=$(sayso select "To which host?" shop-1 shop-2) && ./deploy.sh "$host"',
        "sayso select \"Which plan?\" $'Free\\tOne project' $'Team\\tTen projects, 8 EUR'",
        'sayso select "Which plan?" "$(printf \'Free\\tOne project\')" Team  # in any sh',
        "sayso select \"Which?\" --multiple --custom A B C | xargs -rd '\\n' ./add.sh",
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("answered: act on what was chosen"),
)


def run(args: Arguments) -> int:
    return question.ask("select", args, [_option(word) for word in args.options], aside=True)


def _option(word: str) -> str | OptionField:
    """The option in this word. No label holds a tab: what stands after one describes the option."""
    label, _, description = word.partition("\t")
    return {"label": label, "description": description} if description else label
