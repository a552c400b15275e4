"""Examines what sayso needs of any Unix: what works here, what does not, and what mends that."""

import sys

assert sys.platform != "win32"

import json
import subprocess
from collections.abc import Iterator, Mapping

from sayso import launcher
from sayso.errors import MemoryNotLocked, SaysoError, Unreachable
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.memory import ROOM_FOR_SECRETS, Memory
from sayso.values import Protocol

SURVEY_SECONDS = 15.0
"""Seconds for the toolkit to load and to examine the screen."""

CONNECT_SECONDS = 2.0


class Meeting(Endpoint, Protocol):
    """An endpoint that can also check whether its path is free."""

    def check_free(self, path: str) -> None:
        """Raises UntrustedPlace: something else than a socket of ours is at this path."""


def screen(environ: Mapping[str, str]) -> Iterator[Finding]:
    """Examines the screen in a process of its own, as for a dialog: a toolkit may end its
    process."""
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


def socket_directory(endpoint: Meeting, environ: Mapping[str, str]) -> Finding:
    name = "socket directory"
    try:
        path = endpoint.socket_path(environ)
        if _is_listened_at(endpoint, path):
            return Finding(name, Health.WORKS, f"a daemon listens at {path}")
        endpoint.check_free(path)
    except SaysoError as error:
        return Finding(name, Health.BROKEN, error.message, error.remedy)
    return Finding(name, Health.WORKS, "nothing is in the way; the next question starts a daemon")


def _is_listened_at(endpoint: Meeting, path: str) -> bool:
    """Whether a daemon listens at this path. Raises SaysoError: it can't be told."""
    try:
        endpoint.connect(path, CONNECT_SECONDS).close()
    except Unreachable:
        return False
    return True


def locked_memory(memory: Memory) -> Finding:
    try:
        memory.lock(ROOM_FOR_SECRETS)
    except MemoryNotLocked as error:
        words = f"no password can be asked for: {error.message}"
        return Finding("locked memory", Health.DOUBTFUL, words, error.remedy)
    return Finding("locked memory", Health.WORKS, "there is memory for passwords")
