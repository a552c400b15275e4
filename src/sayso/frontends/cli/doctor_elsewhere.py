"""The doctor's findings on other machines: those that may ask here, and the one where the person
sits."""

from collections.abc import Iterator, Mapping

from sayso import __version__
from sayso.client.link import UPGRADE_THERE
from sayso.client.shapes import DaemonStatus, PlaceInfo
from sayso.client.sync import Client
from sayso.core.text import visible_line, visible_path
from sayso.errors import SaysoError, Unreachable
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.remote import MEND_PLACES, state_of
from sayso.platforms import select
from sayso.platforms.contract.doctor import Finding, Health

ANSWER_WITHIN = 5.0
"""Seconds for a daemon on another machine to reply."""

_WHERE = "where you sit"
_ADD = "at the machine where you sit: sayso remote add, and this one's name"


def places(status: DaemonStatus) -> Iterator[Finding]:
    """A finding on each other machine or container that may ask here, or on why none may."""
    if fault := status.get("places_fault"):
        yield Finding("other machines", Health.DOUBTFUL, f"none may ask: {fault}", MEND_PLACES)
    for place in status.get("places", ()):
        is_well = not place["fault"] and place.get("carrier", "up") in ("up", "connecting")
        health = Health.WORKS if is_well else Health.DOUBTFUL
        remedy = place.get("carrier_remedy") or f"sayso remote list; {_again(place)}"
        yield Finding(place["name"], health, state_of(place), "" if is_well else remedy)


def _again(place: PlaceInfo) -> str:
    destination = place["destination"]
    return f"then: sayso remote add {visible_line(destination)}" if destination else "then open it"


def where_person_sits(environ: Mapping[str, str]) -> Iterator[Finding]:
    """A finding on each socket that ssh has put on this machine. Nothing on a machine that has a
    screen, or that nobody logs in to by ssh, or if SAYSO_SOCKET is set."""
    if environ.get("SAYSO_SOCKET") or select.session().screen(environ):
        return
    paths = select.endpoint().forwarded(environ)
    yield from map(_way, paths)
    if not paths and environ.get("SSH_CONNECTION"):
        runtime = environ.get("XDG_RUNTIME_DIR")
        lack = "" if runtime else "; there is no XDG_RUNTIME_DIR here"
        yield Finding(_WHERE, Health.DOUBTFUL, f"no socket leads there{lack}", _ADD)


def _way(path: str) -> Finding:
    """The finding on the daemon that this socket leads to."""
    shown = visible_path(path)
    try:
        client = Client(path, spawn=False, name=CLIENT_NAME, reply_within=ANSWER_WITHIN)
        status = client.status()
    except Unreachable:
        words = f"{shown} refuses: a login that is over has left it behind, or the line is broken"
        return Finding(_WHERE, Health.DOUBTFUL, words, _ADD)
    except SaysoError as error:
        words = f"{shown}: {visible_line(error.message)}"
        return Finding(_WHERE, Health.DOUBTFUL, words, error.remedy)
    if status["screen"] is None:
        words = f"there is no screen: {visible_line(status['screen_reason'] or '')}"
        return Finding(_WHERE, Health.DOUBTFUL, words)
    place, version = visible_line(status.get("place", "")), visible_line(status["version"])
    if version != __version__:
        words = f"this is {place} there, of version {version}; here it is {__version__}"
        return Finding(_WHERE, Health.WORKS, words, UPGRADE_THERE)
    return Finding(_WHERE, Health.WORKS, f"this is {place} there")
