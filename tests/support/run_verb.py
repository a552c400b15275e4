"""Runs `sayso run` as a process, with a scripted daemon or none."""

import sys

assert sys.platform == "linux"

import os
import subprocess
from pathlib import Path
from typing import Any

from sayso.wire.messages import FIELDS
from support.processes import PATIENCE
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    READY,
    Caller,
    Script,
    ScriptedDaemon,
    committing,
)

SAYSO = [sys.executable, "-m", "sayso"]
YES = committing(APPROVED)

Result = subprocess.CompletedProcess[str]


def program(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def run(*words: str, path: str, **options: Any) -> Result:
    told: dict[str, Any] = {"capture_output": True, "text": True, "timeout": PATIENCE}
    environ = {**os.environ, "SAYSO_SOCKET": path, **options.pop("environ", {})}
    return subprocess.run([*SAYSO, "run", *words], env=environ, check=False, **told | options)


def asked(*words: str, script: Script, **options: Any) -> Result:
    with ScriptedDaemon(script) as daemon:
        return run(*words, path=daemon.path, **options)


def not_asked(*words: str, **options: Any) -> Result:
    """Runs a command that must be refused before anything is asked: there is no daemon."""
    return run("--no-spawn", *words, path="/proc/nowhere/socket", **options)


def hearing(heard: list[dict[str, Any]], outcome: dict[str, Any] = APPROVED) -> Script:
    """A script that answers a question with this outcome. The question's params are added to
    `heard`."""

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        heard.append(caller.expect("ask"))
        caller.reply(READY | {"kind": heard[-1]["kind"]})
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(outcome)

    return script
