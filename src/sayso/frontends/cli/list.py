"""sayso list: the questions that are open or kept."""

import argparse

from sayso.client.shapes import PromptInfo
from sayso.client.sync import Client
from sayso.core.text import visible_line
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import add_json

NAME = "list"
HELP = "List the questions that are open, or whose answer is kept."

_HEADER = ("NUMBER", "STATE", "LEFT", "AGE", "CALLER", "ASKER", "TITLE")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    prompts = Client(name=CLIENT_NAME).prompts()
    if args.json:
        output.result_json({"prompts": prompts, "exit": exits.OK})
    elif prompts:
        output.result(table([_HEADER, *map(_row, prompts)]))
    else:
        output.result("Nothing is waiting.")
    return exits.OK


def _row(prompt: PromptInfo) -> tuple[str, ...]:
    place = "" if prompt["place"] is None else f" {prompt['place']}"
    left = prompt["seconds_left"]
    return (
        str(prompt["number"]),
        prompt["state"].replace("_", " ") + (place if prompt["state"] == "queued" else ""),
        "-" if left is None else minutes(left),
        minutes(prompt["age"]),
        "waits" if prompt["waiting"] else "gone",
        f"{visible_line(prompt['asker'])} ({prompt['pid']})",
        visible_line(prompt["title"]) or "-",
    )


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def table(rows: list[tuple[str, ...]]) -> str:
    """Columns as wide as their widest cell, two spaces between them."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
