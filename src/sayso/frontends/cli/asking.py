"""What the verbs that ask share: their options, and what these become for the client."""

import argparse
from collections.abc import Callable
from typing import Literal

from sayso.client.shapes import QuestionOptions
from sayso.core.settings import (
    DETAILS_BYTES,
    MAX_RETRIES,
    RENDER_TIMEOUT,
    RETENTION,
    TIMEOUT,
    WAIT,
    Bounds,
)
from sayso.errors import InvalidParams
from sayso.frontends.cli.arguments import duration, whole_number

_PID = Bounds(1, 2**22)
"""The kernel's PID_MAX_LIMIT, proc(5)."""

_OPTIONS = {
    "title": "--title",
    "details": "--detail",
    "approve": "--approve",
    "deny": "--deny",
    "severity": "--destructive",
    "error": "--error",
    "repeat": "--repeat",
    "wait": "--wait",
    "timeout": "--timeout",
    "retention": "--retention",
    "render_timeout": "--render-timeout",
    "max_retries": "--max-retries",
    "scope": "--scope",
    "slot": "--slot",
    "owner": "--owner",
    "ticket": "--ticket",
}
"""Field of the wire → what it is called here."""


def add_question(parser: argparse.ArgumentParser, message: str, text: str) -> None:
    """The question itself, a positional argument called `message`, and its words."""
    parser.add_argument("message", metavar=message, help=text)
    parser.add_argument("--title", help="a title above it")
    details = parser.add_mutually_exclusive_group()
    details.add_argument("--detail", metavar="TEXT", dest="details", help="longer text under it")
    details.add_argument(
        "--detail-file",
        metavar="FILE",
        help="the same from a file in UTF-8, or from standard input with -",
    )
    parser.add_argument("--approve", metavar="LABEL", help="label of the control that says yes")
    parser.add_argument("--deny", metavar="LABEL", help="label of the control that says no")


def add_clocks(parser: argparse.ArgumentParser, timeout: str) -> None:
    """`timeout`: the default of `--timeout`, in words."""
    for option, bounds, text in (
        ("--wait", WAIT, "how long to wait here; the dialog stays (45s)"),
        ("--timeout", TIMEOUT, f"how long the dialog stays ({timeout})"),
        ("--retention", RETENTION, "how long a late answer is kept (60s)"),
        ("--render-timeout", RENDER_TIMEOUT, "how long it may take to show the dialog (30s)"),
    ):
        parser.add_argument(option, type=duration(bounds), metavar="DURATION", help=text)
    parser.add_argument(
        "--max-retries",
        type=whole_number(MAX_RETRIES),
        metavar="N",
        help="further attempts after the dialog could not be shown (3)",
    )


def add_identity(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scope", help="tells sessions of one program apart")
    parser.add_argument("--slot", help="a newer question in this slot replaces the older one")
    parser.add_argument(
        "--owner",
        type=whole_number(_PID),
        metavar="PID",
        help="an ancestor of this process; the question is withdrawn when it exits",
    )
    parser.add_argument("--ticket", help="of an earlier pending: the question that this repeats")


def add_conduct(
    parser: argparse.ArgumentParser, if_headless: Callable[[str], str], metavar: str
) -> None:
    """What the command does beside asking; `if_headless` is the type of that option."""
    parser.add_argument(
        "--if-headless",
        type=if_headless,
        metavar=metavar,
        help="what it means when nobody can be asked (else: exit status 4)",
    )
    parser.add_argument("--no-spawn", action="store_true", help="start no daemon where none runs")


def question_options(args: argparse.Namespace) -> QuestionOptions:
    """Raises InvalidParams for a file of details that can't be read."""
    return {
        "title": args.title,
        "details": args.details if args.detail_file is None else _read_details(args.detail_file),
        "approve": args.approve,
        "deny": args.deny,
        "wait": args.wait,
        "timeout": args.timeout,
        "retention": args.retention,
        "render_timeout": args.render_timeout,
        "max_retries": args.max_retries,
        "scope": args.scope,
        "slot": args.slot,
        "owner": args.owner,
        "ticket": args.ticket,
    }


def in_our_words(error: InvalidParams, message: Literal["MESSAGE", "PROMPT"]) -> InvalidParams:
    """The daemon names the field; who typed a command looks for its option."""
    option = (_OPTIONS | {"message": message}).get(error.field or "")
    if option is None:
        return error
    words = error.message.removeprefix(f"{error.field}: ")
    return InvalidParams(f"{option}: {words}", field=error.field, remedy=error.remedy)


def _read_details(file: str) -> str:
    try:
        with open(0 if file == "-" else file, "rb", closefd=file != "-") as stream:
            data = stream.read(DETAILS_BYTES + 1)
    except OSError as error:
        raise InvalidParams(f"--detail-file: {error.strerror}: {file}", field="details") from error
    if len(data) > DETAILS_BYTES:
        raise InvalidParams(
            f"--detail-file: more than {DETAILS_BYTES} bytes: {file}", field="details"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidParams(
            f"--detail-file: not UTF-8: byte {error.start} of {file}", field="details"
        ) from error
