"""sayso history: what was asked, in a window; or as a file. Needs no daemon."""

from __future__ import annotations

from pathlib import Path

from sayso.errors import ServiceError
from sayso.frontends.cli import exits, output, places
from sayso.frontends.cli.command import Command, Group, Option, json_option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments


def _file(name: str, does: str, excludes: str) -> Option:
    return Option(name, does, "FILE", is_file=True, excludes=excludes)


COMMAND = Command(
    "history",
    "Show in a window what was asked and how it ended, or write that to a file. Needs no daemon.",
    groups=(
        Group(
            "Options",
            (
                _file("--html", "write a page for a browser", "--csv"),
                _file("--csv", "write a table for a spreadsheet", "--jsonl"),
                _file("--jsonl", "write one JSON object a line, a question each", "--html"),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "In the window: search, and choose whose questions you see, how they ended and when. "
            "What you missed stands first. Details, and what you typed or chose, are never "
            "recorded."
        ),
        "A file is for you alone (mode 0600), and takes the place of one that was there.",
    ),
    examples=("sayso history", "sayso history --html history.html && xdg-open history.html"),
    json='{"file", "exit"}, with null for the window.',
    exits=(
        (exits.OK, "the window was closed, or the file written"),
        exits.FAULT,
        (exits.NO_SERVICE, "there is no window for pages here, or the log can't be read"),
    ),
)


def run(args: Arguments) -> int:
    from sayso.frontends.pages import main as pages

    directory = Path(places.log_directory())
    file = args.html or args.csv or args.jsonl
    try:
        if args.html:
            pages.write_html(directory, Path(args.html))
        elif file:
            pages.write_entries(directory, Path(file), "csv" if args.csv else "jsonl")
        else:
            pages.show_history(directory)
    except OSError as error:
        raise ServiceError(
            f"can't read the log in {directory}: {error.strerror}",
            remedy="run it as its owner, or move aside what is in its way",
        ) from error
    if args.json:
        output.result_json({"file": file, "exit": exits.OK})
    return exits.OK
