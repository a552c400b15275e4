"""sayso remote: other machines and containers that may ask here."""

from __future__ import annotations

import shlex
import time
from pathlib import Path

from sayso.client.sync import Client
from sayso.core.settings import Bounds
from sayso.core.text import visible_line
from sayso.errors import InvalidParams, NotCarried, UnknownPlace, UnusableFile
from sayso.frontends.cli import exits, mounts, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import whole_number
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option
from sayso.frontends.cli.table import table

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.client.shapes import PlaceInfo
    from sayso.frontends.cli.arguments import Arguments

_UIDS = Bounds(0, (1 << 32) - 2)

CONNECT_WITHIN = 120.0
"""Seconds for ssh to connect: it may ask for a passphrase."""

_LOOKS_EVERY = 0.1
_LONGEST_UID = 10

_NAME = Argument("name", "NAME", "how you call it: see sayso remote list")
_OPTIONS = (Group("Options", (json_option(),)),)
_JSON = '{"places", "exit"}; each as in sayso remote list.'
_EXITS = ((exits.OK, "done"), exits.FAULT, exits.SERVICE)

COMMAND = Command(
    "remote",
    "Let another machine or a container ask you here.",
    verbs=(
        Command(
            "remote add",
            "Let a machine that ssh reaches ask you here, from now on.",
            arguments=(Argument("host", "HOST", "as after ssh: user@host, or an alias of yours"),),
            groups=(
                Group(
                    "Options",
                    (
                        Option("--name", "how dialogs call it; else the host's name", "NAME"),
                        json_option(),
                    ),
                ),
            ),
            notes=(
                (
                    "sayso keeps an ssh to it, which asks by a dialog where it wants something, "
                    "and starts it again when the line breaks. On that machine sayso has to be "
                    "installed; nothing else is to be done there. Said again, it tries at once."
                ),
                "Until you allow it, that machine may ask for no passwords.",
            ),
            examples=("sayso remote add build-7", "sayso remote add ada@10.0.0.7 --name lab"),
            json=_JSON,
            exits=(
                (exits.OK, "it may ask: the line stands"),
                exits.FAULT,
                (exits.NO_SERVICE, "ssh does not get there; the message says why"),
            ),
        ),
        Command(
            "remote remove",
            "Let a machine or container ask no more; what it asked is withdrawn.",
            arguments=(_NAME,),
            groups=_OPTIONS,
            json=_JSON,
            exits=_EXITS,
        ),
        Command(
            "remote allow",
            "Let it ask for passwords, sign-ins and opened pages as well.",
            arguments=(_NAME,),
            groups=_OPTIONS,
            notes=("You are asked by a dialog whether you mean it.",),
            json=_JSON,
            exits=(
                (exits.OK, "it may"),
                (exits.DENIED, "you did not approve; other statuses as of sayso confirm"),
                exits.FAULT,
                exits.SERVICE,
            ),
        ),
        Command(
            "remote forbid",
            "Let it ask for those no more.",
            arguments=(_NAME,),
            groups=_OPTIONS,
            json=_JSON,
            exits=_EXITS,
        ),
        Command(
            "remote list",
            "List the machines and containers that may ask, and who uses them now.",
            groups=_OPTIONS,
            json='{"places", "exit"}; each has "name", "socket", "container", "uid", '
            '"destination", "secrets", "fault", "connections", "open", "askers", and where ssh '
            'carries it "carrier", "carrier_why" and "carrier_remedy".',
            exits=_EXITS,
        ),
        Command(
            "remote open",
            "Make a socket for a machine or container, and leave it to you how it gets there.",
            arguments=(Argument("name", "NAME", "how dialogs call it"),),
            groups=(
                Group(
                    "Options",
                    (
                        Option("--container", "write how to mount it in a container"),
                        Option(
                            "--uid",
                            "who may use it there, as this machine numbers users; else you",
                            "UID",
                            read=whole_number(_UIDS),
                        ),
                        json_option(),
                    ),
                ),
            ),
            notes=(
                (
                    "Whoever can open that socket asks as that machine. It is there whenever "
                    "sayso runs, until sayso remote close."
                ),
            ),
            examples=(
                'ssh -R /run/user/1000/box.sock:"$(sayso remote open box)" box',
                "sayso remote open --container dev",
            ),
            json='{"places", "exit"}, and with --container "mount": "docker" and "bubblewrap" '
            '(lists of options), and "devcontainer" (members of devcontainer.json).',
            exits=_EXITS,
        ),
        Command(
            "remote close",
            "The same as remove.",
            arguments=(_NAME,),
            groups=_OPTIONS,
            json=_JSON,
            exits=_EXITS,
        ),
    ),
    notes=(
        (
            "What comes from another machine says so in its dialog, by the name that you gave. It "
            "may ask, and take back what it asked; it sees and changes nothing else here. Who is "
            "root on that machine can ask as anybody there."
        ),
    ),
    examples=("sayso remote add build-7", "sayso remote list"),
)


def run(args: Arguments) -> int:
    verbs = {
        "add": _add,
        "remove": _close,
        "close": _close,
        "allow": _allow,
        "forbid": _forbid,
        "list": _list,
        "open": _open,
    }
    return verbs[args.verb](args)


def _add(args: Arguments) -> int:
    name = args.name or name_of(args.host)
    client = Client(name=CLIENT_NAME)
    places = client.open_place(name, destination=args.host)
    place = _when_connected(client, name, places)
    if place.get("carrier") != "up":
        raise NotCarried(
            place.get("carrier_why") or "ssh has not got there yet",
            remedy=place.get("carrier_remedy") or "see sayso remote list; sayso tries on",
        )
    return _tell(args, client.places(), f"{name} may ask you now.")


def _when_connected(client: Client, name: str, places: list[PlaceInfo]) -> PlaceInfo:
    """The place, once its state is no longer `connecting`, or after `CONNECT_WITHIN` seconds."""
    until = time.monotonic() + CONNECT_WITHIN
    place = _find(name, places)
    while place.get("carrier") == "connecting" and time.monotonic() < until:
        time.sleep(_LOOKS_EVERY)
        place = _find(name, client.places())
    return place


def _find(name: str, places: list[PlaceInfo]) -> PlaceInfo:
    for place in places:
        if place["name"] == name:
            return place
    raise UnknownPlace(f"{name} was removed meanwhile", field="name")


def name_of(host: str) -> str:
    """The host's name in what a person types after `ssh`: without user, port and domain."""
    bare = host.removeprefix("ssh://").partition("/")[0].rpartition("@")[2]
    bare = bare.partition(":")[0] if bare.count(":") == 1 else bare
    is_number = bare.replace(".", "").isdigit()
    return bare if is_number else bare.partition(".")[0]


def _close(args: Arguments) -> int:
    places = Client(name=CLIENT_NAME).close_place(args.name)
    return _tell(args, places, f"Nothing comes from {args.name} any more.")


def _allow(args: Arguments) -> int:
    client = Client(name=CLIENT_NAME)
    _find_known(client, args.name)
    outcome = client.confirm(
        f"Let {args.name} ask you for passwords, sign-ins by a code, and pages to be opened?\n\n"
        "What you type goes to that machine. Who is root there can read it.",
        title=f"Passwords for {args.name}",
        destructive=True,
        approve="Let it ask",
        bound=True,
    )
    if not outcome.allowed:
        output.note("Not allowed: you did not approve.")
        return exits.of_outcome(outcome)
    places = client.allow_place(args.name, secrets=True)
    return _tell(args, places, f"{args.name} may ask for passwords from now on.")


def _find_known(client: Client, name: str) -> None:
    """Raises UnknownPlace if there is no such place, before anybody is asked."""
    if not any(place["name"] == name for place in client.places()):
        raise UnknownPlace(f"no other machine or container is called {name}", field="name")


def _forbid(args: Arguments) -> int:
    places = Client(name=CLIENT_NAME).allow_place(args.name, secrets=False)
    return _tell(args, places, f"{args.name} may ask for no passwords.")


def _open(args: Arguments) -> int:
    if args.uid is not None and not args.container:
        raise InvalidParams("--uid: goes with --container", field="uid")
    client = Client(name=CLIENT_NAME)
    places = client.open_place(args.name, container=args.container, uid=args.uid)
    place = _find(args.name, places)
    if not args.container:
        return _tell_socket(args, places, place)
    owner = None if args.uid is None else Path(place["socket"]).stat().st_uid
    mount = mounts.mount_of(place["socket"], owner)
    if args.json:
        output.result_json({"places": places, "mount": mounts.told(mount), "exit": exits.OK})
    else:
        output.result(shlex.join(mount.docker))
        output.note(mounts.describe(mount))
    return exits.OK


def _tell_socket(args: Arguments, places: list[PlaceInfo], place: PlaceInfo) -> int:
    if args.json:
        output.result_json({"places": places, "exit": exits.OK})
    else:
        output.result(place["socket"])
    return exits.OK


def _list(args: Arguments) -> int:
    client = Client(name=CLIENT_NAME)
    places = client.places()
    if not places and (fault := client.status().get("places_fault")):
        raise UnusableFile(fault, remedy=MEND_PLACES)
    return _tell(args, places, "" if places else "No other machine may ask here.")


def _tell(args: Arguments, places: list[PlaceInfo], words: str) -> int:
    if args.json:
        output.result_json({"places": places, "exit": exits.OK})
        return exits.OK
    if args.verb == "list" and places:
        output.result(describe(places))
    if words:
        output.note(words)
    return exits.OK


MEND_PLACES = "mend that file, or delete it; then: sayso daemon restart"

_HEADER = ("NAME", "BY", "PASSWORDS", "OPEN", "USED BY", "STATE")


def describe(places: list[PlaceInfo]) -> str:
    """A table with a row for each place."""
    return table([_HEADER, *map(_row, places)], {}, None)


def _row(place: PlaceInfo) -> tuple[str, ...]:
    by = place["destination"] and f"ssh {visible_line(place['destination'])}"
    return (
        place["name"],
        by or ("a container" if place["container"] else "its socket"),
        "yes" if place["secrets"] else "no",
        str(place["open"]),
        ", ".join(map(visible_line, place["askers"])) or "nobody",
        state_of(place),
    )


def state_of(place: PlaceInfo) -> str:
    """The state of the place in words, one line."""
    if place["fault"]:
        return f"closed: {visible_line(place['fault'])}"
    why = visible_line(place.get("carrier_why") or "")
    return {
        "connecting": "connecting",
        "up": "connected",
        "waiting": f"trying again: {why}",
        "stopped": f"not connected: {why}",
        None: "open",
    }[place.get("carrier")]
