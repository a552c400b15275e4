"""A gate whose hook fails before or after it decides: the exit status alone keeps an agent from
running the tool."""

import sys

assert sys.platform != "win32"

import json
from pathlib import Path

import pytest

from sayso.wire.messages import FIELDS
from support.command import Result, by_shell
from support.hook_events import recorded
from support.scripted_daemon import READY, Caller, ScriptedDaemon

GATE: dict[str, object] = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}


def hook(event: dict[str, object], redirected: str, path: str = "/proc/nowhere") -> Result:
    """`redirected`: standard input or output, in the words of a shell; `path`: the daemon's."""
    line = f"hook claude-code --no-spawn {redirected}"
    return by_shell(line, path=path, stdin=json.dumps(event))


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
