"""The real gnome-keyring, on a test's message bus, with a collection of its own."""

import subprocess
from collections.abc import Mapping
from typing import Self

from support.processes import wait_until
from support.services import SERVICE

_PASSWORD = b"of the keyring"
_OBJECT = "/org/freedesktop/secrets"


class Keyring:
    """A running keyring, unlocked. It shows no prompts: no program on the bus would. Use it as a
    context manager."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """`environ`: names the message bus, and a home directory of the test."""
        self._environ = environ
        self._process = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            env={**environ, SERVICE: "keyring"},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(_PASSWORD)
        self._process.stdin.close()
        wait_until(lambda: self._tool("search", "a", "b").returncode == 0, "the keyring")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(10)

    def lock(self) -> None:
        call = f"--dest=org.freedesktop.secrets {_OBJECT} org.freedesktop.Secret.Service.Lock"
        what = f"array:objpath:{_OBJECT}/collection/login"
        command = ["dbus-send", "--session", "--print-reply", *call.split(), what]
        subprocess.run(command, env=self._environ, check=True, timeout=30, capture_output=True)

    def put(self, password: str, **attributes: str) -> None:
        words = [word for pair in attributes.items() for word in pair]
        done = self._tool("store", "--label=x", *words, said=password)
        assert done.returncode == 0, done.stderr

    def password(self, **attributes: str) -> str:
        """The stored password with these attributes; empty: there is none."""
        words = [word for pair in attributes.items() for word in pair]
        return self._tool("lookup", *words).stdout

    def _tool(self, verb: str, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["secret-tool", verb, *words],
            env=self._environ,
            input=said,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
