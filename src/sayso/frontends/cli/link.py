"""sayso link: puts the command and its manual pages where shells and man look for them."""

from __future__ import annotations

import os
from collections import Counter

from sayso.core.text import visible_path
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Command, Group, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "link",
    "Put links to the command and its manual pages where shells and man look for them.",
    groups=(Group("Options", (json_option(),)),),
    notes=(
        (
            "The links are in ~/.local/bin and ~/.local/share/man/man1. What is there already and "
            "leads elsewhere stays as it is, and then nothing is changed. Run it again once sayso "
            "has moved."
        ),
        (
            "pipx makes the link to the command itself, and later versions of pipx those to the "
            "pages as well. Debian's package of sayso needs none. sayso uninstall takes away what "
            "this made."
        ),
    ),
    examples=("sayso link", "man sayso-confirm"),
    json='{"made": the links that were not there, "links": all of them, "exit"}',
    exits=(
        (exits.OK, "done, or there was nothing to do"),
        exits.FAULT,
        (exits.NO_SERVICE, "the message says why, and what to do"),
    ),
)


def run(args: Arguments) -> int:
    from sayso import extras
    from sayso.frontends.cli import links  # what no other verb needs, and takes long to load

    if extras.is_of_apt():
        return _tell_of_apt(args)
    wanted = links.wanted()
    made = links.make(wanted)
    if args.json:
        told = {"made": [*map(str, made)], "links": [str(link.place) for link in wanted]}
        output.result_json({**told, "exit": exits.OK})
    elif made:
        counts = Counter(place.parent for place in made)
        lines = (f"{count} in {visible_path(place)}" for place, count in counts.items())
        output.result("\n".join(("Links that are new:", *lines)))
    else:
        output.result("All links are there.")
    _warn_of_path(str(wanted[0].place.parent))
    return exits.OK


def _tell_of_apt(args: Arguments) -> int:
    """Says that there is nothing to do: Debian's package has all in the system's own
    directories."""
    if args.json:
        output.result_json({"made": [], "links": [], "exit": exits.OK})
    else:
        output.result("No links are needed: Debian's package has put all where it is found.")
    return exits.OK


def _warn_of_path(directory: str) -> None:
    if directory not in os.environ.get("PATH", "").split(os.pathsep):
        output.note(f"But {visible_path(directory)} is not in your PATH.")
        output.note("What to do: log in again, or add it there.")
