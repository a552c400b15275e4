"""A password that was written is wiped, and so is one that could not be."""

import os

import pytest

from sayso.core.outcome import Answered
from sayso.core.secret import Secret
from sayso.errors import ServiceError
from sayso.frontends.cli.answer import tell


def test_what_was_written_is_wiped(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    secret = Secret(bytearray(b"hunter2"))
    assert tell(Answered(secret=secret), json=True) == 0
    assert len(secret) == 0
    assert capfdbinary.readouterr().out == b"hunter2\n"


def test_what_could_not_be_written_is_wiped() -> None:
    secret = Secret(bytearray(b"hunter2"))
    kept, read, write = os.dup(1), *os.pipe()
    os.close(read)
    os.dup2(write, 1)
    try:
        with pytest.raises(ServiceError, match="could not be written"):
            tell(Answered(secret=secret), json=True)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(write)
    assert len(secret) == 0
