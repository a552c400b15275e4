"""Whether a prompt was said before."""

from pathlib import Path

import pytest

from sayso.frontends.askpass.repeats import PromptNote
from sayso.platforms.contract.starter import Program
from sayso.values import replace

SUDO = Program(3, 7.25, 2, "sudo", ("sudo", "-A", "true"), None)
TEXT = "[sudo] password for mia: "


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"XDG_RUNTIME_DIR": str(tmp_path)}


def runs(*programs: Program) -> dict[int, Program]:
    return {each.pid: each for each in programs}


def names(environ: dict[str, str]) -> list[str]:
    return [path.name for path in Path(environ["XDG_RUNTIME_DIR"]).glob("*/*")]


def test_once_it_was_answered(environ: dict[str, str]) -> None:
    said = PromptNote(environ, SUDO, TEXT)
    assert not said.was_answered()
    said.note_answer(runs(SUDO).get)
    assert PromptNote(environ, SUDO, TEXT).was_answered()


@pytest.mark.parametrize(
    ("program", "text"),
    [(SUDO, "Password: "), (replace(SUDO, pid=4), TEXT), (replace(SUDO, start=7.26), TEXT)],
)
def test_another_is_not_it(environ: dict[str, str], program: Program, text: str) -> None:
    """Nor is a process that has the same pid later."""
    PromptNote(environ, SUDO, TEXT).note_answer(runs(SUDO).get)
    assert not PromptNote(environ, program, text).was_answered()


def test_the_note_is_the_person_s_alone_and_says_nothing(environ: dict[str, str]) -> None:
    PromptNote(environ, SUDO, "Passphrase of \udcff: ").note_answer(runs(SUDO).get)
    (note,) = Path(environ["XDG_RUNTIME_DIR"]).glob("*/*")
    assert (note.stat().st_mode & 0o777, note.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert note.read_bytes() == b""
    assert "Passphrase" not in note.name


def test_those_of_processes_that_have_ended_go(environ: dict[str, str]) -> None:
    other = replace(SUDO, pid=4)
    PromptNote(environ, SUDO, TEXT).note_answer(runs(SUDO, other).get)
    PromptNote(environ, other, TEXT).note_answer(runs(SUDO, other).get)
    assert len(names(environ)) == 2
    later = replace(SUDO, start=9.0)
    PromptNote(environ, later, TEXT).note_answer(runs(later).get)
    (left,) = names(environ)
    assert left.startswith("3-9.0")


def test_where_there_is_no_place_nothing_is_remembered() -> None:
    said = PromptNote({}, SUDO, TEXT)
    said.note_answer(runs(SUDO).get)
    assert not said.was_answered()


def test_a_place_that_can_not_be_written_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    said = PromptNote({"XDG_RUNTIME_DIR": str(file)}, SUDO, TEXT)
    said.note_answer(runs(SUDO).get)
    assert not said.was_answered()
