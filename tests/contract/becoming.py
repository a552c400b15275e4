"""How a process of ours becomes a command on every platform. A backend's own test inherits this.

The commands are this Python interpreter with a script. Stand-alone programs come from the backend.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.errors import CommandNotFound, InvalidParams
from sayso.platforms.contract.becoming import Becoming
from sayso.platforms.contract.execution import Order
from support.waiting import PATIENCE

PROGRAM = Path(__file__).parents[1] / "support" / "becoming_program.py"
PYTHON = os.path.realpath(sys.executable)

REPORT = """
import json, os, sys
told = {
    "argv": sys.argv[1:],
    "cwd": os.getcwd(),
    "environ": {name: os.environ.get(name) for name in ("SAYSO_GONE", "SAYSO_NEW", "SAYSO_KEPT")},
    "stdin": sys.stdin.read(),
}
json.dump(told, sys.stdout)
print("errors", file=sys.stderr)
"""


@pytest.mark.usefixtures("bounded")
class BecomingContract:
    """Fixtures: `becoming`; `place`, the directory in which commands run; and `programs_there`, the
    paths of two programs that the system has."""

    def became(
        self,
        place: Path,
        *argv: str,
        changes: dict[str, str | None] | None = None,
        meanwhile: Callable[[], object] = lambda: None,
        given: str = "",
    ) -> tuple[int, str, str]:
        """Runs a process that becomes the command. Returns the exit status, standard output and
        standard error. `meanwhile` is called after the command was prepared, before it runs;
        `given`: its standard input."""
        told = [json.dumps(argv), str(place), json.dumps(changes or {})]
        process = subprocess.Popen(
            [sys.executable, str(PROGRAM), *told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        shown = process.stdout.readline()
        assert shown.startswith("["), shown
        meanwhile()
        out, err = process.communicate(f"\n{given}", timeout=PATIENCE)
        return process.returncode, out, err

    def reported(self, place: Path, *words: str, **options: Any) -> dict[str, Any]:
        code, out, err = self.became(place, PYTHON, "-I", "-c", REPORT, *words, **options)
        assert (code, err.split()) == (0, ["errors"])
        told: dict[str, Any] = json.loads(out)
        return told

    @pytest.mark.parametrize("status", [0, 1, 126, 255])
    def test_its_exit_status_is_ours(self, place: Path, status: int) -> None:
        script = f"raise SystemExit({status})"
        assert self.became(place, PYTHON, "-I", "-c", script)[0] == status

    def test_its_arguments_its_directory_and_its_streams(self, place: Path) -> None:
        words = ("", " a  b ", "$HOME;'\"", "Grüße")
        told = self.reported(place, *words, given="what stands\nbehind\n")
        assert told["argv"] == list(words)
        assert os.path.realpath(told["cwd"]) == os.path.realpath(place)
        assert told["stdin"] == "what stands\nbehind\n"

    def test_our_environment_with_the_changes_that_were_shown(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SAYSO_GONE", "1")
        monkeypatch.setenv("SAYSO_KEPT", "kept")
        told = self.reported(place, changes={"SAYSO_GONE": None, "SAYSO_NEW": "a b"})
        assert told["environ"] == {"SAYSO_GONE": None, "SAYSO_NEW": "a b", "SAYSO_KEPT": "kept"}

    def test_a_program_that_was_replaced_is_not_executed(
        self, place: Path, programs_there: tuple[Path, Path]
    ) -> None:
        one, other = programs_there
        tool = place / one.name
        tool.write_bytes(one.read_bytes())
        tool.chmod(0o755)

        def replaced() -> None:
            tool.write_bytes(other.read_bytes())

        code, out, _ = self.became(place, f".{os.sep}{one.name}", meanwhile=replaced)
        assert (code, out) == (99, "command_changed\n")

    def test_nor_is_one_that_has_gone(self, place: Path, programs_there: tuple[Path, Path]) -> None:
        one, _ = programs_there
        tool = place / one.name
        tool.write_bytes(one.read_bytes())
        tool.chmod(0o755)
        code, out, _ = self.became(place, str(tool), meanwhile=tool.unlink)
        assert (code, out) == (99, "command_changed\n")

    def test_what_it_is_is_told_before(
        self, becoming: Becoming, place: Path, programs_there: tuple[Path, Path]
    ) -> None:
        path = os.path.realpath(programs_there[0])
        prepared = becoming.prepare(Order((path, "-x"), str(place)))
        action = prepared.action
        assert (action.argv, action.cwd) == ((path, "-x"), os.path.realpath(place))
        assert [each.path for each in action.programs] == [path]
        prepared.close()

    @pytest.mark.parametrize("name", ["no-such-program-7f3a", f".{os.sep}missing"])
    def test_there_is_no_such_command(self, becoming: Becoming, place: Path, name: str) -> None:
        with pytest.raises(CommandNotFound) as caught:
            becoming.prepare(Order((name,), str(place)))
        assert caught.value.remedy

    @pytest.mark.parametrize("name", ["missing", "file"])
    def test_what_is_no_directory_is_refused(
        self, becoming: Becoming, place: Path, name: str
    ) -> None:
        (place / "file").touch()
        with pytest.raises(InvalidParams) as caught:
            becoming.prepare(Order((PYTHON,), str(place / name)))
        assert caught.value.field == "cwd"
