"""The daemon's child processes, and how each of them is started.

The first of them are started before the daemon itself is loaded (`sayso.daemon.start`), so this
imports little.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess

from sayso import launcher
from sayso.values import Value

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from sayso.platforms.contract.processes import ProcessHandle

DIALOG: Sequence[str] = launcher.command("dialog")
KEEPER: Sequence[str] = launcher.command("keeper")
TRAY: Sequence[str] = launcher.command("tray")


class Child(Value):
    """A process that has one end of a socket as its standard input."""

    sock: socket.socket
    """Our end of it."""
    process: ProcessHandle


def start(command: Sequence[str], descriptors: Sequence[int] = ()) -> Child:
    """A process that inherits these descriptors under the same numbers. Raises OSError."""
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            process = subprocess.Popen(  # noqa: S603 (our own command, no shell)
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd="/",
                pass_fds=descriptors,
                start_new_session=True,
            )
        except OSError:
            ours.close()
            raise
    return Child(ours, process)


def start_keeper(command: Sequence[str], handover: Mapping[str, Any]) -> Child:
    """It is told this process's pid, and has the listening socket. Raises OSError."""
    told = str(os.getpid()), json.dumps(handover)
    return start([*command, *told], tuple(handover["descriptors"].values()))
