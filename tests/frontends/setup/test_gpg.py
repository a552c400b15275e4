"""The line of gpg-agent.conf that names what asks."""

import sys

assert sys.platform != "win32"

from pathlib import Path

import pytest

from sayso.frontends.setup import gpg
from support.hook_install import Run
from support.setup import BIN, present, tree

FILE = ".gnupg/gpg-agent.conf"
OURS = f"pinentry-program {BIN}/pinentry-sayso"
BLOCK = f"# sayso: begin gpg; `sayso setup gpg --undo` takes this out\n{OURS}\n# sayso: end gpg"

THEIRS = [
    "pinentry-program /usr/bin/pinentry-gtk-2",
    "pinentry-program /usr/bin/pinentry-gtk-2\n",
    "  pinentry-program\t/opt/my pinentry  \nmax-cache-ttl 60\n",
    'pinentry-program "/opt/a b"\n# pinentry-program /old\npinentry-program /usr/bin/x\n',
    "a\r\npinentry-program /usr/bin/x\r\n",
    f"{OURS}\n",
    "pinentry-program # none\n",
]


@pytest.mark.parametrize("text", THEIRS)
def test_lines_of_the_person_s_rest_and_come_back(home: Path, run: Run, text: str) -> None:
    path = present(home, "gpg", text.encode())
    run("gpg")
    lines = path.read_text().splitlines()
    active = [line for line in lines if line.lstrip().startswith("pinentry-program")]
    assert active == [OURS]
    run("gpg", "--undo")
    assert tree(home) == {FILE: text.encode()}


@pytest.mark.parametrize(
    "text", ["pinentry-program-x /a\n", "# pinentry-program /a\n", "pinentry-invisible-char x\n"]
)
def test_other_lines_are_left_alone(home: Path, run: Run, text: str) -> None:
    path = present(home, "gpg", text.encode())
    run("gpg")
    assert path.read_text() == f"{text}{BLOCK}\n"


def test_one_that_came_since_rests_when_it_is_set_up_again(home: Path, run: Run) -> None:
    path = present(home, "gpg", b"")
    run("gpg")
    with path.open("a") as file:
        file.write("pinentry-program /usr/bin/x\n")
    assert run("gpg")["status"] == "updated"
    assert path.read_text() == f"{BLOCK}\n# before sayso: pinentry-program /usr/bin/x\n"
    run("gpg", "--undo")
    assert path.read_text() == "pinentry-program /usr/bin/x\n"


def test_in_the_directory_that_gpg_names(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GNUPGHOME", str(home / "a b:c%d"))
    assert run("gpg")["files"][0]["file"] == str(home / "a b:c%d" / "gpg-agent.conf")
    monkeypatch.setenv("PATH", str(home))  # without gpg to say so
    assert run("gpg", "--undo")["status"] == "removed"


def test_no_agent_is_started(home: Path, run: Run) -> None:
    assert "No gpg-agent runs: the next one reads it." in run("gpg")["next"]
    assert list(tree(home)) == [FILE]


@pytest.mark.parametrize("answer", ["exit 1", "exec sleep 60", "echo ERR 1"])
def test_an_agent_that_can_t_be_told(
    home: Path, run: Run, programs: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr("sayso.frontends.setup.program.PATIENCE", 0.5)
    for name, does in (("gpgconf", "exit 1"), ("gpg-connect-agent", f"PATH=/bin; {answer}")):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    told = run("gpg")
    assert told["status"] == "installed"
    none_runs = "No gpg-agent runs" in told["next"]
    assert none_runs or "gpgconf --kill gpg-agent" in told["next"]
    assert none_runs is (answer == "exit 1")


def test_it_is_the_program_that_has_this_name() -> None:
    assert gpg.PROGRAM.name == gpg.NAME
