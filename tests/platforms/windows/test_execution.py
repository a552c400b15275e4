"""Commands that get a secret on Windows: the contract, and what is this system's own."""

import sys

assert sys.platform == "win32"

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from contract.execution import PYTHON, RAN, ExecutionContract, MakeProgram, ended, secret
from sayso.errors import CommandChanged, InvalidParams
from sayso.platforms import select
from sayso.platforms.contract.execution import Ending, Execution, Order
from sayso.platforms.windows import execution as windows
from sayso.platforms.windows.native import processes
from support.waiting import wait_until

MARK = b"\n# the script of this program\n"
RUNS_ITS_OWN_SCRIPT = f"""
import os, sys
with open(sys.executable, "rb") as file:
    script = file.read().rpartition({MARK!r})[2]
exec(script, {{}})
sys.stdout.flush()
os._exit(0)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = Path(os.path.realpath(tmp_path)) / "place"
    place.mkdir()
    return place


@pytest.fixture
def execution() -> Execution:
    return select.execution()


@pytest.fixture
def make_program(tmp_path: Path) -> MakeProgram:
    """A Python that has the script at the end of its own file. It finds its modules by the file
    beside its library."""
    interpreter = Path(PYTHON)
    starter = tmp_path / "starter"
    starter.mkdir()
    (starter / "sitecustomize.py").write_text(RUNS_ITS_OWN_SCRIPT, encoding="utf-8")
    library = next(interpreter.parent.glob("python*.zip"))

    def make(path: Path, script: str) -> Path:
        program = path.with_suffix(".exe")
        shutil.copy(interpreter, program)
        with program.open("ab") as file:
            file.write(MARK + script.encode())
        for each in interpreter.parent.glob("*.dll"):
            shutil.copy(each, program.parent)
        paths = f"{starter}\n{library}\n{interpreter.parent}\nimport site\n"
        program.with_suffix("._pth").write_text(paths, encoding="utf-8")
        return program

    return make


class TestExecution(ExecutionContract):
    set_by_others = ("LC_CTYPE", "WINE")

    @pytest.mark.parametrize("number", [3, 9])
    def test_or_on_another_descriptor_with_nothing_on_standard_input(
        self, execution: Execution, place: Path, number: int
    ) -> None:
        """There is none on this system."""
        with pytest.raises(InvalidParams) as caught:
            self.prepared(execution, place, PYTHON, descriptor=number)
        assert caught.value.field == "descriptor"

    def test_what_it_is_is_told_before(self, execution: Execution, place: Path) -> None:
        argv = (PYTHON, "-c", "x")
        prepared = self.prepared(execution, place, *argv, newline=False)
        action = prepared.action
        assert (action.argv, action.cwd, action.newline) == (argv, str(place), False)
        assert [each.path for each in action.programs] == [os.path.realpath(PYTHON)]
        prepared.close()

    def test_in_another_directory_nothing_is_executed(
        self, execution: Execution, place: Path
    ) -> None:
        """There is none: nobody moves the one that was looked at."""
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", RAN)
        with pytest.raises(PermissionError):
            place.rename(place.with_name("moved"))
        prepared.close()

    def test_nor_in_one_that_has_gone(self, execution: Execution, place: Path) -> None:
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", RAN)
        with pytest.raises(PermissionError):
            place.rmdir()
        prepared.close()


def test_another_file_than_was_shown_does_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what the system says of the process, before it has begun."""
    prepared = windows.prepare(Order((PYTHON, "-I", "-c", RAN), str(place)))
    monkeypatch.setattr(processes, "image_path", lambda _process: os.environ["COMSPEC"])
    typed = secret()
    data = typed.view()
    with pytest.raises(CommandChanged, match="another program was started"):
        prepared.run(typed)
    assert bytes(data) == bytes(len(data))
    assert not (place / "ran").exists()
    prepared.close()


def test_nobody_changes_the_program_until_it_is_executed(
    place: Path, make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = make_program(place / "tool", RAN)
    prepared = windows.prepare(Order((str(tool),), str(place)))
    tried: list[type[OSError]] = []

    def reached(_point: str) -> None:
        try:
            tool.unlink()
        except OSError as error:
            tried.append(type(error))
        try:
            tool.open("r+b").close()
        except OSError as error:
            tried.append(type(error))

    monkeypatch.setattr(windows, "reach", reached)
    assert ended(prepared.run(secret())) == Ending(status=0)
    assert tried == [PermissionError, PermissionError]
    assert (place / "ran").exists()
    prepared.close()


def test_one_that_lives_and_does_not_read_is_given_up(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "TAKEN_WITHIN", 0.2)
    script = "import pathlib, time\nwhile not pathlib.Path('go').exists(): time.sleep(0.01)"
    prepared = windows.prepare(Order((PYTHON, "-I", "-c", script), str(place)))
    typed = secret(b"x" * (1 << 22))
    child = prepared.run(typed)
    assert not child.took_all
    assert child.ending() is None
    (place / "go").touch()
    assert ended(child) == Ending(status=0)
    prepared.close()


def test_what_it_writes_goes_nowhere_and_it_has_no_console(place: Path) -> None:
    script = (
        "import ctypes; print('said', flush=True);"
        "open('console', 'w').write(str(ctypes.windll.kernel32.GetConsoleWindow()))"
    )
    done = subprocess.run(
        [PYTHON, "-c", STARTS.format(script=script, place=str(place))],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert "said" not in done.stdout + done.stderr
    wait_until((place / "console").exists, "its word")
    assert (place / "console").read_text() == "0"


STARTS = """
from sayso.core.secret import Secret
from sayso.platforms.contract.execution import Order
from sayso.platforms.windows import execution
import sys
prepared = execution.prepare(Order((sys.executable, "-I", "-c", {script!r}), {place!r}))
prepared.run(Secret(bytearray(b"x")))
"""
