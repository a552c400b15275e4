"""A gate whose hook fails before or after it decides: the exit status alone keeps an agent from
running the tool."""

import sys

assert sys.platform != "win32"

import json
import subprocess
from pathlib import Path

import pytest

from support.command import BOUND, environ

GATE: dict[str, object] = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}
NO_GATE = GATE | {"hook_event_name": "PermissionRequest"}


def hook(event: dict[str, object], redirected: str) -> subprocess.CompletedProcess[str]:
    """`redirected`: standard input or output, in the words of a shell."""
    return subprocess.run(
        ["sh", "-c", f'"$0" -m sayso hook claude-code --no-spawn {redirected}', sys.executable],
        env=environ("/proc/nowhere"),
        input=json.dumps(event),
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )


@pytest.mark.parametrize("redirected", [">/dev/full", ">&-"])
def test_a_refusal_that_can_not_be_written_is_told_by_the_exit_status(redirected: str) -> None:
    done = hook(GATE, redirected)
    assert done.returncode == 2
    assert "the decision could not be written" in done.stderr


def test_an_event_that_can_not_be_read_may_be_a_gates(tmp_path: Path) -> None:
    done = hook(GATE, f"0>{tmp_path}/written")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nobody decided" in done.stderr


def test_elsewhere_the_agent_asks_by_itself() -> None:
    done = hook(NO_GATE, ">/dev/full")
    assert done.returncode == 0
