"""sayso hook install: each agent's configuration, in a home directory of the test's own."""

import sys

assert sys.platform != "win32"

import json
import stat
from pathlib import Path

import pytest

from support.hook_install import (
    GATES,
    HOOKS,
    IN_PROJECT,
    PLACES,
    SAYSO,
    Run,
    all_files,
    group,
    hook,
    present,
    said,
)


def test_where_there_was_no_file(agent: str, home: Path, run: Run) -> None:
    path = home / PLACES[agent]
    told = run(agent)
    assert (told["status"], told["file"], told["backup"]) == ("installed", str(path), None)
    whole = said(agent, path)
    assert whole.pop("hooks") == HOOKS[agent]
    assert whole == ({"version": 1} if agent == "cursor" else {})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(all_files(home)) == [path]


def test_in_and_out_again_keeps_every_byte(agent: str, home: Path, run: Run) -> None:
    path = present(agent, home)
    before = path.read_bytes()
    others = said(agent, path)["hooks"]
    told = run(agent)
    assert told["status"] == "installed"
    assert Path(told["backup"]).read_bytes() == before
    hooks = said(agent, path)["hooks"]
    for event, entries in HOOKS[agent].items():
        assert hooks[event] == [*others.get(event, ()), *entries]
    assert {event: each for event, each in hooks.items() if event not in HOOKS[agent]} == {
        event: each for event, each in others.items() if event not in HOOKS[agent]
    }
    assert run(agent, "--uninstall")["status"] == "removed"
    assert path.read_bytes() == before


def test_a_second_time_changes_nothing(agent: str, home: Path, run: Run) -> None:
    path = present(agent, home)
    run(agent)
    once, state = all_files(home), path.stat()
    assert run(agent)["status"] == "unchanged"
    assert (all_files(home), path.stat()) == (once, state)
    run(agent, "--uninstall")
    once = all_files(home)
    assert run(agent, "--uninstall")["status"] == "unchanged"
    assert all_files(home) == once


@pytest.mark.parametrize("option", [(), ("--uninstall",)])
def test_a_dry_run_shows_and_writes_nothing(
    agent: str, home: Path, run: Run, option: tuple[str, ...]
) -> None:
    path = present(agent, home)
    if option:
        run(agent)
    before = all_files(home)
    told = run(agent, "--dry-run", *option)
    assert all_files(home) == before
    shown = [line for line in told["diff"].splitlines() if SAYSO in line]
    assert told["diff"].startswith(f"--- {path}\n+++ {path}\n@@")
    assert shown
    assert all(line.startswith("-" if option else "+") for line in shown)


def test_an_older_one_of_ours_is_brought_up_to_date(agent: str, home: Path, run: Run) -> None:
    path = present(agent, home)
    run(agent)
    now = path.read_text()
    then = now.replace(SAYSO, "/old/bin/sayso").replace("600", "90").replace(" --limit 590s", "")
    path.write_text(then)
    assert run(agent)["status"] == "updated"
    assert path.read_text() == now


def test_what_an_older_one_lacks_is_added(home: Path, run: Run) -> None:
    path = home / PLACES["cursor"]
    path.parent.mkdir()
    hooks = {event: [hook("cursor")] for event in HOOKS["cursor"]}
    path.write_text(json.dumps({"hooks": hooks}))
    assert run("cursor")["status"] == "updated"
    assert said("cursor", path) == {"hooks": HOOKS["cursor"], "version": 1}


def test_what_the_person_has_set_otherwise_stays(home: Path, run: Run) -> None:
    run("gemini")
    path = home / PLACES["gemini"]
    text = (
        path.read_text()
        .replace(
            "mcp_(?!sayso_(confirm|ask_user|request_secret|sign_in|check|withdraw|permission_prompt)$).*",
            "mcp_files_.*",
        )
        .replace("590", "60")
    )
    path.write_text(text.replace('"name": "sayso"', '"name": "mine", "description": "d"'))
    assert run("gemini")["status"] == "updated"
    text = path.read_text()
    assert "mcp_files_.*" in text
    assert '"name": "mine", "description": "d"' in text
    assert "590s" in text


def test_one_is_enough(home: Path, run: Run) -> None:
    run("claude-code")
    path = home / PLACES["claude-code"]
    whole = json.loads(path.read_text())
    hooks = whole["hooks"]["PermissionRequest"]
    hooks[0]["hooks"] += [hook("claude-code", type="command")] * 2
    hooks.append(group("claude-code", matcher="Bash"))
    path.write_text(json.dumps(whole))
    assert run("claude-code")["status"] == "updated"
    assert said("claude-code", path)["hooks"] == HOOKS["claude-code"]


def test_beside_others_in_one_group(home: Path, run: Run) -> None:
    other = {"type": "command", "command": "other"}
    whole = {"hooks": {"PermissionRequest": [{"hooks": [other, hook("claude-code"), other]}]}}
    path = home / PLACES["claude-code"]
    path.parent.mkdir()
    path.write_text(json.dumps(whole))
    run("claude-code", "--uninstall")
    assert said("claude-code", path) == {"hooks": {"PermissionRequest": [{"hooks": [other] * 2}]}}


@pytest.mark.parametrize("text", ["{}", '{"hooks": {}}', '{"hooks": {"PermissionRequest": []}}'])
def test_where_there_is_room_for_it(text: str, home: Path, run: Run) -> None:
    path = home / PLACES["claude-code"]
    path.parent.mkdir()
    path.write_text(text)
    assert run("claude-code")["status"] == "installed"
    assert said("claude-code", path)["hooks"] == HOOKS["claude-code"]
    assert run("claude-code", "--uninstall")["status"] == "removed"
    assert said("claude-code", path) == {}


@pytest.mark.parametrize("agent", GATES)
def test_a_gate_comes_and_goes_alone(agent: str, home: Path, run: Run) -> None:
    path = home / PLACES[agent]
    run(agent)
    without = path.read_text()
    assert run(agent, "--gate")["status"] == "updated"
    gate = {"PreToolUse": [group(agent, matcher=GATES[agent])]}
    assert said(agent, path)["hooks"] == HOOKS[agent] | gate
    assert run(agent)["status"] == "unchanged"  # nobody takes a gate away by the way
    path.write_text(path.read_text().replace("590s", "60s"))
    assert run(agent)["status"] == "updated"
    assert said(agent, path)["hooks"] == HOOKS[agent] | gate
    assert run(agent, "--uninstall", "--gate")["status"] == "updated"
    assert path.read_text() == without
    run(agent, "--gate")
    assert run(agent, "--uninstall")["status"] == "removed"
    assert said(agent, path) == {}


@pytest.mark.parametrize("agent", PLACES.keys() - GATES.keys())
def test_a_hook_that_is_a_gate_already(agent: str, home: Path, run: Run) -> None:
    assert run(agent, "--gate")["exit"] == 2
    assert list(home.iterdir()) == []


def test_in_a_project(agent: str, home: Path, run: Run) -> None:
    path = Path.cwd() / IN_PROJECT[agent]
    told = run(agent, "--project")
    assert (told["status"], told["file"], told["backup"]) == ("installed", str(path), None)
    assert said(agent, path)["hooks"] == HOOKS[agent]
    assert list(home.iterdir()) == []
    assert run(agent, "--project", "--uninstall")["backup"] is None
    assert "hooks" not in said(agent, path)
    assert list(all_files(Path.cwd())) == [path]
