"""sayso link: links to the command and its pages, in a home directory of the test's."""

import json
import os
import sys
from pathlib import Path

import pytest

from sayso import extras
from sayso.frontends.cli.main import run
from sayso.launcher import COMMANDS
from support.homes import Home

PROGRAM = Path(sys.executable).parent / "sayso"
COMMAND, PAGES = Path(".local/bin/sayso"), Path(".local/share/man/man1")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def there(home: Home) -> list[str]:
    return [os.path.relpath(path, home.place) for path in home.place.glob(".local/**/*")]


def test_command_and_pages_are_where_they_are_looked_for(home: Home) -> None:
    bin_directory = str(home.place / ".local" / "bin")
    path = f"{bin_directory}:{home.environ['PATH']}"
    done = home.run("link", PATH=path)
    assert (done.returncode, done.stderr) == (0, "")
    pages = home.place / PAGES
    count = len(list(pages.iterdir()))
    assert done.stdout == f"Links that are new:\n4 in {bin_directory}\n{count} in {pages}\n"
    for command in COMMANDS:
        assert (home.place / COMMAND.with_name(command)).samefile(PROGRAM.with_name(command))
    assert {"sayso.1", "sayso-confirm.1", "sayso-text.1"} <= {page.name for page in pages.iterdir()}
    assert (home.place / PAGES / "sayso.1").read_text().startswith(".TH")
    again = home.run("link", PATH=path)
    assert (again.returncode, again.stdout) == (0, "All links are there.\n")


def test_where_no_shell_looks_it_is_said(home: Home) -> None:
    done = home.run("link")
    assert done.returncode == 0
    assert done.stderr == (
        f"But {home.place / '.local' / 'bin'} is not in your PATH.\n"
        "What to do: log in again, or add it there.\n"
    )


def test_a_link_whose_end_has_moved_is_made_anew(home: Home) -> None:
    (home.place / COMMAND).parent.mkdir(parents=True)
    (home.place / COMMAND).symlink_to("/proc/nowhere/sayso")
    assert home.json("link")["made"][0] == str(home.place / COMMAND)
    assert (home.place / COMMAND).samefile(PROGRAM)


@pytest.mark.parametrize("is_link", [False, True])
def test_what_is_another_s_stays_and_nothing_is_changed(home: Home, is_link: bool) -> None:
    page = home.place / PAGES / "sayso-text.1"
    page.parent.mkdir(parents=True)
    if is_link:
        page.symlink_to("/etc/hostname")
    else:
        page.write_text("mine")
    before = there(home)
    done = home.run("link")
    assert done.returncode == 6
    assert f"{page} is there already, and is not this sayso's" in done.stderr
    assert "move it away" in done.stderr
    assert there(home) == before


def test_what_can_t_be_written_is_named(home: Home) -> None:
    (home.place / ".local").write_text("")
    done = home.run("link")
    assert done.returncode == 6
    assert f"can't make the link {home.place / COMMAND}: " in done.stderr


def test_of_another_program_in_the_place_of_the_command(home: Home) -> None:
    (home.place / COMMAND).parent.mkdir(parents=True)
    (home.place / COMMAND).symlink_to("/proc/nowhere/another")
    assert home.run("link").returncode == 6
    assert not (home.place / PAGES).exists()


def test_debians_package_needs_no_links(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / extras.OF_APT).touch()
    monkeypatch.setenv("HOME", str(home.place))
    assert run(["link"]) == 0
    assert capsys.readouterr().out.startswith("No links are needed: ")
    assert there(home) == []
    assert run(["link", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"made": [], "links": [], "exit": 0}
