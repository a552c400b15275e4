"""The service manager that starts a daemon: it passes the listening socket on, and receives the
daemon's notifications (sd_notify(3)) on another."""

import os
import socket
import sys

from support.processes import Job
from support.world import World

BECOME = """
import os, sys
count, given, *command = sys.argv[1:]
for number in range(3, 3 + int(count)):
    os.dup2(int(given), number)
os.environ["LISTEN_PID"] = str(os.getpid())
os.environ["LISTEN_FDS"] = count
os.execv(sys.executable, [sys.executable, "-m", "sayso", "daemon", "run", *command])
"""

PATIENCE = 20
"""Seconds to wait for a notification."""


class ServiceManager:
    """A service manager that listens from the beginning. Use it as a context manager."""

    def __init__(self, world: World, *, abstract: bool = False) -> None:
        self._world = world
        place = str(world.directory / "notify")
        world.environ["NOTIFY_SOCKET"] = f"@{place}" if abstract else place
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._told.bind(f"\0{place}" if abstract else place)
        self._told.settimeout(PATIENCE)
        world.socket_path.parent.mkdir(mode=0o700)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(world.socket_path))
        self._listener.listen()

    def __enter__(self) -> "ServiceManager":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self._told.close()
        self._world.socket_path.unlink(missing_ok=True)

    def start(self, *options: str, sockets: int = 1) -> Job:
        """Starts a daemon that inherits the listening socket as LISTEN_FDS. `sockets`: as how many
        file descriptors."""
        # its number is well above those that the program makes
        given = os.dup(self._listener.fileno())
        try:
            return self._world.spawn(
                [sys.executable, "-c", BECOME, str(sockets), str(given), *options],
                descriptors=(given,),
            )
        finally:
            os.close(given)

    def told(self) -> dict[str, str]:
        """The next notification from the daemon: values by name. Raises TimeoutError if none
        comes."""
        lines = self._told.recv(4096).decode().split("\n")
        return dict(line.split("=", 1) for line in lines)

    def was_told_nothing(self) -> bool:
        self._told.setblocking(False)
        try:
            self._told.recv(4096)
        except BlockingIOError:
            return True
        return False
