"""What becomes of this process on Windows: which programs it starts, and who can change them."""

import sys

assert sys.platform == "win32"

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from contract.becoming import PROGRAM
from sayso.core.secret import Secret
from sayso.errors import CommandNotStarted, InvalidParams, Unsupported
from sayso.platforms.contract.execution import Order
from sayso.platforms.windows import becoming
from sayso.platforms.windows.native import jobs
from support.processes import look, wait_gone
from support.waiting import PATIENCE, wait_until

SYSTEM = Path(os.environ["SYSTEMROOT"]) / "system32"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return Path(os.path.realpath(tmp_path))


def test_a_program_is_found_by_its_name_alone(place: Path) -> None:
    prepared = becoming.prepare(Order(("cmd", "/c", "exit"), str(place)))
    (program,) = prepared.action.programs
    assert program.path.lower() == os.path.realpath(SYSTEM / "cmd.exe").lower()
    prepared.close()


def test_none_of_the_directory_comes_before_one_of_the_path(place: Path) -> None:
    """As PowerShell has it; cmd looks there first."""
    (place / "cmd.exe").write_bytes(b"MZ another")
    prepared = becoming.prepare(Order(("cmd",), str(place)))
    assert not prepared.action.programs[0].path.startswith(str(place))
    prepared.close()


def test_a_batch_file_is_refused_as_its_arguments_would_be_commands(place: Path) -> None:
    (place / "tool.bat").write_text("@echo ran\n")
    for name in (".\\tool", ".\\tool.bat"):
        with pytest.raises(InvalidParams, match="no program") as caught:
            becoming.prepare(Order((name,), str(place)))
        assert caught.value.field == "argv"


def test_its_directory_stays_where_it_is(place: Path) -> None:
    below = place / "below"
    below.mkdir()
    prepared = becoming.prepare(Order(("cmd",), str(below)))
    with pytest.raises(PermissionError):
        below.rename(place / "moved")
    prepared.close()
    below.rename(place / "moved")


def test_a_file_that_is_being_written_is_refused(place: Path) -> None:
    tool = place / "tool.exe"
    with tool.open("wb") as file:
        file.write(b"MZ")
        file.flush()
        with pytest.raises(InvalidParams) as caught:
            becoming.prepare(Order((str(tool),), str(place)))
    assert caught.value.field == "argv"


def test_a_secret_has_no_way_to_it(place: Path) -> None:
    with pytest.raises(Unsupported, match="no /dev/fd"):
        becoming.spare_descriptor()
    typed = Secret(bytearray(b"canary"))
    prepared = becoming.prepare(Order(("cmd",), str(place)))
    with pytest.raises(Unsupported):
        prepared.become(typed)
    assert len(typed) == 0
    prepared.close()


def test_a_status_of_any_size_is_passed_on(place: Path) -> None:
    """As Ctrl-C leaves one: STATUS_CONTROL_C_EXIT."""
    told = ['["cmd", "/c", "exit -1073741510"]', str(place), "{}"]
    process = subprocess.Popen([sys.executable, str(PROGRAM), *told], stdin=subprocess.PIPE)
    process.communicate(b"\n", timeout=PATIENCE)
    assert process.returncode == 0xC000013A


def test_nobody_changes_it_between_the_last_look_and_the_execution(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    above = place / "above"
    above.mkdir()
    tool = above / "tool.exe"
    shutil.copy(SYSTEM / "cmd.exe", tool)
    prepared = becoming.prepare(Order((str(tool), "/c", "exit 7"), str(place)))
    refused: list[str] = []

    def tries(_point: str) -> None:
        other = above / "other.exe"
        for name, act in (
            ("write", lambda: tool.write_bytes(b"MZ")),
            ("remove", tool.unlink),
            ("rename", lambda: tool.rename(other)),
            ("replace", lambda: shutil.copy(SYSTEM / "where.exe", tool)),
        ):
            with pytest.raises(PermissionError):
                act()
            refused.append(name)

    monkeypatch.setattr(becoming, "reach", tries)
    with pytest.raises(SystemExit) as caught, heeding_interrupts():
        prepared.become()
    assert (caught.value.code, len(refused)) == (7, 4)
    prepared.close()


def test_nothing_is_left_of_one_that_no_job_takes(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for ever, and hold our streams open."""
    started: list[int] = []

    def refuse(_job: int, pid: int) -> None:
        started.append(pid)
        raise PermissionError("no job takes it")

    monkeypatch.setattr(jobs, "take_in", refuse)
    prepared = becoming.prepare(Order(("cmd", "/c", "exit"), str(place)))
    with pytest.raises(CommandNotStarted, match="no job takes it"), heeding_interrupts():
        prepared.become()
    wait_gone(started[0])
    prepared.close()


@contextmanager
def heeding_interrupts() -> Iterator[None]:
    """Again, afterwards: who becomes a command heeds them no more."""
    numbers = (signal.SIGINT, signal.SIGBREAK)
    before = [signal.getsignal(number) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def test_it_ends_with_us_however_we_do(place: Path) -> None:
    script = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
    told = [json.dumps([sys.executable, "-I", "-c", script]), str(place), "{}"]
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), *told], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdout.readline()
    process.stdin.write(b"\n")
    process.stdin.flush()
    pid = int(process.stdout.readline())
    process.kill()
    wait_until(lambda: look(pid) is None, "the command's end")
    process.communicate(timeout=PATIENCE)
