"""The person's own keyring, for what git asks: with a check box the person has an answer kept
there, and an answer that is there is not asked for again. sayso itself keeps nothing.

Entries have the form of git's own helper for the keyring (contrib/credential/libsecret of git):
that helper and sayso find each other's entries.
"""

from __future__ import annotations

from sayso.errors import Unsupported
from sayso.frontends.askpass import credential
from sayso.platforms import select
from sayso.values import Value, replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.secret import Secret
    from sayso.frontends.askpass.credential import Request
    from sayso.platforms.contract.keyring import Attributes

CHECK = "Keep it in the keyring"
"""The label of the check box."""

_SCHEMA = {"xdg:schema": "org.git.Password"}


class Kept(Value):
    """An answer that the keyring holds."""

    username: str
    secret: Secret
    """The first line is the password; further lines are what another helper keeps beside it."""


class Keeping:
    """Finds, keeps and removes the keyring's answer to one request of git."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._keyring = select.keyring()
        self.is_possible = False
        """Whether an answer can be kept: `find` has found a keyring, and no answer in it, nor one
        for another port or path."""

    def find(self) -> Kept | None:
        """The keyring's answer. None: the person is to be asked. Raises MemoryNotLocked."""
        if not (attributes := _attributes(self._request)):
            return None
        try:
            entry = self._keyring.find(attributes)
            if entry and entry.get("user"):
                attributes |= {"user": entry["user"]}
                entry = self._keyring.find(attributes)  # the one that is read below
        except Unsupported:
            return None
        if entry is None or not entry.get("user"):
            self.is_possible = True
            return None
        if not _is_for(entry, attributes):
            return None  # the keyring may put what is kept now in the place of that one
        secret = self._keyring.read(attributes, select.starter().hold().lives)
        return None if secret is None else Kept(entry["user"], secret)

    def keep(self, secret: Secret) -> None:
        """Keeps what the person has typed. Raises ServiceError if it could not be kept."""
        name, password = credential.parts(self._request, secret)
        username = self._request.username or str(name, "utf-8")
        request = replace(self._request, username=username)
        self._keyring.keep(f"Git: {request.address}", _SCHEMA | _attributes(request), password)

    def forget(self, refused: Callable[[], Secret] | None) -> str:
        """Removes the answer after a server has refused it. `refused`: gives the password that the
        server has refused; None: it is not known. Nothing is removed where that may not be the one
        that is kept, or where another entry would be lost with it. Returns why the entry stays;
        empty: none is there any more. Raises ServiceError, MemoryNotLocked."""
        if not (attributes := _attributes(self._request)):
            return ""
        try:
            entry = self._keyring.find(attributes)
        except Unsupported:
            return ""
        if entry is None or not _is_for(entry, attributes):
            return ""
        if not self._request.username:
            return "no user's name was told"
        if not self._keyring.is_only(attributes):
            return "other entries would go with it"
        if refused and not self._is_kept(attributes, refused):
            return "the refused password is another one, or the keyring is locked"
        self._keyring.forget(attributes)
        return ""

    def _is_kept(self, attributes: Attributes, told: Callable[[], Secret]) -> bool:
        """Whether the entry has this password. Raises MemoryNotLocked."""
        from hmac import compare_digest  # slow to load

        kept = self._keyring.read(attributes, select.starter().hold().lives)
        if kept is None:
            return False
        password = told()
        try:
            return compare_digest(credential.kept_password(kept), password.view())
        finally:
            kept.wipe()
            password.wipe()


def _is_for(entry: Attributes, attributes: Attributes) -> bool:
    """Whether the entry is for the port and the path of the request, none included: a keyring finds
    entries that have more attributes, too."""
    return all(entry.get(name, "") == attributes.get(name, "") for name in ("port", "object"))


def _attributes(request: Request) -> dict[str, str]:
    """Attributes that identify the request's entry. Empty: the request has too few to tell the
    entry from others."""
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
