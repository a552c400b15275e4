"""The command line: finds the verb, loads only that verb's module, and turns errors into messages
and an exit status."""

from __future__ import annotations

import sys

from sayso import __version__
from sayso.errors import InternalError, SaysoError
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.arguments import HELP, HelpWanted, parse, refuse_verb
from sayso.frontends.cli.command import Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sayso.frontends.cli.arguments import Arguments

VERBS = (
    "confirm",
    "text",
    "select",
    "form",
    "notice",
    "password",
    "askpass",
    "git-credential",
    "run",
    "device-code",
    "collect",
    "withdraw",
    "list",
    "next",
    "status",
    "log",
    "history",
    "dnd",
    "config",
    "settings",
    "autostart",
    "daemon",
    "doctor",
    "schema",
    "mcp",
    "hook",
    "pinentry",
    "setup",
    "remote",
    "ssh",
    "ask-password-agent",
    "demo",
    "completion",
    "link",
    "uninstall",
)
"""Each verb is implemented in the module of this package that has its name, with _ for -."""

VERSION = "--version"

_ASIDE = frozenset({"askpass", "device-code", "git-credential", "password", "run", "ssh"})
"""Verbs whose standard output is reserved for a password, or for another command: their JSON goes
to standard error."""


def whole_command() -> Command:
    """The description of `sayso` itself, with all of its verbs."""
    return Command(
        "",
        "Ask the person at the desktop before something happens.",
        groups=(Group("Options", (Option(VERSION, "write the version"), json_option())),),
        verbs=tuple(_module(verb).COMMAND for verb in VERBS),
        json='Of --version: {"version", "exit"}. Of an error: {"allowed": false, "error": {"code", '
        '"message", "data"}, "exit"}; "data" has "error" (its name), "blame" ("requester", '
        '"sayso", "system"), and "field" and "remedy" where there are any. Of Ctrl-C, "error" '
        'has only a "message". Each verb says what else there is.',
        examples=('sayso confirm "Deploy build 4711?" && ./deploy.sh', "sayso doctor"),
        exits=((exits.OK, "approved, or done"), exits.FAULT, exits.SERVICE),
    )


def run(argv: list[str]) -> int:
    """Runs a command line, given without the program's name. Returns the exit status."""
    verb = argv[0] if argv and argv[0] in VERBS else None
    options = argv[: argv.index("--")] if "--" in argv else argv
    json = "--json" in options
    if json:
        __import__("json")  # an upgrade while the person thinks must not hold the result back
    try:
        return _run_verb(verb, argv[1:]) if verb else _run_alone(argv, json=json)
    except HelpWanted as wanted:
        from sayso.frontends.cli.help import describe

        output.result(describe(wanted.command))
        return exits.OK
    except SaysoError as error:
        return _report(verb, error, json=json)
    except Exception as error:  # noqa: BLE001 - else Python would exit with 1, which means denied
        import traceback

        trace = "".join(traceback.format_exception(error))
        fault = InternalError(f"a fault in sayso itself, or in the system: {trace}", remedy="")
        status = _report(verb, fault, json=json)
        return exits.BAD_REQUEST if _may_be_a_gate(argv) else status
    except KeyboardInterrupt as interrupt:
        _report_interrupt(verb, str(interrupt) or "Interrupted.", json=json)
        return exits.BAD_REQUEST if _may_be_a_gate(argv) else exits.INTERRUPTED


def _may_be_a_gate(argv: list[str]) -> bool:
    """Whether an agent may have started this as a gate before a tool. Only one exit status keeps it
    from running the tool."""
    return argv[:1] == ["hook"] and argv[1:2] not in (["install"], ["opencode"])


def _run_verb(verb: str, words: list[str]) -> int:
    module = _module(verb)
    act: Callable[[Arguments], int] = module.run
    return act(parse(module.COMMAND, words))


def _run_alone(argv: list[str], *, json: bool) -> int:
    words = [word for word in argv if word != "--json"]
    if words[:1] in ([HELP], ["-h"]):
        raise HelpWanted(whole_command())
    if words != [VERSION]:
        refuse_verb("sayso", words[0] if words else None, VERBS)
    if json:
        output.result_json({"version": __version__, "exit": exits.OK})
    else:
        output.result(f"sayso {__version__}")
    return exits.OK


def _module(verb: str) -> Any:
    """The verb's module. It has a `COMMAND`, and a `run` that takes the parsed arguments."""
    name = f"sayso.frontends.cli.{verb.replace('-', '_')}"
    __import__(name)  # importlib.import_module would load what no short command needs
    return sys.modules[name]


def _report(verb: str | None, error: SaysoError, *, json: bool) -> int:
    """Writes the error. Returns the exit status."""
    status = exits.of_error_of_run(error) if verb == "run" else exits.of_error(error)
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
