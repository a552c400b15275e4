"""A home directory in which no daemon runs, and commands of sayso that use it."""

import sys

assert sys.platform != "win32"

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from support.command import BOUND, Result
from support.interpreter import Interpreter


class Home:
    """An account's home directory: `HOME` is `place`, and so is what the system says of the
    account."""

    def __init__(self, place: Path) -> None:
        self.place = place
        interpreter = Interpreter(place / "python")
        interpreter.set_home(place)
        self.sayso = (str(interpreter.python), "-m", "sayso")
        self.environ = {
            "HOME": str(place),
            "XDG_RUNTIME_DIR": str(place / "run"),
            "PATH": os.environ["PATH"],
            "COLUMNS": "80",
        }

    def run(self, *args: str, stdin: str | None = None, **environ: str) -> Result:
        """Runs a command of sayso to its end. `stdin`: its input; None: it is empty."""
        return subprocess.run(
            [*self.sayso, *args],
            env=self.environ | environ,
            input=stdin or "",
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )

    def json(self, *args: str, **environ: str) -> dict[str, Any]:
        done = self.run(*args, "--json", **environ)
        told: dict[str, Any] = json.loads(done.stdout)
        assert done.returncode == told["exit"], done
        return told
