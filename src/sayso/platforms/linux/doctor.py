"""What sayso needs of a Linux desktop: what works here, what does not, and what mends it."""

import sys

assert sys.platform == "linux"

import json
import os
import platform
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping

from sayso import launcher
from sayso.errors import MemoryNotLocked, SaysoError, Unreachable, Unsupported
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.contract.memory import ROOM_FOR_SECRETS
from sayso.platforms.linux import endpoint, memory, native, session, session_bus

SURVEY_SECONDS = 15.0
"""For the toolkit to load and to look at the screen."""

CONNECT_SECONDS = 2.0

_APT = "sudo apt-get install {}"


def examine(environ: Mapping[str, str]) -> Iterator[Finding]:
    """One finding after another; none of them changes anything."""
    yield _session(environ)
    yield from _screen(environ)
    yield _bus(environ)
    yield _socket_directory(environ)
    yield _kernel()
    yield _clock()
    yield _memory()


def survey() -> Iterator[Finding]:
    """What the toolkit finds on the screen; loads it, so in a process of its own alone."""
    from sayso.platforms.linux.survey import look

    return look()


def _session(environ: Mapping[str, str]) -> Finding:
    kind = environ.get("XDG_SESSION_TYPE", "")
    if session.is_elevated(os.environ):
        remedy = "run it as yourself, without sudo"
        return Finding("session", Health.BROKEN, "under sudo no daemon is started", remedy)
    return Finding("session", Health.WORKS, f"type {kind}" if kind else "type not given")


def _screen(environ: Mapping[str, str]) -> Iterator[Finding]:
    """Looked at by a process of its own, as a dialog's is: a toolkit may end the process."""
    command = launcher.command("survey")
    try:
        survey = subprocess.run(  # noqa: S603 - our own command, no shell
            command, env=dict(environ), capture_output=True, timeout=SURVEY_SECONDS, check=True
        )
        findings = [
            Finding(**finding | {"health": Health(finding["health"])})
            for finding in json.loads(survey.stdout)
        ]
    except subprocess.TimeoutExpired:
        words = f"the toolkit did not answer within {SURVEY_SECONDS:g} s"
        findings = [Finding("toolkit", Health.BROKEN, words)]
    except (subprocess.CalledProcessError, ValueError, TypeError) as error:
        words = f"looking at the screen failed: {error}"
        findings = [Finding("toolkit", Health.BROKEN, words)]
    yield from findings


def _bus(environ: Mapping[str, str]) -> Finding:
    if session_bus.is_there(environ):
        return Finding("bus", Health.WORKS, "there is a session bus")
    words = "there is no session bus: screen readers and notifications do not hear of questions"
    return Finding("bus", Health.DOUBTFUL, words, _APT.format("dbus-user-session"))


def _socket_directory(environ: Mapping[str, str]) -> Finding:
    name = "socket directory"
    try:
        path = endpoint.socket_path(environ)
        if _is_listened_at(path):
            return Finding(name, Health.WORKS, f"a daemon listens at {path}")
        endpoint.check_free(path)
    except SaysoError as error:
        return Finding(name, Health.BROKEN, error.message, error.remedy)
    return Finding(name, Health.WORKS, "nothing is in the way; the next question starts a daemon")


def _is_listened_at(path: str) -> bool:
    """Raises SaysoError."""
    try:
        endpoint.connect(path, CONNECT_SECONDS).close()
    except Unreachable:
        return False
    return True


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


def _memory() -> Finding:
    try:
        memory.lock(ROOM_FOR_SECRETS)
    except MemoryNotLocked as error:
        words = f"no password can be asked for: {error.message}"
        return Finding("locked memory", Health.DOUBTFUL, words, error.remedy)
    return Finding("locked memory", Health.WORKS, "there is memory for passwords")
