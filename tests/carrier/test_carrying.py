"""What a carrier does, over a real ssh to a real server on the loopback."""

import sys

assert sys.platform == "linux"

import asyncio
import os
import socket
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from sayso.wire.carrier import Close, Connecting, Stopped, TryAgain, Up, Waiting
from support.carrying import Machine, ask, carrier, listening
from support.event_loop import on_event_loop
from support.openssh import PASSPHRASE, OpenSsh, free_port
from support.processes import descendants, kill, look, wait_until
from support.world import World

SHELLS = [
    pytest.param(path, marks=pytest.mark.skipif(not Path(path).exists(), reason=f"no {path} here"))
    for path in ("/bin/bash", "/bin/csh", "/usr/bin/fish", "/usr/bin/zsh")
]


@pytest.fixture
def machine(headless_world: World, ssh: OpenSsh) -> Machine:
    return Machine(headless_world, ssh)


@pytest.fixture
def here(headless_world: World) -> Path:
    return headless_world.directory / "here"


def script(world: World, name: str, words: str) -> str:
    """Writes a shell script of these words; its path."""
    path = world.directory / name
    path.write_text(f"#!/bin/sh\n{words}\n")
    path.chmod(0o755)
    return str(path)


def listen_in_vain(path: Path, age: float) -> None:
    """Leaves a socket at which nobody listens any more. `age`: seconds since it was made."""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(path))
    made = path.stat().st_mtime - age
    os.utime(path, (made, made))


class TestWhatIsCarried:
    @on_event_loop
    async def test_bytes_go_there_and_back(self, machine: Machine, here: Path) -> None:
        async with listening(here), carrier(machine.reach, here) as daemon:
            up = await daemon.until(Up)
            assert daemon.states == [Connecting(), up]
            assert Path(up.path).parent == machine.forwarded
            assert await ask(up.path, "may I?") == "MAY I?"
            assert "ssh" in str(look(up.pid))

    @on_event_loop
    async def test_nobody_else_there_can_use_it(self, machine: Machine, here: Path) -> None:
        async with listening(here), carrier(machine.reach, here) as daemon:
            up = await daemon.until(Up)
            places = (Path(up.path), machine.forwarded, machine.forwarded.parent)
            assert [oct(place.stat().st_mode & 0o777) for place in places] == [
                "0o600",
                "0o700",
                "0o700",
            ]

    @on_event_loop
    async def test_two_at_once(self, machine: Machine, here: Path) -> None:
        async with (
            listening(here),
            carrier(machine.reach, here) as one,
            carrier(machine.reach, here) as other,
        ):
            paths = {(await one.until(Up)).path, (await other.until(Up)).path}
            assert len(paths) == 2
            assert {await ask(path, "me?") for path in paths} == {"ME?"}

    @pytest.mark.parametrize("shell", SHELLS)
    @on_event_loop
    async def test_whatever_the_login_shell_is_and_says(
        self, headless_world: World, ssh: OpenSsh, here: Path, shell: str
    ) -> None:
        greeting = "echo Welcome\nprintf 'no end of the line'\n"
        machine = Machine(headless_world, ssh, login=shell, greeting=greeting)
        async with listening(here), carrier(machine.reach, here) as daemon:
            assert await ask((await daemon.until(Up)).path, "hi") == "HI"

    @on_event_loop
    async def test_what_the_host_block_wants_of_logins_is_left_alone(
        self, headless_world: World, machine: Machine, here: Path
    ) -> None:
        port, done = free_port(), headless_world.directory / "done"
        machine.configure(
            f"LocalForward {port} 127.0.0.1:9",
            f"RemoteForward {headless_world.directory}/remote 127.0.0.1:9",
            f"LocalCommand touch {done}",
            "PermitLocalCommand yes",
            "RemoteCommand echo no",
            "RequestTTY force",
            "SessionType none",
            "ControlMaster auto",
            f"ControlPath {headless_world.directory}/own",
            "ControlPersist yes",
            "StdinNull yes",
            "ForkAfterAuthentication yes",
            "LogLevel QUIET",
        )
        async with listening(here), carrier(machine.reach, here) as daemon:
            assert await ask((await daemon.until(Up)).path, "hi") == "HI"
            assert not done.exists()
            assert not list(headless_world.directory.glob("remote"))
            with socket.socket() as sock:
                sock.bind(("127.0.0.1", port))


class TestItsEnd:
    @pytest.mark.parametrize("order", [True, False])
    @on_event_loop
    async def test_nothing_is_left(
        self, headless_world: World, machine: Machine, here: Path, order: bool
    ) -> None:
        async with listening(here), carrier(machine.reach, here) as daemon:
            up = await daemon.until(Up)
            if order:
                daemon.order(Close())
        wait_until(lambda: not os.path.lexists(up.path), "the end of the socket there")
        assert look(up.pid) is None
        assert not list(headless_world.directory.glob("ssh-*"))

    @on_event_loop
    async def test_it_does_not_wait_for_questions(
        self, headless_world: World, machine: Machine, here: Path
    ) -> None:
        """While ssh waits for an answer, it does not notice the end of its input."""
        asked = headless_world.directory / "asked"
        os.mkfifo(asked)
        askpass = script(headless_world, "askpass", f"echo $$ >{asked}; exec sleep 600")
        machine.server.known_hosts.unlink()
        machine.configure("StrictHostKeyChecking ask")
        reach = partial(machine.reach, environ=forced(askpass))
        async with listening(here), carrier(reach, here) as daemon:
            await daemon.until(Connecting)
            question = int(await asyncio.to_thread(asked.read_text))
            asking = look(question)
            assert asking
        assert look(asking.parent) is None
        kill(question)


class TestALineThatBreaks:
    @on_event_loop
    async def test_at_its_server(self, machine: Machine, here: Path) -> None:
        async with listening(here), carrier(machine.reach, here) as daemon:
            up = await daemon.until(Up)
            for each in descendants(machine.server.pid):
                if "sshd" in each.command:
                    kill(each.pid)
            assert (await daemon.until(Waiting)).seconds == 5.0
            daemon.order(TryAgain())
            again = await daemon.until(Up)
            assert again.path != up.path
            assert await ask(again.path, "still?") == "STILL?"
            wait_until(lambda: not os.path.lexists(up.path), "the end of the first one there")

    @on_event_loop
    async def test_here(self, machine: Machine, here: Path) -> None:
        async with listening(here), carrier(machine.reach, here) as daemon:
            up = await daemon.until(Up)
            kill(up.pid)
            waiting = await daemon.until(Waiting)
            assert waiting.reason == "the connection ended"
            daemon.order(TryAgain())
            assert await ask((await daemon.until(Up)).path, "still?") == "STILL?"

    @on_event_loop
    async def test_what_others_left_there_goes(self, machine: Machine, here: Path) -> None:
        machine.forwarded.mkdir(mode=0o700, parents=True)
        machine.forwarded.parent.chmod(0o700)
        old, young, file = (machine.forwarded / name for name in ("old", "young", "file"))
        listen_in_vain(old, age=60)
        listen_in_vain(young, age=0)
        file.touch()
        async with listening(here), carrier(machine.reach, here) as first:
            lives = Path((await first.until(Up)).path)
            os.utime(lives, (0, 0))
            async with carrier(machine.reach, here) as second:
                path = Path((await second.until(Up)).path)
                assert {*machine.forwarded.iterdir()} == {young, file, lives, path}


class TestWhatStopsIt:
    """Failures after which another try would fail the same way, or ask the person the same
    again."""

    @on_event_loop
    async def test_a_server_that_forwards_no_such_sockets(
        self, headless_world: World, ssh: OpenSsh, here: Path
    ) -> None:
        machine = Machine(headless_world, ssh, "AllowStreamLocalForwarding no")
        async with carrier(machine.reach, here) as daemon:
            stopped = await daemon.until(Stopped)
        assert stopped.reason.startswith("the server there forwards no Unix socket: ")
        assert "AllowStreamLocalForwarding" in stopped.remedy

    @on_event_loop
    async def test_another_host_key(self, machine: Machine, ssh: OpenSsh, here: Path) -> None:
        machine.server.trust(ssh.key("other"))
        machine.configure("StrictHostKeyChecking yes")
        async with listening(here), carrier(machine.reach, here) as daemon:
            stopped = await daemon.until(Stopped)
            assert stopped.reason == "WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!"
            assert "ssh 127.0.0.1" in stopped.remedy
            machine.server.trust()
            daemon.order(TryAgain())
            assert await ask((await daemon.until(Up)).path, "now?") == "NOW?"

    @on_event_loop
    async def test_a_person_who_says_no_to_a_host(
        self, headless_world: World, machine: Machine, here: Path
    ) -> None:
        machine.server.known_hosts.unlink()
        askpass = script(headless_world, "askpass", "echo no")
        async with carrier(partial(machine.reach, environ=forced(askpass)), here) as daemon:
            assert (await daemon.until(Stopped)).reason == "Host key verification failed."

    @pytest.mark.parametrize(
        "makes", [Path.mkdir, partial(Path.symlink_to, target=Path(__file__).parent)]
    )
    @on_event_loop
    async def test_a_directory_there_that_is_not_ours_alone(
        self, machine: Machine, here: Path, makes: Callable[[Path], None]
    ) -> None:
        place = machine.runtime / "sayso"
        makes(place)
        if not place.is_symlink():
            place.chmod(0o755)
        async with carrier(machine.reach, here) as daemon:
            stopped = await daemon.until(Stopped)
        assert f"there is no place for a socket there: {place} " in stopped.reason
        assert not list(place.glob("forwarded"))

    @on_event_loop
    async def test_an_account_without_a_shell(
        self, headless_world: World, ssh: OpenSsh, here: Path
    ) -> None:
        machine = Machine(headless_world, ssh, login="/usr/sbin/nologin")
        async with carrier(machine.reach, here) as daemon:
            stopped = await daemon.until(Stopped)
        assert stopped.reason == "no shell runs there: This account is currently not available."


class TestAPassphrase:
    @pytest.fixture
    def protected(self, machine: Machine) -> Machine:
        machine.configure(f"IdentityAgent none\nIdentityFile {machine.server.user_key}")
        change = ["ssh-keygen", "-q", "-p", "-P", "", "-N", PASSPHRASE]
        subprocess.run([*change, "-f", str(machine.server.user_key)], check=True, timeout=30)
        return machine

    @on_event_loop
    async def test_is_asked_for(
        self, headless_world: World, protected: Machine, here: Path
    ) -> None:
        asked = headless_world.directory / "asked"
        askpass = script(headless_world, "askpass", f'echo "$1" >{asked}; echo "{PASSPHRASE}"')
        reach = partial(protected.reach, environ=forced(askpass))
        async with listening(here), carrier(reach, here) as daemon:
            assert await ask((await daemon.until(Up)).path, "in?") == "IN?"
        assert "Enter passphrase for key" in asked.read_text()

    @on_event_loop
    async def test_that_is_denied_stops_it(
        self, headless_world: World, protected: Machine, here: Path
    ) -> None:
        protected.configure("PasswordAuthentication no")
        askpass = script(headless_world, "askpass", "exit 1")
        async with carrier(partial(protected.reach, environ=forced(askpass)), here) as daemon:
            assert "Permission denied (publickey" in (await daemon.until(Stopped)).reason


class TestWhatMayPass:
    @on_event_loop
    async def test_nobody_there(self, machine: Machine, here: Path) -> None:
        machine.configure(f"Port {free_port()}")
        async with carrier(machine.reach, here) as daemon:
            first = await daemon.until(Waiting)
            assert "Connection refused" in first.reason
            assert "ssh 127.0.0.1" in first.remedy
            assert first.seconds == 5.0


def forced(askpass: str) -> dict[str, str]:
    return {"SSH_ASKPASS": askpass, "SSH_ASKPASS_REQUIRE": "force"}
