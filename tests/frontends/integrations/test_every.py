"""What can ask through sayso: what is here, and what a switch changes, in a home of the test's."""

import sys

assert sys.platform != "win32"

import json
import os
import shutil
from functools import partial
from pathlib import Path

import pytest

from sayso.errors import Unsupported, UnusableFile
from sayso.frontends.integrations import every
from sayso.frontends.integrations.integration import Integration, Kind
from sayso.frontends.mcp.install import survey
from sayso.frontends.pages.settings import SettingsPage
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


NOWHERE = {"sayso": {"command": f"/{'x/' * 3000}sayso", "args": ["mcp"]}}
ODD = {
    "a helper with an open quote": (
        ".gitconfig",
        '[credential]\n\thelper = "!\'/x/git-credential-sayso"\n',
    ),
    "a long path": (".gnupg/gpg-agent.conf", f"pinentry-program /{'x' * 5000}\n"),
    "a nest": (".codex/config.toml", f"a = {'[' * 20_000}\n"),
    "a copy that is no object": (".cursor/mcp.json.before-sayso", "5"),
    "a command that is no path": (".cursor/mcp.json", json.dumps({"mcpServers": NOWHERE})),
}


class TestWhatIsOfNoShapeThatIsKnown:
    """It hides nothing else, neither in the window nor from the doctor."""

    @pytest.mark.parametrize("what", ODD)
    def test_it_is_told_beside_all_others(
        self, home: Path, what: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        start_agents(home)
        name, text = ODD[what]
        (home / name).parent.mkdir(mode=0o700, exist_ok=True)
        if name == ".cursor/mcp.json.before-sayso":
            here()["mcp-cursor"].plan(os.environ, True).make()
        (home / name).write_text(text)
        page = SettingsPage(
            home / "config.toml", lambda *_: None, list, partial(every.here, os.environ)
        )
        assert {each["key"] for each in page.state()["integrations"]} == {*KEYS}
        assert [*every.findings(os.environ, home)]
        assert "ssh" in every.could_ask(os.environ)

    def test_what_is_not_ours_to_read_is_told(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start_agents(home)

        def refuse(_path: Path) -> bool:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "exists", refuse)
        found = here()
        assert found.keys() == {*KEYS}
        (said,) = found["mcp-cursor"].safe_findings(os.environ)
        assert (said.health, said.remedy) == (Health.DOUBTFUL, "mend that")
        assert "Permission denied" in said.words


def test_no_more_starts_at_login_than_was_shown(home: Path) -> None:
    planned = here()["login-autostart"].plan(os.environ, True)
    directory = home / ".config" / "autostart"
    directory.mkdir(parents=True)
    (directory / "sayso.desktop").write_text("[Desktop Entry]\n")
    with pytest.raises(UnusableFile):
        planned.make()
    assert (directory / "sayso.desktop").read_text() == "[Desktop Entry]\n"


def test_a_file_that_would_go_is_shown_to_go(home: Path) -> None:
    start_agents(home)
    found = here()["mcp-cursor"]
    found.plan(os.environ, True).make()
    planned = found.plan(os.environ, False)
    assert "+++ /dev/null" in planned.diff.splitlines()
    planned.make()
    assert not (home / ".cursor/mcp.json").exists()


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
        assert list(survey.of_client("cursor", os.environ)) == []

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

    def test_that_the_server_of_this_name_is_another_one(self, file: Path) -> None:
        entry = {"command": "uvx", "args": ["sayso", "mcp"]}
        file.write_text(json.dumps({"mcpServers": {"sayso": entry}}))
        said = self.said()
        assert said.health is Health.DOUBTFUL
        assert "a server named sayso that is not sayso's" in said.words

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
