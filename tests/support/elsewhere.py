"""Another machine, with a user of its own, which the person of a world reaches by ssh.

build = Host(world, machines()[0], "build-7")
build.add()
asked = build.shell().start("sayso confirm Deploy?")
"""

import sys

assert sys.platform == "linux"

import contextlib
import json
import secrets
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.processes import Finished, wait_until
from support.ssh_line import SshLine
from support.world import World

DIRECTORY = Path(__file__).parents[2] / ".machines"

_PAUSES = "from sayso.carrier import pauses\npauses.FIRST_NEVER = pauses.FIRST_AGAIN = 0.2\n"
"""Makes a carrier that was cut off try again after 0.2 s."""


@dataclass(frozen=True)
class Machine:
    """A machine of packaging/other_machines.py, as its list describes it."""

    address: str
    port: int
    user: str
    home: str
    host_key: str


def machines() -> list[Machine]:
    """The machines that packaging/other_machines.py has made; empty: none."""
    try:
        told = (DIRECTORY / "machines.json").read_text()
    except OSError:
        return []
    return [Machine(**each) for each in json.loads(told)]


class Host:
    """A remote machine under the name that the person gave it. The test has directories of its own
    there, among them a runtime directory, by which programs there find the right socket."""

    def __init__(self, world: World, machine: "Machine | Host", name: str) -> None:
        """`machine`: if it is the host of another person, this one uses the same directories
        there."""
        self._world = world
        self.name = name
        self._owns = isinstance(machine, Machine)
        if isinstance(machine, Machine):
            self._machine = machine
            self.place = f"{machine.home}/{secrets.token_hex(4)}"
        else:
            self._machine, self.place = machine.machine, machine.place
        self.line = SshLine(self._machine.port, self._machine.address)
        self._configure()
        self._calls = 0
        if self._owns:
            self._ssh("mkdir", self.place, f"{self.place}/run", f"{self.place}/out")

    @property
    def machine(self) -> Machine:
        return self._machine

    def _configure(self) -> None:
        """Writes the configuration of ssh for programs of this world. The name "direct-…" bypasses
        the line on which a test can disturb the connection."""
        directory = self._world.directory / "ssh"
        directory.mkdir(mode=0o700, exist_ok=True)
        names = f"{self.name} direct-{self.name}"
        own = (
            f"Host {self.name}\n Port {self.line.port}\n HostName 127.0.0.1\n"
            f"Host direct-{self.name}\n Port {self._machine.port}\n"
            f" HostName {self._machine.address}\n"
            f"Host {names}\n User {self._machine.user}\n"
            f" HostKeyAlias {self.name}\n SetEnv XDG_RUNTIME_DIR={self.place}/run\n"
        )
        (directory / f"{self.name}.conf").write_text(own)
        with (directory / "known").open("a") as known:
            known.write(f"{self.name} {self._machine.host_key}\n")
        configuration = directory / "config"
        configuration.write_text(
            f"Include {directory}/*.conf\n"
            f"Host *\n IdentityFile {DIRECTORY}/key\n IdentitiesOnly yes\n"
            f" UserKnownHostsFile {directory}/known\n GlobalKnownHostsFile none\n"
        )
        program = self._world.interpreter.bin / "ssh"
        program.write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {configuration} "$@"\n')
        program.chmod(0o755)
        # first wherever a daemon looks for programs, however it was started
        self._world.everywhere(PATH=self._world.environ["PATH"])
        self._world.run_at_start("carriers_pauses", _PAUSES)
        self._direct = [str(program), f"direct-{self.name}"]

    def add(self) -> None:
        """Runs `sayso remote add`: the person lets the machine ask."""
        added = self._world.sayso("remote", "add", self.name)
        assert added.code == 0, added

    def remote(self) -> dict[str, Any]:
        """The machine's entry in `sayso remote list`."""
        listed = self._world.sayso("remote", "list", "--json").json["places"]
        told: dict[str, Any] = next(each for each in listed if each["name"] == self.name)
        return told

    def until_carried(self) -> None:
        wait_until(lambda: self.remote()["carrier"] == "up", f"the line to {self.name}")

    def lines(self) -> list[int]:
        """Pids of the ssh processes that forward this world's socket to the machine."""
        return [
            seen.pid
            for seen in self._world.processes()
            if seen.command.startswith("/usr/bin/ssh") and f"-- {self.name} sh" in seen.command
        ]

    def sockets(self) -> list[str]:
        """Names of the sockets there by which programs reach the person."""
        return self.run("ls $XDG_RUNTIME_DIR/sayso/forwarded").out.split()

    def shell(self) -> "Shell":
        """A login there that bypasses the line, so that it lives on when the line breaks."""
        return Shell(self)

    def run(self, script: str, timeout: float = 60.0) -> Finished:
        """Runs a script in a login of its own, to its end."""
        with self.shell() as shell:
            return shell.run(script, timeout)

    def spawn(self) -> "subprocess.Popen[str]":
        """Starts a shell there that runs what is written to its standard input."""
        return subprocess.Popen(
            [*self._direct, "exec sh -s"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        )  # fmt: skip

    def stem(self) -> Path:
        """A new path there, without suffix, for the output of a command."""
        self._calls += 1
        return Path(self.place, "out", f"{secrets.token_hex(3)}-{self._calls}")

    def close(self) -> None:
        """Removes the machine from sayso, and the test's directories there."""
        with contextlib.suppress(AssertionError):
            self._world.sayso("remote", "remove", self.name)
        if self._owns:
            self._ssh("rm", "-rf", self.place)
        self.line.close()

    def _ssh(self, *words: str) -> None:
        command = [*self._direct, shlex.join(words)]
        subprocess.run(command, check=True, timeout=30, stdin=subprocess.DEVNULL)


class Shell:
    """A login. It runs commands one after another, all children of the same process."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._ssh = host.spawn()

    def start(self, script: str) -> "Call":
        """Queues a script, which starts once those before it have ended."""
        call = Call(self._host.stem())
        status = call.stem.with_suffix(".status")
        self._tell(
            f"({script}\n) >{call.stem}.out 2>{call.stem}.err </dev/null; "
            f"echo $? >{status}.new; mv {status}.new {status}"
        )
        return call

    def run(self, script: str, timeout: float = 60.0) -> Finished:
        return self.start(script).wait(timeout)

    def close(self) -> None:
        """Ends the shell, and the login with it."""
        assert self._ssh.stdin
        self._ssh.stdin.close()
        self._ssh.terminate()
        self._ssh.wait(30)

    def __enter__(self) -> "Shell":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tell(self, line: str) -> None:
        assert self._ssh.stdin
        self._ssh.stdin.write(line + "\n")
        self._ssh.stdin.flush()


@dataclass(frozen=True)
class Call:
    """A command on the machine; its output can be read at any time."""

    stem: Path

    @property
    def out(self) -> str:
        return self._read(".out")

    @property
    def err(self) -> str:
        return self._read(".err")

    def wait(self, timeout: float = 60.0) -> Finished:
        def ended() -> str:
            return self._read(".status")

        try:
            code = wait_until(ended, "the end of a command there", timeout)
        except AssertionError as error:
            raise AssertionError(f"{error}; out: {self.out!r}, err: {self.err!r}") from error
        return Finished(int(code), self.out, self.err)

    def _read(self, suffix: str) -> str:
        try:
            return self.stem.with_suffix(suffix).read_text(errors="replace")
        except FileNotFoundError:
            return ""
