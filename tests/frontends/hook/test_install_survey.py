"""How the hooks stand, as sayso doctor says it."""

import sys

assert sys.platform != "win32"

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sayso.frontends.hook.install import plan, survey
from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.hook.install.trust import digest
from sayso.platforms.contract.doctor import Finding, Health
from support.homes import Home

SAYSO = str(Path(sys.executable).with_name("sayso"))


def install(name: str, project: Path | None = None, *, gate: bool = False) -> Path:
    change = plan.install(name, os.environ, project, gate=gate)
    change.make()
    return change.file.path


def findings() -> list[Finding]:
    of_users = [each for name in AGENTS for each in survey.of_agent(name, os.environ)]
    return [*of_users, *survey.of_project(os.environ, Path.cwd())]


def troubles() -> list[str]:
    """In words, without the file."""
    found = findings()
    assert all(each.remedy for each in found if each.health is Health.DOUBTFUL)
    return [each.words.partition(": ")[2] for each in found if each.health is Health.DOUBTFUL]


def trusted(path: Path, users: Path | None = None) -> None:
    """As Codex writes it once the person has said so: in the user's file."""
    whole = tomllib.loads(path.read_text())
    for event, groups in whole["hooks"].items():
        label = {"PermissionRequest": "permission_request", "PreToolUse": "pre_tool_use"}[event]
        for place, group in enumerate(groups):
            with (users or path).open("a") as file:
                file.write(f'\n[hooks.state."{path}:{label}:{place}:0"]\n')
                file.write(f'trusted_hash = "{digest(event, group, group["hooks"][0])}"\n')


def change(path: Path, **members: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | members))


def test_nothing_is_said_of_agents_that_were_never_here(home: Path) -> None:
    assert findings() == []


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_without_a_hook_is_no_fault(name: str, home: Path) -> None:
    AGENTS[name].home(os.environ).mkdir()
    words = f"not set up; to change that: sayso hook install {name}"
    assert findings() == [Finding(f"{name} hook", Health.WORKS, words)]


@pytest.mark.parametrize("name", AGENTS)
def test_one_that_is_there_and_asked(name: str, home: Path) -> None:
    path = install(name)
    if name == "codex":
        trusted(path)
    (found,) = findings()
    assert (found.health, found.remedy) == (Health.WORKS, "")
    assert found.words == f"{path}: {', '.join(event.name for event in AGENTS[name].events)}"


def test_one_in_the_project_stands_for_itself(home: Path) -> None:
    install("claude-code")
    path = install("claude-code", Path.cwd())
    path.write_text(path.read_text().replace("590", "60"))
    mine, its = findings()
    assert mine.health is Health.WORKS
    assert its.health is Health.DOUBTFUL
    assert its.remedy == "sayso hook install claude-code --project"


@pytest.mark.parametrize("name", AGENTS)
def test_its_sayso_is_gone(name: str, home: Path) -> None:
    path = install(name)
    if name == "codex":
        trusted(path)
    path.write_text(path.read_text().replace(SAYSO, "/gone/sayso"))
    gone, *others = troubles()
    assert gone == "its sayso is gone: /gone/sayso"
    assert len(others) == (name == "codex")  # it was another that was trusted


@pytest.mark.parametrize(("old", "new"), [("590s", "60s"), ('"timeout": 600', '"timeout": 60')])
def test_outdated(old: str, new: str, home: Path) -> None:
    path = install("cursor")
    path.write_text(path.read_text().replace(old, new))
    assert troubles() == ["it is not as this sayso enters it: another path, time or event"]


def test_of_another_sayso(home: Path) -> None:
    path, another = install("cursor"), home / "sayso"
    another.touch()
    path.write_text(path.read_text().replace(SAYSO, str(another)))
    assert troubles() == ["it is not as this sayso enters it: another path, time or event"]


def test_an_event_is_missing(home: Path) -> None:
    path = install("claude-code")
    whole = json.loads(path.read_text())
    del whole["hooks"]["Elicitation"]
    path.write_text(json.dumps(whole))
    assert troubles() == ["it is not as this sayso enters it: another path, time or event"]


def test_a_file_that_cannot_be_read(home: Path) -> None:
    path = install("gemini")
    path.write_text("{")
    its = install("gemini", Path.cwd())
    its.write_text("{")  # there may be no hook in it
    (found,) = findings()
    assert found.health is Health.DOUBTFUL
    assert found.words.startswith(f"{path} can't be read: line 1")


class TestCodex:
    """Digests are as 0.169.0 gave them for these hooks, by `hooks/list` of its app-server."""

    @pytest.mark.parametrize(
        ("event", "group", "told"),
        [
            (
                "PermissionRequest",
                {},
                "sha256:b2c015fe0eff1c1d954dc100a0abdc0cbeeb7c57df886ab835c99df62db1b37f",
            ),
            (
                "PreToolUse",
                {"matcher": "^(Bash|apply_patch|mcp__.*)$"},
                "sha256:9603e0fa6651d7047a29e9ec58840b158f528af865d72333bf016bd77a9823b7",
            ),
        ],
    )
    def test_the_digest(self, event: str, group: dict[str, Any], told: str) -> None:
        command = "'/opt/a b/sayso' hook codex --limit 590s"
        hook = {"command": command, "type": "command", "timeout": 600}
        assert digest(event, group, hook) == told
        del hook["timeout"]  # it is 600 unless told otherwise
        assert digest(event, group, hook) == told

    def test_not_yet_trusted(self, home: Path) -> None:
        install("codex")
        assert troubles() == [
            "PermissionRequest: Codex does not run it yet: it has not been trusted"
        ]

    def test_each_of_them_is_trusted_by_itself(self, home: Path) -> None:
        trusted(install("codex"))
        install("codex", gate=True)
        assert troubles() == ["PreToolUse: Codex does not run it yet: it has not been trusted"]

    def test_that_of_a_project_is_trusted_in_the_user_s_file(self, home: Path) -> None:
        users = install("codex")
        path = install("codex", Path.cwd())
        trusted(users)
        assert [each.health for each in findings()] == [Health.WORKS, Health.DOUBTFUL]
        trusted(path, users)
        assert troubles() == []

    def test_of_a_user_s_file_that_cannot_be_read_nothing_follows(self, home: Path) -> None:
        install("codex", Path.cwd())
        users = plan.place("codex", os.environ, None)
        users.parent.mkdir()
        users.write_text("= 1")
        broken, its = findings()
        assert "can't be read" in broken.words
        assert its.health is Health.WORKS

    def test_another_one_was_trusted(self, home: Path) -> None:
        path = install("codex")
        path.write_text(path.read_text().replace("590", "60"))
        trusted(path)
        install("codex")
        assert troubles() == [
            "PermissionRequest: Codex does not run it any more: it is not the one that was trusted"
        ]

    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            ("timeout = 600", "timeout = 600\nasync = false", "can't be told"),
            ("sha256:", "sha512:", "can't be told"),
            ("trusted_hash", "enabled = false\ntrusted_hash", "switched off"),
            ("trusted_hash", "other", "has not been trusted"),
        ],
    )
    def test_what_else_stands_there(self, old: str, new: str, words: str, home: Path) -> None:
        path = install("codex")
        trusted(path)
        path.write_text(path.read_text().replace(old, new))
        (told,) = troubles()
        assert words in told

    def test_its_home_may_be_a_link(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It names the file by either path."""
        link = home / "link"
        (home / "there").mkdir()
        link.symlink_to(home / "there")
        monkeypatch.setenv("CODEX_HOME", str(link))
        path = install("codex")
        assert path.parent.name == "there"
        trusted(path)
        assert troubles() == []
        path.write_text(path.read_text().replace("/there/config", "/link/config"))
        assert troubles() == []


def test_the_doctor_says_so(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (home.place / ".claude").mkdir()
    assert home.run("hook", "install", "codex").returncode == 0
    told = {each["name"]: each for each in home.json("doctor")["findings"]}
    assert told["claude-code hook"]["words"].startswith(
        "not set up; to change that: sayso hook install"
    )
    assert told["codex hook"]["health"] == "doubtful"
    assert told["codex hook"]["remedy"] == "start codex in a terminal: it asks"
    assert "gemini hook" not in told


BYPASSES: dict[str, tuple[str, dict[str, Any], str]] = {
    "all hooks off": ("claude-code", {"disableAllHooks": True}, "disableAllHooks is set"),
    "never asks": (
        "claude-code",
        {"permissions": {"defaultMode": "bypassPermissions"}},
        "permissions.defaultMode is bypassPermissions: Claude Code never asks",
    ),
    "all commands": (
        "claude-code",
        {"permissions": {"allow": ["Bash"]}},
        "permissions.allow has Bash: Claude Code does not ask before using it",
    ),
    "gemini's hooks off": ("gemini", {"hooksConfig": {"enabled": False}}, "hooksConfig.enabled"),
    "ours off": (
        "gemini",
        {"hooksConfig": {"disabled": ["sayso"]}},
        "hooksConfig.disabled has sayso",
    ),
}


@pytest.mark.parametrize(("name", "members", "words"), BYPASSES.values(), ids=BYPASSES)
def test_what_keeps_it_from_being_asked(
    name: str, members: dict[str, Any], words: str, home: Path
) -> None:
    change(install(name), **members)
    (told,) = troubles()
    assert told.startswith(words)


@pytest.mark.parametrize(
    "members",
    [
        {"permissions": {"allow": ["Bash(git status:*)", 7], "defaultMode": "acceptEdits"}},
        {"permissions": {"allow": "Bash"}},
        {"permissions": []},
        {"disableAllHooks": False},
    ],
)
def test_what_does_not(members: dict[str, Any], home: Path) -> None:
    change(install("claude-code"), **members)
    assert troubles() == []


def test_nothing_stands_before_a_gate(home: Path) -> None:
    change(install("claude-code", gate=True), permissions={"defaultMode": "bypassPermissions"})
    assert troubles() == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('approval_policy = "never"\n', "approval_policy is never: Codex never asks"),
        ("features.hooks = false\n", "features.hooks is false"),
    ],
)
def test_codex_may_be_told_so_too(line: str, words: str, home: Path) -> None:
    path = install("codex")
    trusted(path)
    path.write_text(line + path.read_text())
    (told,) = troubles()
    assert told.startswith(words)


def test_codex_asks_its_gate_all_the_same(home: Path) -> None:
    path = install("codex", gate=True)
    trusted(path)
    path.write_text('approval_policy = "never"\n' + path.read_text())
    assert troubles() == []
