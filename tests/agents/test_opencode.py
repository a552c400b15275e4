"""OpenCode: `sayso hook` follows its server, and what the person says is what happens."""

from collections.abc import Iterator

import pytest

from support.asking import ALERT, no_dialog
from support.coding_agents import STARTING, OpenCode, needs_agents
from support.world import World

pytestmark = needs_agents

COMMAND = "echo it ran > made.txt"


@pytest.fixture
def opencode(world: World) -> Iterator[OpenCode]:
    plan = [{"name": "bash", "input": {"command": COMMAND, "description": "A test"}}]
    agent = OpenCode(world, plan)
    yield agent
    agent.end()


def asked(world: World, opencode: OpenCode) -> None:
    """Works, and returns once the dialog is there."""
    opencode.work()
    world.dialogs.wait_for("Allow", timeout=STARTING)
    assert any(text.endswith(COMMAND) for text in world.dialogs.texts())


def test_allowed_it_runs(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
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
def test_the_server_ends_and_its_question_with_it(world: World, opencode: OpenCode) -> None:
    asked(world, opencode)
    opencode.end()
    no_dialog(world)
    assert opencode.hook.wait().code == 0
