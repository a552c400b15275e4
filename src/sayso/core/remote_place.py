"""Another machine, or a container, that may ask here."""

from __future__ import annotations

from sayso.core.questions import Confirm, DeviceCode, Question
from sayso.values import Value


class RemotePlace(Value):
    """A place, and what the person has allowed it."""

    name: str
    """The name that the person gave it: no other place's name looks like it."""
    container: bool = False
    """Whether it is a container, which has the directory of its socket mounted. Otherwise ssh
    carries its socket there."""
    uid: int | None = None
    """The user who may use it, as this machine numbers users; None: the person's own."""
    destination: str = ""
    """The machine to which our own ssh carries the socket; empty: nothing of ours carries it."""
    secrets: bool = False
    """Whether it may ask for passwords, sign-ins by a device code, and pages to be opened."""


def needs_permission(question: Question) -> bool:
    """Whether a place may ask this only with the person's permission: for a password, a sign-in by
    a device code, or a page to be opened."""
    opens = isinstance(question, Confirm) and bool(question.address)
    return question.secret or opens or isinstance(question, DeviceCode)
