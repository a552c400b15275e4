"""sayso schema, as a command; and the page that is made of it."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from support.command import run

PAGE = Path(__file__).parents[3] / "assets" / "protocol.md"
MARK = "<!-- From here on: sayso schema --markdown -->\n\n"
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


def test_the_page_is_what_the_command_writes() -> None:
    """Else: cut it off behind the mark, and write it anew."""
    _, _, written = PAGE.read_text().partition(MARK)
    assert written == run("schema", "--markdown", path=NOWHERE).stdout
