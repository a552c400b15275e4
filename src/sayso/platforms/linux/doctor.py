"""What sayso needs of a Linux desktop: what works here, what does not, and what mends it."""

import sys

assert sys.platform == "linux"

import os
import platform
import socket
import time
from collections.abc import Iterator, Mapping

from sayso.errors import Unsupported
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.linux import endpoint, memory, native, session, session_bus
from sayso.platforms.unix import doctor

_APT = "sudo apt-get install {}"


def examine(environ: Mapping[str, str]) -> Iterator[Finding]:
    """One finding after another; none of them changes anything."""
    yield _session(environ)
    yield from doctor.screen(environ)
    yield _bus(environ)
    yield doctor.socket_directory(endpoint, environ)
    yield _kernel()
    yield _clock()
    yield doctor.locked_memory(memory)


def survey() -> Iterator[Finding]:
    """Findings about the screen, by the toolkit. Loads the toolkit, so call it only in a process of
    its own."""
    from sayso.platforms.linux.survey import look

    return look()


def _session(environ: Mapping[str, str]) -> Finding:
    kind = environ.get("XDG_SESSION_TYPE", "")
    if session.is_elevated(os.environ):
        remedy = "run it as yourself, without sudo"
        return Finding("session", Health.BROKEN, "under sudo no daemon is started", remedy)
    return Finding("session", Health.WORKS, f"type {kind}" if kind else "type not given")


def _bus(environ: Mapping[str, str]) -> Finding:
    if session_bus.is_there(environ):
        return Finding("bus", Health.WORKS, "there is a session bus")
    words = "there is no session bus: screen readers and notifications do not hear of questions"
    return Finding("bus", Health.DOUBTFUL, words, _APT.format("dbus-user-session"))


def _kernel() -> Finding:
    release = platform.release()
    try:
        os.close(native.open_pidfd(os.getpid()))
    except Unsupported as error:
        return Finding("kernel", Health.BROKEN, f"{release}: {error.message}")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        pidfd = native.peer_pidfd(ours)
    if pidfd is None:
        words = f"{release}: no SO_PEERPIDFD (from 6.5); pids and start times are compared instead"
        return Finding("kernel", Health.DOUBTFUL, words)
    os.close(pidfd)
    return Finding("kernel", Health.WORKS, f"{release}: pidfd_open, SO_PEERPIDFD")


def _clock() -> Finding:
    try:
        time.clock_gettime(time.CLOCK_BOOTTIME)
    except OSError as error:
        return Finding("clock", Health.BROKEN, f"no CLOCK_BOOTTIME: {error.strerror}")
    return Finding("clock", Health.WORKS, "it counts through suspend")
