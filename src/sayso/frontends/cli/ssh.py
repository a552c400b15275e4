"""sayso ssh: one login that takes sayso along."""

from __future__ import annotations

from contextlib import suppress

from sayso.client.sync import Client
from sayso.core.settings import Bounds
from sayso.errors import UnknownPlace
from sayso.frontends.cli import exits
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option
from sayso.frontends.cli.remote import name_of

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_MOST_WORDS = 1024

COMMAND = Command(
    "ssh",
    "Log in to another machine, from which programs can ask you here as long as that lasts.",
    arguments=(
        Argument("host", "HOST", "as after ssh: user@host, or an alias of yours"),
        Argument(
            "words",
            "COMMAND",
            "what to run there, as ssh does; without it: a shell. Behind -- if it has options",
            count=Bounds(0, _MOST_WORDS),
        ),
    ),
    groups=(
        Group(
            "Options",
            (Option("--name", "how dialogs call it", "NAME"), json_option("standard error")),
        ),
    ),
    notes=(
        (
            "As sayso remote add, for this login alone. What is open from there when it ends is "
            "withdrawn. Where that machine is added already, plain ssh does as well."
        ),
    ),
    examples=("sayso ssh build-7", "sayso ssh build-7 -- tmux new -A"),
    json="of an error alone; all else is the login's.",
    exits=(
        (exits.OK, "any other status as well: ssh's own"),
        exits.FAULT,
        exits.SERVICE,
    ),
)


def run(args: Arguments) -> int:
    from sayso.carrier.login import log_in  # which loads asyncio: after the words are read

    client = Client(name=CLIENT_NAME)
    name = args.name or name_of(args.host)

    def open_place(name: str) -> str:
        places = client.open_place(name)
        return next(each["socket"] for each in places if each["name"] == name)

    def close_place(name: str) -> None:
        with suppress(UnknownPlace):  # the person was quicker
            client.close_place(name)

    return log_in(name, args.host, args.words, open_place, close_place)
