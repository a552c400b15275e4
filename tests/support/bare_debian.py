"""A bare Debian system, in which the person or root runs commands; see packaging/on_debian.sh."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from support.built import ROOT
from support.processes import descendants, wait_until

PERSON = "mia"
HOME = f"/home/{PERSON}"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
MADE_WITHIN = 300.0
"""Seconds to make the system, if .cache does not have it yet."""
_WAITS = "cat"
"""The program that keeps the system running: it ends with its input, and all else there with it."""
_NOT_OF_NETWORK = ("CI", "HOME", "LANG", "PATH")
"""Variables that packaging/on_debian.sh sets for other reasons than the network."""


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str
    seconds: float


class BareDebian:
    """A running system. End it with `close`."""

    def __init__(self, suite: str) -> None:
        self._process = subprocess.Popen(
            ["sh", "packaging/on_debian.sh", "--keep", suite, _WAITS],
            cwd=ROOT, env=_environ_at_start() | os.environ,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self._pid = 0
        self._path = PATH
        wait_until(self._is_there, f"a bare {suite}", MADE_WITHIN)
        self.root("useradd", "--create-home", PERSON)
        self.root("install", "-d", "-o", PERSON, "-m", "700", self.runtime)

    @property
    def runtime(self) -> str:
        return "/run/user/1000"

    @property
    def network(self) -> dict[str, str]:
        """Variables with which pip in the system reaches the network as on this machine."""
        given = _environ(self._pid)
        return {name: value for name, value in given.items() if name not in _NOT_OF_NETWORK}

    def _is_there(self) -> bool:
        assert self._process.poll() is None, "packaging/on_debian.sh has ended: see above"
        for each in descendants(self._process.pid):
            if each.command.strip() == _WAITS:
                self._pid = each.pid
        return self._pid != 0

    def log_in(self) -> None:
        """Logs the person in anew: PATH becomes what their start-up files set by now."""
        self._path = self.run(["bash", "--login", "-c", 'printf %s "$PATH"']).out

    def root(self, *command: str, timeout: float = 300.0) -> str:
        """Runs a command as root, which must succeed. Returns what it prints."""
        ended = self.run(command, as_root=True, timeout=timeout)
        assert ended.code == 0, f"{command}: {ended.out}{ended.err}"
        return ended.out

    def run(
        self,
        command: Sequence[str],
        *,
        as_root: bool = False,
        environ: Mapping[str, str] | None = None,
        stdin: str = "",
        timeout: float = 90.0,
    ) -> Ended:
        """Runs a command to its end, as the person or as root."""
        began = time.monotonic()
        done = subprocess.run(
            self.entering(command, as_root=as_root, environ=environ),
            input=stdin, capture_output=True, text=True, timeout=timeout, check=False,
        )  # fmt: skip
        return Ended(done.returncode, done.stdout, done.stderr, time.monotonic() - began)

    def start(
        self, command: Sequence[str], environ: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Starts a command as the person."""
        return subprocess.Popen(
            self.entering(command, environ=environ),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def entering(
        self,
        command: Sequence[str],
        *,
        as_root: bool = False,
        environ: Mapping[str, str] | None = None,
    ) -> list[str]:
        """The command line that runs this command inside, to be run outside."""
        usual = {"LANG": "C.UTF-8", "SHELL": "/bin/bash"}
        usual |= (
            {"PATH": PATH, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
            if as_root
            else {"PATH": self._path, "HOME": HOME, "XDG_RUNTIME_DIR": self.runtime}
        )
        variables = [f"{name}={value}" for name, value in (usual | dict(environ or {})).items()]
        become = () if as_root else ("runuser", "-u", PERSON, "--")
        return [
            "nsenter", f"--target={self._pid}", "--mount", "--pid", "--", *become,
            "env", "-i", *variables, "sh", "-c", 'cd && exec "$@"', "sh", *command,
        ]  # fmt: skip

    def path(self, place: str) -> Path:
        """The path by which this machine reaches a path inside."""
        return Path(f"/proc/{self._pid}/root{place}")

    def close(self) -> None:
        self._process.communicate(timeout=60)


def _environ(pid: int | str) -> dict[str, str]:
    """The environment with which the process was started."""
    told = Path(f"/proc/{pid}/environ").read_text().split("\0")
    return dict(each.split("=", 1) for each in told if "=" in each)


def _environ_at_start() -> dict[str, str]:
    """The environment of the test process before support/surroundings.py removed the variables for
    the network."""
    return _environ("self")
