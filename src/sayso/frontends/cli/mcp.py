"""sayso mcp: the server that agents ask through."""

from __future__ import annotations

import gc
from importlib.util import find_spec

from sayso import extras
from sayso.errors import Unsupported
from sayso.frontends.cli import exits, mcp_install
from sayso.frontends.cli.command import Command, Group, json_option
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "mcp",
    "Serve an agent over the Model Context Protocol, by standard input and output.",
    verbs=(mcp_install.COMMAND,),
    stands_alone=True,
    groups=(Group("Options", (json_option(),)),),
    notes=(
        (
            "An agent's program starts it; its tools are confirm, ask_user, request_secret, "
            "sign_in, check and withdraw, and for Claude Code permission_prompt, which its "
            "--permission-prompt-tool takes: mcp__sayso__permission_prompt."
        ),
        (
            "A question outlives the call that asked it: a call that is cancelled, or over before "
            "the person answers, leaves the dialog, and the same call again gets the answer. When "
            "the agent's program exits, its questions are withdrawn."
        ),
        "It needs the Python package mcp; where that is missing, it says how to install it.",
    ),
    json="Only errors, before it serves.",
    examples=("claude mcp add sayso -- sayso mcp",),
    exits=(
        (exits.OK, "the agent's program closed its end"),
        exits.FAULT,
        (exits.NO_SERVICE, "the Python package mcp is missing; the message says how to install it"),
    ),
)


def run(args: Arguments) -> int:
    if args.verb:
        return mcp_install.run(args)
    from sayso.frontends.mcp import greeting

    for package in ("mcp", "mcp_types"):  # the latter comes with version 2
        if find_spec(package) is None:
            raise _missing(f"there is no {package}")
    # Nothing needs tidying up, and a KeyboardInterrupt would not reach a thread that reads.
    select.processes().end_by_interrupts()
    starter = select.starter().hold()
    first = greeting.greet()
    gc.disable()  # to collect garbage while it loads takes a fifth of the time, and finds none
    try:
        from sayso.frontends.mcp import server  # loaded here, as it takes a second
    except ImportError as error:
        raise _missing(str(error)) from error
    finally:
        gc.enable()
    gc.freeze()
    server.run(starter, first)
    return exits.OK


def _missing(why: str) -> Unsupported:
    return Unsupported(
        f"the Python package mcp is missing, or older than version 2.3: {why}",
        remedy=f"install it with: {extras.advice('mcp')}",
    )
