"""Standard output for a password: a pipe, so that it is neither shown nor stored by accident."""

from __future__ import annotations

import os
import stat
import sys

from sayso.core.secret import Secret
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.cli.command import Option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Final

_STDOUT: Final = 1


def reveal_option() -> Option:
    return Option("--reveal", "write a password to a terminal or a file, too")


def newline_option() -> Option:
    return Option("--no-newline", "write no newline after a password: every byte counts")


def check(*, reveal: bool) -> None:
    """Whether a password may go there. Raises InvalidParams."""
    # Python leaves sys.stdout out where descriptor 1 was closed; another file may have that number.
    if sys.stdout is None:
        raise InvalidParams("standard output is closed", remedy="give it a pipe")
    mode = os.fstat(_STDOUT).st_mode
    if not reveal and not stat.S_ISFIFO(mode) and not stat.S_ISSOCK(mode):
        place = "a terminal" if os.isatty(_STDOUT) else "no pipe"
        raise InvalidParams(
            f"standard output is {place}: a password would be shown or stored there",
            remedy="pipe it to the program that needs it, or say --reveal",
        )
    if not is_read():
        raise InvalidParams(
            "standard output is a pipe that nobody reads any more",
            remedy="look why the program at its other end has ended",
        )


def is_read() -> bool:
    """Whether somebody can still take a password there. What no system tells is taken for true."""
    import select

    poll = getattr(select, "poll", None)  # Windows has none
    if poll is None:
        return True
    stdout = poll()
    stdout.register(_STDOUT, 0)  # poll(2): POLLERR is told unasked, of a pipe without readers
    return not stdout.poll(0)


def write(secret: Secret, *, newline: bool) -> None:
    """The secret, uncopied, and what ends it. Raises ServiceError where nobody takes it."""
    try:
        for data in (secret.view(), memoryview(b"\n" if newline else b"")):
            while data:
                data = data[os.write(_STDOUT, data) :]
    except OSError as error:
        raise ServiceError(
            f"the password could not be written: {error.strerror}",
            remedy="ask again: it is handed out once",
        ) from error
