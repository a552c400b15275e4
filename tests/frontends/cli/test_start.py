"""What a question loads: the time that a short command takes is mostly that of loading."""

import subprocess
import sys

assert sys.platform != "win32"

import pytest

from support.command import BOUND, environ
from support.scripted_daemon import (
    APPROVED,
    TICKET,
    Script,
    ScriptedDaemon,
    committing,
    handing_over,
)

SLOW = {
    "argparse",
    "dataclasses",
    "inspect",
    "shutil",
    "socket",
    "subprocess",
    "threading",
    "typing",
}

LOADED = f"""
import sys
sys.path[:] = {sys.path}
before = set(sys.modules)
from sayso.__main__ import main
status = main(sys.argv[1:])
print(*set(sys.modules) - before, file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("args", "script"),
    [
        (["confirm", "Deploy?", "--title=T", "--wait=5"], committing(APPROVED)),
        (["collect", TICKET], committing(APPROVED, method="collect")),
        (["password", "Unlock"], handing_over(b"hunter2")),
        (["run", "--", "true"], committing({"status": "denied", "decider": "user"})),
    ],
    ids=["confirm", "collect", "password", "run"],
)
def test_a_late_answer_is_fetched_without_slow_modules(args: list[str], script: Script) -> None:
    with ScriptedDaemon(script) as daemon:
        done = subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                "-c",
                f"import sys; sys.path[:] = {sys.path}\n{LOADED}",
                *args,
            ],
            env=environ(daemon.path),
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )
    assert done.returncode == (126 if "run" in args else 0), done.stderr
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "sayso.client.exchange" in loaded
    assert loaded & SLOW == set()
