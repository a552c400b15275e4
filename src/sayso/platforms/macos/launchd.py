"""Controls our agent in launchd by launchctl(1), in the domain of the person's desktop session.

launchctl's output is meant for people and may change: if no pid is found in it, the pid counts as
unknown.
"""

import sys

assert sys.platform == "darwin"

import os
import re
import subprocess
from collections.abc import Mapping

from sayso.platforms.macos import places

LABEL = "sayso.daemon"
"""The label of our agent; its file has this name, too."""

SOCKET = "Listeners"
"""The name of the agent's socket in its file."""

LAUNCHCTL = "/bin/launchctl"

_WITHIN = 5.0
"""Seconds that a launchctl command may take."""

_PID = re.compile(r"^\s*pid = (\d+)$", re.MULTILINE)
_RUNS = re.compile(r"^\s*(pid = \d+|state = running)$", re.MULTILINE)


def agent(environ: Mapping[str, str]) -> str:
    """The path of our agent's file, in the directory that launchd reads when the person logs in."""
    return os.path.join(places.home(environ), "Library", "LaunchAgents", f"{LABEL}.plist")


def bootstrap(path: str) -> None:
    """Has launchd load the agent in this file. Raises OSError, subprocess.SubprocessError."""
    _run("bootstrap", _domain(), path)


def bootout() -> None:
    """Has launchd unload our agent, and end its process. Raises OSError,
    subprocess.SubprocessError."""
    _run("bootout", _target())


def kickstart() -> None:
    """Starts our agent unless it runs already. Raises OSError, subprocess.SubprocessError."""
    _run("kickstart", _target())


def is_loaded() -> bool:
    """Whether launchd has our agent loaded. Raises OSError, subprocess.TimeoutExpired."""
    try:
        pid()
    except subprocess.CalledProcessError:
        return False
    return True


def pid() -> int | None:
    """The pid of our agent's process. None: no process runs, or launchctl does not show its pid.
    Raises OSError, subprocess.SubprocessError: launchd has no such agent, or our user has no
    desktop session."""
    found = _PID.search(_run("print", _target()))
    return int(found[1]) if found else None


def runs() -> bool:
    """Whether a process of our agent runs. Raises OSError, subprocess.SubprocessError."""
    return _RUNS.search(_run("print", _target())) is not None


def said(error: Exception) -> str:
    """Why one of these calls failed, in one line."""
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
