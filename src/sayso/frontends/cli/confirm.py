"""sayso confirm: ask the person to approve or deny."""

from __future__ import annotations

from sayso.frontends.cli import asking, question
from sayso.frontends.cli.command import Command, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "confirm",
    "Ask the person to approve or deny. Exit status 0 means approved, every other not.",
    arguments=(asking.message("MESSAGE", "the question, in one or more lines"),),
    groups=(
        asking.words("confirm"),
        asking.clocks("confirm", ", destructive 60s"),
        asking.life("confirm"),
        asking.identity("confirm"),
        asking.conduct(question.if_headless, "deny", ("deny",), json_option()),
    ),
    notes=(
        (
            "Standard output gets the status, one word; standard error says the rest. A second "
            "line says checked where the box of --check was on, or what the person typed to go "
            "along with a denial. With --address, approved means that the page was opened."
        ),
        asking.LATE,
        asking.BOUND,
    ),
    examples=(
        'sayso confirm "Deploy build 4711?" --title Deploy && ./deploy.sh',
        (
            'sayso confirm "Delete 3 repositories?" --destructive \\\n'
            "    --detail-file list.txt --approve Delete"
        ),
        'git diff --cached | sayso confirm "Commit?" --detail-file - --detail-kind diff',
        'sayso confirm "Read our terms?" --address https://example.com/terms',
        'sayso confirm "Push to main?" --check "And the tags" --deny-words',
        'sayso confirm "Go on?" --json --if-headless deny',
        'sayso confirm "Run the hook?" --bound --limit 50s',
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("approved: act"),
)


def run(args: Arguments) -> int:
    return question.ask("confirm", args)
