"""The commands of ssh that carry a socket: lists of words, and no shell's line. Pure."""

from __future__ import annotations

from sayso.carrier.there import COMMAND
from sayso.errors import NotCarried
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_OF_THE_LINE = {
    "ControlPersist": "no",  # it ends with what it was started for
    "ServerAliveInterval": "15",
    "ServerAliveCountMax": "2",
    "ConnectTimeout": "30",
    "LogLevel": "INFO",  # else some of its complaints are not heard
    "VisualHostKey": "no",
}
_OF_ITS_SESSION = {
    "RequestTTY": "no",
    "RemoteCommand": "none",  # ours takes its place
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
    "UpdateHostKeys": "no",  # which may ask
}
"""What the person's own Host block may want of a login, and not of us. How the other machine is
reached (ProxyJump, IdentityFile and the like) stays theirs."""


class Ssh(Value):
    """How one place is reached."""

    program: str
    """The path of ssh."""
    destination: str
    """As after `ssh`; see destination.py."""
    control: str
    """The path of the socket by which other commands of ssh reach the one that is connected."""
    configuration: str | None = None
    """The file to read instead of the person's own."""
    is_for_login: bool = False
    """A login comes over the same line, so what its Host block forwards and runs is its own."""
    environ: Mapping[str, str] | None = None
    """What differs from ours."""
    may_ask: bool = True
    """The person, for what it wants to know."""

    def master(self) -> tuple[str, ...]:
        """Connects, and runs there what it reads."""
        options = _OF_THE_LINE | _OF_ITS_SESSION | ({} if self.is_for_login else _NOTHING_ELSE)
        if not self.may_ask:
            options |= {"BatchMode": "yes"}
        first = (*self._own(), "-M", "-S", self.control, *_options(options))
        return (*first, "--", self.destination, COMMAND)

    def forward(self, there: str, here: str) -> tuple[str, ...]:
        """Has the connected one carry connections from the one socket to the other. Raises
        NotCarried: ssh has no way to name it.

        No configuration is read: the forwards of the Host block would be asked for, too.
        """
        way = f"{_named(there)}:{_named(here)}"
        command = (self.program, "-F", "none", *self._over(), "-O", "forward", "-R", way)
        return (*command, "--", self.destination)

    def login(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        """The person's own, over the connected one."""
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
    """As ssh(1) takes it after -R: it has tokens, and takes a colon for the end."""
    if "${" in path:
        raise NotCarried(
            f"ssh can't forward {path!r}", remedy="set SAYSO_SOCKET to a path without ${"
        )
    for sign, meant in (("\\", "\\\\"), (":", "\\:"), ("%", "%%")):
        path = path.replace(sign, meant)
    return path
