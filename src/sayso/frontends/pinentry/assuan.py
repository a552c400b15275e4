"""Reads and writes the lines of the Assuan protocol.

A line has at most 1000 bytes without its end. In data, and in texts that commands carry, `%` and
two hexadecimal digits stand for a byte.
"""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from sayso.core.secret import Bytes

LONGEST = 1000
"""Most bytes of a line, without its end."""

GREETING = b"OK Pleased to meet you\n"
OK = b"OK\n"
GOODBYE = b"OK closing connection\n"

_DATA = b"D "
_HEXADECIMAL = b"0123456789ABCDEF"
_DIGITS = frozenset(b"0123456789ABCDEFabcdef")
_ESCAPED = frozenset(b"%\r\n")


class Failure(Value):
    """Why a command failed. `code` is libgpg-error's: it combines the numbers of the error and of
    the program that reports it."""

    code: int
    says: str

    def line(self) -> bytes:
        return f"ERR {self.code} {self.says}\n".encode()


CANCELLED = Failure(83886179, "Operation cancelled <Pinentry>")
TIMED_OUT = Failure(83886142, "Timeout <Pinentry>")
NOT_CONFIRMED = Failure(83886194, "Not confirmed <Pinentry>")
WRONG_PARAMETER = Failure(83886360, "IPC parameter error <Pinentry>")
UNKNOWN_COMMAND = Failure(536871187, "Unknown IPC command <User defined source 1>")
TOO_LONG = Failure(536871175, "IPC line too long <User defined source 1>")


class TooLong(Exception):
    """A line is longer than the protocol allows."""


def read_line(stream: BinaryIO) -> bytes | None:
    """The next line without its end; None: there are no more. Raises TooLong, once per line however
    long it is."""
    line = stream.readline(LONGEST + 1)
    if line.endswith(b"\n"):
        return line.removesuffix(b"\n").removesuffix(b"\r")
    if len(line) > LONGEST:
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        raise TooLong
    return line or None


def command(line: bytes) -> tuple[str, str]:
    """The command's name, in capitals, and its argument. Both are empty for an empty line or a
    comment."""
    if line.startswith(b"#"):
        return "", ""
    name, _, argument = line.strip().partition(b" ")
    return name.decode("utf-8", "replace").upper(), argument.decode("utf-8", "replace").strip()


def option(argument: str) -> tuple[str, str]:
    """The name and the value that OPTION gives: `name`, `name=value` or `name value`."""
    plain = argument.removeprefix("--").strip()
    name, equals, value = plain.partition("=")
    if not equals:
        name, _, value = plain.partition(" ")
    return name.strip(), value.strip()


def unescape(text: str) -> str:
    """A command's text with its `%` escapes decoded. A `%` that begins no escape stays."""
    first, *others = text.encode().split(b"%")
    return b"".join((first, *map(_unescaped, others))).decode("utf-8", "replace")


def _unescaped(after: bytes) -> bytes:
    """What a `%` and the bytes after it stand for."""
    digits = after[:2]
    if len(digits) < 2 or not _DIGITS.issuperset(digits):
        return b"%" + after
    return bytes.fromhex(digits.decode()) + after[2:]


def data(text: str) -> bytes:
    """The data line for a short text that is not secret."""
    return _DATA + text.encode() + b"\n"


def room_for(secret: Bytes) -> int:
    """Most bytes that the data lines of this secret take."""
    most = 3 * len(secret)
    return most + (most // (LONGEST - 4) + 1) * (len(_DATA) + 1)


def write_data(secret: Bytes, room: Bytes) -> int:
    """Writes the secret's data lines into `room`, byte by byte, so that no other copy of the secret
    arises. Returns how many bytes they take; an empty secret takes none."""
    length = place = 0
    for byte in secret:
        piece = (_PERCENT, _HEXADECIMAL[byte >> 4], _HEXADECIMAL[byte & 15])
        wanted = piece if byte in _ESCAPED else (byte,)
        if length + len(wanted) > LONGEST:
            room[place] = _NEWLINE
            place, length = place + 1, 0
        for each in wanted if length else (*_DATA, *wanted):
            room[place] = each
            place, length = place + 1, length + 1
    if length:
        room[place] = _NEWLINE
        place += 1
    return place


_PERCENT, _NEWLINE = b"%\n"


def listed(names: Iterator[str]) -> bytes:
    """The reply to HELP."""
    return "".join(f"# {name}\n" for name in names).encode() + OK
