"""Every word of our own about what comes from another machine or a container, ready to be
translated.

The name of such a place is the person's own, and a fact. Which program asks there is only the
place's word.
"""

from __future__ import annotations

from sayso.presentation import catalogue
from sayso.presentation.translation import Message
from sayso.presentation.translation import gettext as _

OTHER_MACHINES = Message("Other machines")
LET_ASK_NO_MORE = Message("Let it ask no more (withdraws its questions)")


def on_place(name: str, place: str) -> str:
    """Who asks. `name`: empty where the place does not say. `place`: empty for this machine."""
    if not place:
        return name
    return _("{name} on {place}", name=name or catalogue.UNKNOWN_PROGRAM(), place=place)


def from_place(place: str, is_container: bool, is_claimed: bool) -> str:
    """`is_claimed`: our kernel does not see who asks."""
    if is_container:
        where = _("From {place}, a container.", place=place)
    else:
        where = _("From {place}, another machine.", place=place)
    return _("{where} sayso can't check who asks there.", where=where) if is_claimed else where


def as_it_says(place: str) -> str:
    """Stands before what the place says, on one line with it."""
    return _("as {place} says", place=place)


def names_nobody(place: str) -> str:
    return _("{place} does not say which program asks", place=place)


def brought_by(number: int) -> str:
    """Names a process of this machine; stands above its command line."""
    return _("Brought here by process {number}:", number=str(number))


def rest_is_said_by(place: str) -> str:
    """Stands above the lines about processes of the place."""
    return _("The rest is what {place} says:", place=place)


def asks_for_there(name: str, number: int) -> str:
    return _("{name} says that it asks for process {number} there.", name=name, number=str(number))


def no_password(place: str) -> str:
    """Stands beside a field that shows what is typed."""
    return _("No password belongs here: what you type goes to {place}.", place=place)


def out_of_reach(place: str, kept_for: float) -> str:
    """`kept_for`: seconds that the answer is kept."""
    who = _("{place} is out of reach just now.", place=place)
    if not kept_for:
        return catalogue.comes_to_nothing(who)
    seconds = f"{kept_for:.0f}"
    return _(
        "{who} It gets your answer if it is back within {seconds} s.", who=who, seconds=seconds
    )


def used_by(names: tuple[str, ...]) -> str:
    return _("used by {names}", names=catalogue.listed(names))
