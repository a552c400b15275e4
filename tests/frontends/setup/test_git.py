"""Our helper among those of git, as git itself enters it."""

import sys

assert sys.platform != "win32"

import subprocess
from pathlib import Path

import pytest

from support.hook_install import Run
from support.setup import BIN, present, tree

OURS = f"{BIN}/git-credential-sayso"


def helpers() -> list[str]:
    """As git heeds them."""
    said = subprocess.run(
        ["git", "config", "--global", "--get-all", "credential.helper"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    return said.splitlines()


def test_those_of_the_person_s_come_first_and_stay(home: Path, run: Run) -> None:
    present(home, "git", b"[credential]\n\thelper = cache\n\thelper = store --file=/sayso/x\n")
    run("git")
    assert helpers() == ["cache", "store --file=/sayso/x", OURS]
    run("git", "--undo")
    assert helpers() == ["cache", "store --file=/sayso/x"]


def test_one_is_enough(home: Path, run: Run) -> None:
    text = f"[credential]\n\thelper = sayso\n\thelper = cache\n\thelper = {OURS}\n"
    present(home, "git", text.encode())
    assert run("git")["status"] == "updated"
    assert helpers() == ["cache", OURS]
    run("git", "--undo")
    assert helpers() == ["cache"]


def test_by_its_name_where_git_finds_it(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = home / "bin"
    place.mkdir()
    (place / "git-credential-sayso").symlink_to(OURS)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")
    run("git")
    assert helpers() == ["sayso"]
    assert run("git")["status"] == "unchanged"


def test_an_active_environment_is_not_where_git_always_finds_it(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{BIN}:/usr/bin:/bin")
    run("git")
    assert helpers() == [OURS]


def test_a_path_that_a_shell_would_take_apart(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = home.parent / "a b"
    place.mkdir()
    helper = place / "git-credential-sayso"
    (place / "sayso").symlink_to(BIN / "sayso")
    helper.write_text("#!/bin/sh\necho username=mia\necho password=none\n")
    helper.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(place / "sayso")])
    run("git")
    assert helpers() == [f"!'{helper}'"]
    filled = subprocess.run(
        ["git", "credential", "fill"],
        input="protocol=https\nhost=example.org\n\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "username=mia" in filled.stdout
    assert run("git")["status"] == "unchanged"
    run("git", "--undo")
    assert tree(home) == {}


@pytest.mark.parametrize("usual_is_there", [False, True])
def test_in_the_file_that_git_takes_for_the_person_s(
    home: Path, run: Run, usual_is_there: bool
) -> None:
    other = home / ".config" / "git" / "config"
    other.parent.mkdir(parents=True)
    other.write_text("")
    if usual_is_there:
        present(home, "git", b"")
    told = run("git")["files"][0]["file"]
    assert told == str(home / ".gitconfig" if usual_is_there else other)
    assert helpers() == [OURS]


def test_it_is_taken_out_of_the_file_that_it_is_in(home: Path, run: Run) -> None:
    """Where that is not the one that it would be entered into today."""
    other = home / ".config" / "git" / "config"
    other.parent.mkdir(parents=True)
    other.write_text("[user]\n\tname = mia\n")
    run("git")
    present(home, "git", b"[core]\n\tpager = cat\n")
    assert OURS in other.read_text()  # which git heeds as well
    assert run("git", "--undo")["files"][-1]["status"] == "removed"
    assert other.read_text() == "[user]\n\tname = mia\n"


def test_in_the_one_that_the_environment_names(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "mine"))
    assert run("git")["files"][0]["file"] == str(home / "mine")
    assert helpers() == [OURS]
