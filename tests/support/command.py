"""Runs one command of sayso as a process, against a scripted daemon. Its output is read as text."""

import sys

assert sys.platform != "win32"

import os
import subprocess

from support.scripted_daemon import Script, ScriptedDaemon

SAYSO = [sys.executable, "-m", "sayso"]
BOUND = 20.0
"""Seconds for a command to end."""

Result = subprocess.CompletedProcess[str]


def environ(path: str) -> dict[str, str]:
    """The environment of a command. Its streams are buffered, as they are for a person, even if
    PYTHONUNBUFFERED is set where the tests run."""
    return {**os.environ, "SAYSO_SOCKET": path, "COLUMNS": "100", "PYTHONUNBUFFERED": ""}


def sayso(*args: str, script: Script, stdin: str = "") -> Result:
    with ScriptedDaemon(script) as daemon:
        return run(*args, path=daemon.path, stdin=stdin)


def by_shell(line: str, *, path: str, stdin: str = "") -> Result:
    """Runs a line of shell: the arguments, and where the standard streams lead."""
    return _run(["sh", "-c", f'"$0" -m sayso {line}', sys.executable], path, stdin)


def run(*args: str, path: str, stdin: str = "") -> Result:
    return _run([*SAYSO, *args], path, stdin)


def _run(command: list[str], path: str, stdin: str) -> Result:
    return subprocess.run(
        command,
        env=environ(path),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )
