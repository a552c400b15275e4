"""Fixtures with channels, pipes and programs that connect, for the tests of the Windows
platform."""

import sys

assert sys.platform == "win32"

import secrets
from collections.abc import Iterator

import pytest

from contract.channel import Ends
from sayso.platforms.windows import channel
from sayso.platforms.windows.channel import PipeChannel
from support.programs import Programs
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
    """A function with which a program connects. The program ends with its pipe, before it is waited
    for."""
    strangers: list[Stranger] = []

    def come() -> Stranger:
        strangers.append(Stranger(programs))
        return strangers[-1]

    yield come
    for stranger in strangers:
        stranger.close()
