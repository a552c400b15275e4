"""Git's protocol for credential helpers: git-credential(1), gitcredentials(7)."""

from __future__ import annotations

from sayso.core.secret import Secret
from sayso.frontends.askpass import behalf
from sayso.frontends.askpass.asking import Asking
from sayso.frontends.askpass.prompt import plain_address, title
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import RawIOBase

    from sayso.core.outcome import Outcome

QUIT = b"quit=1\n"
"""Tells git to ask nobody else."""

_PASSWORD = b"password="
_NEWLINE = ord("\n")
_LONGEST = 8192
"""Bytes of the longest password that the keyring gives."""


class Request(Value):
    """What git wants a credential for."""

    protocol: str = ""
    host: str = ""
    path: str = ""
    username: str = ""
    says: tuple[str, ...] = ()
    """What the server says about how to sign in: its WWW-Authenticate headers."""
    has_password: bool = False
    """Whether git tells a password, too."""

    @property
    def address(self) -> str:
        """The address without the user's name. For a certificate it is the address of a file."""
        path = f"/{self.path.removeprefix('/')}" if self.path else ""
        return f"{self.protocol}://{self.host}{path}"


def lines(pipe: RawIOBase) -> Iterator[bytes]:
    """The lines that git writes, up to the name of a password. The password itself, and all that
    follows it, stay in the pipe."""
    line = bytearray()
    while byte := pipe.read(1):
        line += byte
        if line == _PASSWORD:
            break
        if byte == b"\n":
            yield bytes(line)
            line.clear()
    yield bytes(line)


def read(lines: Iterable[bytes]) -> Request:
    """The request in these lines, up to an empty line. If an attribute is repeated, the last one
    counts; of a list, all do. Unknown attributes are skipped."""
    told: dict[str, str] = {}
    says: list[str] = []
    has_password = False
    for line in lines:
        text = line.removesuffix(b"\n").decode("utf-8", "replace")
        name, is_attribute, value = text.partition("=")
        if not text:
            break
        if name == "wwwauth[]":
            says = [*says, value] if value else []
        elif is_attribute and name in ("protocol", "host", "path", "username"):
            told[name] = value
        has_password |= line.startswith(_PASSWORD)
    return Request(**told, says=tuple(says), has_password=has_password)


def password(pipe: RawIOBase) -> Secret:
    """The password that git tells, in locked memory, once `lines` has come to it. A longer one than
    any in the keyring is cut. Raises MemoryNotLocked."""
    from sayso.client.link import locked  # few need it

    room, size = locked(_LONGEST + 1), 0
    while size < len(room) and pipe.readinto(room[size : size + 1]) and room[size] != _NEWLINE:
        size += 1
    return Secret(room[:size])


def ask(request: Request, check: str = "") -> Outcome | None:
    """Asks the person for the password, and for the user name unless the request has it. `check`:
    the label of a check box; empty: no box. None: git no longer waits for the answer. Raises
    SaysoError."""
    asking = Asking("git-credential-sayso")
    return asking.outcome(
        "password",
        f"git asks for the {'password' if request.username else 'user name and the password'}.",
        title=title(f"Password for {plain_address(request.address) or 'git'}"),
        details=behalf.render(_told(request) | asking.behalf()),
        detail_kind="fields",
        **({} if request.username else {"user": "User name"}),
        **({"check": check} if check else {}),
    )


def _told(request: Request) -> dict[str, str]:
    """Lines of what git tells. Who made the address, and the server, may have chosen any words."""
    told = {
        "Address": behalf.wrapped((request.address,)),
        "User name": _line(request.username),
        "The server says": "\n".join(map(_line, request.says)),
    }
    return {name: text for name, text in told.items() if text}


def _line(text: str) -> str:
    return behalf.wrapped((behalf.quoted(text),)) if text else ""


def reply(request: Request, secret: Secret) -> Iterator[bytes | memoryview]:
    """The reply to git, in pieces, none of which is a copy of the secret."""
    name, password = parts(request, secret)
    if not request.username:
        yield from (b"username=", name, b"\n")
    yield from (_PASSWORD, password, b"\n")


def parts(request: Request, secret: Secret) -> tuple[memoryview, memoryview]:
    """The user name and the password within the secret, uncopied. The name is empty if the request
    has it."""
    view = secret.view()
    if request.username:
        return view[:0], view
    end = _end_of_line(view)
    return view[:end], view[end + 1 :]


def reply_kept(username: str, secret: Secret) -> Iterator[bytes | memoryview]:
    """Like `reply`, for a secret from the keyring."""
    yield from (b"username=", username.encode(), b"\n", _PASSWORD, kept_password(secret), b"\n")


def kept_password(secret: Secret) -> memoryview:
    """The password within a secret from the keyring, uncopied: the first line."""
    view = secret.view()
    return view[: _end_of_line(view)]


def _end_of_line(view: memoryview) -> int:
    """Index of the first newline; if there is none, the length."""
    return next((place for place, byte in enumerate(view) if byte == _NEWLINE), len(view))
