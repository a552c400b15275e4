"""OpenCode: `sayso hook` follows its server, and what the person says is what happens."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.asking import ALERT, no_dialog
from support.coding_agents import STARTING, OpenCode, needs_agents
from support.world import World

pytestmark = needs_agents

COMMAND = "echo it ran > made.txt"


BASH = {
    "name": "bash",
    "input": {"command": COMMAND, "description": "A test", "timeout": 45678},
}


@pytest.fixture
def plan() -> list[dict[str, Any]]:
    return [BASH]


@pytest.fixture
def opencode(world: World, plan: list[dict[str, Any]]) -> Iterator[OpenCode]:
    agent = OpenCode(world, plan)
    yield agent
    agent.end()


def asked(world: World, opencode: OpenCode) -> None:
    """Lets the agent work, and returns once the dialog is there."""
    opencode.work()
    world.dialogs.wait_for("Allow", timeout=STARTING)


def shows(world: World, words: str) -> bool:
    return any(words in text for text in world.dialogs.texts())


def test_allowed_it_runs(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    assert shows(world, COMMAND)
    assert shows(world, "timeout: 45678")  # the agent's event leaves this out
    assert shows(world, str(opencode.project))
    world.dialogs.press("Allow")
    opencode.until_result()
    assert (opencode.project / "made.txt").read_text() == "it ran\n"


@pytest.mark.long
def test_denied_it_does_not_run(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    world.dialogs.press("Deny…")
    world.dialogs.type("not on a Friday")
    world.dialogs.press("Deny")
    assert "not on a Friday" in opencode.until_result()
    assert not (opencode.project / "made.txt").exists()


@pytest.mark.long
def test_answered_elsewhere_the_dialog_goes(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    (request,) = opencode.get("/permission")
    opencode.post(f"/permission/{request['id']}/reply", {"reply": "once"})
    world.dialogs.wait_gone(role=ALERT, timeout=5)
    opencode.until_result()
    assert world.prompts() == []


@pytest.mark.long
def test_stopped_in_its_terminal_the_dialog_goes(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    (request,) = opencode.get("/permission")
    opencode.post(f"/session/{request['sessionID']}/abort", {})
    world.dialogs.wait_gone(role=ALERT, timeout=5)
    assert world.prompts() == []


@pytest.mark.long
@pytest.mark.parametrize("plan", [[{"name": "asker_ask", "input": {"where": "production"}}]])
def test_a_tool_of_a_server_shows_what_it_is_told(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    assert shows(world, "where: production")
    world.dialogs.press("Deny…")
    world.dialogs.press("Deny")
    assert "The person said no." in opencode.until_result()


@pytest.mark.long
@pytest.mark.parametrize(
    "plan",
    [[{"name": "edit", "input": {"filePath": "old.txt", "oldString": "b", "newString": "B"}}]],
)
def test_a_change_of_a_file_is_a_diff(world: World, opencode: OpenCode) -> None:
    file = opencode.project / "old.txt"
    file.write_text("a\nb\nc\n")
    asked(world, opencode)
    assert shows(world, "\n-b\n+B\n")
    world.dialogs.press("Allow")
    opencode.until_result()
    assert file.read_text() == "a\nB\nc\n"


_OPTIONS = [{"label": "Red", "description": "Warm"}, {"label": "Blue", "description": "Cold"}]
_QUESTION = {"question": "Which color?", "header": "Color", "options": _OPTIONS}


@pytest.mark.long
@pytest.mark.parametrize("plan", [[{"name": "question", "input": {"questions": [_QUESTION]}}]])
def test_its_question_is_a_form(world: World, opencode: OpenCode) -> None:
    opencode.work()
    world.dialogs.press("Blue", role="radio button", timeout=STARTING)
    world.dialogs.press("Send")
    assert '"Which color?"="Blue"' in opencode.until_result()


@pytest.mark.long
def test_the_server_ends_and_its_question_with_it(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    opencode.end()
    no_dialog(world)
    assert opencode.hook.wait().code == 0
