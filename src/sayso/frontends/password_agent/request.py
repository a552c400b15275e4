"""Reads a request for a password: a file that systemd writes, https://systemd.io/PASSWORD_AGENTS/.

The message in it is whatever a program has put there, newlines included: systemd escapes none.
"""

from __future__ import annotations

from sayso.errors import ParseError
from sayso.values import Value

_SECTION = "[Ask]"
_KNOWN = frozenset({"PID", "Socket", "NotAfter", "Echo", "Message", "Icon", "Id"})
"""Keys that are read. systemd also documents AcceptCached, which is left out: we keep no password
that could be used again."""

_MOST_DIGITS = 20
"""Digits of the largest number of 64 bits."""


class Request(Value):
    """A request that can be answered."""

    pid: int
    """The process that asks, as the file says."""
    socket: str
    """The path of the socket that takes the answer."""
    not_after: float | None = None
    """When the answer comes too late, in seconds of CLOCK_MONOTONIC; None: no time limit."""
    echo: bool = False
    """Whether what is typed may be seen: then it is no secret."""
    message: str = ""
    icon: str = ""
    """The name of an icon, by which programs show what the password is for."""
    id: str = ""
    """What the password is for: `cryptsetup:/dev/sdb1`, say."""
    by_root: bool = False
    """Whether root wrote the file, and not our user, unless that is root."""


def parse(text: bytes, *, by_root: bool = False) -> Request:
    """Reads the text of a request's file. Raises ParseError."""
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
        by_root,
    )


def _given(text: str) -> dict[str, str]:
    """The values of known keys, by key. A line that sets none is skipped, as systemd does. Raises
    ParseError for a key that stands there twice."""
    given: dict[str, str] = {}
    section = ""
    for line in text.split("\n"):
        if line.startswith("["):
            section = line
            continue
        name, sign, value = line.partition("=")
        if section != _SECTION or not sign or name not in _KNOWN:
            continue
        if name in given:  # a message with a newline in it could set another Socket
            raise ParseError(f"it says {name} twice")
        given[name] = value
    return given


def _number(given: dict[str, str], name: str) -> int:
    """The number of this key; 0 where the key is left out. Raises ParseError."""
    text = given.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise ParseError(f"its {name} is not a number")
    return int(text)
