"""OpenSSH's programs in a test's world, asking through sayso: keys, an agent, a server."""

import sys

assert sys.platform == "linux"

import os
import pwd
import socket
import subprocess
from pathlib import Path

from support.processes import Job, wait_until
from support.sockets import listens
from support.world import World

PASSPHRASE = "canary-pass 5b1c"  # noqa: S105 - of keys that live as long as a test
SSHD = "/usr/sbin/sshd"  # sshd insists on being called by its absolute path


class OpenSsh:
    def __init__(self, world: World) -> None:
        self._world = world
        self.place = world.directory / "ssh"
        self.place.mkdir(mode=0o700)
        askpass = str(world.interpreter.bin / "sayso-askpass")
        world.environ.update(SSH_ASKPASS=askpass, SSH_ASKPASS_REQUIRE="force")
        self._started: list[Job] = []

    def key(self, name: str, passphrase: str = "") -> Path:
        """Makes a new key, protected by this passphrase. Returns its path."""
        path = self.place / name
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", name]
        subprocess.run([*command, "-f", str(path)], check=True, timeout=30)
        return path

    def fingerprint(self, key: Path) -> str:
        command = ["ssh-keygen", "-l", "-f", str(key)]
        told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
        return told.stdout.split()[1]

    def agent(self) -> Job:
        """Starts an ssh-agent, which programs that start from now on use."""
        place = self.place / "agent"
        job = self._start(["ssh-agent", "-D", "-a", str(place)])
        wait_until(lambda: listens(place), "the agent")
        self._world.environ["SSH_AUTH_SOCK"] = str(place)
        return job

    def server(self, *options: str, account: "Account | None" = None) -> "Server":
        """Starts a server on loopback. `options`: more lines of its configuration. `account`: None
        for this user's real one."""
        return Server(self, free_port(), options, account)

    def start_server(self, configuration: Path, account: "Account | None" = None) -> Job:
        # a server of root's needs this directory for connections that have not signed in yet
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        seeing = account.seen() if account else []
        return self._start([*seeing, SSHD, "-D", "-e", "-f", str(configuration)])

    def connect(self, server: "Server", *options: str, user: str | None = None) -> Job:
        """Signs in to the server, as this user or as `user`, and leaves at once."""
        user = user or pwd.getpwuid(os.geteuid()).pw_name
        # a subsystem needs no shell, and the user of the tests has none
        command = ["ssh", "-F", str(server.client), *options, "-s", f"{user}@127.0.0.1", "sftp"]
        return self._world.spawn(command)

    def close(self) -> None:
        for job in self._started:
            job.kill()

    def _start(self, command: list[str]) -> Job:
        job = self._world.spawn(command)
        self._started.append(job)
        return job


class Account:
    """A made-up account for this user, with another home directory and a login shell, as a server
    sees it.

    nss_wrapper(1), loaded into the server alone, gives it the account.
    """

    def __init__(self, home: Path, shell: str) -> None:
        home.mkdir(mode=0o700)
        self.home = home
        uid, gid, name = os.geteuid(), os.getegid(), pwd.getpwuid(os.geteuid()).pw_name
        self._users, self._groups = home / "passwd", home / "group"
        self._users.write_text(
            f"{name}:x:{uid}:{gid}::{home}:{shell}\nsshd:x:65534:65534::/run/sshd:/bin/false\n"
        )
        self._groups.write_text(f"{name}:x:{gid}:\nnogroup:x:65534:\n")

    def seen(self) -> list[str]:
        """Arguments to put before a command that is to see the account."""
        return [
            "env",
            "LD_PRELOAD=libnss_wrapper.so",
            f"NSS_WRAPPER_PASSWD={self._users}",
            f"NSS_WRAPPER_GROUP={self._groups}",
        ]


class Server:
    """An sshd, and the configuration for its clients. It ends when its `OpenSsh` is closed."""

    def __init__(
        self,
        ssh: OpenSsh,
        port: int,
        options: tuple[str, ...],
        account: Account | None,
    ) -> None:
        self.port = port
        self.host_key = ssh.key("host")
        self.user_key = ssh.key("user")
        self.client = ssh.place / "client"
        self.known_hosts = ssh.place / "known_hosts"
        self.client.write_text(
            f"Port {port}\nUserKnownHostsFile {self.known_hosts}\nGlobalKnownHostsFile none\n"
            f"IdentityFile {self.user_key}\nIdentitiesOnly yes\n"
        )
        configuration = ssh.place / "server"
        configuration.write_text(
            "\n".join(
                (
                    f"Port {port}",
                    "ListenAddress 127.0.0.1",
                    f"HostKey {self.host_key}",
                    f"AuthorizedKeysFile {self.user_key}.pub",
                    "StrictModes no",
                    "UsePAM no",
                    "PidFile none",
                    "KbdInteractiveAuthentication no",
                    "PermitRootLogin yes",
                    "Subsystem sftp internal-sftp",
                    *options,
                    "",
                )
            )
        )
        self._job = ssh.start_server(configuration, account)
        wait_until(lambda: "Server listening" in self._job.err, "the server")

    @property
    def pid(self) -> int:
        return self._job.pid

    def trust(self, key: Path | None = None) -> None:
        """Makes this server's key known to clients. `key`: another key, to be taken for the
        server's."""
        words = Path(f"{key or self.host_key}.pub").read_text().split()
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {words[0]} {words[1]}\n")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
