"""sayso form: ask the person several questions on one page."""

from __future__ import annotations

from sayso.errors import InvalidParams
from sayso.frontends.cli import asking, form_file, headless, question, text_file
from sayso.frontends.cli.command import Argument, Command, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.outcome import Answered
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "form",
    "Ask the person several questions on one page, and write the answers to standard output.",
    arguments=(
        Argument(
            "file", "FILE", "what is asked, in JSON or TOML; - is standard input", is_file=True
        ),
    ),
    groups=(
        asking.words("form"),
        asking.clocks("form"),
        asking.life("form"),
        asking.identity("form"),
        asking.conduct(
            headless.deny_or_variable("the answers"),
            headless.VALUE,
            headless.CHOICES,
            json_option(),
        ),
    ),
    notes=(
        (
            "FILE holds message and questions, and may hold title, details, detail_kind, error, "
            "approve and deny; an option given here holds instead. What it is, a name that ends in "
            ".json or .toml says; else what begins with a brace is JSON."
        ),
        (
            "Each of the 1 to 10 questions has a kind (text, select or confirm) and a header of at "
            "most 30 characters; it may have a message, and required = false. A text may have "
            "default, placeholder, multiline, min_length, max_length, and format (integer, number, "
            "email, uri, date, date-time; of numbers with minimum and maximum). A select has "
            "options, each a text or an object with label and description, and may have multiple "
            "and custom. A confirm is yes or no."
        ),
        (
            "Standard output gets the answer to each question on a line, in their order: what was "
            "typed or chosen, yes or no, and an empty line for what was left out. Several options "
            "of one question are parted by tabs, and words of the person's own come last. A text "
            "of several lines has as many here: scripts that ask for one want --json. The status "
            "and all words go to standard error."
        ),
        (
            "The variable of --if-headless env:NAME holds the list that --json writes as answers, "
            "with an object for each question. It is read before anything is asked, by the rules "
            "of the form, and used where nobody can be asked."
        ),
        asking.LATE,
        asking.BOUND,
    ),
    examples=(
        "sayso form shop.toml --json > answers.json && ./create.sh answers.json",
        """\
sayso form - <<'END' > answers && ./create.sh "$(sed -n 1p answers)"
message = "A new shop"
[[questions]]
kind = "text"
header = "Name"
max_length = 20
[[questions]]
kind = "select"
header = "Plan"
options = ["Free", {label = "Team", description = "Ten projects"}]
END""",
    ),
    json=asking.OUTCOME,
    exits=asking.exit_table("answered: act on the answers"),
)


def run(args: Arguments) -> int:
    if args.file == args.detail_file == text_file.STDIN:
        raise InvalidParams(
            "--detail-file: standard input is FILE already",
            field="details",
            remedy="put the details into FILE, or name another file",
        )
    told = form_file.read(args.file)
    given = asking.question_options("form", args)
    options = told | {name: value for name, value in given.items() if value is not None}
    words = (options.pop("message"), options.pop("questions"))
    declared = _declared(args.if_headless, *words)
    try:
        return question.put("form", args, words, options, aside=True, declared=declared)
    except InvalidParams as error:
        name = (error.field or "").partition(".")[0]
        if name in told and given.get(name) is None:
            raise form_file.in_its_words(error, args.file, told) from error
        raise asking.in_our_words(error, "MESSAGE") from error


def _declared(if_headless: str | None, message: str, questions: object) -> Answered | None:
    """The answers from --if-headless, where nobody can be asked; None: the option gives none.
    Raises InvalidParams."""
    if if_headless is None or if_headless == "deny":
        return None
    from sayso.frontends.cli import form_answers  # few forms have them

    return form_answers.read(if_headless.removeprefix(headless.ENVIRONMENT), message, questions)
