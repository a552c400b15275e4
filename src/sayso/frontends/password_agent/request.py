"""What a request for a password says: a file of systemd's, https://systemd.io/PASSWORD_AGENTS/.

Its message is whatever a program has put there, newlines included: systemd escapes none.
"""

from __future__ import annotations

from sayso.errors import ParseError
from sayso.values import Value

_SECTION = "[Ask]"
_KNOWN = frozenset({"PID", "Socket", "NotAfter", "Echo", "Message", "Icon", "Id"})
"""Of AcceptCached, too, systemd's documents tell: we keep no password that could be taken."""

_MOST_DIGITS = 20
"""Of 64 bits."""


class Request(Value):
    """One that can be answered."""

    pid: int
    """As the file says, of the process that asks."""
    socket: str
    """The path to which the answer goes."""
    not_after: float | None = None
    """Until when the answer counts, in seconds of CLOCK_MONOTONIC; None: as long as it takes."""
    echo: bool = False
    """What is typed may be seen: it is no secret."""
    message: str = ""
    icon: str = ""
    """The name of a picture for it, by which programs tell what it is about."""
    id: str = ""
    """What the password is for: `cryptsetup:/dev/sdb1`, say."""


def parse(text: bytes) -> Request:
    """Raises ParseError."""
    try:
        given = _given(text.decode())
    except UnicodeDecodeError:
        raise ParseError("it is not UTF-8") from None
    if not given.get("Socket"):
        raise ParseError("it names no socket")
    pid, not_after = _number(given, "PID"), _number(given, "NotAfter")
    if not pid:
        raise ParseError("it names no process")
    return Request(
        pid,
        given["Socket"],
        not_after / 1e6 if not_after else None,
        bool(_number(given, "Echo")),
        given.get("Message", "").strip(),
        given.get("Icon", "").strip(),
        given.get("Id", "").strip(),
    )


def _given(text: str) -> dict[str, str]:
    """What we know of, by its name. A line that says nothing is passed over, as systemd does."""
    given: dict[str, str] = {}
    section = ""
    for line in text.split("\n"):
        if line.startswith("["):
            section = line
            continue
        name, sign, value = line.partition("=")
        if section != _SECTION or not sign or name not in _KNOWN:
            continue
        if name in given:  # a message with a newline could bring a socket of its own
            raise ParseError(f"it says {name} twice")
        given[name] = value
    return given


def _number(given: dict[str, str], name: str) -> int:
    """0 where it is left out."""
    text = given.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise ParseError(f"its {name} is not a number")
    return int(text)
