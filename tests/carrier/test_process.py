"""The carrier as the process that a daemon starts, and one login beside it."""

import sys

assert sys.platform == "linux"

import asyncio
import os
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from sayso import launcher
from sayso.carrier import make_ssh
from sayso.carrier.login import log_in
from sayso.carrier.ssh import Ssh
from sayso.errors import InvalidParams, NotCarried, OutOfReach
from sayso.platforms import select
from sayso.platforms.contract.processes import ChildProcess
from sayso.wire.carrier import Stopped, Up
from support.carrying import Daemon, Machine, ask, listening
from support.event_loop import on_event_loop
from support.openssh import OpenSsh, free_port
from support.processes import wait_gone, wait_until
from support.world import World


@pytest.fixture
def machine(headless_world: World, ssh: OpenSsh) -> Machine:
    return Machine(headless_world, ssh)


@pytest.fixture
def here(headless_world: World) -> Path:
    return headless_world.directory / "here"


@pytest.fixture
def session(headless_world: World, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The runtime directory of this process during a test; its `ssh` reads the machine's
    configuration."""
    place = headless_world.directory / "run" / "sayso"
    place.mkdir(mode=0o700)
    ssh = headless_world.interpreter.bin / "ssh"
    ssh.write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {machine.server.client} "$@"\n')
    ssh.chmod(0o755)
    for name in ("PATH", "XDG_RUNTIME_DIR", "HOME"):
        monkeypatch.setenv(name, headless_world.environ[name])
    return place


def start(here: Path, destination: str = "127.0.0.1") -> ChildProcess:
    words = ("carrier", "my box", destination, str(here))
    return select.processes().spawn(launcher.command(*words))


class TestTheProcess:
    @on_event_loop
    async def test_carries_and_ends_with_its_channel(
        self, machine: Machine, session: Path, here: Path
    ) -> None:
        own = free_port()
        machine.configure(f"LocalForward {own} 127.0.0.1:9")
        async with listening(here):
            child, daemon = start(here), Daemon()
            await child.channel.serve(daemon)
            up = await daemon.until(Up)
            with socket.socket() as sock:
                sock.bind(("127.0.0.1", own))  # forwards for logins are not opened
            assert await ask(up.path, "may I?") == "MAY I?"
            (control,) = os.scandir(session)
            assert stat.S_ISSOCK(control.stat().st_mode)
            daemon.leave()
            await asyncio.to_thread(child.process.wait)
        wait_gone(up.pid)
        wait_until(lambda: not os.path.lexists(up.path), "the end of the socket there")
        assert os.listdir(session) == []  # noqa: PTH208

    @on_event_loop
    async def test_that_is_killed_leaves_nothing_there(
        self, machine: Machine, session: Path, here: Path
    ) -> None:
        async with listening(here):
            child, daemon = start(here), Daemon()
            await child.channel.serve(daemon)
            up = await daemon.until(Up)
            child.process.kill()
            await asyncio.to_thread(child.process.wait)
            await asyncio.to_thread(wait_gone, up.pid)
        wait_until(lambda: not os.path.lexists(up.path), "the end of the socket there")

    @pytest.mark.parametrize("left", ["ssh", "destination"])
    @on_event_loop
    async def test_says_what_is_missing(
        self, session: Path, here: Path, left: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if left == "ssh":
            monkeypatch.setenv("PATH", "/nowhere")
        child, daemon = start(here, "-v" if left == "destination" else "box"), Daemon()
        await child.channel.serve(daemon)
        stopped = await daemon.until(Stopped)
        assert stopped.reason in ("there is no command ssh here", "'-v' would be an option of ssh")
        assert stopped.remedy
        daemon.leave()
        await asyncio.to_thread(child.process.wait)

    def test_has_sayso_ask_what_ssh_wants(self, session: Path) -> None:
        environ = make_ssh.for_place("box", "127.0.0.1", may_ask=True).environ
        assert environ is not None
        assert environ["SSH_ASKPASS_REQUIRE"] == "force"
        asks = Path(environ["SSH_ASKPASS"])
        assert asks.is_absolute()
        assert asks.name == "sayso-askpass"
        assert os.access(asks, os.X_OK)

    def test_is_not_for_people(self) -> None:
        command = launcher.command("carrier", "box")
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert run.returncode == 2
        assert "sayso ssh" in run.stderr


class Places:
    """The daemon's part of a login."""

    def __init__(self, here: Path) -> None:
        self._here = here
        self.told: list[str] = []

    def open(self, name: str) -> str:
        self.told.append(f"open {name}")
        return str(self._here)

    def close(self, name: str) -> None:
        self.told.append(f"close {name}")


LOOK = "ls $XDG_RUNTIME_DIR/sayso/forwarded; exit 7"


class TestALogin:
    def test_takes_sayso_along(
        self, machine: Machine, here: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        places = Places(here)
        reach = machine.reach("127.0.0.1", is_for_login=True)
        status = log_in("box", "127.0.0.1", [LOOK], places.open, places.close, lambda _: reach)
        assert status == 7
        assert len(capfd.readouterr().out.split()) == 1
        assert places.told == ["open box", "close box"]
        wait_until(lambda: not list(machine.forwarded.iterdir()), "the end of the socket there")
        assert not os.path.lexists(reach.control)

    def test_that_can_not_be_is_undone(self, machine: Machine, here: Path) -> None:
        machine.configure(f"Port {free_port()}")
        places = Places(here)
        with pytest.raises(OutOfReach, match="Connection refused"):
            log_in("b", "127.0.0.1", [], places.open, places.close, machine.reach)
        assert places.told == ["open b", "close b"]

    def test_to_what_is_no_machine_opens_nothing(self, session: Path, here: Path) -> None:
        places = Places(here)
        with pytest.raises(InvalidParams):
            log_in("b", "-v", [], places.open, places.close)
        assert places.told == []

    def test_by_a_command_that_is_not_there(self, here: Path) -> None:
        gone = Ssh("/nowhere/ssh", "box", "/nowhere/c")
        places = Places(here)
        with pytest.raises(NotCarried, match="/nowhere/ssh can't be started"):
            log_in("b", "box", [], places.open, places.close, lambda _: gone)
        assert places.told == ["open b", "close b"]
