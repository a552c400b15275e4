"""sayso uninstall: undoes what sayso has set up in a home directory of the test's, and no more."""

import os
import subprocess
from pathlib import Path

import pytest

from support.command import BOUND
from support.homes import Home

BY_HAND = "export SUDO_ASKPASS=/opt/sayso-askpass"
BASHRC = 'eval "$(sayso completion bash)"'


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def set_up(home: Home) -> None:
    """All that sayso can set up, beside what is the person's own."""
    for command in (
        ("link",),
        ("autostart", "enable"),
        ("mcp", "install", "codex"),
        *(("setup", program) for program in ("gpg", "ssh", "sudo", "git")),
    ):
        done = home.run(*command)
        assert done.returncode == 0, done
    fish = home.place / ".config" / "fish" / "completions"
    fish.mkdir(parents=True)
    (fish / "sayso.fish").write_text(home.run("completion", "fish").stdout)
    (fish / "another.fish").write_text("complete -c another\n")
    (home.place / ".bashrc").write_text(f"# sayso completion\n{BASHRC}\n{BY_HAND}\n")
    home.run("config", "set", "timeout", "3m")
    (home.place / ".config" / "sayso" / "places.json").write_text('{"places": []}')
    log = home.place / ".local" / "state" / "sayso" / "log"
    log.mkdir(mode=0o700, parents=True)
    (log / "daemon.log").write_text("it was\n")


def files(home: Home) -> set[str]:
    found = (path for path in home.place.rglob("*") if not path.is_dir() or path.is_symlink())
    names = {os.path.relpath(path, home.place) for path in found}
    return {name for name in names if not name.startswith("python/")}  # the test's interpreter


def left(home: Home, before: set[str]) -> set[str]:
    """Of what was not there at first."""
    return files(home) - before


class TestAll:
    def test_what_was_set_up_goes_and_what_is_the_person_s_stays(self, home: Home) -> None:
        before = files(home)
        set_up(home)
        done = home.run("uninstall", "--yes")
        assert done.returncode == 0, done
        assert left(home, before) == {
            ".bashrc",
            ".config/fish/completions/another.fish",
            ".config/sayso/config.toml",
            ".config/sayso/places.json",
            ".local/state/sayso/log/daemon.log",
        }
        assert f"Take this line out yourself: {home.place / '.bashrc'}: {BASHRC}" in done.stderr
        assert f"Take this line out yourself: {home.place / '.bashrc'}: {BY_HAND}" in done.stderr
        assert done.stderr.splitlines()[-1].startswith("To remove the program itself: ")
        again = home.run("uninstall", "--yes")
        assert (again.returncode, again.stdout) == (0, "Nothing is set up.\n")

    def test_what_the_person_had_before_is_there_again(self, home: Home) -> None:
        codex, told = home.place / ".codex" / "config.toml", home.place / ".claude" / "CLAUDE.md"
        codex.parent.mkdir()
        codex.write_text('# mine\nmodel = "x"\n')
        told.parent.mkdir()
        told.write_text("Be brief.\n")
        before = files(home)
        assert home.run("mcp", "install", "codex").returncode == 0
        assert home.run("mcp", "install", "--instructions", "--file", str(told)).returncode == 0
        assert files(home) != before
        done = home.run("uninstall", "--yes")
        assert done.returncode == 0
        assert f"what agents are told in {told}" in done.stdout
        assert files(home) == before
        assert codex.read_text() == '# mine\nmodel = "x"\n'
        assert told.read_text() == "Be brief.\n"

    def test_hooks_go_from_the_file_that_has_a_server_as_well(
        self, home: Home, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project = home.place / "project"
        project.mkdir()
        monkeypatch.chdir(project)
        settings = home.place / ".gemini" / "settings.json"
        settings.parent.mkdir()
        mine = '{\n  // mine\n  "mcpServers": {\n    "a": {}\n  }\n}\n'
        settings.write_text(mine)
        before = files(home)
        for command in (
            ("mcp", "install", "gemini"),
            ("mcp", "install", "codex"),
            ("hook", "install", "gemini"),
            ("hook", "install", "codex", "--gate"),
            ("hook", "install", "vscode"),
            ("hook", "install", "claude-code", "--project"),
        ):
            assert home.run(*command).returncode == 0
        done = home.run("uninstall", "--yes")
        assert done.returncode == 0, done
        for shown in (
            f"sayso in Gemini CLI: {settings}, and settings.json.before-sayso\n",
            f"the hook in Gemini CLI: {settings}, and settings.json.before-sayso\n",
            f"the hook in VS Code: {home.place / '.copilot' / 'hooks' / 'sayso.json'}\n",
            f"the hook in Claude Code: {project / '.claude' / 'settings.local.json'}\n",
        ):
            assert shown in done.stdout
        assert files(home) == before
        assert settings.read_text() == mine
        assert home.run("uninstall", "--yes").stdout == "Nothing is set up.\n"

    def test_a_hook_in_the_home_directory_is_named_once(
        self, home: Home, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(home.place)
        assert home.run("hook", "install", "gemini").returncode == 0
        assert home.run("uninstall", "--dry-run").stdout.count("the hook in") == 1

    def test_what_is_not_sayso_s_stays(self, home: Home) -> None:
        for name in (".local/bin/sayso", ".local/share/man/man1/sayso-text.1"):
            place = home.place / name
            place.parent.mkdir(parents=True)
            place.symlink_to("/etc/hostname")
        fish = home.place / ".config" / "fish" / "completions" / "sayso.fish"
        fish.parent.mkdir(parents=True)
        fish.write_text("complete -c sayso\n")
        before = files(home)
        assert home.run("uninstall", "--yes", "--purge").returncode == 0
        assert files(home) == before

    def test_one_of_git_s_is_there_but_git_has_gone(self, home: Home) -> None:
        assert home.run("setup", "git").returncode == 0
        done = home.run("uninstall", "--yes", PATH=str(home.place))
        assert done.returncode == 6
        assert "Not undone: that git asks through sayso: git is not installed here" in done.stderr

    def test_a_file_of_the_person_s_stays_though_nothing_is_in_it(self, home: Home) -> None:
        """Which has a copy, as sayso has not made it."""
        file = home.place / ".claude.json"
        file.write_text("{}")
        assert home.run("mcp", "install", "claude-code").returncode == 0
        done = home.run("uninstall", "--yes")
        assert f"sayso in Claude Code: {file}, and .claude.json.before-sayso\n" in done.stdout
        assert done.returncode == 0
        assert "sayso" not in file.read_text()
        assert ".claude.json.before-sayso" not in files(home)

    def test_instructions_by_two_names_are_taken_out_once(self, home: Home) -> None:
        told = home.place / ".claude" / "CLAUDE.md"
        told.parent.mkdir()
        (home.place / ".codex").mkdir()
        (home.place / ".codex" / "AGENTS.md").symlink_to(told)
        before = files(home)
        assert home.run("mcp", "install", "--instructions", "--file", str(told)).returncode == 0
        done = home.run("uninstall", "--yes")
        assert (done.returncode, done.stdout.count("what agents are told")) == (0, 1)
        assert told.read_text() == ""  # a link leads to it
        assert files(home) == before | {".claude/CLAUDE.md"}

    def test_what_stays_is_said(self, home: Home) -> None:
        set_up(home)
        done = home.run("uninstall", "--yes")
        assert "\nDone.\n" in f"\n{done.stderr}"
        log = home.place / ".local" / "state" / "sayso" / "log"
        machines = home.place / ".config" / "sayso" / "places.json"
        assert f"This stays: the log: {log}\n" in done.stderr
        assert f"This stays: the list of other machines that may ask: {machines}\n" in done.stderr
        assert "To delete that as well: sayso uninstall --purge\n" in done.stderr
        assert "This stays" not in home.run("uninstall", "--yes", "--purge").stderr

    def test_settings_and_log_go_where_that_is_said(self, home: Home) -> None:
        set_up(home)
        assert home.run("uninstall", "--yes", "--purge").returncode == 0
        assert not (home.place / ".config" / "sayso").exists()
        assert not (home.place / ".local" / "state" / "sayso").exists()

    def test_as_json(self, home: Home) -> None:
        set_up(home)
        told = home.json("uninstall", "--yes")
        assert [step["what"].partition(":")[0] for step in told["steps"]][:2] == [
            "the start at login",
            "sayso in Codex",
        ]
        assert all(step["done"] and not step["why"] for step in told["steps"])


ZSH = "export SSH_ASKPASS=sayso-askpass"
BY_HAND_IN = {
    ".zshenv": ZSH,
    "zsh/.zshrc": ZSH,
    ".config/fish/config.fish": "set -gx SUDO_ASKPASS (command -v sayso-askpass)",
    ".config/fish/conf.d/mine.fish": "sayso completion fish | source",
    ".config/environment.d/50-mine.conf": "SUDO_ASKPASS=/usr/bin/sayso-askpass",
    ".config/git/config": "askPass = sayso-askpass",
    "gnupg/gpg-agent.conf": "pinentry-program /usr/bin/pinentry-sayso",
}


class TestLinesEnteredByHand:
    @pytest.mark.parametrize(("name", "line"), BY_HAND_IN.items())
    def test_are_named(self, home: Home, name: str, line: str) -> None:
        file = home.place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {line}\n\t{line}\n")
        places = {"ZDOTDIR": str(home.place / "zsh"), "GNUPGHOME": str(home.place / "gnupg")}
        done = home.run("uninstall", "--yes", **places)
        assert done.stderr.count("Take this line out yourself: ") == 1
        assert f"Take this line out yourself: {file}: {line}\n" in done.stderr

    @pytest.mark.parametrize("helper", ["sayso", '"sayso"', "/opt/git-credential-sayso"])
    def test_for_one_address_of_git_s_is_named_and_that_for_all_is_taken_out(
        self, home: Home, helper: str
    ) -> None:
        file = home.place / ".gitconfig"
        file.write_text(f'[credential "https://a"]\n\thelper = {helper}\n\t; helper = sayso\n')
        assert home.run("setup", "git").returncode == 0
        done = home.run("uninstall", "--yes")
        assert done.stderr.count("Take this line out yourself: ") == 1
        assert f"Take this line out yourself: {file}: helper = {helper}\n" in done.stderr

    def test_in_a_file_of_two_names_is_named_once(self, home: Home) -> None:
        (home.place / ".zshrc").write_text(f"{ZSH}\n")
        (home.place / ".zshenv").symlink_to(".zshrc")
        done = home.run("uninstall", "--yes", ZDOTDIR=str(home.place))
        assert done.stderr.count("Take this line out yourself: ") == 1

    def test_of_another_helper_is_not(self, home: Home) -> None:
        (home.place / ".gitconfig").write_text("[credential]\n\thelper = saysomething\n")
        assert "Take this line out" not in home.run("uninstall", "--yes").stderr


class TestFirst:
    def test_a_dry_run_shows_it_and_changes_nothing(self, home: Home) -> None:
        set_up(home)
        before = files(home)
        done = home.run("uninstall", "--dry-run", "--purge")
        assert done.returncode == 0
        for what in (
            "the start at login: ",
            f"sayso in Codex: {home.place / '.codex' / 'config.toml'}",
            f"that gpg asks through sayso: {home.place / '.gnupg' / 'gpg-agent.conf'}\n",
            f"that sudo asks through sayso: {home.place / '.profile'}, ",
            f"that git asks through sayso: {home.place / '.gitconfig'}\n",
            f"4 links in {home.place / '.local' / 'bin'}",
            f"the completions {home.place / '.config' / 'fish' / 'completions' / 'sayso.fish'}",
            f"the settings: {home.place / '.config' / 'sayso' / 'config.toml'}",
            f"the log: {home.place / '.local' / 'state' / 'sayso' / 'log'}",
        ):
            assert f"\n  {what}" in done.stdout
        assert files(home) == before
        assert not any(step["done"] for step in home.json("uninstall", "--dry-run")["steps"])

    def test_with_json_it_is_shown_beside(self, home: Home) -> None:
        set_up(home)
        done = home.run("uninstall", "--yes", "--json")
        assert done.stderr.startswith("sayso will undo this:\n  the start at login: ")

    def test_without_a_terminal_it_wants_to_be_told(self, home: Home) -> None:
        set_up(home)
        before = files(home)
        done = home.run("uninstall", stdin="y\n")
        assert done.returncode == 2
        assert "--yes is missing" in done.stderr
        assert files(home) == before

    @pytest.mark.parametrize(("typed", "code"), [("y\n", 0), ("n\n", 1), ("\n", 1), ("", 1)])
    def test_on_a_terminal_it_asks(self, home: Home, typed: str, code: int) -> None:
        set_up(home)
        before = files(home)
        asking, person = os.openpty()
        os.write(asking, typed.encode() or b"\x04")
        with os.fdopen(person) as terminal:
            done = subprocess.run(
                [*home.sayso, "uninstall"],
                env=home.environ,
                stdin=terminal,
                capture_output=True,
                text=True,
                timeout=BOUND,
                check=False,
            )
        os.close(asking)
        assert done.returncode == code
        assert "Undo all this? [y/N] " in done.stderr
        assert (files(home) == before) is (code == 1)
        assert ("Nothing was changed." in done.stderr) is (code == 1)


def test_what_can_t_be_undone_is_named_and_the_rest_is_done(home: Home) -> None:
    set_up(home)
    entry = home.place / ".config" / "autostart" / "sayso.desktop"
    entry.write_text(entry.read_text() + "# mine\n")
    done = home.run("uninstall", "--yes")
    assert done.returncode == 6
    assert "Not undone: the start at login: " in done.stderr
    assert entry.exists()
    assert not (home.place / ".local" / "bin" / "sayso").is_symlink()
    steps = home.json("uninstall", "--yes")["steps"]
    assert [(step["done"], bool(step["why"]), bool(step["remedy"])) for step in steps] == [
        (False, True, True)
    ]


@pytest.mark.parametrize("added", [b"\xff\n", b"# sayso: begin ssh\n"])
def test_a_file_with_ours_that_can_t_be_read_is_named(home: Home, added: bytes) -> None:
    """Else what it holds would name a program that is gone."""
    assert home.run("setup", "ssh").returncode == 0
    file = home.place / ".profile"
    with file.open("ab") as stream:
        stream.write(added)
    done = home.run("uninstall", "--yes")
    assert done.returncode == 6
    assert done.stderr.count("Not undone: ") == 1
    assert f"Not undone: that ssh asks through sayso: {file}: " in done.stderr
    assert "What to do: " in done.stderr


def test_one_that_can_t_be_read_without_ours_is_passed_over(home: Home) -> None:
    for name in (".profile", ".gitconfig", ".claude.json"):
        (home.place / name).write_bytes(b"\xff\n")
    done = home.run("uninstall", "--yes")
    assert (done.returncode, done.stdout) == (0, "Nothing is set up.\n")


@pytest.mark.parametrize("verb", ["mcp", "hook"])
def test_a_copy_of_settings_that_stayed_when_ours_was_taken_out_goes(home: Home, verb: str) -> None:
    for name in (".claude.json", ".claude/settings.json"):
        (home.place / name).parent.mkdir(exist_ok=True)
        (home.place / name).write_text('{"mine": 1}\n')
    before = files(home)
    for more in ((), ("--uninstall",)):
        assert home.run(verb, "install", "claude-code", *more).returncode == 0
    assert files(home) != before
    done = home.run("uninstall", "--yes")
    assert done.returncode == 0
    assert files(home) == before


def test_a_link_that_pipx_made_is_pipx_s(home: Home, tmp_path: Path) -> None:
    """Its environment says whose it is."""
    from sayso.frontends.cli.links import Link

    environment = tmp_path / "pipx" / "sayso"
    (environment / "bin").mkdir(parents=True)
    program, place = environment / "bin" / "sayso", tmp_path / "sayso"
    program.touch()
    place.symlink_to(program)
    assert Link(place, program).is_ours_to_remove
    (environment / "pipx_metadata.json").touch()
    assert not Link(place, program).is_ours_to_remove
    page = environment / "sayso.1"
    page.touch()
    place.unlink()
    place.symlink_to(page)
    assert Link(place, page).is_ours_to_remove  # which Debian 12's pipx makes none of
