"""How the socket of a place (another machine or a container) gets into a container: options of the
programs that start containers.

The socket's directory is mounted, not the socket: a mounted file would stay the socket of a daemon
that has ended. The mount is read-only, which is enough to connect: so nothing in the container can
replace the socket.
"""

from __future__ import annotations

import json
import shlex

from sayso.values import Value

MOUNTED_AT = "/run/sayso"


class Mount(Value):
    """A directory to mount in a container, and environment variables to set there."""

    directory: str
    environment: dict[str, str]
    """Variables for programs in the container."""

    @property
    def docker(self) -> list[str]:
        """Options of docker run and podman run."""
        told = [f"--env={name}={value}" for name, value in self.environment.items()]
        return [f"--volume={self.directory}:{MOUNTED_AT}:ro", *told]

    @property
    def bubblewrap(self) -> list[str]:
        """Options of bwrap."""
        told = [word for each in self.environment.items() for word in ("--setenv", *each)]
        return ["--ro-bind", self.directory, MOUNTED_AT, *told]

    @property
    def devcontainer(self) -> dict[str, object]:
        """Members of devcontainer.json."""
        mount = f"source={self.directory},target={MOUNTED_AT},type=bind,readonly"
        return {"mounts": [mount], "containerEnv": self.environment}


def mount_of(socket: str, owner: int | None) -> Mount:
    """The mount for this socket. `owner`: our user, as the container numbers users, where another
    user asks there; None: the same user does."""
    owns = {} if owner is None else {"SAYSO_SOCKET_OWNER": str(owner)}
    environment = {"SAYSO_SOCKET": f"{MOUNTED_AT}/socket", **owns}
    return Mount(socket.rpartition("/")[0], environment)


def describe(mount: Mount) -> str:
    """Says how to mount it with the other programs, for a person. The options of docker are the
    result itself."""
    member = json.dumps(mount.devcontainer)[1:-1]
    return (
        "Those are options of docker run and podman run.\n"
        f"Of bwrap: {shlex.join(mount.bubblewrap)}\n"
        f"In devcontainer.json: {member}"
    )


def told(mount: Mount) -> dict[str, object]:
    """The options, for JSON."""
    return {
        "docker": mount.docker,
        "bubblewrap": mount.bubblewrap,
        "devcontainer": mount.devcontainer,
    }
