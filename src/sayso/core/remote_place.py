"""Another machine, or a container, that may ask."""

from __future__ import annotations

from sayso.core.questions import Confirm, DeviceCode, Question
from sayso.values import Value


class RemotePlace(Value):
    """As the person has let it in."""

    name: str
    """As they gave it: no other looks like it."""
    container: bool = False
    """Its directory is mounted there; else ssh carries its socket there."""
    uid: int | None = None
    """Of the user who may use it, as this machine numbers them; None: the person's own."""
    destination: str = ""
    """The machine that our own ssh carries the socket to; empty: nothing of ours does."""
    secrets: bool = False
    """It may ask for passwords, sign-ins by a device code, and pages to be opened."""


def needs_permission(question: Question) -> bool:
    """Of a place: a password, a sign-in by a device code, or a page to be opened."""
    opens = isinstance(question, Confirm) and bool(question.address)
    return question.secret or opens or isinstance(question, DeviceCode)
