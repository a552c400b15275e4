"""What sayso needs of macOS: what works here, what does not, and what mends it."""

import sys

assert sys.platform == "darwin"

import importlib.util
import os
import platform
from collections.abc import Iterator, Mapping

from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.macos import endpoint, memory, session
from sayso.platforms.unix import doctor

_TRIED = "sayso on macOS is written and checked, and never yet run on a Mac"
_TOOLKIT = ("objc", "AppKit")


def examine(environ: Mapping[str, str]) -> Iterator[Finding]:
    """Yields one finding after another, and changes nothing."""
    yield _system()
    yield _session()
    yield _screen(environ)
    yield from doctor.screen(environ)
    yield doctor.socket_directory(endpoint, environ)
    yield doctor.locked_memory(memory)


def survey() -> Iterator[Finding]:
    """Yields whether PyObjC is installed."""
    missing = [name for name in _TOOLKIT if importlib.util.find_spec(name) is None]
    if missing:
        words = f"PyObjC is not installed: there is no {' and no '.join(missing)}"
        yield Finding("toolkit", Health.BROKEN, words, "pip install pyobjc-framework-Cocoa")
    else:
        yield Finding("toolkit", Health.WORKS, "PyObjC is installed")


def _system() -> Finding:
    version = platform.mac_ver()[0] or "of an unknown version"
    return Finding("system", Health.DOUBTFUL, f"macOS {version}: {_TRIED}")


def _session() -> Finding:
    if session.is_elevated(os.environ):
        remedy = "run it as yourself, without sudo"
        return Finding("session", Health.BROKEN, "under sudo no daemon is started", remedy)
    return Finding("session", Health.WORKS, "it has the rights of its user")


def _screen(environ: Mapping[str, str]) -> Finding:
    if session.screen(environ) is None:
        words = "there is no screen here: this session came by ssh, or is a service's"
        return Finding("screen", Health.BROKEN, words, "run it from the person's desktop")
    return Finding("screen", Health.WORKS, f"it is in the session {session.SCREEN}")
