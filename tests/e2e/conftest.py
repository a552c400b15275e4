"""Fixtures of agents, of programs that speak in lines, and of the tray."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from support.lines import Lines, Start
from support.mcp_session import CLIENTS, ClientProgram
from support.trays import Desktop
from support.world import World

SHORT = ("python", "typescript-2-stateless")
"""Of the client programs: of each SDK and each era of the protocol one. The long tier has all."""


@pytest.fixture(
    params=[pytest.param(name, marks=() if name in SHORT else pytest.mark.long) for name in CLIENTS]
)
def agent(request: pytest.FixtureRequest) -> ClientProgram:
    """Each program that an agent may run in."""
    program = CLIENTS[request.param]
    if not program.installed:
        pytest.skip("packaging/test.sh installs it")
    return program


@pytest.fixture
def start(world: World) -> Iterator[Start]:
    """Starts a program of tests/support, which ends with the test."""
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
