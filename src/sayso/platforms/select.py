"""The one switch on the operating system: each part of this system's platform, by name.

Loading by name keeps one system's modules out of another's imports and type checks.
"""

from __future__ import annotations

import importlib
import sys

from sayso.errors import Unsupported

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Any

    from sayso.platforms.base import (
        Autostart,
        Doctor,
        Endpoint,
        Execution,
        Files,
        Journal,
        Memory,
        Peer,
        Places,
        Presence,
        Session,
        Supervisor,
    )
    from sayso.platforms.desktop import (
        Attention,
        Children,
        Dialogs,
        Loop,
        Notifications,
        Sound,
        Tray,
    )

_PACKAGES = {"linux": "sayso.platforms.linux"}


def endpoint() -> Endpoint:
    """Where client and daemon meet. Raises Unsupported."""
    part: Endpoint = _load("endpoint")
    return part


def peer() -> Peer:
    """Who is at the other end. Raises Unsupported."""
    part: Peer = _load("peer")
    return part


def session() -> Session:
    """The person's session: clock and screen. Raises Unsupported."""
    part: Session = _load("session")
    return part


def places() -> Places:
    """Where a person's files are. Raises Unsupported."""
    part: Places = _load("places")
    return part


def supervisor() -> Supervisor:
    """What starts the daemon and watches it. Raises Unsupported."""
    part: Supervisor = _load("supervisor")
    return part


def autostart() -> Autostart:
    """Start at login. Raises Unsupported."""
    part: Autostart = _load("autostart")
    return part


def dialogs() -> Dialogs:
    """The windows; loads the toolkit, so in a dialog process alone. Raises Unsupported."""
    part: Dialogs = _load("dialogs")
    return part


def journal() -> Journal:
    """Where the log is kept. Raises Unsupported."""
    part: Journal = _load("journal")
    return part


def memory() -> Memory:
    """Where secrets lie. Raises Unsupported."""
    part: Memory = _load("memory")
    return part


def execution() -> Execution:
    """How commands that get a secret are run. Raises Unsupported."""
    part: Execution = _load("execution")
    return part


def files() -> Files:
    """Files that a person writes. Raises Unsupported."""
    part: Files = _load("files")
    return part


def presence() -> Presence:
    """Where the person is. Raises Unsupported."""
    part: Presence = _load("presence")
    return part


def doctor() -> Doctor:
    """What this system offers. Raises Unsupported."""
    part: Doctor = _load("doctor")
    return part


def attention() -> Attention:
    """What the person does meanwhile. Raises Unsupported."""
    part: Attention = _load("attention")
    return part


def notifications() -> Notifications:
    """Where notifications are shown. Raises Unsupported."""
    part: Notifications = _load("notifier")
    return part


def sound() -> Sound:
    """What is to be heard. Raises Unsupported."""
    part: Sound = _load("sound")
    return part


def loop() -> Loop:
    """The main loop of a process with a toolkit. Raises Unsupported."""
    part: Loop = _load("loop")
    return part


def children() -> Children:
    """Programs beside a main loop. Raises Unsupported."""
    part: Children = _load("children")
    return part


def tray() -> Tray:
    """The icon in the tray; loads the toolkit, so in a process of its own alone. Raises
    Unsupported."""
    part: Tray = _load("tray")
    return part


def _load(part: str) -> Any:
    package = _PACKAGES.get(sys.platform)
    if package is None:
        systems = ", ".join(sorted(_PACKAGES))
        raise Unsupported(
            f"sayso does not run on {sys.platform} yet", remedy=f"it runs on: {systems}"
        )
    return importlib.import_module(f"{package}.{part}")
