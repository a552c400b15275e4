"""Fixtures for agents, for programs that exchange lines with the test, and for the tray."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from support.lines import Lines, Start
from support.mcp_session import CLIENTS, ClientProgram
from support.trays import Desktop
from support.world import World

SHORT = ("python", "typescript-2-stateless")
"""Client programs that always run: one for each SDK and each era of the protocol. With `--long` all
run."""


@pytest.fixture(
    params=[pytest.param(name, marks=() if name in SHORT else pytest.mark.long) for name in CLIENTS]
)
def agent(request: pytest.FixtureRequest) -> ClientProgram:
    """A client program, as an agent uses it. The test runs once for each of them."""
    program = CLIENTS[request.param]
    if not program.installed:
        pytest.skip("packaging/test.sh installs it")
    return program


@pytest.fixture
def start(world: World) -> Iterator[Start]:
    """A function that starts a program of tests/support. The program ends with the test."""
    with ExitStack() as stack:

        def started(program: str, *arguments: str, **environ: str) -> Lines:
            lines = Lines(program, world.environ | environ, *arguments)
            stack.callback(lines.close)
            return lines

        yield started


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    world = World(tray=True, hurried=True)
    with ExitStack() as stack:
        stack.callback(world.close)
        yield Desktop(world, stack)
