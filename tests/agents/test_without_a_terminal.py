"""Real agents that have no terminal to ask in: a gate before each tool, and Claude Code's own way
to have somebody else asked."""

from pathlib import Path

import pytest

from support.asking import no_dialog
from support.coding_agents import (
    CLAUDE_CODE_ALONE,
    CLAUDE_CODE_PROMPTED,
    CODEX_ALONE,
    STARTING,
    Kind,
    needs_agents,
    working,
)
from support.world import World

pytestmark = needs_agents

EACH = pytest.mark.parametrize(
    "kind",
    [CLAUDE_CODE_PROMPTED, CLAUDE_CODE_ALONE, CODEX_ALONE],
    ids=["claude-p-prompt-tool", "claude-p-gate", "codex-exec-gate"],
)


@EACH
def test_allowed_it_runs(world: World, kind: Kind) -> None:
    made = Path(world.environ["HOME"]) / "project" / "made.txt"
    with working(world, kind, [kind.runs("echo it ran > made.txt")]) as agent:
        world.dialogs.press("Allow", timeout=STARTING)
        agent.until_result()
        assert made.read_text() == "it ran\n"
        no_dialog(world)


@EACH
def test_denied_it_does_not_run(world: World, kind: Kind) -> None:
    made = Path(world.environ["HOME"]) / "project" / "made.txt"
    with working(world, kind, [kind.runs("echo it ran > made.txt")]) as agent:
        world.dialogs.wait_for("Allow", timeout=STARTING)  # armed: words count from then on
        world.dialogs.press("Deny…")
        world.dialogs.type("not on a Friday")
        world.dialogs.press("Deny")
        assert "not on a Friday" in agent.until_result()
        assert not made.exists()


@pytest.mark.long
@EACH
def test_closed_it_does_not_run(world: World, kind: Kind) -> None:
    made = Path(world.environ["HOME"]) / "project" / "made.txt"
    with working(world, kind, [kind.runs("echo it ran > made.txt")]) as agent:
        world.dialogs.wait_for("Allow", timeout=STARTING)
        world.dialogs.click(world.dialogs.find("Question", role="text")[0])
        world.dialogs.wait_for("Allow")
        world.dialogs.key("Escape")
        no_dialog(world)
        assert agent.until_result()
        assert not made.exists()
