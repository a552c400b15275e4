"""Real agents: their permission prompt is a dialog, and what the person says is what happens."""

import json
from pathlib import Path

import pytest

from support.asking import ALERT, no_dialog
from support.asking_server_program import PAGE
from support.browser import Browser
from support.coding_agents import (
    ASK_THE_SERVER,
    CLAUDE_CODE,
    CLAUDE_CODE_WITH_A_SERVER,
    CODEX,
    GEMINI,
    PAY_BY_THE_SERVER,
    STARTING,
    Kind,
    needs_agents,
    working,
)
from support.processes import wait_until
from support.world import World

pytestmark = needs_agents

EACH = pytest.mark.parametrize("kind", [CLAUDE_CODE, CODEX, GEMINI], ids=lambda kind: kind.name)
ONE_OF_THEM = pytest.mark.parametrize(
    "kind",
    [
        CLAUDE_CODE,
        pytest.param(CODEX, marks=pytest.mark.long),
        pytest.param(GEMINI, marks=pytest.mark.long),
    ],
    ids=lambda kind: kind.name,
)
MADE = "made.txt"


def command(project: Path) -> str:
    """A command that leaves a file, which proves that it ran."""
    return f"echo it ran > {project / MADE}"


def ask(world: World) -> None:
    """Waits until the dialog is there."""
    world.dialogs.wait_for("Allow", timeout=STARTING)


@EACH
def test_allowed_it_runs(world: World, kind: Kind) -> None:
    project = Path(world.environ["HOME"]) / "project"
    with working(world, kind, [kind.runs(command(project))]) as agent:
        ask(world)
        assert any(text.endswith(command(project)) for text in world.dialogs.texts())
        assert not (project / MADE).exists()
        world.dialogs.press("Allow")
        agent.until_result()
        assert (project / MADE).read_text() == "it ran\n"
        no_dialog(world)


@EACH
def test_denied_it_does_not_run(world: World, kind: Kind) -> None:
    project = Path(world.environ["HOME"]) / "project"
    with working(world, kind, [kind.runs(command(project))]) as agent:
        ask(world)
        world.dialogs.press("Deny…")
        world.dialogs.type("not on a Friday")
        world.dialogs.press("Deny")
        assert "not on a Friday" in agent.until_result()
        assert not (project / MADE).exists()


@ONE_OF_THEM
def test_an_agent_that_is_killed_takes_its_question_along(world: World, kind: Kind) -> None:
    project = Path(world.environ["HOME"]) / "project"
    with working(world, kind, [kind.runs(command(project))]) as agent:
        ask(world)
        agent.terminal.kill()
        no_dialog(world)
        wait_until(lambda: world.prompts() == [], "no question left")
        assert not (project / MADE).exists()


class TestTheTerminal:
    """Claude Code's own prompt is there all the while; that of Codex comes where nobody decides."""

    def test_closed_the_dialog_leaves_the_question_to_it(self, world: World) -> None:
        project = Path(world.environ["HOME"]) / "project"
        with working(world, CLAUDE_CODE, [CLAUDE_CODE.runs(command(project))]) as agent:
            ask(world)
            dismiss(world)
            assert agent.results() == []
            agent.terminal.type("1")
            agent.until_result()
            assert (project / MADE).exists()
            assert world.prompts() == []

    def test_codex_asks_by_itself_then(self, world: World) -> None:
        project = Path(world.environ["HOME"]) / "project"
        with working(world, CODEX, [CODEX.runs(command(project))]) as agent:
            ask(world)
            assert "Wouldyouliketorun" not in squeezed(agent.terminal.text)
            dismiss(world)
            wait_until(lambda: "Wouldyouliketorun" in squeezed(agent.terminal.text), "its question")
            agent.terminal.type("y")
            agent.until_result()
            assert (project / MADE).exists()

    def test_a_yes_there_takes_the_dialog_away(self, world: World) -> None:
        project = Path(world.environ["HOME"]) / "project"
        with working(world, CLAUDE_CODE, [CLAUDE_CODE.runs(command(project))]) as agent:
            ask(world)
            agent.terminal.type("1")
            agent.until_result()
            no_dialog(world)
            assert (project / MADE).exists()
            wait_until(lambda: world.prompts() == [], "no question left")

    def test_a_no_there_takes_the_dialog_away_and_nothing_runs(self, world: World) -> None:
        project = Path(world.environ["HOME"]) / "project"
        with working(world, CLAUDE_CODE, [CLAUDE_CODE.runs(command(project))]) as agent:
            ask(world)
            agent.terminal.type("\x1b")
            no_dialog(world)
            wait_until(lambda: world.prompts() == [], "no question left")
            assert not (project / MADE).exists()


@pytest.mark.long
def test_past_its_limit_the_terminal_still_asks(world: World) -> None:
    project = Path(world.environ["HOME"]) / "project"
    plan = [CLAUDE_CODE.runs(command(project))]
    with working(world, CLAUDE_CODE, plan, limit="5s") as agent:
        ask(world)
        no_dialog(world)
        assert agent.results() == []
        agent.terminal.type("1")
        agent.until_result()
        assert (project / MADE).exists()


@pytest.mark.long
def test_past_its_limit_a_gate_is_shut(world: World) -> None:
    """Gemini CLI itself lets the tool run where a hook takes too long."""
    project = Path(world.environ["HOME"]) / "project"
    with working(world, GEMINI, [GEMINI.runs(command(project))], limit="5s") as agent:
        ask(world)
        assert "nobody decided" in agent.until_result()
        no_dialog(world)
        assert not (project / MADE).exists()


def test_its_own_rule_is_passed_back_by_the_check_box(world: World) -> None:
    project = Path(world.environ["HOME"]) / "project"
    plan = [CLAUDE_CODE.runs(f"tee {MADE} < /dev/null")]
    with working(world, CLAUDE_CODE, plan) as agent:
        ask(world)
        world.dialogs.press("Allow from now on, as said above", role="check box")
        world.dialogs.press("Allow")
        agent.until_result()
        rules = project / ".claude" / "settings.local.json"
        wait_until(rules.exists, "its rule")
        assert "Bash(tee made.txt" in rules.read_text()


def test_two_agents_with_the_same_command_are_two_questions(world: World) -> None:
    project = Path(world.environ["HOME"]) / "project"
    plan = [CLAUDE_CODE.runs(command(project))]
    with working(world, CLAUDE_CODE, plan) as one, working(world, CLAUDE_CODE, plan) as other:
        wait_until(lambda: len(world.prompts()) == 2, "two questions", STARTING)
        ask(world)
        world.dialogs.press("Deny…")
        world.dialogs.press("Deny")
        wait_until(lambda: one.results() or other.results(), "the first result")
        assert not (project / MADE).exists()
        ask(world)
        world.dialogs.press("Allow")
        wait_until(lambda: one.results() and other.results(), "both results")
        assert (project / MADE).exists()


def test_a_daemon_that_is_restarted_leaves_the_question_to_the_terminal(world: World) -> None:
    project = Path(world.environ["HOME"]) / "project"
    with working(world, CLAUDE_CODE, [CLAUDE_CODE.runs(command(project))]) as agent:
        ask(world)
        assert world.sayso("daemon", "restart").code == 0
        no_dialog(world)
        agent.terminal.type("1")
        agent.until_result()
        assert (project / MADE).exists()


def test_questions_of_claude_code_are_answered_by_a_form(world: World) -> None:
    question = {
        "question": "Which colour?",
        "header": "Colour",
        "multiSelect": False,
        "options": [
            {"label": "Red", "description": "warm"},
            {"label": "Blue", "description": "cold"},
        ],
    }
    plan = [{"name": "AskUserQuestion", "input": {"questions": [question]}}]
    with working(world, CLAUDE_CODE, plan) as agent:
        world.dialogs.press("Blue", role="radio button", timeout=STARTING)
        world.dialogs.press("Send")
        assert '"Which colour?"="Blue"' in agent.until_result()


def test_questions_of_its_mcp_servers_are_answered_by_a_form(world: World) -> None:
    with working(world, CLAUDE_CODE_WITH_A_SERVER, ASK_THE_SERVER) as agent:
        world.dialogs.wait_for("Cancel", timeout=STARTING)
        (field,) = [each for each in world.dialogs.find("Name", role="text") if each.alive]
        world.dialogs.click(field)
        wait_until(lambda: world.dialogs.find(role=ALERT)[0].active, "the keyboard")
        world.dialogs.type("Ada")
        world.dialogs.press("Send")
        heard = json.loads(agent.until_result())
        assert heard == {"action": "accept", "content": {"name": "Ada"}}


class TestAPageOfItsMcpServers:
    """A page that has to be opened first: a tool says so by the error that it returns."""

    def test_opened_the_tool_is_called_again(self, world: World) -> None:
        browser = browser_of(world)
        with working(world, CLAUDE_CODE_WITH_A_SERVER, PAY_BY_THE_SERVER) as agent:
            world.dialogs.wait_for("Open the page", timeout=STARTING)
            assert PAGE["url"] in world.dialogs.texts()
            assert browser.opened == []
            world.dialogs.press("Open the page")
            assert agent.until_result() == "paid"
            wait_until(lambda: browser.opened, "the browser")
            assert browser.opened == [PAGE["url"]]

    def test_denied_it_is_not(self, world: World) -> None:
        browser = browser_of(world)
        with working(world, CLAUDE_CODE_WITH_A_SERVER, PAY_BY_THE_SERVER) as agent:
            world.dialogs.wait_for("Open the page", timeout=STARTING)
            world.dialogs.press("Deny")
            assert "paid" not in agent.until_result()
            assert browser.opened == []


def browser_of(world: World) -> Browser:
    """A browser, which is the person's from now on."""
    place = world.directory / "browser"
    place.mkdir()
    browser = Browser(place)
    world.everywhere(XDG_DATA_HOME=browser.environ["XDG_DATA_HOME"])
    return browser


def dismiss(world: World) -> None:
    """Closes the dialog with the Escape key, after a click into it."""
    (text,) = world.dialogs.find("Question", role="text")
    world.dialogs.click(text)
    wait_until(lambda: world.dialogs.find(role=ALERT)[0].active, "the keyboard")
    ask(world)  # armed again: an earlier key is ignored
    world.dialogs.key("Escape")
    no_dialog(world)


def squeezed(text: str) -> str:
    """The text without blanks, as words run together in that of a terminal."""
    return "".join(text.split())
