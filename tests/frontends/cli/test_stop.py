"""sayso daemon stop, before daemons that do not end."""

import sys

assert sys.platform != "win32"

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from sayso.frontends.cli import ending, main
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.processes import DaemonHandle

DEAF = """
import signal, socket, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with socket.socket(socket.AF_UNIX) as sock:
    sock.bind(sys.argv[1])
    sock.listen()
    print("listening", flush=True)
    while sys.argv[2] == "busy":
        pass
    sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    tmp_path.chmod(0o700)
    path = str(tmp_path / "socket")
    monkeypatch.setenv("SAYSO_SOCKET", path)
    for name in ("ANSWER_WITHIN", "HEAR_WITHIN", "GO_WITHIN"):
        monkeypatch.setattr(ending, name, 0.1)
    monkeypatch.setattr(ending, "END_WITHIN", 0.2)
    return path


@contextmanager
def deaf(path: str, how: str) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, "-c", DEAF, path, how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as daemon:
        assert daemon.stdout is not None
        assert daemon.stdout.readline() == "listening\n"
        yield daemon
        daemon.kill()


@pytest.mark.parametrize("how", ["still", "busy"])
def test_one_that_does_not_end_by_itself_is_killed_and_what_it_leaves_removed(
    how: str, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ending, "GO_WITHIN", 10)
    with deaf(path, how) as daemon:
        assert main.run(["daemon", "stop", "--json"]) == 0
        assert daemon.wait() == -9
        assert list(Path(path).parent.glob("*")) == []
    assert json.loads(capsys.readouterr().out) == {
        "status": "stopped",
        "pid": daemon.pid,
        "by_force": True,
        "open": None,
        "retained": None,
        "exit": 0,
    }


class Undying:
    """It waits for a disk, as the system sees it."""

    pid = 1

    def ask_to_end(self, *, restart: bool) -> None: ...
    def go_on(self) -> None: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...
    def has_ended(self, within: float = 0.0) -> bool:
        return False


def test_one_that_the_system_keeps_is_not_called_stopped(
    path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Peer:
        def daemon(self, channel: Channel) -> DaemonHandle:
            select.peer().check_user(channel)
            return Undying()

        def keepers(self, path: str) -> Sequence[DaemonHandle]:
            return ()

    monkeypatch.setattr(ending, "peer", Peer)
    with deaf(path, "still"):
        assert main.run(["daemon", "stop"]) == 6
        told = capsys.readouterr()
        assert told.out == ""
        assert "process 1 was killed, and the system does not take it away" in told.err
