"""What the tests of the Windows platform have.

Until the tests' own conftest runs on Windows, `--confcutdir` leaves it out, and what stands below
the line stands in for it.
"""

import sys

assert sys.platform == "win32"

import secrets
import signal
from collections.abc import Iterator

import pytest

from support.programs import Programs

# --- to be dropped: tests/conftest.py and tests/platforms/conftest.py have these


@pytest.fixture
def bounded() -> None:
    """The command that runs the tests has a bound."""


@pytest.fixture
def programs() -> Iterator[Programs]:
    programs = Programs()
    yield programs
    programs.close()


if not hasattr(signal, "setitimer"):
    for name, value in (
        ("SIGALRM", signal.SIGTERM),
        ("ITIMER_REAL", 0),
        ("setitimer", lambda *_: None),
    ):
        setattr(signal, name, value)

# ---

from contract.channel import Ends
from sayso.platforms.windows import channel
from sayso.platforms.windows.channel import PipeChannel
from support.windows_pipes import Comes, Stranger


@pytest.fixture
def ends() -> Iterator[Ends]:
    ours, theirs = channel.pair()
    with ours, PipeChannel(theirs) as other:
        yield ours, other


@pytest.fixture
def path() -> str:
    return rf"\\.\pipe\sayso-test-{secrets.token_hex(8)}"


@pytest.fixture
def comes(programs: Programs) -> Iterator[Comes]:
    """By it a program connects; it ends with its pipe, before it is waited for."""
    strangers: list[Stranger] = []

    def come() -> Stranger:
        strangers.append(Stranger(programs))
        return strangers[-1]

    yield come
    for stranger in strangers:
        stranger.close()
