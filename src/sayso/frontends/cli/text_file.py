"""Text that a command reads from a file, or from standard input."""

from __future__ import annotations

from sayso.errors import InvalidParams

STDIN = "-"


def read(file: str, most: int, option: str, *, field: str | None = None) -> str:
    """The text of the file, of at most `most` bytes in UTF-8; `-` is standard input. `option`: what
    named the file; `field`: the request's field that the text is for. Raises InvalidParams."""
    try:
        with open(0 if file == STDIN else file, "rb", closefd=file != STDIN) as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise InvalidParams(
            f"{option}: {error.strerror}: {file}",
            field=field,
            remedy="name a file that can be read, or - for standard input",
        ) from error
    if len(data) > most:
        raise InvalidParams(
            f"{option}: more than {most} bytes: {file}",
            field=field,
            remedy="leave out what the person need not read",
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidParams(
            f"{option}: not UTF-8: byte {error.start} of {file}",
            field=field,
            remedy="convert it, as with: iconv -t UTF-8",
        ) from error
