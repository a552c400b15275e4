"""sayso settings: the settings, in a window."""

from __future__ import annotations

from pathlib import Path

from sayso.frontends.cli import exits, output, places
from sayso.frontends.cli.command import Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "settings",
    "Show and change the settings in a window. Needs no daemon.",
    groups=(
        Group(
            "Options",
            (
                Option("--integrations", "begin at what asks through sayso: agents, gpg, ssh, git"),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "Without a window sayso config shows and changes the settings. sayso mcp install, "
            "sayso hook install, sayso setup and sayso autostart switch what asks through sayso, "
            "and sayso doctor shows how it stands."
        ),
    ),
    examples=("sayso settings", "sayso settings --integrations"),
    json='{"exit"}.',
    exits=(
        (exits.OK, "the window was closed"),
        exits.FAULT,
        (exits.NO_SERVICE, "there is no window for pages here"),
    ),
)


def run(args: Arguments) -> int:
    from sayso.frontends.pages.settings import show_settings

    show_settings(Path(places.configuration()), at_integrations=args.integrations)
    if args.json:
        output.result_json({"exit": exits.OK})
    return exits.OK
