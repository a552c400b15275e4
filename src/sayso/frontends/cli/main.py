"""The command line: finds the verb, loads it alone, and turns errors into words and a status."""

import argparse
import importlib
from typing import Protocol, cast

from sayso import __version__
from sayso.errors import InternalError, SaysoError
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.arguments import Parser

VERBS = (
    "confirm",
    "password",
    "collect",
    "withdraw",
    "list",
    "status",
    "log",
    "daemon",
    "doctor",
    "schema",
    "demo",
)
"""Each is the module of its name in this package, with `-` as `_`."""

_ASIDE = frozenset({"password"})
"""Verbs whose standard output is for a password alone."""


class Verb(Protocol):
    """What the module of a verb has."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int:
        """Does it; the exit status. Raises SaysoError."""


def run(argv: list[str]) -> int:
    """Runs the command line without the program's name; its exit status."""
    verb = argv[0] if argv and argv[0] in VERBS else None
    try:
        args = _parser((verb,) if verb else VERBS).parse_args(argv)
        status: int = args.run(args)
    except SaysoError as error:
        return _report(verb, error, json="--json" in argv)
    except Exception as error:  # noqa: BLE001 - Python's own exit status for it, 1, means denied
        import traceback

        trace = "".join(traceback.format_exception(error))
        fault = InternalError(f"a fault of sayso's own, or the system's: {trace}", remedy="")
        return _report(verb, fault, json="--json" in argv)
    except KeyboardInterrupt as interrupt:
        _report_interrupt(verb, str(interrupt) or "Interrupted.", json="--json" in argv)
        return exits.INTERRUPTED
    finally:
        output.flush()  # argparse leaves its help in the buffer
    return status


def _parser(verbs: tuple[str, ...]) -> argparse.ArgumentParser:
    parser = Parser(
        prog="sayso",
        description="Ask the person at the desktop before something happens.",
        help_of=f"sayso {verbs[0]}" if len(verbs) == 1 else "",
    )
    parser.add_argument("--version", action="version", version=f"sayso {__version__}")
    subparsers = parser.add_subparsers(metavar="VERB", required=True)
    for name in verbs:
        verb = cast(Verb, importlib.import_module(f"sayso.frontends.cli.{name}"))
        own = subparsers.add_parser(verb.NAME, help=verb.HELP, description=verb.HELP)
        verb.add_arguments(own)
        own.set_defaults(run=verb.run)
    return parser


def _report(verb: str | None, error: SaysoError, *, json: bool) -> int:
    """Tells the error; its exit status."""
    status = exits.of_error(error)
    if json:
        told = {"allowed": False, "error": error.to_wire(), "exit": status}
        output.result_json(told, aside=verb in _ASIDE)
        return status
    program = f"sayso {verb}" if verb else "sayso"
    output.note(f"{program}: {error.message}")
    if error.remedy:
        output.note(f"What to do: {error.remedy}")
    return status


def _report_interrupt(verb: str | None, words: str, *, json: bool) -> None:
    if json:
        told = {"allowed": False, "error": {"message": words}, "exit": exits.INTERRUPTED}
        output.result_json(told, aside=verb in _ASIDE)
    else:
        output.note(words)
