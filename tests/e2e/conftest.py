"""Fixtures of agents."""

import pytest

from support.mcp_session import CLIENTS, ClientProgram


@pytest.fixture(params=CLIENTS)
def agent(request: pytest.FixtureRequest) -> ClientProgram:
    """Each program that an agent may run in."""
    program = CLIENTS[request.param]
    if not program.installed:
        pytest.skip("packaging/test.sh installs it")
    return program
