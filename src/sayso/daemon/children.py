"""The commands that start the daemon's child processes."""

from __future__ import annotations

import json
import os

from sayso import launcher
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from sayso.platforms.contract.processes import ChildProcess

CARRIER: Sequence[str] = launcher.command("carrier")
"""The command of a carrier. Its arguments follow: a place's name, what a person types after `ssh`,
and the path of the place's socket."""
DIALOG: Sequence[str] = launcher.command("dialog")
KEEPER: Sequence[str] = launcher.command("keeper")
TRAY: Sequence[str] = launcher.command("tray")


def start_keeper(command: Sequence[str], handover: Mapping[str, Any]) -> ChildProcess:
    """Starts a keeper, which gets this process's pid and the listening socket. Raises OSError."""
    told = str(os.getpid()), json.dumps(handover)
    return select.processes().spawn([*command, *told], handover)
