"""What is left of a password in the memory of processes that had it: nothing."""

import sys

assert sys.platform == "linux"

import array
import contextlib
import fcntl
import json
import os
import socket
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.client.sync import Client
from sayso.core.outcome import Answered
from support.images import counted
from support.scripted_daemon import ScriptedDaemon, handing_over

CANARY = b"canary-7f3a-" * 300
"""Long, so that memory which was given back and not wiped is not used again at once."""
HOLDER = Path(__file__).parents[1] / "support" / "secret_holder.py"


class Holder:
    """Runs `support/secret_holder.py`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.pid = process.pid
        self._process = process

    def says(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def tell(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def holds(self, pattern: bytes) -> int:
        """How often the process's memory has `pattern`, locked or not."""
        return counted(self.pid, pattern)

    def holds_it_once(self) -> bool:
        """Whether memory has the canary exactly once, and that in locked memory."""
        return self.holds(CANARY) == counted(self.pid, CANARY, locked=True) == 1


@contextlib.contextmanager
def holder(*args: str) -> Iterator[Holder]:
    process = subprocess.Popen(
        [sys.executable, str(HOLDER), *args],
        env={**os.environ, "PYTHONPATH": str(HOLDER.parents[1])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Holder(process)
    assert process.returncode == 0


def send(caller: socket.socket, method: str, **params: str) -> None:
    request = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
    caller.sendall(json.dumps(request).encode() + b"\n")


def call(caller: socket.socket, method: str, **params: str) -> dict[str, Any]:
    """The one reply there is to read; progress may come before it."""
    send(caller, method, **params)
    with caller.makefile("rb") as lines:
        return next(reply["result"] for reply in map(json.loads, lines) if "id" in reply)


def waiting_for(caller: socket.socket) -> int:
    """Bytes in the caller's receive buffer."""
    waiting = array.array("i", [0])
    fcntl.ioctl(caller, termios.FIONREAD, waiting)
    return waiting[0]


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """A file with what the person types; no argument and no daemon has it before."""
    file = tmp_path / "typed"
    file.write_bytes(CANARY)
    return file


def test_a_client_that_has_it_and_wipes_it() -> None:
    with ScriptedDaemon(handing_over(CANARY)) as daemon, holder("client", daemon.path) as client:
        assert client.says() == str(len(CANARY))
        assert client.holds_it_once()
        client.tell()
        assert client.says() == "wiped"
        assert client.holds(CANARY[-16:]) == 0


def test_a_daemon_that_has_handed_it_over(typed: Path) -> None:
    """The dialog stays open meanwhile, and the daemon keeps all that it has for the dialog."""
    steps = (
        "wait:show",
        "painted",
        f"submit-file:{typed}",
        "wait:recorded",
        "wait:close",
        "closed",
    )
    with holder("daemon", *steps) as daemon:
        with Client(daemon.says(), spawn=False) as client:
            outcome = client.password("Unlock")
            client.status()  # it has done all that it does after the last byte
        assert isinstance(outcome, Answered)
        assert outcome.secret is not None
        assert bytes(outcome.secret.view()) == CANARY
        assert daemon.holds(CANARY[-16:]) == 0


def test_a_daemon_that_keeps_it_for_now(typed: Path) -> None:
    """The daemon holds it in one place alone. This also shows that the tests above would find
    it."""
    steps = ("wait:show", "painted", f"submit-file:{typed}", "wait:recorded", "closed")
    with holder("daemon", *steps) as daemon, Client(daemon.says(), spawn=False) as client:
        client.password("Unlock", heard=lambda: False)
        client.status()
        assert daemon.holds_it_once()


def test_a_daemon_whose_caller_does_not_take_it(typed: Path) -> None:
    """What the socket does not take yet stays in locked memory, and is in no buffer."""
    steps = ("wait:show", "painted", f"submit-file:{typed}", "wait:recorded", "closed")
    with holder("daemon", *steps) as daemon, socket.socket(socket.AF_UNIX) as caller:
        path = daemon.says()
        caller.connect(path)
        ready = call(caller, "ask", kind="password", message="Unlock")
        with Client(path, spawn=False) as client:
            unread = -1
            while unread != (unread := waiting_for(caller)):
                send(caller, "status")
                client.status()
            send(caller, "claim", claim=ready["claim"])
            while client.prompts():
                pass
            assert daemon.holds_it_once()
            caller.close()
            while client.status()["connections"] > 1:
                pass
            assert daemon.holds(CANARY[-16:]) == 0


def test_a_daemon_whose_dialog_broke_off(typed: Path) -> None:
    steps = ("wait:show", "painted", f"break-off:{typed}")
    with holder("daemon", *steps) as daemon, Client(daemon.says(), spawn=False) as client:
        client.password("Unlock", wait=0, max_retries=0)
        while client.prompts()[0]["state"] != "not_shown":
            pass
        client.status()
        assert daemon.holds(CANARY[-16:]) == 0
