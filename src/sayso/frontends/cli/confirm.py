"""sayso confirm: ask the person to approve or deny."""

import argparse
from typing import Literal

from sayso.client.calls import ConfirmOptions, Heard, OnProgress
from sayso.client.sync import Client
from sayso.core.outcome import Decider, Denied, NoInteractor, Outcome
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
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.arguments import add_json, duration, whole_number

NAME = "confirm"
HELP = "Ask the person to approve or deny. Exit status 0 means approved, every other not."

_PID = Bounds(1, 2**22)
"""The kernel's PID_MAX_LIMIT, proc(5)."""

_OPTIONS = {
    "message": "MESSAGE",
    "title": "--title",
    "details": "--detail",
    "approve": "--approve",
    "deny": "--deny",
    "severity": "--destructive",
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("message", metavar="MESSAGE", help="the question, in one or more lines")
    _add_words(parser)
    _add_clocks(parser)
    _add_identity(parser)
    parser.add_argument(
        "--if-headless",
        type=_if_headless,
        metavar="deny",
        help="what it means when nobody can be asked (else: exit status 4)",
    )
    parser.add_argument("--no-spawn", action="store_true", help="start no daemon where none runs")
    add_json(parser)


def _add_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", help="a title above the message")
    details = parser.add_mutually_exclusive_group()
    details.add_argument("--detail", metavar="TEXT", dest="details", help="longer text under it")
    details.add_argument(
        "--detail-file",
        metavar="FILE",
        help="the same from a file in UTF-8, or from standard input with -",
    )
    parser.add_argument("--approve", metavar="LABEL", help="label of the control that approves")
    parser.add_argument("--deny", metavar="LABEL", help="label of the control that denies")
    parser.add_argument(
        "--destructive", action="store_true", help="it destroys something, and should look it"
    )


def _add_clocks(parser: argparse.ArgumentParser) -> None:
    for option, bounds, text in (
        ("--wait", WAIT, "how long to wait here; the dialog stays (45s)"),
        ("--timeout", TIMEOUT, "how long the dialog stays (120s, destructive 60s)"),
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


def _add_identity(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scope", help="tells sessions of one program apart")
    parser.add_argument("--slot", help="a newer question in this slot replaces the older one")
    parser.add_argument(
        "--owner",
        type=whole_number(_PID),
        metavar="PID",
        help="an ancestor of this process; the question is withdrawn when it exits",
    )
    parser.add_argument("--ticket", help="of an earlier pending: the question that this repeats")


def _if_headless(text: str) -> Literal["deny"]:
    if text != "deny":
        raise argparse.ArgumentTypeError(
            "only deny can be declared for a confirmation: an approval can't be declared"
        )
    return "deny"


def run(args: argparse.Namespace) -> int:
    options: ConfirmOptions = {
        "title": args.title,
        "details": args.details if args.detail_file is None else _read_details(args.detail_file),
        "approve": args.approve,
        "deny": args.deny,
        "destructive": args.destructive,
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

    def ask(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(spawn=not args.no_spawn, name=CLIENT_NAME) as client:
            outcome = client.confirm(args.message, on_progress=on_progress, heard=heard, **options)
        if args.if_headless and isinstance(outcome, NoInteractor):
            return Denied(Decider.HEADLESS)
        return outcome

    try:
        return wait_for(ask, json=args.json)
    except InvalidParams as error:
        raise _in_our_words(error) from error


def _in_our_words(error: InvalidParams) -> InvalidParams:
    """The daemon names the field; who typed a command looks for its option."""
    option = _OPTIONS.get(error.field or "")
    if option is None:
        return error
    message = error.message.removeprefix(f"{error.field}: ")
    return InvalidParams(f"{option}: {message}", field=error.field, remedy=error.remedy)


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
