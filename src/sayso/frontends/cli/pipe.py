"""Standard output for a password: a pipe, so that it is neither shown nor stored by accident."""

from __future__ import annotations

import os
import sys

from sayso.core.secret import Secret
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.cli.command import Option
from sayso.platforms import select
from sayso.platforms.contract.output import Output

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

    Piece = bytes | memoryview

_STDOUT: Final = 1
_REMEDY = "pipe it to the program that needs it, or say --reveal"


def reveal_option() -> Option:
    return Option("--reveal", "write a password to a terminal or a file, too")


def newline_option() -> Option:
    return Option("--no-newline", "write no newline after a password: every byte counts")


def check(*, reveal: bool, remedy: str = _REMEDY) -> None:
    """Raises InvalidParams unless a password may go to standard output. `remedy`: what to do if
    that is a terminal or a file."""
    # sys.stdout is None where descriptor 1 was closed; another file may have that number by now.
    if sys.stdout is None:
        raise InvalidParams("standard output is closed", remedy="give it a pipe")
    output = select.processes().output()
    if not reveal and output in (Output.TERMINAL, Output.STORED):
        place = "a terminal" if output is Output.TERMINAL else "no pipe"
        raise InvalidParams(
            f"standard output is {place}: a password would be shown or stored there",
            remedy=remedy,
        )
    if output is Output.ABANDONED:
        raise InvalidParams(
            "standard output is a pipe that nobody reads any more",
            remedy="find out why the program that reads from it has ended",
        )
    if not reveal and (shell := select.processes().rewriter()):
        raise InvalidParams(
            f"{shell} reads a password as text, and passes another one on where it has letters "
            "beyond ASCII",
            remedy='let cmd make the pipe: cmd /c "sayso password … | program"; or say --reveal',
        )


def is_read() -> bool:
    """Whether somebody can still read a password from standard output."""
    return select.processes().output() is not Output.ABANDONED


def hand_over(secret: Secret, as_pieces: Callable[[Secret], Iterable[Piece]]) -> None:
    """Writes the secret to standard output, in the pieces that `as_pieces` makes of it, and wipes
    it. Raises ServiceError if nobody takes it."""
    try:
        put(*as_pieces(secret))
    finally:
        secret.wipe()


def put(*pieces: Piece) -> None:
    """Writes the pieces to standard output one after another, without copies. Raises ServiceError
    if nobody takes them."""
    try:
        for piece in pieces:
            data = memoryview(piece)
            while data:
                data = data[os.write(_STDOUT, data) :]
    except OSError as error:
        raise ServiceError(
            f"the password could not be written: {error.strerror}",
            remedy="ask again: a password is handed out only once",
        ) from error
