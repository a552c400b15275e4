"""sayso ssh: one login to another machine, from which programs can ask here as long as it lasts."""

from __future__ import annotations

import itertools
from contextlib import suppress

from sayso.client.sync import Client
from sayso.core.settings import Bounds
from sayso.core.text import visible_line
from sayso.errors import InvalidParams, UnknownPlace, Unreachable
from sayso.frontends.cli import exits
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option
from sayso.frontends.cli.remote import name_of

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Container

    from sayso.client.shapes import PlaceInfo
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
            is_optional=True,
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
    from sayso.carrier.login import log_in  # loads asyncio: only once the command line is right

    places = _Places(Client(name=CLIENT_NAME), args.host)
    name = args.name or name_of(args.host)
    return log_in(name, args.host, args.words, places.open, places.close)


class _Places:
    """The daemon's place for one login to a host: it is opened, and closed when the login ends."""

    def __init__(self, client: Client, host: str) -> None:
        self._client = client
        self._host = host
        self._own = ""
        """The name of the place that was made for this login; empty: none was."""

    def open(self, name: str) -> str:
        """The path of the place's socket: of the one that the person has added under this name, or
        else of a new one. Raises InvalidParams."""
        known = self._known()
        if name in known and known[name]["destination"]:
            self._check_is_this(name, known[name])
            return known[name]["socket"]
        made = None
        while made is None:
            own = _free(name, known)
            made, known = self._made(own)
        self._own = own
        return next(each["socket"] for each in made if each["name"] == own)

    def _made(self, name: str) -> tuple[list[PlaceInfo] | None, dict[str, PlaceInfo]]:
        """Opens a new place of this name. Returns all places, and an empty mapping; or, if another
        login was quicker, None, and the places that are known by now."""
        try:
            return self._client.open_place(name, new=True), {}
        except InvalidParams:
            known = self._known()
            if name not in known:
                raise
            return None, known

    def close(self, _name: str) -> None:
        """Closes the place that was made for this login. One that the person has added stays."""
        if self._own:
            with suppress(UnknownPlace):  # the person was quicker
                self._client.close_place(self._own)

    def _known(self) -> dict[str, PlaceInfo]:
        try:
            return {each["name"]: each for each in self._client.places()}
        except Unreachable:  # no daemon runs yet
            return {}

    def _check_is_this(self, name: str, known: PlaceInfo) -> None:
        if known["destination"] != self._host:
            raise InvalidParams(
                f"{name} is what you call {visible_line(known['destination'])}",
                field="name",
                remedy="give this one another name: --name",
            )


def _free(name: str, known: Container[str]) -> str:
    """This name, or the first with a number that no place has yet. Each of several logins at a time
    has a place of its own, so that the end of one does not withdraw what came through another."""
    others = (f"{name}-{number}" for number in itertools.count(2))
    return next(each for each in itertools.chain((name,), others) if each not in known)
