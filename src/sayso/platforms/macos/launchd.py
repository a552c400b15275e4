"""What launchd is told of our daemon: by launchctl(1), in the domain of the person's desktop.

What launchctl prints is for people, and may change: where a pid is not found in it, none is known.
"""

import sys

assert sys.platform == "darwin"

import os
import re
import subprocess
from collections.abc import Mapping

from sayso.platforms.macos import places

LABEL = "sayso.daemon"
"""Of our agent: its file has this name as well."""

SOCKET = "Listeners"
"""The name of its socket in that file."""

LAUNCHCTL = "/bin/launchctl"

_WITHIN = 5.0
"""Seconds for an answer."""

_PID = re.compile(r"^\s*pid = (\d+)$", re.MULTILINE)
_RUNS = re.compile(r"^\s*(pid = \d+|state = running)$", re.MULTILINE)


def agent(environ: Mapping[str, str]) -> str:
    """The path of our agent's file, where launchd looks for a person's as they log in."""
    return os.path.join(places.home(environ), "Library", "LaunchAgents", f"{LABEL}.plist")


def bootstrap(path: str) -> None:
    """Has it read this agent. Raises OSError, subprocess.SubprocessError."""
    _run("bootstrap", _domain(), path)


def bootout() -> None:
    """Has it forget our agent: what runs of it is ended. Raises as above."""
    _run("bootout", _target())


def kickstart() -> None:
    """Starts our agent, unless it runs. Raises as above."""
    _run("kickstart", _target())


def is_loaded() -> bool:
    """Raises as above, but where it is not."""
    try:
        pid()
    except subprocess.CalledProcessError:
        return False
    return True


def pid() -> int | None:
    """Of our agent's process; None: none runs, or it is not told. Raises as above: it knows no such
    agent, or there is no desktop of ours."""
    found = _PID.search(_run("print", _target()))
    return int(found[1]) if found else None


def runs() -> bool:
    """A process of our agent does. Raises as above."""
    return _RUNS.search(_run("print", _target())) is not None


def said(error: Exception) -> str:
    """Why one of these failed, in one line."""
    words = getattr(error, "stderr", None)
    return " ".join(words.split()) if words else str(error)


def _domain() -> str:
    return f"gui/{os.getuid()}"


def _target() -> str:
    return f"{_domain()}/{LABEL}"


def _run(*words: str) -> str:
    done = subprocess.run(  # noqa: S603 - a fixed program, no shell
        (LAUNCHCTL, *words),
        env={"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        text=True,
        errors="replace",
        timeout=_WITHIN,
    )
    return done.stdout
