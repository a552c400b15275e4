"""Fixtures for other programs that ask through sayso."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.git_server import GitServer
    from support.gnupg import Gnupg
    from support.openssh import OpenSsh
    from support.world import World


@pytest.fixture
def ssh(world: "World") -> Iterator["OpenSsh"]:
    from support.openssh import OpenSsh

    programs = OpenSsh(world)
    yield programs
    programs.close()


@pytest.fixture
def forge(world: "World") -> Iterator["GitServer"]:
    from support.git_server import GitServer

    world.environ["GIT_TERMINAL_PROMPT"] = "0"
    with GitServer(world) as server:
        yield server


@pytest.fixture
def gnupg(world: "World") -> Iterator["Gnupg"]:
    from support.gnupg import Gnupg

    made = Gnupg(world)
    yield made
    made.close()


@pytest.fixture
def letter(world: "World") -> Path:
    path = world.directory / "letter"
    path.write_text("Dear all\n")
    return path
