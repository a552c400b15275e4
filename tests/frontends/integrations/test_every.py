"""What can ask through sayso: what is here, and what a switch changes, in a home of the test's."""

import sys

assert sys.platform != "win32"

import json
import os
import shutil
from pathlib import Path

import pytest

from sayso.errors import Unsupported, UnusableFile
from sayso.frontends.integrations import every
from sayso.frontends.integrations.integration import Integration, Kind
from sayso.frontends.mcp.install import survey
from sayso.platforms.contract.doctor import Finding, Health
from support.integrating import empty_home, start_agents
from support.setup import tree

SYSTEMD = "login-ask-password-agent"
"""No systemd of the person's runs in a test."""
KEYS = [each.key for each in every.every() if each.key != SYSTEMD]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return empty_home(tmp_path, monkeypatch)


def here() -> dict[str, Integration]:
    return {each.key: each for each in every.here(os.environ)}


def test_in_an_empty_home_there_are_programs_alone(home: Path) -> None:
    assert {each.kind for each in here().values()} == {Kind.PROGRAM, Kind.LOGIN}


def test_agents_are_here_once_they_have_been_started(home: Path) -> None:
    start_agents(home)
    assert here().keys() == {*KEYS}


def test_what_is_not_installed_is_not_here(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert here().keys() == {"login-autostart"}


@pytest.mark.parametrize("key", KEYS)
def test_a_switch_tells_first_what_it_changes_and_back_takes_it_out(home: Path, key: str) -> None:
    start_agents(home)
    found, before = here()[key], tree(home)
    assert not found.is_on(os.environ)
    planned = found.plan(os.environ, True)
    assert tree(home) == before
    planned.make()
    assert found.is_on(os.environ)
    changed = {name for name, data in tree(home).items() if before.get(name) != data}
    named = [line.split()[-1] for line in planned.diff.splitlines() if line.startswith("+++ ")]
    kept = {f"{name}.before-sayso" for name in before}
    assert {str(home / name) for name in changed - kept} == {*named}
    assert found.plan(os.environ, True).diff == ""
    back = found.plan(os.environ, False)
    assert back.diff
    back.make()
    assert not found.is_on(os.environ)


def test_on_and_off_again_leaves_each_file_byte_for_byte(home: Path) -> None:
    start_agents(home)
    (home / ".claude/settings.json").write_text('{"theme":"dark"}')
    (home / ".codex/config.toml").write_text('model = "x"  # mine\n')
    (home / ".gemini/settings.json").write_text('{\n\t"mcpServers": {} // none\n}\n')
    (home / ".gnupg").mkdir(mode=0o700)
    (home / ".gnupg/gpg-agent.conf").write_text("pinentry-program /bin/true")
    before = tree(home)
    for wanted in (True, False):
        for each in here().values():
            each.plan(os.environ, wanted).make()
    assert tree(home) == before


def test_the_copy_of_a_file_is_of_before_all_that_is_ours(home: Path) -> None:
    start_agents(home)
    file = home / ".codex/config.toml"
    file.write_text('model = "x"\n')
    copy = file.with_name("config.toml.before-sayso")
    here()["mcp-codex"].plan(os.environ, True).make()
    here()["hook-codex"].plan(os.environ, True).make()
    assert copy.read_text() == 'model = "x"\n'
    here()["mcp-codex"].plan(os.environ, False).make()
    assert copy.read_text() == 'model = "x"\n'
    here()["hook-codex"].plan(os.environ, False).make()
    assert not copy.exists()
    assert file.read_text() == 'model = "x"\n'


def test_a_file_that_has_changed_meanwhile_stays(home: Path) -> None:
    start_agents(home)
    planned = here()["mcp-claude-code"].plan(os.environ, True)
    file = home / ".claude.json"
    file.write_text('{"numStartups": 2}\n')
    with pytest.raises(UnusableFile):
        planned.make()
    assert file.read_text() == '{"numStartups": 2}\n'


def test_what_is_left_to_do_is_told(home: Path) -> None:
    start_agents(home)
    found = here()
    assert found["mcp-codex"].plan(os.environ, True).make() == "Restart Codex."
    assert "trust the hook" in found["hook-codex"].plan(os.environ, True).make()
    assert found["hook-codex"].plan(os.environ, False).make() == "Restart Codex."
    assert "from now on" in found["program-git"].plan(os.environ, True).make()


class TestWhatTheDoctorSaysOfAClient:
    def said(self) -> Finding:
        (finding,) = survey.of_client("cursor", os.environ)
        return finding

    @pytest.fixture
    def file(self, home: Path) -> Path:
        start_agents(home)
        return home / ".cursor" / "mcp.json"

    def switch_on(self) -> None:
        here()["mcp-cursor"].plan(os.environ, True).make()

    def test_nothing_where_it_was_never_started(self, home: Path) -> None:
        assert list(survey.findings(os.environ)) == []

    def test_how_to_enter_sayso(self, file: Path) -> None:
        said = self.said()
        assert (said.name, said.health) == ("cursor mcp", Health.WORKS)
        assert said.words == "not set up; to change that: sayso mcp install cursor"

    def test_where_it_is_entered(self, file: Path) -> None:
        self.switch_on()
        assert (self.said().health, self.said().words) == (Health.WORKS, str(file))

    def test_that_another_sayso_is_entered(self, file: Path) -> None:
        self.switch_on()
        other = str(shutil.copy("/bin/true", file.parent / "sayso"))
        file.write_text(json.dumps({"mcpServers": {"sayso": {"command": other, "args": ["mcp"]}}}))
        said = self.said()
        assert (said.health, said.remedy) == (Health.DOUBTFUL, "sayso mcp install cursor")
        assert "not as this sayso enters it" in said.words

    def test_that_its_sayso_is_gone(self, file: Path) -> None:
        entry = {"command": "/nowhere/sayso", "args": ["mcp"]}
        file.write_text(json.dumps({"mcpServers": {"sayso": entry}}))
        said = self.said()
        assert (said.health, said.remedy) == (Health.DOUBTFUL, "sayso mcp install cursor")
        assert said.words.endswith("its sayso is gone: /nowhere/sayso")

    def test_that_its_file_can_not_be_read(self, file: Path) -> None:
        file.write_text("{")
        said = self.said()
        assert (said.health, bool(said.remedy)) == (Health.DOUBTFUL, True)

    def test_that_nothing_could_serve_it(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.switch_on()
        monkeypatch.setattr("sayso.frontends.mcp.install.entry.find_spec", lambda _name: None)
        assert "the Python package mcp is missing" in self.said().words
        with pytest.raises(Unsupported):
            here()["mcp-cursor"].plan(os.environ, True)
        here()["mcp-cursor"].plan(os.environ, False).make()
        assert not here()["mcp-cursor"].is_on(os.environ)
