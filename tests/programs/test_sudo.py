"""sudo -A, as a user who is made for it and may run everything."""

import sys

assert sys.platform == "linux"

import json
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.made_user import NAME, made_user

pytestmark = pytest.mark.root("only root can make a user")

TESTS = Path(__file__).parents[1]
RULE = Path("/etc/sudoers.d", NAME)


@pytest.fixture(scope="module")
def results() -> Iterator[dict[str, Any]]:
    """What came of each call."""
    password = f"canary {secrets.token_hex(4)}"
    with made_user() as user:
        subprocess.run(["chpasswd"], input=f"{NAME}:{password}", text=True, check=True)
        RULE.write_text(f"{NAME} ALL=(root) /usr/bin/id\n")
        RULE.chmod(0o440)
        try:
            program, paths = TESTS / "support" / "sudo_program.py", {"PYTHONPATH": str(TESTS)}
            done = user.python(str(program), stdin=f"{password}\n", environ=paths)
            assert done.returncode == 0, done.stderr
            yield json.loads(done.stdout)
        finally:
            RULE.unlink()


def test_a_wrong_password_and_the_right_one(results: dict[str, Any]) -> None:
    told = results["wrong_then_right"]
    assert (told["code"], told["out"]) == (0, "0\n")
    for words in ("Password for sudo", "Command: sudo -A -k id -u"):
        assert words in told["before"]
    assert "That was wrong: try again." not in told["before"]
    assert "That was wrong: try again." in told["again"]


def test_a_no_stops_it(results: dict[str, Any]) -> None:
    told = results["denied"]
    assert told["code"] == 1
    assert "sayso-askpass: Denied by the person at the screen." in told["err"]
    assert "no password was provided" in told["err"]


def test_its_end_takes_the_dialog_along(results: dict[str, Any]) -> None:
    assert results["its_askpass_killed"]["code"] == 1
