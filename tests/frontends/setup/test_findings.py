"""How gpg, ssh, sudo and git ask, as sayso doctor says it."""

import sys

assert sys.platform != "win32"

import os
import subprocess
from pathlib import Path

import pytest

from sayso.frontends.setup.programs import PROGRAMS
from sayso.platforms.contract.doctor import Finding, Health
from support.hook_install import Run
from support.setup import BIN, FILES, present, tree


def findings() -> list[Finding]:
    return [each for program in PROGRAMS.values() for each in program.findings(os.environ)]


def said(name: str) -> tuple[Health, str, str]:
    """What is found of it: one finding."""
    (found,) = [each for each in findings() if each.name == name]
    assert found.remedy or found.health is Health.WORKS
    return found.health, found.words, found.remedy


def trouble(name: str) -> tuple[str, str]:
    health, words, remedy = said(name)
    assert health is Health.DOUBTFUL, words
    return words, remedy


def works(name: str) -> str:
    health, words, _ = said(name)
    assert health is Health.WORKS, words
    return words


def git(*words: str) -> None:
    subprocess.run(["git", "config", "--global", *words], check=True)


def logs_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the files say of ssh is in the environment."""
    monkeypatch.setenv("SSH_ASKPASS", f"{BIN}/sayso-askpass")
    monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "prefer")


def test_none_is_set_up(home: Path) -> None:
    for name in FILES:
        assert f": sayso setup {name}" in works(name)
    assert tree(home) == {}


def test_nothing_is_said_of_what_is_not_installed(home: Path, programs: Path, run: Run) -> None:
    assert findings() == []


class TestGpg:
    def test_it_asks_by_sayso(self, home: Path, run: Run) -> None:
        run("gpg")
        assert works("gpg").startswith(f"asks by {BIN}/pinentry-sayso, as {home}")
        assert list(tree(home)) == [FILES["gpg"]]  # no agent was started

    def test_another_asks(self, home: Path) -> None:
        present(home, "gpg", b"pinentry-program /bin/sh\n")
        assert works("gpg").startswith("asks by /bin/sh; to change that: ")

    @pytest.mark.parametrize("program", ["/nowhere/pinentry-gtk-2", "/nowhere/pinentry-sayso"])
    def test_what_asks_is_gone(self, home: Path, program: str) -> None:
        present(home, "gpg", f"pinentry-program {program}\n".encode())
        words, remedy = trouble("gpg")
        assert words.endswith(f"is gone: {program}")
        assert remedy == "sayso setup gpg"

    def test_a_later_line_takes_its_place(self, home: Path, run: Run) -> None:
        run("gpg")
        with (home / FILES["gpg"]).open("a") as file:
            file.write("pinentry-program /bin/sh\n")
        assert trouble("gpg")[0].endswith("2 lines for pinentry-program; /bin/sh is the last")

    def test_a_file_that_can_t_be_read(self, home: Path) -> None:
        present(home, "gpg", b"\xff")
        assert "not in UTF-8" in trouble("gpg")[0]


class TestVariables:
    def test_they_are_set_for_the_next_session(self, home: Path, run: Run) -> None:
        run("sudo")
        words, remedy = trouble("sudo")
        assert words.startswith("SUDO_ASKPASS is not set in this session")
        assert remedy.startswith("log in again")
        works("ssh")  # though a file has lines of ours

    def test_and_in_this_one(self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        run("ssh")
        logs_in(monkeypatch)
        assert works("ssh") == f"asks by {BIN}/sayso-askpass, with SSH_ASKPASS_REQUIRE=prefer"

    def test_they_were_set_by_hand(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SUDO_ASKPASS", f"{BIN}/sayso-askpass")
        assert works("sudo") == f"asks by {BIN}/sayso-askpass"
        monkeypatch.setenv("SUDO_ASKPASS", "/usr/bin/ssh-askpass")
        assert works("sudo").startswith("asks by /usr/bin/ssh-askpass; to change that: ")

    def test_this_session_has_another(
        self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run("ssh")
        monkeypatch.setenv("SSH_ASKPASS", "/usr/bin/ssh-askpass")
        assert trouble("ssh")[0].startswith("SSH_ASKPASS is /usr/bin/ssh-askpass in this session")

    def test_what_asks_is_gone(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SSH_ASKPASS", "/nowhere/sayso-askpass")
        words, remedy = trouble("ssh")
        assert words == "what asks is gone: /nowhere/sayso-askpass"
        assert remedy == "sayso setup ssh; then log in again"

    def test_it_was_set_up_by_a_sayso_elsewhere(
        self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run("ssh")
        logs_in(monkeypatch)
        path = home / ".profile"
        path.write_text(path.read_text().replace(str(BIN), "/old"))
        assert trouble("ssh") == (f"{path} is not as this sayso sets it up", "sayso setup ssh")

    def test_a_later_line_sets_it_again(
        self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run("ssh")
        logs_in(monkeypatch)
        path = home / ".profile"
        with path.open("a") as file:
            file.write("# SSH_ASKPASS=/a\nexport SSH_ASKPASS_REQUIRE=never\n")
        works("ssh")
        with path.open("a") as file:
            file.write("export A=1 SSH_ASKPASS=/bin/b\n")
        words, _ = trouble("ssh")
        last = len(path.read_text().splitlines())
        assert words == f"{path} sets it again behind ours, in line {last}"

    def test_a_later_file_sets_it_again(
        self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run("ssh")
        logs_in(monkeypatch)
        place = home / ".config" / "environment.d"
        (place / "10-mine.conf").write_text("SSH_ASKPASS=/bin/b\n")
        (place / "95-another.conf").write_text("OTHER=1\n")
        (place / "96-odd.conf").write_bytes(b"\xff\n")
        works("ssh")
        (place / "99-mine.conf").write_text("SSH_ASKPASS=/bin/b\n")
        assert trouble("ssh")[0] == f"{place}/99-mine.conf sets SSH_ASKPASS again, and comes later"

    def test_a_file_that_can_t_be_read(self, home: Path) -> None:
        present(home, "ssh", b"\xff")
        assert "not in UTF-8" in trouble("ssh")[0]


class TestGit:
    def test_it_asks_by_sayso(self, home: Path, run: Run) -> None:
        run("git")
        assert works("git") == f"asks by its helper {BIN}/git-credential-sayso"

    def test_others_ask(self, home: Path) -> None:
        git("--add", "credential.helper", "cache")
        git("--add", "credential.helper", "store")
        assert works("git").startswith("asks by cache, store, then in the terminal; ")
        git("--add", "credential.helper", "")
        assert works("git").startswith("asks in the terminal; ")

    def test_what_a_command_of_the_person_s_holds_is_not_told(self, home: Path) -> None:
        git("--add", "credential.helper", "!f() { echo password=canary; }; f")
        git("--add", "credential.helper", "store --file /canary")
        assert works("git").startswith("asks by a command of yours, store, then in the terminal; ")

    def test_an_empty_one_takes_ours_out(self, home: Path, run: Run) -> None:
        run("git")
        git("--add", "credential.helper", "")
        git("--add", "credential.helper", "cache")
        assert trouble("git")[0].startswith("credential.helper is empty behind ours")

    @pytest.mark.parametrize(
        "helper", ["/nowhere/git-credential-sayso", "!'/a b/git-credential-sayso'", "sayso"]
    )
    def test_it_is_gone(self, home: Path, monkeypatch: pytest.MonkeyPatch, helper: str) -> None:
        git("credential.helper", helper)
        monkeypatch.setenv("PATH", "/usr/bin:/bin")
        words, remedy = trouble("git")
        assert words == f"the helper is gone: {helper}"
        assert remedy == "sayso link, or: sayso setup git"

    def test_its_configuration_can_t_be_read(self, home: Path) -> None:
        present(home, "git", b"[sayso\n")
        assert "can't read" in trouble("git")[0]
