"""The one switch on the operating system: each part of this system's platform, by name.

Loading by name keeps one system's modules out of another's imports and type checks.
"""

import importlib
import sys
from typing import TYPE_CHECKING, cast

from sayso.errors import Unsupported

if TYPE_CHECKING:
    from sayso.platforms.base import Dialogs, Doctor, Endpoint, Journal, Memory, Peer, Session

_PACKAGES = {"linux": "sayso.platforms.linux"}


def endpoint() -> "Endpoint":
    """Where client and daemon meet. Raises Unsupported."""
    return cast("Endpoint", _load("endpoint"))


def peer() -> "Peer":
    """Who is at the other end. Raises Unsupported."""
    return cast("Peer", _load("peer"))


def session() -> "Session":
    """The person's session: clock and screen. Raises Unsupported."""
    return cast("Session", _load("session"))


def dialogs() -> "Dialogs":
    """The windows; loads the toolkit, so in a dialog process alone. Raises Unsupported."""
    return cast("Dialogs", _load("dialogs"))


def journal() -> "Journal":
    """Where the log is kept. Raises Unsupported."""
    return cast("Journal", _load("journal"))


def memory() -> "Memory":
    """Where secrets lie. Raises Unsupported."""
    return cast("Memory", _load("memory"))


def doctor() -> "Doctor":
    """What this system offers. Raises Unsupported."""
    return cast("Doctor", _load("doctor"))


def _load(part: str) -> object:
    package = _PACKAGES.get(sys.platform)
    if package is None:
        systems = ", ".join(sorted(_PACKAGES))
        raise Unsupported(
            f"sayso does not run on {sys.platform} yet", remedy=f"it runs on: {systems}"
        )
    return importlib.import_module(f"{package}.{part}")
