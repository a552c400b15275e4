"""A gate whose hook fails before or after it decides: the exit status alone keeps an agent from
running the tool."""

import sys

assert sys.platform != "win32"

import json
import shutil
from pathlib import Path

import pytest

from sayso import PLACE
from sayso.frontends.hook import claude_code
from sayso.frontends.hook.decision import decide
from sayso.frontends.hook.event import LONGEST
from sayso.wire.messages import FIELDS
from support.command import Result, by_shell
from support.hook_events import recorded
from support.scripted_daemon import READY, Caller, Script, ScriptedDaemon

GATE: dict[str, object] = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}


def hook(
    event: dict[str, object], redirected: str, path: str = "/proc/nowhere", stdin: str = ""
) -> Result:
    """`redirected`: standard input or output, in the words of a shell; `path`: the daemon's;
    `stdin`: what comes in place of the event."""
    line = f"hook claude-code --no-spawn {redirected}"
    return by_shell(line, path=path, stdin=stdin or json.dumps(event))


@pytest.mark.parametrize("redirected", [">/dev/full", ">&-"])
def test_a_refusal_that_can_not_be_written_is_told_by_the_exit_status(redirected: str) -> None:
    done = hook(GATE, redirected)
    assert done.returncode == 2
    assert "the decision could not be written" in done.stderr


@pytest.mark.parametrize("redirected", ["0>written", "<&-"])
def test_an_event_that_can_not_be_read_may_be_a_gates(
    redirected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = hook(GATE, redirected)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no decision reaches the agent" in done.stderr


def test_an_event_that_is_too_long_is_read_to_its_end() -> None:
    """An agent that can't write it whole takes the hook for broken."""
    event = json.dumps(GATE | {"tool_input": {"command": "x" * (LONGEST + (1 << 20))}})
    done = hook(GATE, "", stdin=event)
    assert done.returncode == 0
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] != "allow"


@pytest.mark.parametrize("broken", ["frontends/cli/hook.py", "frontends/cli/main.py"])
def test_one_that_can_not_be_loaded_is_told_by_the_exit_status(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when its files are just being replaced."""
    copy = tmp_path / "sayso"
    shutil.copytree(PLACE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / broken).write_text("import nothing_of_the_kind\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = hook(GATE, "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nothing_of_the_kind" in done.stderr


def says_nothing(caller: Caller) -> None:
    caller.greet(fields=FIELDS)
    caller.expect("ask")
    assert caller.ends()


def does_not_greet(caller: Caller) -> None:
    caller.expect("hello")
    assert caller.ends()


@pytest.mark.parametrize("daemon_s", [says_nothing, does_not_greet])
def test_the_time_is_kept_though_the_daemon_hangs(
    daemon_s: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that waits for longer than its own time runs the tool."""
    told: list[str] = []
    with ScriptedDaemon(daemon_s) as daemon:
        monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
        said = decide(claude_code, json.dumps(GATE).encode(), 1.1, told.append, spawn=False)
    assert json.loads(said)["hookSpecificOutput"]["permissionDecision"] != "allow"
    assert told[0].startswith("nobody decided. The time that this call had is over.")


def test_elsewhere_the_agent_asks_by_itself() -> None:
    def denies(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.reply(READY)
        caller.expect("claim")
        caller.reply({"status": "denied", "decider": "user"})

    with ScriptedDaemon(denies) as daemon:
        done = hook(
            recorded("claude-code-2.1.197/PermissionRequest-Bash"), ">/dev/full", daemon.path
        )
    assert done.returncode == 0
    assert "the decision could not be written" in done.stderr
