"""The real systemd-ask-password in a world, and sayso's agent that answers it.

Both see a /run of the test's own (mount_namespaces(7)). A user who may not mount there becomes root
of a user namespace for it (user_namespaces(7)).
"""

import sys

assert sys.platform == "linux"

from pathlib import Path

from support.processes import Job, wait_until
from support.world import World

REQUESTS = "/run/systemd/ask-password"

_HOLD = f"""
mount -t tmpfs none /run && mkdir -p {REQUESTS} && mount --bind "$1" {REQUESTS} || exit
echo ready
exec sleep infinity
"""


class AskPassword:
    """A private /run, and the agent in it. End it with `close`."""

    def __init__(self, world: World, *before: str) -> None:
        """`before`: a command and its arguments, put before the agent's own command."""
        self._world = world
        self._home = world.environ["HOME"]
        self.requests = world.directory / "ask-password"
        self.requests.mkdir(mode=0o755)
        hold = ["unshare", "--map-root-user", "--mount", "sh", "-c", _HOLD, "sh"]
        self._holder = world.spawn([*hold, str(self.requests)])
        wait_until(lambda: "ready" in self._holder.out, "a /run of its own")
        # started outside: in the user namespace its starter would seem to be root
        assert world.sayso("daemon", "start").code == 0
        self.agent = self.spawn(*before, *world.command, "ask-password-agent", "run")

    def spawn(self, *command: str) -> Job:
        """Starts a program that sees this /run."""
        space = ["--target", str(self._holder.pid), "--user", "--mount", "--preserve-credentials"]
        return self._world.spawn(["nsenter", *space, f"--wd={self._home}", *command])

    def ask(self, message: str, *options: str) -> Job:
        return self.spawn("systemd-ask-password", "--no-tty", *options, message)

    def files(self) -> list[Path]:
        return sorted(self.requests.glob("ask.*"))

    def close(self) -> None:
        self.agent.kill()
        self._holder.kill()
