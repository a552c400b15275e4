"""sayso mcp: sets up the programs whose agents shall ask."""

from __future__ import annotations

from sayso.frontends.cli import mcp_install
from sayso.frontends.cli.command import Command

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "mcp",
    "Set up the programs whose agents shall ask.",
    verbs=(mcp_install.COMMAND,),
    examples=("sayso mcp install claude-code",),
)


def run(args: Arguments) -> int:
    return mcp_install.run(args)
