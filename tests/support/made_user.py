"""A user of this machine, made for a test, with a home directory and a runtime directory."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

NAME = f"sayso-made-{os.getpid()}"


class MadeUser:
    def __init__(self, directory: Path) -> None:
        self.home = directory / "home"
        self.elsewhere = directory / "elsewhere"
        self._environ = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(directory / "run"),
        }
        for place in (self.home, self.elsewhere, directory / "run"):
            place.mkdir(mode=0o700)
            shutil.chown(place, NAME, NAME)

    def sayso(
        self, *arguments: str, environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs one command of sayso as this user. `environ`: variables to add."""
        return self.python("-m", "sayso", *arguments, environ=environ)

    def python(
        self, *words: str, stdin: str = "", environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs this interpreter as this user."""
        become = ["setpriv", f"--reuid={NAME}", f"--regid={NAME}", "--init-groups", "--"]
        return subprocess.run(
            [*become, sys.executable, *words],
            env=self._environ | dict(environ or {}), input=stdin,
            capture_output=True, text=True, timeout=60, check=False, cwd="/",
        )  # fmt: skip

    def status(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.sayso("status", "--json").stdout)["daemon"]
        return told


@contextlib.contextmanager
def made_user() -> Iterator[MadeUser]:
    """Makes the user. At the end the user's daemon is stopped and the user removed."""
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as name:
        directory = Path(name)
        directory.chmod(0o755)
        home = f"--home-dir={directory / 'home'}"
        subprocess.run(["useradd", "--system", "--user-group", home, NAME], check=True)
        try:
            user = MadeUser(directory)
            if user.sayso("--version").returncode:
                pytest.skip("this clone lies where no other user can read it")
            yield user
            assert user.sayso("daemon", "stop").returncode == 0
        finally:
            subprocess.run(["userdel", NAME], check=True)
