"""sayso mcp install --instructions: the paragraph in the file that agents read in a directory."""

import sys

assert sys.platform != "win32"

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from sayso.frontends.mcp.install.instructions import BEGIN, END, PARAGRAPH

BLOCK = f"{BEGIN}\n{PARAGRAPH}{END}\n"

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory in which it is run."""
    place = tmp_path / "project"
    place.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def run(place: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """With --json: what it says."""

    def run(*words: str) -> dict[str, Any]:
        status = main(["mcp", "install", *words, "--instructions", "--json"])
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert said["exit"] == status
        return said

    return run


def files(place: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in place.iterdir()}


def test_it_says_when_to_ask_and_what_pending_means() -> None:
    for part in ("`confirm`", "`ask_user`", "`request_secret`", "`pending`", "cut off", "can't be"):
        assert part in PARAGRAPH


@pytest.mark.parametrize(
    ("there", "chosen"),
    [
        ({}, "AGENTS.md"),
        ({"CLAUDE.md": "a\n"}, "CLAUDE.md"),
        ({"CLAUDE.md": "a\n", "AGENTS.md": "b\n"}, "AGENTS.md"),
        ({"GEMINI.md": "a\n", "CLAUDE.md": "b\n"}, "CLAUDE.md"),
        ({"AGENTS.md": "a\n", "CLAUDE.md": BLOCK}, "CLAUDE.md"),
    ],
)
def test_it_chooses_a_file_that_is_there(
    there: dict[str, str], chosen: str, place: Path, run: Run
) -> None:
    for name, text in there.items():
        (place / name).write_text(text)
    assert run()["file"] == str(place / chosen)
    assert BLOCK in files(place)[chosen]
    assert files(place).keys() == there.keys() | {chosen}


@pytest.mark.parametrize(
    ("client", "name"),
    [("claude-code", "CLAUDE.md"), ("codex", "AGENTS.md"), ("gemini", "GEMINI.md")],
)
def test_a_client_has_a_file_of_its_own(client: str, name: str, place: Path, run: Run) -> None:
    (place / "AGENTS.md").write_text("mine\n")
    said = run(client)
    assert (said["client"], said["file"]) == (client, str(place / name))
    assert BLOCK in files(place)[name]


def test_any_file_can_be_named(place: Path, run: Run) -> None:
    other = place.parent / "all.md"
    said = run("--file", str(other))
    assert (said["file"], said["status"], other.read_text()) == (str(other), "installed", BLOCK)
    assert run("claude-desktop", "--file", "../all.md")["status"] == "unchanged"
    assert files(place) == {}


@pytest.mark.parametrize(
    "text", ["", "mine", "mine\n", "mine\n\n", "# Mine\r\n\r\nAll.\r\n", "\ufeffmine\n"]
)
def test_other_text_stays_to_the_byte(text: str, place: Path, run: Run) -> None:
    path = place / "AGENTS.md"
    path.write_bytes(text.encode())
    assert run()["status"] == "installed"
    written = path.read_bytes().decode()
    assert written.startswith(text)
    assert BLOCK.removesuffix("\n") in written.replace("\r\n", "\n")
    assert ("\r" in written) is ("\r" in text)
    assert run()["status"] == "unchanged"
    assert path.read_bytes().decode() == written
    assert run("--uninstall")["status"] == "removed"
    assert path.read_bytes().decode() == text
    assert run("--uninstall")["status"] == "unchanged"
    assert files(place) == {"AGENTS.md": text}


def test_a_last_line_without_an_end_gets_one(place: Path, run: Run) -> None:
    (place / "AGENTS.md").write_text("mine")
    run()
    assert files(place)["AGENTS.md"] == f"mine\n\n{BLOCK}".removesuffix("\n")


def test_an_older_paragraph_without_an_end_is_brought_up_to_date_without_one(
    place: Path, run: Run
) -> None:
    older = "<!-- sayso: begin; of an older one -->\nAsk.\n<!-- sayso: end -->"
    (place / "AGENTS.md").write_text(f"mine\n\n{older}")
    assert run()["status"] == "updated"
    run("--uninstall")
    assert files(place)["AGENTS.md"] == "mine"


def test_its_own_paragraph_is_brought_up_to_date_where_it_stands(place: Path, run: Run) -> None:
    older = "<!-- sayso: begin; of an older one -->\nAsk.\n<!-- sayso: end -->\n"
    (place / "AGENTS.md").write_text(f"before\n{older}after\n")
    assert run()["status"] == "updated"
    assert files(place)["AGENTS.md"] == f"before\n{BLOCK}after\n"
    run("--uninstall")
    assert files(place)["AGENTS.md"] == "before\nafter\n"


@pytest.mark.parametrize(
    "marks",
    [f"{BEGIN}\n", f"{END}\n", f"{END}\n{BEGIN}\n", BLOCK + BLOCK, f"{BEGIN}\n{BLOCK}"],
)
@pytest.mark.parametrize("words", [(), ("--uninstall",)])
def test_marks_that_are_no_pair_are_left_alone(
    marks: str, words: tuple[str, ...], place: Path, run: Run
) -> None:
    (place / "AGENTS.md").write_text(f"mine\n{marks}")
    said = run(*words)
    assert said["exit"] == 6
    assert "do not match" in said["error"]["message"]
    assert files(place) == {"AGENTS.md": f"mine\n{marks}"}


@pytest.mark.parametrize("there", [None, "mine\n"])
def test_a_dry_run_shows_the_change_and_makes_none(
    there: str | None, place: Path, run: Run
) -> None:
    if there is not None:
        (place / "AGENTS.md").write_text(there)
    before = files(place)
    said = run("--dry-run")
    assert (said["status"], said["dry_run"]) == ("installed", True)
    assert f"+{BEGIN}\n" in said["diff"]
    assert files(place) == before


def test_a_new_file_is_as_open_as_any_and_no_copy_stays(place: Path, run: Run) -> None:
    (place / "any").touch()
    assert run()["backup"] is None
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in place.iterdir()}
    assert modes == {"any": modes["any"], "AGENTS.md": modes["any"]}
    (place / "AGENTS.md").chmod(0o640)
    run("--uninstall")
    assert stat.S_IMODE((place / "AGENTS.md").stat().st_mode) == 0o640
    assert len(files(place)) == 2


def test_a_link_stays_one(place: Path, run: Run) -> None:
    (place / "AGENTS.md").write_text("mine\n")
    (place / "CLAUDE.md").symlink_to("AGENTS.md")
    assert run("claude-code")["file"] == str(place / "AGENTS.md")
    assert (place / "CLAUDE.md").readlink() == Path("AGENTS.md")
    assert run("codex")["status"] == "unchanged"


def test_where_no_file_can_be_it_says_so(place: Path, run: Run) -> None:
    said = run("--file", "nowhere/AGENTS.md")
    assert said["exit"] == 6
    assert "No such file or directory" in said["error"]["message"]
    assert files(place) == {}


@pytest.mark.parametrize(
    ("words", "say"),
    [
        (["claude-desktop", "--instructions"], "claude-desktop reads no such file"),
        (["codex", "--file", "x"], "--file: works only with --instructions"),
        ([], "CLIENT is missing"),
    ],
)
def test_what_does_not_go_together_is_refused(
    words: list[str], say: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "install", *words]) == 2
    assert say in capsys.readouterr().err
    assert files(place) == {}


def test_in_words(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = place / "AGENTS.md"
    for words, said, noted in (
        ([], f"agents are now told when to ask, in {file}\n", "Restart the agent.\n"),
        (["codex"], f"Codex: nothing to change in {file}\n", ""),
        (
            ["--uninstall"],
            f"what agents were told has been removed from {file}\n",
            "Restart the agent.\n",
        ),
    ):
        assert main(["mcp", "install", "--instructions", *words]) == 0
        assert capsys.readouterr() == (said, noted)
