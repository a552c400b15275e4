"""What the person's service manager gives a daemon that it started, and what the daemon reports to
it.

sd_listen_fds(3) and sd_notify(3) are systemd's; both are plain sockets and variables.
"""

import sys

assert sys.platform == "linux"

import os
import re
import socket
from collections.abc import Mapping, MutableMapping, Sequence

from sayso.errors import UntrustedPlace
from sayso.platforms.contract.supervisor import SocketActivation

_FIRST = 3
"""The first descriptor of those that the manager passes."""

_WITHIN = 2.0
"""Seconds for the manager to take a message."""

_INIT = 1
"""The pid of init, which adopts every orphan that no other process adopts."""

_UNITS = (".scope", ".service")
_OURS = re.compile(r"sayso(-\w+)?\.service")
"""Our own units: only daemons and their own processes are in them."""

_LISTEN = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
_NOTIFY = "NOTIFY_SOCKET"


def start(environ: Mapping[str, str], command: Sequence[str]) -> int | None:
    """See `manager.start`."""
    from sayso.platforms.linux import manager  # only needed to start a daemon

    return manager.start(environ, command)


def given(environ: MutableMapping[str, str]) -> SocketActivation:
    """Takes what the manager passed out of this environment: no child of ours may report for us, or
    listen.

    Raises UntrustedPlace where it passed anything but one socket.
    """
    pid, count, _ = (environ.pop(name, "") for name in _LISTEN)
    notify = environ.pop(_NOTIFY, "")
    if pid != str(os.getpid()):  # meant for another process, whose environment we inherited
        return SocketActivation(None, notify)
    if count != "1":
        raise UntrustedPlace(
            f"the service manager gave {count or 'no'} sockets, not one",
            remedy="see: systemctl --user cat sayso.socket",
        )
    try:
        os.set_inheritable(_FIRST, False)
    except OSError as error:
        raise UntrustedPlace(
            f"the service manager gave no socket: {error.strerror}",
            remedy="see: systemctl --user cat sayso.socket",
        ) from error
    return SocketActivation(_FIRST, notify)


def ends_with(keeper: int | None) -> str | None:
    """The program or unit with which this process may end; None: none is known. If this process
    leads a session of its own, that is the process that adopted it (PR_SET_CHILD_SUBREAPER of
    prctl(2): a program that ends all it started may end this one). Else it is the innermost scope
    or service whose control group this process is in (cgroups(7)): a terminal's, a login's. Our own
    service does not count: it belongs to the manager, and ends with the next unit outwards."""
    from sayso.platforms.linux.proc import parse_cgroup  # slow to load, and rarely needed

    with open("/proc/self/cgroup", "rb") as file:
        units = [each for each in parse_cgroup(file.read()).split("/") if each.endswith(_UNITS)]
    is_managed = bool(units) and _OURS.fullmatch(units[-1]) is not None
    if not is_managed and os.getsid(0) == os.getpid() and (adopter := _adopter(keeper)):
        return adopter
    others = [each for each in units if not _OURS.fullmatch(each)]
    return others[-1] if others else None


def _adopter(keeper: int | None) -> str | None:
    """The parent, or the parent of the keeper that started us; None: that is init."""
    from sayso.platforms.linux.proc import Proc, Unseen

    parent = os.getppid()
    try:
        if parent == keeper:
            with Proc(parent) as proc:
                parent = proc.stat().ppid
        if parent <= _INIT:
            return None
        with Proc(parent) as proc:
            return f"{proc.stat().comm} ({parent})"
    except Unseen:
        return f"process {parent}"


def tell(address: str, facts: Mapping[str, object]) -> None:
    """Sends facts such as READY=1. Without effect where `address` is empty, as nobody listens."""
    if not address:
        return
    place = f"\0{address[1:]}" if address.startswith("@") else address  # unix(7): abstract
    words = "\n".join(f"{name}={value}" for name, value in facts.items())
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.settimeout(_WITHIN)
            sock.connect(place)
            sock.send(words.encode())
    except OSError as error:
        import logging  # slow to load, and needed only here

        log = logging.getLogger(__name__)
        log.warning("the service manager can't be told %s: %s", " ".join(facts), error)
