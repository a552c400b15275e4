"""Git's protocol for credential helpers: git-credential(1), gitcredentials(7)."""

from __future__ import annotations

from sayso.frontends.askpass import behalf
from sayso.frontends.askpass.asking import Asking
from sayso.frontends.askpass.prompt import title
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import RawIOBase
    from typing import Any

    from sayso.core.outcome import Outcome
    from sayso.core.secret import Secret

QUIT = b"quit=1\n"
"""Git asks nobody else then."""

_PASSWORD = b"password="
_NEWLINE = ord("\n")


class Request(Value):
    """What git wants a credential for."""

    protocol: str = ""
    host: str = ""
    path: str = ""
    username: str = ""
    says: tuple[str, ...] = ()
    """What the server says of how to sign in (WWW-Authenticate)."""

    @property
    def address(self) -> str:
        """Without the user's name. Of a certificate it is a file's."""
        path = f"/{self.path.removeprefix('/')}" if self.path else ""
        return f"{self.protocol}://{self.host}{path}"


def lines(pipe: RawIOBase) -> Iterator[bytes]:
    """What git says before a password: that, and what follows it, stay in the pipe."""
    line = bytearray()
    while byte := pipe.read(1):
        line += byte
        if line == _PASSWORD:
            return
        if byte == b"\n":
            yield bytes(line)
            line.clear()
    yield bytes(line)


def read(lines: Iterable[bytes]) -> Request:
    """Up to an empty line. Of an attribute that comes again the last one counts, of a list all do;
    what is not known here is passed over."""
    told: dict[str, str] = {}
    says: list[str] = []
    for line in lines:
        text = line.removesuffix(b"\n").decode("utf-8", "replace")
        name, is_attribute, value = text.partition("=")
        if not text:
            break
        if name == "wwwauth[]":
            says = [*says, value] if value else []
        elif is_attribute and name in ("protocol", "host", "path", "username"):
            told[name] = value
    return Request(**told, says=tuple(says))


def ask(request: Request, check: str = "") -> Outcome | None:
    """For the name, unless it is known, and the password; `check`: the label of a check box. None:
    git waits for it no more. Raises SaysoError."""
    asking = Asking("git-credential-sayso")
    of_user = f" of {request.username}" if request.username else ""
    lines: dict[str, Any] = {"Address": behalf.wrapped((request.address,))}
    if request.says:
        lines["The server says"] = list(request.says)
    return asking.outcome(
        "password",
        f"git asks for the {'password' if request.username else 'user name and the password'}.",
        title=title(f"Password{of_user} for {request.address}"),
        details=behalf.render(lines | asking.behalf()),
        detail_kind="fields",
        **({} if request.username else {"user": "User name"}),
        **({"check": check} if check else {}),
    )


def reply(request: Request, secret: Secret) -> Iterator[bytes | memoryview]:
    """In pieces, none of which is a copy of the secret."""
    name, password = parts(request, secret)
    if not request.username:
        yield from (b"username=", name, b"\n")
    yield from (_PASSWORD, password, b"\n")


def parts(request: Request, secret: Secret) -> tuple[memoryview, memoryview]:
    """The name, which is empty where it was known, and the password; uncopied."""
    view = secret.view()
    if request.username:
        return view[:0], view
    end = _end_of_line(view)
    return view[:end], view[end + 1 :]


def reply_kept(username: str, secret: Secret) -> Iterator[bytes | memoryview]:
    """Of the secret its first line; in pieces, as `reply`."""
    view = secret.view()
    name = username.encode()
    yield from (b"username=", name, b"\n", _PASSWORD, view[: _end_of_line(view)], b"\n")


def _end_of_line(view: memoryview) -> int:
    """Of the first one, where there are more."""
    return next((place for place, byte in enumerate(view) if byte == _NEWLINE), len(view))
