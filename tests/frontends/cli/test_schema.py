"""sayso schema, as a command; and what is made for it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import protocol
import pytest
from jsonschema import Draft202012Validator

from support.command import run

ROOT = Path(__file__).parents[3]
NOWHERE = "/proc/nowhere/socket"


def test_writes_the_schema_of_every_message_without_a_daemon() -> None:
    done = run("schema", path=NOWHERE)
    assert (done.returncode, done.stderr) == (0, "")
    schema = Draft202012Validator(json.loads(done.stdout))
    request = {"jsonrpc": "2.0", "id": 1, "method": "claim", "params": {"claim": "0" * 32}}
    assert schema.is_valid(request)
    assert not schema.is_valid(request | {"method": "approve"})


def test_writes_that_of_each_that_it_lists() -> None:
    names = run("schema", "--list", path=NOWHERE).stdout.split()
    assert {"ask", "ask.confirm", "ask.result", "outcome", "progress", "error"} <= set(names)
    one = json.loads(run("schema", "outcome", path=NOWHERE).stdout)
    outcome = Draft202012Validator(one)
    assert outcome.is_valid({"status": "approved", "decider": "user"})
    assert not outcome.is_valid({"status": "ready", "decider": "user"})


@pytest.mark.parametrize("arguments", [["approve"], ["ask", "--list"], ["--list", "--markdown"]])
def test_what_it_does_not_have_is_an_error(arguments: list[str]) -> None:
    done = run("schema", *arguments, path=NOWHERE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "What to do: see sayso schema" in done.stderr


def test_writes_the_same_as_tables() -> None:
    tables = run("schema", "--markdown", path=NOWHERE).stdout
    assert "### `ask`" in tables
    assert "| `ticket` | 32 lowercase hexadecimal digits |" in tables
    place = "text, matching `^[A-Za-z0-9][A-Za-z0-9._-]*$`, 1 to 32 characters"
    assert f"| `name` | {place} | required |" in tables


class TestWhatIsShipped:
    def test_is_what_the_messages_are_made_of(self) -> None:
        """Else: run it without --check."""
        command = [sys.executable, "packaging/protocol.py", "--check"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")

    @pytest.mark.parametrize("name", ["schema.json", "schema.md"])
    def test_is_found_out_when_it_is_another(
        self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for written in ("schema.json", "schema.md"):
            shutil.copy(ROOT / "src" / "sayso" / "wire" / written, tmp_path)
        assert protocol.main(["--check"], tmp_path) == 0
        (tmp_path / name).write_text("other")
        assert protocol.main(["--check"], tmp_path) == 1
        assert "not current" in capsys.readouterr().out
        assert protocol.main([], tmp_path) == 0
        assert protocol.main(["--check"], tmp_path) == 0
