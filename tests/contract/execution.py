"""How every platform runs a command that gets a secret. A backend's own test inherits this.

The commands are this Python interpreter with a script. Stand-alone programs are made by the
backend.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.core.action import Change
from sayso.core.secret import Secret
from sayso.errors import CommandChanged, InvalidParams
from sayso.platforms.contract.execution import Child, Ending, Execution, Order, Prepared
from support.processes import PATIENCE, wait_until

CANARY = b"canary-7f3a-quokka"
MUCH = bytes(range(1, 256)) * 4096
"""More bytes than a system buffers for a command that does not read."""

PYTHON = str(Path(sys.executable).resolve())

MakeProgram = Callable[[Path, str], Path]
"""Makes a stand-alone program out of this script, at this path."""

REPORT = """
import json, os, sys
told = {
    "argv": sys.argv[1:],
    "cwd": os.getcwd(),
    "environ": dict(os.environ),
    "stdin": sys.stdin.buffer.read().decode(),
}
json.dump(told, open("told", "w"))
"""

READS = "import sys; open('got', 'wb').write(sys.stdin.buffer.read())"

RAN = "open('ran', 'w')"
"""The script of a program that must not be executed: it leaves a file."""

WAITING = """
import pathlib, sys, time
until = time.monotonic() + 20
while not pathlib.Path("go").exists() and time.monotonic() < until:
    time.sleep(0.01)
sys.exit(5)
"""


def secret(data: bytes = CANARY) -> Secret:
    return Secret(bytearray(data))


def ended(child: Child) -> Ending:
    async def wait() -> None:
        """Waits twice at once, as several callers may."""
        await asyncio.wait_for(asyncio.gather(child.ended(), child.ended()), PATIENCE)

    asyncio.run(wait())
    ending = child.ending()
    assert ending
    child.close()
    return ending


@pytest.mark.usefixtures("bounded")
class ExecutionContract:
    """Fixtures: `execution`; `place`, the directory in which commands run; and `make_program`, see
    MakeProgram."""

    set_by_others: tuple[str, ...] = ("LC_CTYPE",)
    """Prefixes of variables that Python itself, or whatever else starts the command, sets."""

    def without_others(self, environ: dict[str, str]) -> dict[str, str]:
        named = self.set_by_others
        return {name: value for name, value in environ.items() if not name.startswith(named)}

    def prepared(self, execution: Execution, place: Path, *argv: str, **options: Any) -> Prepared:
        return execution.prepare(Order(argv, str(place), **options))

    def ran(
        self,
        execution: Execution,
        place: Path,
        script: str,
        *arguments: str,
        given: bytes = CANARY,
        **options: Any,
    ) -> Ending:
        """Runs a script to its end."""
        command = (PYTHON, "-I", "-c", script, *arguments)
        prepared = self.prepared(execution, place, *command, **options)
        try:
            return ended(prepared.run(secret(given)))
        finally:
            prepared.close()

    def reported(
        self, execution: Execution, place: Path, *arguments: str, **options: Any
    ) -> dict[str, Any]:
        """What a command reports about its arguments, directory, environment and standard input."""
        assert self.ran(execution, place, REPORT, *arguments, **options) == Ending(status=0)
        told: dict[str, Any] = json.loads((place / "told").read_text())
        return told

    # What it gets

    def test_the_secret_and_a_newline_on_its_standard_input_which_then_ends(
        self, execution: Execution, place: Path
    ) -> None:
        assert self.reported(execution, place)["stdin"] == f"{CANARY.decode()}\n"

    def test_no_newline_where_none_is_wanted(self, execution: Execution, place: Path) -> None:
        assert self.reported(execution, place, newline=False)["stdin"] == CANARY.decode()

    @pytest.mark.parametrize("number", [3, 9])
    def test_or_on_another_descriptor_with_nothing_on_standard_input(
        self, execution: Execution, place: Path, number: int
    ) -> None:
        script = f"import os; open('told', 'wb').write(os.fdopen({number}, 'rb').read())\n{READS}"
        assert self.ran(execution, place, script, descriptor=number) == Ending(status=0)
        assert (place / "told").read_bytes() == CANARY + b"\n"
        assert (place / "got").read_bytes() == b""

    def test_its_arguments_as_they_are_and_its_directory(
        self, execution: Execution, place: Path
    ) -> None:
        words = ("", " a  b ", "x\ny", "$HOME;'\"", "Grüße 密")
        told = self.reported(execution, place, *words)
        assert told["argv"] == list(words)
        assert told["cwd"] == str(place)

    def test_our_environment_with_the_changes_that_were_shown(
        self, execution: Execution, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SAYSO_GONE", "1")
        monkeypatch.setenv("SAYSO_KEPT", "kept")
        changes = (Change("SAYSO_GONE", None), Change("SAYSO_NEW", "a b\n"))
        told = self.reported(execution, place, environment=changes)["environ"]
        ours = {**os.environ, "SAYSO_NEW": "a b\n"}
        del ours["SAYSO_GONE"]
        assert self.without_others(told) == self.without_others(ours)

    def test_so_much_is_read_by_one_that_takes_its_time(
        self, execution: Execution, place: Path
    ) -> None:
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", READS, newline=False)
        child = prepared.run(secret(MUCH))
        assert child.took_all
        assert ended(child) == Ending(status=0)
        assert (place / "got").read_bytes() == MUCH
        prepared.close()

    def test_one_that_closes_its_end_has_not_taken_all(
        self, execution: Execution, place: Path
    ) -> None:
        script = "import os, sys; os.close(0); sys.exit(3)"
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", script)
        child = prepared.run(secret(MUCH))
        assert not child.took_all
        assert ended(child) == Ending(status=3)
        prepared.close()

    def test_one_that_reads_nothing_holds_nobody_up(
        self, execution: Execution, place: Path
    ) -> None:
        assert self.ran(execution, place, "") == Ending(status=0)

    # How it ends

    @pytest.mark.parametrize("status", [0, 1, 127])
    def test_it_ends_with_a_status(self, execution: Execution, place: Path, status: int) -> None:
        script = f"raise SystemExit({status})"
        assert self.ran(execution, place, script) == Ending(status=status)

    def test_until_then_it_runs_and_goes_on_without_us(
        self, execution: Execution, place: Path
    ) -> None:
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", WAITING)
        child = prepared.run(secret())
        assert child.ending() is None
        prepared.close()
        (place / "go").touch()
        assert ended(child) == Ending(status=5)

    def test_it_goes_on_where_nobody_waits(self, execution: Execution, place: Path) -> None:
        script = f"{WAITING.replace('sys.exit(5)', RAN)}"
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", script)
        child = prepared.run(secret())
        child.close()
        prepared.close()
        (place / "go").touch()
        wait_until((place / "ran").exists, "what it does")
        wait_until(child.ending, "its end")  # no process is to be left over

    def test_the_secret_is_wiped_once_it_is_handed_over(
        self, execution: Execution, place: Path
    ) -> None:
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", READS)
        typed = secret()
        data = typed.view()
        child = prepared.run(typed)
        assert bytes(data) == bytes(len(CANARY))
        assert ended(child) == Ending(status=0)
        prepared.close()

    # What was shown is what is executed

    def test_what_it_is_is_told_before(self, execution: Execution, place: Path) -> None:
        changes = (Change("A", None), Change("B", "1"))
        argv = (PYTHON, "-c", "x")
        prepared = self.prepared(
            execution, place, *argv, environment=changes, descriptor=4, newline=False
        )
        action = prepared.action
        assert (action.argv, action.cwd, action.environment) == (argv, str(place), changes)
        assert (action.descriptor, action.newline) == (4, False)
        assert [each.path for each in action.programs] == [PYTHON]
        prepared.close()

    def test_a_program_is_found_by_its_place_below_the_directory(
        self, execution: Execution, place: Path, make_program: MakeProgram
    ) -> None:
        tool = make_program(place / "tool", READS)
        prepared = self.prepared(execution, place, f".{os.sep}{tool.name}")
        assert prepared.action.programs[0].path == str(tool)
        assert ended(prepared.run(secret())) == Ending(status=0)
        assert (place / "got").read_bytes() == CANARY + b"\n"
        prepared.close()

    def refused(self, place: Path, prepared: Prepared) -> None:
        typed = secret()
        data = typed.view()
        with pytest.raises(CommandChanged, match=r"not what was shown|was otherwise"):
            prepared.run(typed)
        assert bytes(data) == bytes(len(CANARY))
        assert list(place.parent.rglob("ran")) == []
        prepared.close()

    def test_another_program_in_its_place_is_not_executed(
        self, execution: Execution, place: Path, make_program: MakeProgram
    ) -> None:
        tool = make_program(place / "tool", READS)
        prepared = self.prepared(execution, place, str(tool))
        make_program(place / "tool", RAN)
        self.refused(place, prepared)

    def test_nor_is_one_that_has_gone(
        self, execution: Execution, place: Path, make_program: MakeProgram
    ) -> None:
        tool = make_program(place / "tool", RAN)
        prepared = self.prepared(execution, place, str(tool))
        tool.unlink()
        self.refused(place, prepared)

    def test_one_that_holds_the_same_is_the_same(
        self, execution: Execution, place: Path, make_program: MakeProgram
    ) -> None:
        tool = make_program(place / "tool", READS)
        prepared = self.prepared(execution, place, str(tool))
        tool.unlink()
        make_program(place / "tool", READS)
        assert ended(prepared.run(secret())) == Ending(status=0)
        prepared.close()

    def test_in_another_directory_nothing_is_executed(
        self, execution: Execution, place: Path
    ) -> None:
        """Not even if the directory was only renamed, with all its files."""
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", RAN)
        place.rename(place.with_name("moved"))
        place.mkdir()
        self.refused(place, prepared)

    def test_nor_in_one_that_has_gone(self, execution: Execution, place: Path) -> None:
        prepared = self.prepared(execution, place, PYTHON, "-I", "-c", RAN)
        place.rmdir()
        self.refused(place, prepared)

    @pytest.mark.parametrize(
        "name", ["no-such-program-7f3a", f".{os.sep}missing", f".{os.sep}directory"]
    )
    def test_what_is_no_program_is_refused(
        self, execution: Execution, place: Path, name: str
    ) -> None:
        (place / "directory").mkdir()
        with pytest.raises(InvalidParams) as caught:
            self.prepared(execution, place, name)
        assert caught.value.field == "argv"

    @pytest.mark.parametrize("name", ["missing", "file"])
    def test_what_is_no_directory_is_refused(
        self, execution: Execution, place: Path, name: str
    ) -> None:
        (place / "file").touch()
        with pytest.raises(InvalidParams) as caught:
            self.prepared(execution, place / name, PYTHON)
        assert caught.value.field == "cwd"
