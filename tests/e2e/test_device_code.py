"""A sign-in by a device code against a real provider (Authlib's), from its code to the end."""

import json
import os
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.asking import came_out, dialog, no_dialog
from support.processes import Job, kill, wait_until
from support.world import World

SUPPORT = Path(__file__).parent.parent / "support"
CLIENT = SUPPORT / "device_flow_client_program.py"
MESSAGE = "Sign in to the registry."


class Provider:
    def __init__(self) -> None:
        program = SUPPORT / "device_flow_program.py"
        self._process = subprocess.Popen(
            [sys.executable, program],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        data = urllib.parse.urlencode({"client_id": "sayso-test", "scope": ""}).encode()
        self.codes: dict[str, Any] = json.loads(self._fetch("codes", data))

    def says(self, answer: str) -> None:
        """The person does, in their browser."""
        told = urllib.parse.urlencode({"user_code": self.codes["user_code"], "answer": answer})
        self._fetch(f"device?{told}")

    def expire(self) -> None:
        """Its codes are good no more."""
        self._fetch("expire")

    def clients(self) -> list[int]:
        """Those that ask for its token, and run."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                words = (place / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[1:2] == [bytes(CLIENT)] and self.codes["device_code"].encode() in words:
                found.append(int(place.name))
        return found

    def _fetch(self, path: str, data: bytes | None = None) -> bytes:
        address = f"{self.address}/{path}"
        with urllib.request.urlopen(address, data) as reply:  # noqa: S310 (our own address)
            read: bytes = reply.read()
        return read

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.close()


def sign_in(world: World, provider: Provider, interval: float = 0.3, *more: str) -> Job:
    """Once the dialog is painted and the client has asked."""
    codes = provider.codes
    client = f"{provider.address}/token", codes["device_code"], str(interval)
    asked = world.start(
        "device-code", "--json", "--address", codes["verification_uri"],
        "--code", codes["user_code"], "--message", MESSAGE, *more,
        "--", sys.executable, str(CLIENT), *client,
    )  # fmt: skip
    dialog(world, MESSAGE)
    wait_until(lambda: asked.out, "the client to ask")
    return asked


def told(asked: Job) -> tuple[int, str]:
    """Exit status and outcome, which goes to standard error."""
    done = asked.wait()
    return done.code, json.loads(done.err)["status"]


def test_granted(world: World, provider: Provider) -> None:
    world.set_clocks({"FINISHED_SECONDS": 5.0})
    asked = sign_in(world, provider)
    shown = " ".join(world.dialogs.texts())
    assert provider.codes["user_code"] in shown
    assert provider.codes["verification_uri"] in shown
    provider.says("yes")
    wait_until(lambda: world.dialogs.shows("Signed in"), "the words")
    assert told(asked) == (0, "answered")
    assert asked.out.split()[-1] == "Bearer"
    no_dialog(world)


def test_denied(world: World, provider: Provider) -> None:
    world.set_clocks({"FINISHED_SECONDS": 5.0})
    asked = sign_in(world, provider)
    provider.says("no")
    wait_until(lambda: world.dialogs.shows("The sign-in failed"), "the words")
    assert told(asked) == (8, "withdrawn")
    assert asked.out.split()[-1] == "access_denied"
    no_dialog(world)


def test_expired(world: World, provider: Provider) -> None:
    asked = sign_in(world, provider)
    provider.expire()
    assert told(asked) == (8, "withdrawn")
    assert asked.out.split()[-1] == "expired_token"
    no_dialog(world)


def test_polled_too_fast(world: World, provider: Provider) -> None:
    """The provider says so, and the dialog stays."""
    asked = sign_in(world, provider, 0.0)
    wait_until(lambda: "slow_down" in asked.out, "the provider to say so")
    provider.says("yes")
    assert told(asked) == (0, "answered")


def test_dismissed_ends_the_client(world: World, provider: Provider) -> None:
    asked = sign_in(world, provider)
    world.dialogs.wait_for("Open the page")
    world.dialogs.press("Cancel")
    assert told(asked) == (1, "dismissed")
    assert provider.clients() == []


def test_another_question_comes_first_and_the_code_comes_back(
    world: World, provider: Provider
) -> None:
    asked = sign_in(world, provider)
    other = world.start("confirm", "Deploy?", "--json")
    pid = dialog(world, "Deploy?")
    assert not world.dialogs.find("Open the page")
    world.dialogs.press("Approve", pid=pid)
    assert came_out(other.wait()) == (0, "approved")
    dialog(world, MESSAGE)
    provider.says("yes")
    assert told(asked) == (0, "answered")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_killed_it_takes_dialog_and_client_along(
    world: World, provider: Provider, number: signal.Signals
) -> None:
    asked = sign_in(world, provider)
    assert provider.clients()
    os.kill(asked.pid, number)
    asked.wait()
    no_dialog(world)
    assert world.prompts() == []
    wait_until(lambda: not provider.clients(), "the client to end")


def test_a_killed_daemon_takes_it_along_and_the_client(world: World, provider: Provider) -> None:
    asked = sign_in(world, provider)
    daemon = world.daemon_pid()
    assert daemon is not None
    kill(daemon)
    done = asked.wait()
    assert (done.code, json.loads(done.err)["error"]["data"]["error"]) == (6, "unreachable")
    assert provider.clients() == []
    no_dialog(world)


def test_an_interrupt_ends_both(world: World, provider: Provider) -> None:
    asked = sign_in(world, provider)
    os.kill(asked.pid, signal.SIGINT)
    asked.wait()
    assert provider.clients() == []
    no_dialog(world)
