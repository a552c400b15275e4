"""launchd as the daemon's service manager: how it starts one, and what it gives it.

launchd wants no reports. It does not restart a daemon that has ended: our keeper does that, and the
new daemon has the socket that launchd gave to the first. If launchd sees callers at that socket and
starts another daemon, that one finds the lock taken, and ends without a word.
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
"""launchd's pid."""

_SERVICE = "XPC_SERVICE_NAME"
"""The variable in which launchd names the service that it started; for programs in a terminal its
value is another one."""

_SEE = f"see: launchctl print gui/$UID/{launchd.LABEL}"


def start(environ: Mapping[str, str], command: Sequence[str]) -> int | None:
    """Has launchd start the daemon; its pid, or None: that is not possible. Only the agent that
    `sayso autostart` wrote is used: its socket is there before it runs, so it is ready at once.
    `command` is not used: the agent has its own, and launchd's environment."""
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
    """What launchd gave this process; takes launchd's variable out of `environ`, as no child of
    ours is a service of launchd's.

    Raises UntrustedPlace: launchd gave more than one socket, or the call failed.
    """
    if environ.get(_SERVICE) != launchd.LABEL:
        return SocketActivation()
    del environ[_SERVICE]
    from sayso.platforms.macos.native import launch  # for what launchd started

    try:
        sockets = launch.activated_sockets(launchd.SOCKET)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ESRCH):  # launchd gave none, or did not start us
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
    """The program that started this process, or its keeper; None: launchd did. On macOS launchd
    alone adopts processes whose parent has ended."""
    from sayso.platforms.macos import process_facts

    parent = os.getppid()
    if parent == keeper:
        parent = process_facts.parent(parent) or 0
    if parent <= _LAUNCHD:
        return None
    return process_facts.title(parent)


def tell(address: str, facts: Mapping[str, object]) -> None:
    """Does nothing: launchd wants no reports."""
