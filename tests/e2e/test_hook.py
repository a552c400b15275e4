"""An event of an agent becomes a dialog, which goes as its hook does; what is printed is in the
agent's own form. The events are recorded ones; tests/agents has the agents themselves."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from support.asking import ALERT, no_dialog
from support.hook_events import recorded
from support.processes import Job, kill, wait_gone, wait_until
from support.world import World

BASH = "claude-code-2.1.197/PermissionRequest-Bash"
GATE = "gemini-0.61.0/BeforeTool-run_shell_command"


def hook(world: World, agent: str, event: dict[str, Any], *options: str, then: str = "") -> Job:
    """As an agent starts it: by a shell, which gives it the event. `then`: what reads its output,
    else it is a file."""
    place = world.directory / "event.json"
    place.write_text(json.dumps(event))
    command = shlex.join([*world.command, "hook", agent, *options])
    return world.spawn(["sh", "-c", f"{command} < {place}{then}"])


def told(job: Job) -> Any:
    """Its output, once it has ended as a hook is to end."""
    done = job.wait()
    assert done.code == 0, done
    return json.loads(done.out)


def test_allowed(world: World) -> None:
    asked = hook(world, "claude-code", recorded(BASH))
    world.dialogs.press("Allow")
    assert told(asked) == {
        "hookSpecificOutput": {
            "hookEventName": "PermissionRequest",
            "decision": {"behavior": "allow"},
        }
    }
    no_dialog(world)


def test_denied_with_words(world: World) -> None:
    asked = hook(world, "codex", recorded("codex-0.169.0/PermissionRequest-Bash"))
    world.dialogs.wait_for("Allow")
    world.dialogs.press("Deny…")
    world.dialogs.type("not on a Friday")
    world.dialogs.press("Deny")
    decision = told(asked)["hookSpecificOutput"]["decision"]
    assert decision == {"behavior": "deny", "message": "The person said no: not on a Friday"}


def test_the_dialog_says_who_asks_where_with_what_and_for_what(world: World) -> None:
    asked = hook(world, "claude-code", recorded(BASH))
    world.dialogs.wait_for("Allow")
    texts = "\n".join(world.dialogs.texts())
    for words in (
        'which says it is "Claude Code"',
        "Run a command?",
        "Claude Code asks to use Bash in /home/mia/project.",
        "Make a file",
        recorded(BASH)["tool_input"]["command"],
        "allow Bash(tee made.txt), in this project, for you",
    ):
        assert words in texts
    world.dialogs.press("Allow")
    asked.wait()


class TestTheDialogGoes:
    def test_when_the_hook_is_killed(self, world: World) -> None:
        asked = hook(world, "claude-code", recorded(BASH), then=" | cat")
        world.dialogs.wait_for("Allow")
        for each in world.processes():
            if "hook" in each.command:
                kill(each.pid)
        no_dialog(world)
        assert asked.wait().out == ""
        assert world.prompts() == []

    def test_when_nobody_reads_what_the_hook_says(self, world: World) -> None:
        """The agent was killed: a shell that it has started lives on, and so does the hook."""
        asked = hook(world, "claude-code", recorded(BASH), then=" | exec 3<&0 sleep 600")
        world.dialogs.wait_for("Allow")
        (reader,) = [each for each in world.processes() if each.command == "sleep 600"]
        kill(reader.pid)
        wait_gone(reader.pid)
        no_dialog(world)
        asked.wait()
        assert world.prompts() == []

    def test_when_its_terminal_was_answered(self, world: World) -> None:
        transcript = world.directory / "session.jsonl"
        event = recorded(BASH, transcript_path=str(transcript))
        use = {"type": "tool_use", "id": "a", "name": "Bash", "input": event["tool_input"]}
        transcript.write_text(json.dumps({"message": {"content": [use]}}) + "\n")
        asked = hook(world, "claude-code", event)
        world.dialogs.wait_for("Allow")
        result = {"type": "tool_result", "tool_use_id": "a"}
        with transcript.open("a") as file:
            file.write(json.dumps({"message": {"content": [result]}}) + "\n")
        no_dialog(world)
        done = asked.wait()
        assert (done.code, done.out, done.err) == (0, "", "")

    def test_when_its_limit_is_over(self, world: World) -> None:
        asked = hook(world, "claude-code", recorded(BASH), "--limit", "15s")
        world.dialogs.wait_for("Allow")
        done = asked.wait()
        assert (done.code, done.out) == (0, "")
        assert "nobody decided. The time that this call had is over." in done.err
        no_dialog(world)


class TestNobodyDecides:
    """The agent's terminal asks, which prints nothing; a gate is not left open."""

    def test_closed(self, world: World) -> None:
        for agent, event, is_gate in (("claude-code", BASH, False), ("gemini", GATE, True)):
            asked = hook(world, agent, recorded(event))
            world.dialogs.wait_for("Allow")
            world.dialogs.click(world.dialogs.find("Question", role="text")[0])
            wait_until(lambda: world.dialogs.find(role=ALERT)[0].active, "the keyboard")
            world.dialogs.wait_for("Allow")
            world.dialogs.key("Escape")
            done = asked.wait()
            assert done.code == 0
            assert "The person closed the dialog" in done.err
            assert ('"deny"' in done.out) is is_gate

    @pytest.mark.parametrize(("agent", "event"), [("claude-code", BASH), ("gemini", GATE)])
    def test_no_daemon_and_none_is_to_be_started(
        self, headless_world: World, agent: str, event: str
    ) -> None:
        done = hook(headless_world, agent, recorded(event), "--no-spawn").wait()
        assert done.code == 0
        assert ('"deny"' in done.out) is (agent == "gemini")
        assert done.err.count("nobody decided") == 1

    @pytest.mark.parametrize(("agent", "event"), [("claude-code", BASH), ("gemini", GATE)])
    def test_no_screen(self, headless_world: World, agent: str, event: str) -> None:
        done = hook(headless_world, agent, recorded(event)).wait()
        assert done.code == 0
        assert ('"deny"' in done.out) is (agent == "gemini")
        assert "Nobody can be asked" in done.err

    @pytest.mark.parametrize("data", ["", "{", '{"hook_event_name": "Tomorrow"}', "[]"])
    def test_an_event_that_it_does_not_know(self, headless_world: World, data: str) -> None:
        place = Path(headless_world.directory / "event.json")
        place.write_text(data)
        command = shlex.join([*headless_world.command, "hook", "claude-code"])
        done = headless_world.spawn(["sh", "-c", f"{command} < {place}"]).wait()
        assert (done.code, done.out) == (0, "")
        assert done.err.startswith("sayso hook claude-code: ")
        assert headless_world.daemon_pid() is None, "nothing was started for it"

    @pytest.mark.parametrize(
        ("agent", "event", "says"),
        [
            ("gemini", "BeforeTool", "deny"),
            ("codex", "PreToolUse", "deny"),
            ("claude-code", "PreToolUse", "ask"),
            ("cursor", "beforeShellExecution", "deny"),
            ("vscode", "PreToolUse", "ask"),
            ("claude-code", "PermissionRequest", None),
            ("codex", "PermissionRequest", None),
        ],
    )
    @pytest.mark.parametrize("told", ["[" * 100_000, "7", '"' + "x" * (16 << 20) + '"'])
    def test_an_event_that_can_not_be_read(
        self, headless_world: World, agent: str, event: str, says: str | None, told: str
    ) -> None:
        """A model may write a tool's input so that nothing can read it."""
        place = headless_world.directory / "event.json"
        place.write_text(
            f'{{"hook_event_name": "{event}", "tool_name": "Bash", "tool_input": {told}'
        )
        command = shlex.join([*headless_world.command, "hook", agent])
        done = headless_world.spawn(["sh", "-c", f"{command} < {place}"]).wait()
        assert done.code == 0
        assert (says is None) is (done.out == "")
        assert says is None or f'"{says}"' in done.out
        assert "allow" not in done.out

    def test_more_than_a_dialog_can_show(self, world: World) -> None:
        event = recorded(BASH, tool_input={"command": "x" * (300 << 10)})
        done = hook(world, "claude-code", event).wait()
        assert (done.code, done.out) == (0, "")
        assert "details" in done.err


def test_the_daemon_that_it_started_outlives_all_that_the_agent_has_started(world: World) -> None:
    """On a cold machine the first question of all may come from a hook."""
    asked = hook(world, "claude-code", recorded(BASH), then=" | cat")
    world.dialogs.wait_for("Allow")
    daemon = world.daemon_pid()
    assert daemon is not None
    for each in world.processes():
        if each.session == asked.pid:
            kill(each.pid)
    no_dialog(world)
    assert world.daemon_pid() == daemon
