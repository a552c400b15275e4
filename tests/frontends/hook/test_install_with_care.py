"""sayso hook install: what is broken or another's stays; the command that is entered; the words."""

import sys

assert sys.platform != "win32"

import json
import subprocess
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.frontends.cli import hook_install
from sayso.frontends.hook import agents
from sayso.frontends.hook.install.agents import AGENTS, LIMIT, TIMEOUT
from sayso.frontends.install import jsonc
from support.hook_install import GATES, HOOKS, PLACES, SAYSO, Run, all_files, present, said

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
    assert done.stderr.startswith("sayso hook claude-code: nobody decided. the event has no ")


def test_an_edit_that_would_say_something_else_is_not_made(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = present("cursor", home)
    before = path.read_bytes()
    monkeypatch.setattr(jsonc, "put", lambda *_args, **_named: '{"hooks": {"stop": []}}')
    assert "change it by hand" in run("cursor")["error"]["message"]
    assert path.read_bytes() == before


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
