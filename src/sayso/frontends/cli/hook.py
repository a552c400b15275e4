"""sayso hook: an agent's own permission prompt as a dialog."""

from __future__ import annotations

import os
import sys
from functools import partial

from sayso.core.settings import LIMIT
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.cli import exits, hook_install, output
from sayso.frontends.cli.arguments import duration, written
from sayso.frontends.cli.command import Command, Group, Option, json_option
from sayso.frontends.hook import agents, event

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_TITLES = {
    "claude-code": "Claude Code",
    "codex": "Codex",
    "gemini": "Gemini CLI",
    "cursor": "Cursor",
    "vscode": "VS Code",
}
"""The titles in the modules of the agents, repeated here as those modules take longer to load."""
_PIECE = 1 << 20
_NO = exits.BAD_REQUEST
"""The exit status of a hook by which agents let no tool run. They take any other failure for no
objection."""
_EXITS = (
    (exits.OK, "always, but for what follows"),
    (_NO, "the command line is wrong, or sayso failed in a gate: for agents this is a no"),
)


def _command(name: str) -> Command:
    return Command(
        f"hook {name}",
        f"Read an event of {_TITLES[name]} from standard input, and write what the person decides.",
        groups=(
            Group(
                "Options",
                (
                    Option(
                        "--limit",
                        "how long it may take in all: less than the agent gives the hook "
                        f"({written(LIMIT.low)} to {written(LIMIT.high)})",
                        "DURATION",
                        duration(LIMIT),
                    ),
                    Option("--no-spawn", "do not start a daemon if none is running"),
                    json_option(),
                ),
            ),
        ),
        json="The agent's own form in any case. With --json, errors of the command line as well.",
        exits=_EXITS,
    )


_OPENCODE = Command(
    "hook opencode",
    "Follow the events of an OpenCode server, and ask what it asks, until it ends.",
    groups=(
        Group(
            "Options",
            (
                Option("--serve", "where it listens, such as http://127.0.0.1:4096", "URL"),
                Option("--no-spawn", "do not start a daemon if none is running"),
                json_option(),
            ),
        ),
    ),
    json="Only errors.",
    notes=(
        (
            "OpenCode has no hooks. Start it with a port (opencode --port 4096), and this beside "
            "it. If OPENCODE_SERVER_PASSWORD is set there, set it here as well."
        ),
    ),
    examples=("sayso hook opencode --serve http://127.0.0.1:4096",),
    exits=(
        (exits.OK, "the server ended"),
        exits.FAULT,
        (exits.NO_SERVICE, "the server can't be reached; the message says what to do"),
    ),
)

COMMAND = Command(
    "hook",
    "Turn an agent's own permission prompts into dialogs. Agents start it, people install it.",
    verbs=(*(_command(name) for name in agents.NAMES), _OPENCODE, hook_install.COMMAND),
    notes=(
        (
            "The dialog says which agent asks, in which project, and shows the command, the change "
            "of a file or the tool's fields. Deny can send words back to the agent."
        ),
        (
            "The question goes with its hook: where the agent ends, or its terminal is answered, "
            "the dialog closes, and no answer is kept."
        ),
        (
            "Where nobody decides, nothing is written, and the agent asks by itself. Where silence "
            "would let the tool run (gates before each tool), it hears no, or is told to ask."
        ),
    ),
    examples=("sayso hook install claude-code", "sayso hook claude-code < event.json"),
    exits=_EXITS,
)


def run(args: Arguments) -> int:
    if args.verb == "opencode":
        return _follow(args)
    name = args.verb
    if name == "install":
        return hook_install.run(args)
    data: bytes | None = None
    try:
        data = _input()
        _decide(args, data)
    except Exception as error:  # noqa: BLE001 - whatever it is, the gate stays shut
        _note(name, f"no decision reaches the agent. {type(error).__name__}: {error}")
        if data is None or event.is_of_gate(data):  # what could not be read may be a gate's
            return _NO
    return exits.OK


def _decide(args: Arguments, data: bytes) -> None:
    """Writes what the person decides of this event. Raises ServiceError if it could not be
    written."""
    from sayso.frontends.hook.decision import decide  # --help needs none of it

    agent = agents.module(args.verb)
    limit, note = args.limit or agent.LIMIT, partial(_note, args.verb)
    told = decide(agent, data, limit, note, spawn=not args.no_spawn)
    if told and not output.result(told):
        raise ServiceError("the decision could not be written", remedy="")


def _follow(args: Arguments) -> int:
    from sayso.frontends.hook.following import Follower  # for this verb alone

    if args.serve is None:
        raise InvalidParams("--serve is missing", remedy="see sayso hook opencode --help")
    note = partial(_note, "opencode")
    Follower(args.serve, os.environ, note, spawn=not args.no_spawn).follow()
    return exits.OK


def _input() -> bytes:
    """The event. One that is too long is read to its end, though not kept: an agent that can't
    write it whole takes the hook for broken. Raises ServiceError, OSError."""
    if sys.stdin is None:
        raise ServiceError("standard input is closed", remedy="")
    data = sys.stdin.buffer.read(event.LONGEST + 1)
    while len(data) > event.LONGEST and sys.stdin.buffer.read(_PIECE):
        pass
    return data


def _note(name: str, reason: str) -> None:
    output.note(f"sayso hook {name}: {reason}")
