"""sayso history: what was asked, in a window; or as a file. Needs no daemon."""

from __future__ import annotations

from pathlib import Path

from sayso.frontends.cli import exits, output, places
from sayso.frontends.cli.command import Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
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
    json='{"file", "unreadable", "exit"}; "file" is null for the window, "unreadable" how many '
    "lines of the log are no records.",
    exits=(
        (exits.OK, "the window was closed, or the file written"),
        exits.FAULT,
        (exits.NO_SERVICE, "there is no window for pages here, or the log can't be read"),
    ),
)


def run(args: Arguments) -> int:
    from sayso.frontends.pages import show_history as pages
    from sayso.presentation.history import words

    directory = Path(places.log_directory())
    files = {"html": args.html, "csv": args.csv, "jsonl": args.jsonl}
    form = next((each for each, path in files.items() if path is not None), "")
    file = files.get(form)
    unreadable = 0
    if file is None:
        pages.show_history(directory)
    elif form == "html":
        unreadable = pages.write_html(directory, Path(file))
    else:
        unreadable = pages.write_entries(directory, Path(file), form)
    if args.json:
        output.result_json({"file": file, "unreadable": unreadable, "exit": exits.OK})
    elif unreadable:
        output.note(words.unreadable(unreadable))
    return exits.OK
