"""What a daemon acquires before most of its code is loaded, and how it says that it is ready."""

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
    """What a daemon has acquired by the time its code is loaded."""

    listener: Listener
    screen: str | None
    """The session's name for the screen; None: there is no screen."""
    dialog: ChildProcess | None
    """The first dialog process; None: it could not be started, or there is no screen."""
    keeper: ChildProcess | None
    """The process that keeps a copy of what must not be lost; None: it could not be started."""
    is_successor: bool
    """This daemon replaces another one, and takes over what the keeper holds."""
    announce_to: str
    """Where to announce, by one line, that the daemon listens; empty: nobody waits for it."""
    cannot_begin: int
    """The exit status that says that the daemon can't begin."""

    def notify_ready(self) -> None:
        """Tells the program that launched this daemon, and the service manager, that the daemon is
        ready."""
        tell(self.announce_to, {"pid": os.getpid()})
        notify = self.listener.handover().get("notify", "")  # an older version has none
        select.supervisor().tell(notify, {"READY": 1, "MAINPID": os.getpid()})


def tell(announce_to: str, message: Mapping[str, object]) -> None:
    """Announces `message` as one line of JSON; does nothing if `announce_to` is empty."""
    if announce_to:
        select.processes().announce(announce_to, json.dumps(message).encode() + b"\n")
