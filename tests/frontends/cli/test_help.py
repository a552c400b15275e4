"""--help and the manual pages: made from the descriptions of the verbs, and fit to be read."""

import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.frontends.cli.command import Command
from sayso.frontends.cli.main import whole_command

ROOT = Path(__file__).parents[3]
PAGES = sorted((ROOT / "packaging" / "man1").iterdir())

WITHDRAW = """\
usage: sayso withdraw [OPTION]... [TICKET|NUMBER]

Take back an open question, by its ticket or its number in the list; or all
those of a scope.

  TICKET|NUMBER  which question

Options:
  --scope NAME  instead: all open questions of this asker in this scope
  --json        write one JSON object to standard output, for errors as well
  -h, --help    show this help

Its dialog closes, and whoever waits for it hears withdrawn. Starts no daemon.

--scope is for a session that ends while its program lives. It takes back what
the same asker has open in that scope: what was asked with it in the same
directory, by commands that have ended since, below the program or shell that
starts this one. Others that use the same name, and bound questions, are left
alone.

Examples:
  sayso withdraw 12
  sayso withdraw --scope "$session"

Exit status:
  0  withdrawn; its dialog has gone
  2  no open question has this ticket or number, or is in this scope
  6  the daemon can't be reached, or sayso failed; the message says what to do

With --json:
  {"number" (with --scope: "numbers"), "status": "withdrawn", "exit"}
"""


def _all(command: Command) -> Iterator[Command]:
    yield command
    for verb in command.verbs:
        yield from _all(verb)


COMMANDS = list(_all(whole_command()))


@pytest.fixture
def told(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> str:
    """The help of a command."""
    assert main([*request.param.name.split(), "--help"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def named(command: Command) -> str:
    return command.program


class TestHelp:
    def test_of_a_verb(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["withdraw", "--help"]) == 0
        assert capsys.readouterr().out == WITHDRAW

    @pytest.mark.parametrize("told", COMMANDS, ids=named, indirect=True)
    def test_fits_80_columns_without_escape_codes(self, told: str) -> None:
        assert max(map(len, told.splitlines())) <= 80
        assert "\x1b" not in told

    @pytest.mark.parametrize(
        ("told", "command"),
        [(each, each) for each in COMMANDS],
        ids=map(named, COMMANDS),
        indirect=["told"],
    )
    def test_names_every_option_status_and_verb_and_what_json_is(
        self, told: str, command: Command
    ) -> None:
        for option in command.options:
            assert f"\n  {option.name}" in told
        for status, _ in command.exits:
            assert f"\n  {status} " in told
        for verb in command.verbs:
            assert f"\n  {verb.name.split()[-1]} " in told
        for option in command.hidden:
            assert option.name not in told
        if not command.verbs:
            assert "--json" in told
            assert "With --json:" in told
            assert "Exit status:" in told

    @pytest.mark.parametrize("told", [COMMANDS[1]], ids=["sayso confirm"], indirect=True)
    def test_of_confirm_has_examples_and_clocks_with_default_and_bounds(self, told: str) -> None:
        words = " ".join(told.split())
        assert 'Examples: sayso confirm "Deploy build 4711?"' in words
        for clock in (
            "(45s; 0s to 600s)",
            "(120s, destructive 60s; 5s to 600s)",
            "(60s; 0s to 600s)",
            "(30s; 10s to 60s)",
            "(3; 0 to 5)",
        ):
            assert clock in words

    @pytest.mark.parametrize("word", ["--help", "-h"])
    def test_wherever_it_is_asked_for(self, word: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["confirm", "Go?", "--title", "T", word]) == 0
        assert capsys.readouterr().out.startswith("usage: sayso confirm")


class TestPages:
    def test_are_current(self) -> None:
        command = [sys.executable, "packaging/manual.py", "--check"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")

    def test_say_when_they_are_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        copied = shutil.copytree(ROOT / "packaging", tmp_path / "packaging")
        with (copied / "man1" / "sayso.1").open("a") as page:
            page.write("more")
        manual = copied / "manual.py"
        monkeypatch.setattr(sys, "argv", [str(manual), "--check"])
        with pytest.raises(SystemExit, match="1"):
            runpy.run_path(str(manual), run_name="__main__")
        assert "not current" in capsys.readouterr().out

    @pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
    def test_groff_has_nothing_to_complain_of(self, page: Path) -> None:
        done = subprocess.run(
            ["groff", "-man", "-ww", "-Tutf8", "-P-cbu", str(page)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS"):
            assert section in done.stdout

    def test_there_is_one_for_each_verb(self) -> None:
        verbs = {f"sayso-{verb.name}.1" for verb in whole_command().verbs}
        assert {page.name for page in PAGES} == verbs | {"sayso.1"}
