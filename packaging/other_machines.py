"""Makes two machines that ssh reaches, and runs a command beside them. Needs root.

    python packaging/other_machines.py USER DIRECTORY COMMAND …

Each is a server for ssh on the loopback with a user of its own, and, where the kernel lets it, with
pids of its own. USER can sign in there: what that takes is in DIRECTORY, which is made. Machines
and users go when the command has ended. The exit status is the command's.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

SSHD = "/usr/sbin/sshd"  # which wants to be called by its whole path
APART = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
"""The command that runs another one as the first process of a system of its own."""
NAMES = tuple(f"sayso-there-{os.getpid()}-{number}" for number in (1, 2))
PATIENCE = 10.0
"""Seconds for a server to listen, and for processes to be gone."""
IN_USE = 8
"""Of userdel(8): a process runs as this user."""

_SERVER = """\
ListenAddress 127.0.0.1:{port}
HostKey {place}/host
AuthorizedKeysFile {key}.pub
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
    directory.mkdir(mode=0o700)
    keygen(directory / "key")
    with contextlib.ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-there-")))
        place.chmod(0o755)
        made = [stack.enter_context(machine(name, place / name, directory)) for name in NAMES]
        (directory / "machines.json").write_text(json.dumps(made))
        for each in (directory, *directory.iterdir()):
            shutil.chown(each, user)
        return subprocess.run(command, check=False).returncode


@contextlib.contextmanager
def machine(name: str, place: Path, directory: Path) -> Iterator[dict[str, object]]:
    """What a program needs to know of it, while it runs."""
    account = ["--system", "--user-group", "--shell=/bin/sh", f"--home-dir={place / 'home'}"]
    # no password is its own; without a star the account would count as locked
    subprocess.run(["useradd", *account, "--password=*", name], check=True)
    try:
        place.mkdir()
        (place / "home").mkdir()
        shutil.chown(place / "home", name, name)
        keygen(place / "host")
        port = free_port()
        configuration = place / "sshd_config"
        key = place / "key"
        shutil.copy(f"{directory / 'key'}.pub", f"{key}.pub")
        here = Path(sys.executable).parent
        configuration.write_text(
            _SERVER.format(port=port, place=place, key=key, name=name, path=f"{here}:/usr/bin:/bin")
        )
        with serving([SSHD, "-D", "-e", "-f", str(configuration)], port, place / "log"):
            words = Path(f"{place / 'host'}.pub").read_text().split()
            yield {
                "port": port,
                "user": name,
                "home": str(place / "home"),
                "host_key": " ".join(words[:2]),
            }
    finally:
        remove(name)


def remove(user: str) -> None:
    """Once the last of their processes is gone, which were killed just now."""
    until = time.monotonic() + PATIENCE
    while subprocess.run(["userdel", user], check=False).returncode == IN_USE:
        if time.monotonic() > until:
            raise SystemExit(f"processes of {user} go on")
        time.sleep(0.05)


@contextlib.contextmanager
def serving(command: Sequence[str], port: int, log: Path) -> Iterator[None]:
    """All of it ends with it."""
    Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    apart = APART if may_be_apart() else ()
    with log.open("wb") as errors, subprocess.Popen([*apart, *command], stderr=errors) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not is_listening(port):
                if process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"no server for ssh: {log.read_text()}")
                time.sleep(0.05)
            yield
        finally:
            process.kill()


def may_be_apart() -> bool:
    """In some containers not even root may."""
    done = subprocess.run([*APART, "true"], check=False, capture_output=True)
    return done.returncode == 0


def is_listening(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0


def keygen(path: Path) -> None:
    """A key without a passphrase."""
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)]
    subprocess.run(command, check=True, timeout=30)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
