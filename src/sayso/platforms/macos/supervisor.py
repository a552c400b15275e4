"""What launchd gives a daemon that it started, and whether it does.

launchd wants to be told nothing. It never starts a daemon again that ended: our keeper does, and
the new one has the socket that launchd gave the first. If launchd, which sees callers at that
socket, starts another, that one finds the lock taken, and goes without a word.
"""

import sys

assert sys.platform == "darwin"

import errno
import os
import subprocess
from collections.abc import Mapping, MutableMapping, Sequence

from sayso.errors import UntrustedPlace
from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.macos import launchd

_LAUNCHD = 1
"""Its pid."""

_SERVICE = "XPC_SERVICE_NAME"
"""What launchd started; a terminal's programs have another value."""

_SEE = f"see: launchctl print gui/$UID/{launchd.LABEL}"


def start(environ: Mapping[str, str], command: Sequence[str]) -> int | None:
    """By the agent that `sayso autostart` wrote, and no other: its socket is there before it runs,
    so that it is ready at once. launchd gives it its own environment and command."""
    if environ.get("SAYSO_SOCKET") or not os.path.exists(path := launchd.agent(environ)):
        return None
    try:
        if not launchd.is_loaded():
            launchd.bootstrap(path)
        launchd.kickstart()
        return launchd.pid()
    except (OSError, subprocess.SubprocessError):
        return None


def given(environ: MutableMapping[str, str]) -> SocketActivation:
    """Takes it out of this environment: no child of ours is launchd's.

    Raises UntrustedPlace where it is more than one socket.
    """
    if environ.get(_SERVICE) != launchd.LABEL:
        return SocketActivation()
    del environ[_SERVICE]
    from sayso.platforms.macos.native import launch  # for what launchd started

    try:
        sockets = launch.activated_sockets(launchd.SOCKET)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ESRCH):  # it gave none; it did not start us
            return SocketActivation()
        raise UntrustedPlace(f"launchd gave no socket: {error.strerror}", remedy=_SEE) from error
    for each in sockets:
        os.set_inheritable(each, False)
    if len(sockets) != 1:
        for each in sockets:
            os.close(each)
        raise UntrustedPlace(f"launchd gave {len(sockets)} sockets, not one", remedy=_SEE)
    return SocketActivation(sockets[0])


def ends_with(keeper: int | None) -> str | None:
    """The program that started it, or the keeper, unless that was launchd. Nothing but launchd
    adopts a process here."""
    from sayso.platforms.macos import process_facts

    parent = os.getppid()
    if parent == keeper:
        parent = process_facts.parent(parent) or 0
    if parent <= _LAUNCHD:
        return None
    return process_facts.title(parent)


def tell(address: str, facts: Mapping[str, object]) -> None:
    """launchd wants to be told nothing."""
