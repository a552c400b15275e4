"""What a daemon has acquired before most of it is loaded, and how it says that it is ready."""

from __future__ import annotations

import json
import os

from sayso.platforms import select
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.platforms.contract.endpoint import Listener
    from sayso.platforms.contract.processes import ChildProcess

BACKLOG = 128


class Bootstrap(Value):
    """What a daemon has when it is loaded."""

    listener: Listener
    screen: str | None
    """The session's name of it; None: there is none."""
    dialog: ChildProcess | None
    """The first dialog process; None: it could not be started, or there is no screen."""
    keeper: ChildProcess | None
    """The process that keeps a copy of what must not be lost; None: it could not be started."""
    is_successor: bool
    """It replaces a daemon, and takes over what the keeper holds."""
    announce_to: str
    """Where to announce, by one line, that it listens; empty: nobody waits for that."""
    cannot_begin: int
    """The exit status that says that the daemon can't begin."""

    def notify_ready(self) -> None:
        """Tells the program that launched this daemon, and the service manager, that it is."""
        tell(self.announce_to, {"pid": os.getpid()})
        notify = self.listener.handover().get("notify", "")  # an older one's has none
        select.supervisor().tell(notify, {"READY": 1, "MAINPID": os.getpid()})


def tell(announce_to: str, message: Mapping[str, object]) -> None:
    """Announces this as one line of JSON."""
    if announce_to:
        select.processes().announce(announce_to, json.dumps(message).encode() + b"\n")
