"""sayso hook install: each agent's configuration, in a home directory of the test's own."""

import sys

assert sys.platform != "win32"

import json
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from sayso.frontends.cli import hook_install
from sayso.frontends.hook import agents
from sayso.frontends.hook.install.agents import AGENTS, LIMIT, TIMEOUT
from sayso.frontends.install import jsonc

SAYSO = str(Path(sys.executable).with_name("sayso"))
PLACES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
    "vscode": ".copilot/hooks/sayso.json",
}
IN_PROJECT = {
    "claude-code": ".claude/settings.local.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
    "vscode": ".github/hooks/sayso.json",
}


def hook(agent: str, **more: object) -> dict[str, Any]:
    return {"command": f"{SAYSO} hook {agent} --limit 590s", "timeout": 600, **more}


def group(agent: str, *, matcher: str = "", **more: object) -> dict[str, Any]:
    hooks = {"hooks": [hook(agent, type="command", **more)]}
    return {"matcher": matcher, **hooks} if matcher else hooks


CURSORS = hook("cursor", failClosed=True)
GEMINIS = group(
    "gemini",
    name="sayso",
    timeout=600_000,
    matcher="^(run_shell_command|write_file|replace|web_fetch|mcp_(?!sayso_).*)$",
)
HOOKS: dict[str, dict[str, Any]] = {
    "claude-code": {
        "PermissionRequest": [group("claude-code")],
        "Elicitation": [group("claude-code")],
    },
    "codex": {"PermissionRequest": [group("codex")]},
    "gemini": {"BeforeTool": [GEMINIS]},
    "cursor": {"beforeShellExecution": [CURSORS], "beforeMCPExecution": [CURSORS]},
    "vscode": {"PreToolUse": [hook("vscode", type="command")]},
}
GATES = {
    "claude-code": "^(Bash|Edit|MultiEdit|Write|NotebookEdit|WebFetch|mcp__(?!sayso__).*)$",
    "codex": "^(Bash|apply_patch|mcp__.*)$",
}
GROUPED = """\
{
    "zoom": 1.50,
    "hooks": {
        "%s": [
            { "matcher": "x",  "hooks": [{"type": "command", "command": "other --\\u00fc"}] }
        ],
        "Stop": [ ]
    }
}
"""
FLAT = """\
{
    "version": 1,
    "hooks": {
        "%s": [ { "command": "other" } ],
        "stop": [{"command": "/usr/bin/sayso confirm done"}]
    }
}
"""
TOML = """\
# mine
model = "o4"   # the best

[[hooks.PermissionRequest]]
matcher = "^Bash$" # one

[[hooks.PermissionRequest.hooks]]
type = "command"
command = 'other'

# what is trusted
[hooks.state]
"""

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """`sayso hook install … --json`: what it says."""

    def run(*words: str) -> dict[str, Any]:
        status = main(["hook", "install", *words, "--json"])
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert said["exit"] == status
        return said

    return run


@pytest.fixture(params=PLACES)
def agent(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def said(agent: str, path: Path) -> Any:
    """As the agent would read it."""
    text = path.read_text(encoding="utf-8-sig")
    if agent == "codex":
        return tomllib.loads(text)
    return jsonc.parse(text, comments=True).value if agent != "claude-code" else json.loads(text)


def present(agent: str, home: Path) -> Path:
    """A configuration that has been there for long."""
    path = home / PLACES[agent]
    path.parent.mkdir(parents=True, exist_ok=True)
    event = next(iter(HOOKS[agent]))
    text = TOML if agent == "codex" else (GROUPED if AGENTS[agent].is_grouped else FLAT) % event
    path.write_text(text)
    return path


def all_files(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


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
    path.write_text(then.replace("failClosed", "was"))
    assert run(agent)["status"] == "updated"
    whole, wanted = said(agent, path)["hooks"], said_of(agent, now)["hooks"]
    if agent == "cursor":
        for event in HOOKS[agent]:
            assert whole[event][-1].pop("was") is True
    assert whole == wanted


def said_of(agent: str, text: str) -> Any:
    return tomllib.loads(text) if agent == "codex" else json.loads(text)


def test_what_the_person_has_set_otherwise_stays(home: Path, run: Run) -> None:
    run("gemini")
    path = home / PLACES["gemini"]
    text = path.read_text().replace("mcp_(?!sayso_).*", "mcp_files_.*").replace("590", "60")
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
    hooks[0]["hooks"].append(hook("claude-code", type="command"))
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


@pytest.mark.parametrize("agent", GATES)
def test_a_gate_comes_and_goes_alone(agent: str, home: Path, run: Run) -> None:
    path = home / PLACES[agent]
    run(agent)
    without = path.read_text()
    assert run(agent, "--gate")["status"] == "updated"
    gate = {"PreToolUse": [group(agent, matcher=GATES[agent])]}
    assert said(agent, path)["hooks"] == HOOKS[agent] | gate
    assert run(agent)["status"] == "unchanged"  # nobody takes a gate away by the way
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


BROKEN = [b"{", b"= 1", b'"\xff"', b"\x00", b"[1, 2]"]


@pytest.mark.parametrize("data", BROKEN)
@pytest.mark.parametrize("option", [(), ("--uninstall",), ("--dry-run",)])
def test_a_broken_file_is_named_and_stays(
    agent: str, home: Path, run: Run, data: bytes, option: tuple[str, ...]
) -> None:
    path = present(agent, home)
    path.write_bytes(data)
    before = all_files(home)
    told = run(agent, *option)
    assert (told["exit"], told["error"]["data"]["error"]) == (6, "unusable_file")
    assert str(path) in told["error"]["message"]
    assert all_files(home) == before


@pytest.mark.parametrize("shape", ["hooks", "event"])
def test_hooks_of_another_shape_stay(agent: str, home: Path, run: Run, shape: str) -> None:
    path = present(agent, home)
    event = next(iter(HOOKS[agent]))
    if agent == "codex":
        path.write_text("hooks = 1\n" if shape == "hooks" else f'[hooks]\n{event} = "on"\n')
    else:
        path.write_text(json.dumps({"hooks": [] if shape == "hooks" else {event: {"a": 1}}}))
    before = all_files(home)
    told = run(agent)
    assert told["error"]["data"]["error"] == "unusable_file"
    assert "hooks" in told["error"]["message"]
    assert all_files(home) == before


@pytest.mark.parametrize("entry", ["null", "[]", '{"hooks": {}}', '{"hooks": [7, {"command": 1}]}'])
def test_entries_of_another_shape_are_somebody_else_s(entry: str, home: Path, run: Run) -> None:
    path = home / PLACES["claude-code"]
    path.parent.mkdir()
    before = f'{{"hooks": {{"PermissionRequest": [{entry}], "Odd": 1}}}}\n'
    path.write_text(before)
    run("claude-code")
    hooks = json.loads(path.read_text())["hooks"]
    assert hooks["PermissionRequest"] == [
        json.loads(entry),
        *HOOKS["claude-code"]["PermissionRequest"],
    ]
    run("claude-code", "--uninstall")
    assert path.read_text() == before


@pytest.mark.parametrize("agent", ["gemini", "cursor", "vscode"])
def test_comments_are_kept_where_the_agent_takes_them(agent: str, home: Path, run: Run) -> None:
    path = present(agent, home)
    before = path.read_text().replace(
        '    "hooks": {', '    // my "hooks": {\n    "hooks": { // of all'
    )
    path.write_text(before)
    run(agent)
    assert path.read_text().count("//") == 2
    run(agent, "--uninstall")
    assert path.read_text() == before


def test_claude_code_takes_no_comments(home: Path, run: Run) -> None:
    """It skips a file that has one, and all that is in it (2.1.197)."""
    present("claude-code", home).write_text("// mine\n{}")
    assert "line 1, column 1" in run("claude-code")["error"]["message"]


@pytest.mark.parametrize(
    ("agent", "variable", "place"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
    ],
)
def test_the_agents_own_variable_names_the_place(
    agent: str, variable: str, place: str, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(home / "elsewhere"))
    assert run(agent)["file"] == str(home / "elsewhere" / place)


def test_the_command_is_the_one_that_was_called(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link in ~/.local/bin outlives the environment that it leads to; a shell takes its path."""
    link = home / "my bin" / "sayso"
    link.parent.mkdir()
    link.symlink_to(SAYSO)
    monkeypatch.setattr(sys, "argv", [str(link), "hook", "install", "codex"])
    run("codex")
    told = said("codex", home / PLACES["codex"])["hooks"]["PermissionRequest"][0]["hooks"][0]
    assert told["command"] == f"'{link}' hook codex --limit 590s"
    assert run("codex")["status"] == "unchanged"
    monkeypatch.setattr(sys, "argv", ["sayso"])
    assert run("codex")["status"] == "updated"


def test_the_command_is_one_that_runs(home: Path, run: Run) -> None:
    """In a shell without a PATH, in the root directory: an event that it does not know."""
    import subprocess

    run("claude-code")
    told = said("claude-code", home / PLACES["claude-code"])["hooks"]["Elicitation"][0]["hooks"][0]
    done = subprocess.run(
        ["/bin/sh", "-c", told["command"]],
        input="{}",
        env={"HOME": str(home)},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("sayso hook claude-code: the event has no hook_event_name")


def test_without_an_executable_nothing_is_entered(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(home / "python"))
    assert "no executable named sayso" in run("cursor")["error"]["message"]
    assert list(home.iterdir()) == []


def test_opencode_has_none(home: Path, run: Run) -> None:
    told = run("opencode")
    assert told["exit"] == 2
    assert "sayso hook opencode --serve" in told["error"]["data"]["remedy"]
    assert list(home.iterdir()) == []


def test_every_agent_that_it_knows_is_tried_here() -> None:
    choices = hook_install.COMMAND.arguments[0].choices
    assert set(PLACES) == set(AGENTS) == set(choices) - {"opencode"}
    assert set(AGENTS) == set(agents.NAMES) - {"opencode"}
    for name, each in AGENTS.items():
        assert each.title == agents.module(name).TITLE
        assert bool(each.gate) is (name in GATES)


def test_the_hook_ends_before_the_agent_ends_it() -> None:
    assert LIMIT < TIMEOUT


def test_the_words(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / PLACES["codex"]
    path.parent.mkdir()
    path.write_text("")
    assert main(["hook", "install", "codex"]) == 0
    told = capsys.readouterr()
    assert told.out == f"Codex: the hook has been added to {path}\n"
    assert told.err == (
        f"The file as it was: {path}.before-sayso\nRestart Codex.\n"
        "Codex asks you once, as it starts in a terminal, whether to trust the hook. "
        "Until then it does not run it.\n"
    )
    assert main(["hook", "install", "codex", "--dry-run"]) == 0
    assert capsys.readouterr().out == f"Codex: nothing to change in {path}\n"
    assert main(["hook", "install", "codex", "--dry-run", "--uninstall"]) == 0
    assert "\n-[[hooks.PermissionRequest]]\n" in capsys.readouterr().out
    assert main(["hook", "install", "gemini", "--project"]) == 0
    assert "It has the path of your sayso" in capsys.readouterr().err
    assert [each.name for each in Path.cwd().iterdir()] == [".gemini"]
