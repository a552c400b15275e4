"""The manual's MCP servers that need a yes, with real dialogs, as their clients have no forms."""

from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError

from support import node
from support.asking import answer, no_dialog, until_state
from support.guide import mcp_server
from support.mcp_session import CLIENTS, ClientProgram, McpSession, words
from support.processes import wait_until
from support.turns import on_screen
from support.world import World

QUESTION = "Release build 4711?"


@pytest.fixture(params=[("python", "python"), ("ts", "typescript-1")], ids="-".join)
def language(request: pytest.FixtureRequest) -> tuple[str, ClientProgram]:
    """Of the server, and a client of the same SDK."""
    language, client = request.param
    if language == "ts" and not node.INSTALLED:
        pytest.skip("packaging/test.sh installs it")
    return language, CLIENTS[client]


@pytest.fixture
def released(world: World) -> Path:
    """What the server writes after a yes."""
    return Path(world.environ["HOME"]) / "released.txt"


def release(session: McpSession) -> str:
    """What the agent reads."""
    return words(session.start("release", build=4711).result())


def test_a_late_click_is_for_the_identical_call(
    world: World, language: tuple[str, ClientProgram], released: Path
) -> None:
    """And for one alone."""
    server = mcp_server(language[0], released.parent, wait=1)
    with language[1].session(world.environ, server) as session:
        assert "Call this tool again, word for word" in release(session)
        answer(world, QUESTION, "Release")
        until_state(world, "answered")
        assert not released.exists()
        assert release(session) == "Build 4711 is released."
        assert released.read_text() == "4711\n"
        assert "Call this tool again" in release(session)
        answer(world, QUESTION, "Deny")


def test_a_cancelled_call_leaves_its_question_to_the_next(
    world: World, language: tuple[str, ClientProgram], released: Path
) -> None:
    server = mcp_server(language[0], released.parent)
    with language[1].session(world.environ, server) as session:
        cancelled = session.start("release", build=4711)
        on_screen(world)
        cancelled.cancel()
        with pytest.raises(MCPError):
            cancelled.result()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        answer(world, QUESTION, "Deny")
        until_state(world, "answered")
        assert "Not released (denied)" in release(session)
        assert not released.exists()
        no_dialog(world)
