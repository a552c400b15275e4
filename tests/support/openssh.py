"""OpenSSH's programs in a world of a test, which have sayso ask: keys, an agent, a server."""

import sys

assert sys.platform == "linux"

import os
import pwd
import socket
import subprocess
from pathlib import Path

from support.processes import Job, wait_until
from support.world import World

PASSPHRASE = "canary-pass 5b1c"  # noqa: S105 - of keys that live as long as a test
SSHD = "/usr/sbin/sshd"  # which wants to be called by its whole path


class OpenSsh:
    def __init__(self, world: World) -> None:
        self._world = world
        self.place = world.directory / "ssh"
        self.place.mkdir(mode=0o700)
        askpass = str(world.interpreter.bin / "sayso-askpass")
        world.environ.update(SSH_ASKPASS=askpass, SSH_ASKPASS_REQUIRE="force")
        self._started: list[Job] = []

    def key(self, name: str, passphrase: str = "") -> Path:
        """A new one, which its own passphrase opens."""
        path = self.place / name
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", name]
        subprocess.run([*command, "-f", str(path)], check=True, timeout=30)
        return path

    def fingerprint(self, key: Path) -> str:
        command = ["ssh-keygen", "-l", "-f", str(key)]
        told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
        return told.stdout.split()[1]

    def agent(self) -> Job:
        """Whom programs that start from now on ask for keys."""
        place = self.place / "agent"
        job = self._start(["ssh-agent", "-D", "-a", str(place)])
        wait_until(place.exists, "the agent")
        self._world.environ["SSH_AUTH_SOCK"] = str(place)
        return job

    def server(self, *options: str, account: "Account | None" = None) -> "Server":
        """On the loopback."""
        return Server(self, free_port(), options, account)

    def start_server(self, configuration: Path, account: "Account | None" = None) -> Job:
        if os.geteuid() == 0:  # root's has a place for those who have not signed in yet
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        seeing = account.seen() if account else []
        return self._start([*seeing, SSHD, "-D", "-e", "-f", str(configuration)])

    def connect(self, server: "Server", *options: str, user: str | None = None) -> Job:
        """Signs in, as this very user unless another is named, and out again."""
        user = user or pwd.getpwuid(os.geteuid()).pw_name
        # a subsystem needs no shell, which the user of the tests has not
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
    """What a server takes this user's for: with another home directory, and a login shell.

    nss_wrapper(1) tells it, which is loaded into that program alone.
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
        """The command that runs another one which sees it."""
        return [
            "env",
            "LD_PRELOAD=libnss_wrapper.so",
            f"NSS_WRAPPER_PASSWD={self._users}",
            f"NSS_WRAPPER_GROUP={self._groups}",
        ]


class Server:
    """It ends with the test."""

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
        """Its key is known by now; or this one is taken for it."""
        words = Path(f"{key or self.host_key}.pub").read_text().split()
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {words[0]} {words[1]}\n")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
