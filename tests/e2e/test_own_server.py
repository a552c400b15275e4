"""README's MCP servers that need a yes, with real dialogs, as their clients have no forms."""

from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError

from support import node
from support.asking import answer, no_dialog, until_state
from support.mcp_session import CLIENTS, words
from support.processes import wait_until
from support.readme import mcp_server
from support.turns import on_screen
from support.world import World

QUESTION = "Release build 4711?"
RELEASED = "Build 4711 is released."
AGAIN = "Call this tool again, word for word"


@pytest.mark.parametrize(("language", "client"), [("python", "python"), ("ts", "typescript-1")])
def test_a_late_click_is_for_the_identical_call(world: World, language: str, client: str) -> None:
    """After *pending*, and after a call that the client cancelled; and once alone."""
    if language == "ts" and not node.INSTALLED:
        pytest.skip("packaging/test.sh installs it")
    home = Path(world.environ["HOME"])
    released = home / "released.txt"
    server = mcp_server(language, home, wait=3)  # time enough to cancel a call
    with CLIENTS[client].session(world.environ, server) as session:
        assert AGAIN in words(session.start("release", build=4711).result())
        answer(world, QUESTION, "Release")
        until_state(world, "answered")
        assert not released.exists()
        assert words(session.start("release", build=4711).result()) == RELEASED
        assert released.read_text() == "4711\n"
        released.unlink()

        cancelled = session.start("release", build=4711)
        on_screen(world)
        cancelled.cancel()
        with pytest.raises(MCPError):
            cancelled.result()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        answer(world, QUESTION, "Deny")
        until_state(world, "answered")
        refused = session.start("release", build=4711).result()
        assert "Not released (denied)" in words(refused)
        assert not released.exists()
        no_dialog(world)
