"""What a verb writes: its result on standard output, words for people on standard error.

`aside`: the result goes to standard error instead, as standard output is for the answer alone.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TextIO

    from sayso.errors import ServiceError


def result(text: str, *, aside: bool = False) -> bool:
    """Writes the result, one or more lines. False: it could not be written."""
    return _write(sys.stderr if aside else sys.stdout, text)


def result_json(value: dict[str, Any], *, aside: bool = False) -> bool:
    import json  # most commands write words

    return result(json.dumps(value), aside=aside)


def answer(lines: Sequence[str], *, aside: bool = False) -> bool:
    """Writes what a person typed or chose, unchanged; on a terminal, with characters that it can't
    show as escapes. False: it could not be written."""
    if not lines:
        return True
    text = "\n".join(lines)
    stream = sys.stderr if aside else sys.stdout
    if stream is not None and stream.isatty():
        from sayso.core.text import visible  # most answers are programs' to read

        text = visible(text)
    return result(text, aside=aside)


def not_written() -> ServiceError:
    """The error for an answer that could not be written, as the caller has no other word of it."""
    from sayso.errors import ServiceError  # most answers are written

    return ServiceError(
        "the answer could not be written: standard output is closed, nobody reads it, or its disk "
        "is full",
        remedy="mend that, and ask again: an answer is handed out only once",
    )


def stream(text: str) -> bool:
    """Writes a part of a result that may go on for long. False: nobody reads it any more."""
    return _write(sys.stdout, text)


def note(text: str) -> None:
    """Writes words for a person."""
    _write(sys.stderr, text)


def terminal_width() -> int | None:
    """Columns of the terminal that standard output is. None: it is no terminal, or its width is not
    known."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isdecimal():
        return int(wanted) or None
    return os.get_terminal_size(sys.stdout.fileno()).columns or None


def _write(stream: TextIO | None, text: str) -> bool:
    """Writes the text and a newline. False: they could not be written."""
    if stream is None:  # closed when this program started
        return False
    encoding = stream.encoding
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()
    except OSError:
        _give_up(stream)
        return False
    return True


def _give_up(stream: TextIO) -> None:
    """Discards what the stream still holds: nobody reads it any more, or its disk is full. The
    caller learns of that, or of the outcome, from the exit status.

    What is left in the buffer must not change that status when the interpreter ends.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
