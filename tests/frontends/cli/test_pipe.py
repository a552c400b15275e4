"""A password's way out of this process."""

import sys

assert sys.platform != "win32"

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sayso.core.secret import Secret
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.cli import pipe
from sayso.platforms import select

WORD = b"canary"


@contextmanager
def piped() -> Iterator[int]:
    """Standard output is a pipe meanwhile: the end to read, which the test closes."""
    kept = os.dup(1)
    reading, writing = os.pipe()
    os.dup2(writing, 1)
    os.close(writing)
    try:
        yield reading
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def test_what_was_handed_over_is_wiped() -> None:
    """Though somebody still holds it: one that nobody holds wipes itself."""
    data = bytearray(WORD)
    held = Secret(data)
    with piped() as reading:
        pipe.hand_over(held, lambda secret: (b"password=", secret.view(), b"\n"))
        assert os.read(reading, 100) == b"password=canary\n"
        os.close(reading)
    assert data == bytes(len(WORD))


def test_so_it_is_where_nobody_takes_it() -> None:
    data = bytearray(WORD)
    held = Secret(data)
    with piped() as reading:
        os.close(reading)
        with pytest.raises(ServiceError, match="could not be written"):
            pipe.hand_over(held, lambda secret: (secret.view(),))
    assert data == bytes(len(WORD))


def test_what_rewrites_it_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """PowerShell before 7.4, on Windows."""
    monkeypatch.setattr(select.processes(), "rewriter", lambda: "Windows PowerShell")
    with piped() as reading:
        with pytest.raises(InvalidParams, match="Windows PowerShell reads a password as text"):
            pipe.check(reveal=False)
        pipe.check(reveal=True)
        os.close(reading)
