"""The person's own keyring, for what git asks: a check box keeps an answer there, and what is there
is not asked for again. sayso itself keeps nothing.

Entries are those of git's own helper for it (contrib/credential/libsecret of git): each of the two
finds what the other one has kept.
"""

from __future__ import annotations

from sayso.errors import Unsupported
from sayso.frontends.askpass import credential
from sayso.platforms import select
from sayso.values import Value, replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.secret import Secret
    from sayso.frontends.askpass.credential import Request

CHECK = "Keep it in the keyring"
"""The label of the check box."""

_SCHEMA = {"xdg:schema": "org.git.Password"}


class Kept(Value):
    """What the keyring has."""

    username: str
    secret: Secret
    """The password in its first line; what another helper keeps beside it follows."""


class Keeping:
    """For one request of git's."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._keyring = select.keyring()
        self.is_possible = False
        """There is a keyring, and it has no answer: it may keep one."""

    def find(self) -> Kept | None:
        """None: the person is to be asked. Raises MemoryNotLocked."""
        if not (attributes := _attributes(self._request)):
            return None
        try:
            entry = self._keyring.find(attributes)
        except Unsupported:
            return None
        if entry is None or not entry.get("user"):
            self.is_possible = True
            return None
        attributes |= {"user": entry["user"]}
        secret = self._keyring.read(attributes, select.starter().hold().lives)
        return None if secret is None else Kept(entry["user"], secret)

    def keep(self, secret: Secret) -> None:
        """What the person has typed. Raises ServiceError where it is not kept."""
        name, password = credential.parts(self._request, secret)
        username = self._request.username or str(name, "utf-8")
        request = replace(self._request, username=username)
        self._keyring.keep(f"Git: {request.address}", _SCHEMA | _attributes(request), password)

    def forget(self) -> None:
        """Once a server has refused it: nothing else is to be lost. Raises ServiceError."""
        attributes = _attributes(self._request)
        if not attributes or not self._request.username:
            return
        try:
            entry = self._keyring.find(attributes)
        except Unsupported:
            return
        if entry is not None:
            self._keyring.forget(attributes)


def _attributes(request: Request) -> dict[str, str]:
    """Those that an entry is found by; none: too few to tell it from others."""
    if not request.protocol or not request.host:
        return {}
    server, is_port, port = request.host.rpartition(":")
    if not is_port or not port.isdecimal():
        server, port = request.host, ""
    told = {
        "user": request.username,
        "object": request.path,
        "protocol": request.protocol,
        "port": port,
        "server": server,
    }
    return {name: value for name, value in told.items() if value}
