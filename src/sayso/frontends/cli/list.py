"""sayso list: the questions that are open or kept."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.core.text import visible_line
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Command, Group, json_option
from sayso.frontends.cli.table import table

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.client.shapes import PromptInfo
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "list",
    "List the questions that are open, and those whose answer is kept.",
    groups=(Group("Options", (json_option(),)),),
    notes=(
        (
            "LEFT is the time until the deadline, once the dialog is on the screen. CALLER says "
            "whether a program still waits for the answer. ASKER is the program that asks, and "
            "PID its process. What comes from another machine or a container has its name under "
            "FROM: asker and process are as that one says."
        ),
        "On a terminal long askers and titles are cut to fit; a pipe gets them whole.",
    ),
    examples=("sayso list", "sayso list --json | jq '.prompts[].number'"),
    json='{"prompts", "exit"}; each prompt has "number", "kind", "title", "asker", "cwd", "pid", '
    '"state" ("queued", "unopened", "showing", "shown", "put_off", "answered", "not_shown"), '
    '"place" (in the queue, or null), "waiting" and "bound" (true or false), "age" and '
    '"seconds_left" (or null); "from_place" where it comes from another machine or a container.',
    exits=((exits.OK, "listed, even if there are none"), exits.FAULT, exits.SERVICE),
)

_HEADER = ("NUMBER", "STATE", "LEFT", "AGE", "CALLER", "FROM", "ASKER", "PID", "TITLE")
_FROM = _HEADER.index("FROM")
"""The index of a column that is left out where no question comes from elsewhere."""
_LEAST = {"ASKER": 12, "TITLE": 12}
"""Columns that are made narrower on a narrow terminal, and the cells that each keeps; the first is
narrowed last."""


def run(args: Arguments) -> int:
    prompts = Client(name=CLIENT_NAME).prompts()
    if args.json:
        output.result_json({"prompts": prompts, "exit": exits.OK})
    elif prompts:
        rows = [_HEADER, *map(_row, prompts)]
        if not any("from_place" in prompt for prompt in prompts):
            rows = [(*row[:_FROM], *row[_FROM + 1 :]) for row in rows]
        least = {rows[0].index(name): width for name, width in _LEAST.items()}
        output.result(table(rows, least, output.terminal_width()))
    else:
        output.result("Nothing is waiting.")
    return exits.OK


def _row(prompt: PromptInfo) -> tuple[str, ...]:
    place = "" if prompt["place"] is None else f" {prompt['place']}"
    left = prompt["seconds_left"]
    return (
        str(prompt["number"]),
        prompt["state"].replace("_", " ") + (place if prompt["state"] == "queued" else ""),
        "-" if left is None else _minutes(left),
        _minutes(prompt["age"]),
        "waits" if prompt["waiting"] else "gone",
        visible_line(prompt.get("from_place", "-")),
        visible_line(prompt["asker"]) or "-",
        str(prompt["pid"] or "-"),
        visible_line(prompt["title"]) or "-",
    )


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
