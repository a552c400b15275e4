"""The ssh commands that carry a socket, as lists of arguments, not as a line for a shell. Pure."""

from __future__ import annotations

from sayso.carrier.there import COMMAND
from sayso.errors import NotCarried
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_OF_THE_LINE = {
    "ControlPersist": "no",  # ssh ends when the command that it runs there has ended
    "ServerAliveInterval": "15",
    "ServerAliveCountMax": "2",
    "ConnectTimeout": "30",
    "LogLevel": "INFO",  # else ssh leaves out some of its error messages
    "VisualHostKey": "no",
}
_OF_ITS_SESSION = {
    "RequestTTY": "no",
    "RemoteCommand": "none",  # we give a command of our own
    "SessionType": "default",
    "StdinNull": "no",
    "ForkAfterAuthentication": "no",
    "ClearAllForwardings": "yes",
    "Tunnel": "no",
}
_NOTHING_ELSE = {
    "ForwardAgent": "no",
    "ForwardX11": "no",
    "PermitLocalCommand": "no",
    "UpdateHostKeys": "no",  # it may ask the person
}
"""Options that the person's Host block may set for their logins, but that must not hold for us. How
the other machine is reached (ProxyJump, IdentityFile and the like) stays as the person set it."""


class Ssh(Value):
    """How one other machine is reached by ssh."""

    program: str
    """The path of ssh."""
    destination: str
    """What a person types after `ssh`; see destination.py."""
    control: str
    """Path of the control socket, by which other ssh commands reach the ssh that is connected."""
    configuration: str | None = None
    """The file to read instead of the person's own."""
    is_for_login: bool = False
    """The person logs in over the same connection, so what their Host block forwards and runs is
    left to them."""
    environ: Mapping[str, str] | None = None
    """Variables of ssh's environment that differ from ours."""
    may_ask: bool = True
    """Whether ssh may ask the person for what it needs to know."""

    def master(self) -> tuple[str, ...]:
        """The command that connects, and has a shell there run what comes over standard input."""
        options = _OF_THE_LINE | _OF_ITS_SESSION | ({} if self.is_for_login else _NOTHING_ELSE)
        if not self.may_ask:
            options |= {"BatchMode": "yes"}
        first = (*self._own(), "-M", "-S", self.control, *_options(options))
        return (*first, "--", self.destination, COMMAND)

    def forward(self, there: str, here: str) -> tuple[str, ...]:
        """The command by which the connected ssh carries connections from the socket at `there` to
        the one at `here`. Raises NotCarried if ssh has no way to write such a path.

        It reads no configuration: else it would request the forwards of the Host block, too.
        """
        way = f"{_named(there)}:{_named(here)}"
        command = (self.program, "-F", "none", *self._over(), "-O", "forward", "-R", way)
        return (*command, "--", self.destination)

    def login(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        """The command of the person's own login, over the connected ssh."""
        return (*self._own(), *self._over(), "--", self.destination, *arguments)

    def _own(self) -> tuple[str, ...]:
        if self.configuration is None:
            return (self.program,)
        return (self.program, "-F", self.configuration)

    def _over(self) -> tuple[str, ...]:
        return ("-S", self.control, *_options({"ControlMaster": "no"}))


def _options(options: Mapping[str, str]) -> Iterator[str]:
    for name, value in options.items():
        yield from ("-o", f"{name}={value}")


def _named(path: str) -> str:
    """The path as ssh(1) wants it after -R: signs that would begin a token, or end the path, are
    escaped. Raises NotCarried for "${", which can't be escaped."""
    if "${" in path:
        raise NotCarried(
            f"ssh can't forward {path!r}", remedy="set SAYSO_SOCKET to a path without ${"
        )
    for sign, meant in (("\\", "\\\\"), (":", "\\:"), ("%", "%%")):
        path = path.replace(sign, meant)
    return path
