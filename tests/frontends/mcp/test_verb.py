"""`sayso mcp` as a process: how it starts, and how it ends."""

import sys

assert sys.platform != "win32"

import json
import signal
import subprocess

import pytest

from support.command import BOUND, SAYSO, environ

NOWHERE = "/proc/nowhere/sayso/socket"
PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}) + "\n"

WITHOUT = """
import sys
sys.modules[sys.argv.pop(1)] = None
from sayso.__main__ import main
sys.exit(main(["mcp", *sys.argv[1:]]))
"""


def start() -> subprocess.Popen[str]:
    """The server, once it has answered."""
    server = subprocess.Popen(
        [*SAYSO, "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ(NOWHERE),
    )
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(PING)
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["id"] == 1
    return server


@pytest.mark.parametrize("package", ["mcp", "mcp_types"])
def test_without_the_extra_it_names_the_fix(package: str) -> None:
    """Version 1 of the SDK has no mcp_types."""
    command = [sys.executable, "-c", WITHOUT, package]
    run = subprocess.run(command, capture_output=True, text=True, timeout=BOUND, check=False)
    assert (run.returncode, run.stdout) == (6, "")
    assert f"install it with: {sys.executable} -m pip install 'mcp<3,>=2.3'" in run.stderr

    command = [sys.executable, "-c", WITHOUT, package, "--json"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=BOUND, check=False)
    assert json.loads(run.stdout)["error"]["data"]["error"] == "unsupported"


def test_it_ends_with_its_client_which_may_close_in_any_order() -> None:
    with start() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.close()
        server.stdin.write(PING)
        server.stdin.close()
        assert server.wait(BOUND) == 0
        assert server.stderr is not None
        assert server.stderr.read() == ""


def test_it_ends_by_ctrl_c() -> None:
    with start() as server:
        server.send_signal(signal.SIGINT)
        assert server.wait(BOUND) == -signal.SIGINT
