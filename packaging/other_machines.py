"""Makes two machines that ssh reaches, and runs a command beside them. Needs root.

    python packaging/other_machines.py USER DIRECTORY COMMAND …

Each machine is an ssh server with a user of its own. Where the kernel allows it, it has PIDs and a
network of its own as well, joined to this machine's by a pair of veth devices; else it listens on
the loopback. USER can log in there with the key in DIRECTORY, which is made. Machines and users are
removed when the command has ended. The exit status is the command's.
"""

import contextlib
import ipaddress
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

SSHD = "/usr/sbin/sshd"  # it runs itself again, and so insists on a whole path
APART = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
"""The command that runs another command as the first process in a PID namespace of its own."""
MACHINES = 2
NETWORK = ipaddress.ip_network("198.18.0.0/15")
"""Addresses reserved for tests by RFC 2544: no real network uses them."""
LOOPBACK = "127.0.0.1"
PATIENCE = 10.0
"""Seconds that a server has to begin to listen, and processes to be gone."""
IN_USE = 8
"""Exit status of userdel(8): a process of the user still runs."""

_SERVER = """\
ListenAddress {address}:{port}
HostKey {place}/host
AuthorizedKeysFile {place}/key.pub
AllowUsers {name}
AcceptEnv XDG_RUNTIME_DIR
SetEnv PATH={path}
StrictModes no
UsePAM no
PidFile none
MaxStartups 100
MaxSessions 300
ClientAliveInterval 15
"""


def main(user: str, directory: Path, command: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    directory.mkdir(mode=0o700)
    keygen(directory / "key")
    with contextlib.ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-there-")))
        place.chmod(0o755)
        made = [
            stack.enter_context(machine(number, directory, place / str(number)))
            for number in range(MACHINES)
        ]
        (directory / "machines.json").write_text(json.dumps(made))
        for each in (directory, *directory.iterdir()):
            shutil.chown(each, user)
        return subprocess.run(command, check=False).returncode


@contextlib.contextmanager
def machine(number: int, directory: Path, place: Path) -> Iterator[dict[str, object]]:
    """Runs machine `number` until the block ends. Yields what a program needs to know in order to
    reach it. `place`: the machine's own directory."""
    name = f"sayso-there-{os.getpid()}-{number}"
    with account(name, place) as home, network(name, number) as (apart, address):
        keygen(place / "host")
        # a copy, which USER can't change
        shutil.copy(f"{directory / 'key'}.pub", place / "key.pub")
        port = free_port()
        configuration = place / "sshd_config"
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        configuration.write_text(
            _SERVER.format(address=address, port=port, place=place, name=name, path=path)
        )
        command = [*apart, SSHD, "-D", "-e", "-f", str(configuration)]
        with serving(command, (address, port), place / "log"):
            words = (place / "host.pub").read_text().split()
            yield {
                "address": address,
                "port": port,
                "user": name,
                "home": str(home),
                "host_key": " ".join(words[:2]),
            }


@contextlib.contextmanager
def account(name: str, place: Path) -> Iterator[Path]:
    """A system user of this name until the block ends. Yields their home directory, made in
    `place`."""
    home = place / "home"
    options = ["--system", "--user-group", "--shell=/bin/sh", f"--home-dir={home}"]
    # "*" matches no password; without one sshd would take the account for locked
    subprocess.run(["useradd", *options, "--password=*", name], check=True)
    try:
        home.mkdir(parents=True)
        shutil.chown(home, name, name)
        yield home
    finally:
        remove(name)


def remove(user: str) -> None:
    """Removes the user once the last of their processes, which have just been killed, is gone."""
    until = time.monotonic() + PATIENCE
    while subprocess.run(["userdel", user], check=False).returncode == IN_USE:
        if time.monotonic() > until:
            raise SystemExit(f"processes of {user} go on")
        time.sleep(0.05)


@contextlib.contextmanager
def network(name: str, number: int) -> Iterator[tuple[list[str], str]]:
    """A network namespace until the block ends, if the kernel allows one. Yields the command that
    runs another command there, if possible with PIDs of its own, and the address at which it is
    reached."""
    processes = APART if works(*APART, "true") else ()
    if not works("ip", "netns", "add", name):
        yield [*processes], LOOPBACK
        return
    try:
        address = joined(name, 2 * os.getpid() + number)
        apart = ["ip", "netns", "exec", name] if address else []
        yield [*apart, *processes], address or LOOPBACK
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=True)


def joined(name: str, number: int) -> str | None:
    """Joins the network to this machine's by a pair of veth devices, which go with the network.
    Returns the network's address; None: the kernel has no such devices."""
    addresses = NETWORK.num_addresses // 4  # a /30 has 4 addresses, 2 of them for hosts
    here, there = (NETWORK[number % addresses * 4 + each] for each in (1, 2))
    ours, its = f"sayso-{number % addresses}", "sayso-0"
    return str(there) if all(
        works("ip", *command)
        for command in (
            ("link", "add", ours, "type", "veth", "peer", "name", its, "netns", name),
            ("address", "add", f"{here}/30", "dev", ours),
            ("link", "set", ours, "up"),
            ("-n", name, "address", "add", f"{there}/30", "dev", its),
            ("-n", name, "link", "set", its, "up"),
            ("-n", name, "link", "set", "lo", "up"),
        )
    ) else None  # fmt: skip


def works(*command: str) -> bool:
    """Whether the command succeeds. In some containers not even root is allowed these."""
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


@contextlib.contextmanager
def serving(command: Sequence[str], where: tuple[str, int], log: Path) -> Iterator[None]:
    """Runs the server until the block ends; what it started ends with it. Raises SystemExit: it
    does not listen in time."""
    Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    with log.open("wb") as errors, subprocess.Popen(command, stderr=errors) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not is_listening(where):
                if process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"no server for ssh: {log.read_text()}")
                time.sleep(0.05)
            yield
        finally:
            process.kill()


def is_listening(where: tuple[str, int]) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(where) == 0


def keygen(path: Path) -> None:
    """Makes a key pair without a passphrase."""
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)]
    subprocess.run(command, check=True, timeout=30)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
