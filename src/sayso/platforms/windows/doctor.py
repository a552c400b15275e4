"""Checks what sayso needs of Windows: what works here, what does not, and what mends it."""

import sys

assert sys.platform == "win32"

import os
from collections.abc import Iterator, Mapping

from sayso.errors import MemoryNotLocked, Unsupported
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.contract.memory import ROOM_FOR_SECRETS
from sayso.platforms.windows import dialogs, memory, session

_LEAST_BUILD = 15063
"""Build of Windows 10, version 1703. Since then, crash reports can leave out secrets."""


def examine(environ: Mapping[str, str]) -> Iterator[Finding]:
    """One finding after another; no check changes anything."""
    yield _system(sys.getwindowsversion().build)
    yield _session()
    yield _screen(environ)
    yield _memory()


def survey() -> Iterator[Finding]:
    """The finding about dialogs on the screen."""
    try:
        opened = dialogs.open_screen()
    except Unsupported as error:
        yield Finding("dialogs", Health.BROKEN, error.message, error.remedy)
    else:
        yield Finding("dialogs", Health.WORKS, opened.name)


def _system(build: int) -> Finding:
    words = f"Windows, build {build}"
    if build < _LEAST_BUILD:
        why = "a crash report may hold what is typed; sayso is made for 15063 and later"
        return Finding("system", Health.DOUBTFUL, f"{words}: {why}", "update Windows")
    return Finding("system", Health.WORKS, words)


def _session() -> Finding:
    if session.is_elevated(os.environ):
        words = "under other rights than the desktop's no daemon is started"
        remedy = "run it as yourself, not as administrator"
        return Finding("session", Health.BROKEN, words, remedy)
    return Finding("session", Health.WORKS, "it has the rights of the desktop")


def _screen(environ: Mapping[str, str]) -> Finding:
    name = session.screen(environ)
    if name is None:
        words = "there is no screen that a person sees: it runs as a service does"
        return Finding("screen", Health.BROKEN, words, "run it from the person's desktop")
    return Finding("screen", Health.WORKS, f"it is on {name}")


def _memory() -> Finding:
    try:
        memory.lock(ROOM_FOR_SECRETS)
    except MemoryNotLocked as error:
        words = f"no password can be asked for: {error.message}"
        return Finding("locked memory", Health.DOUBTFUL, words, error.remedy)
    return Finding("locked memory", Health.WORKS, "there is memory for passwords")
