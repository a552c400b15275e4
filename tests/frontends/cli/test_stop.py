"""sayso daemon stop, before a daemon that does not end."""

import sys

assert sys.platform != "win32"

import subprocess
from pathlib import Path

import pytest

from sayso.frontends.cli import daemon, main

DEAF = """
import os, signal, socket, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with socket.socket(socket.AF_UNIX) as sock:
    sock.bind(sys.argv[1])
    sock.listen()
    print("listening", flush=True)
    sys.stdin.read()
"""


def test_one_that_does_not_end_is_not_called_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o700)
    path = str(tmp_path / "socket")
    monkeypatch.setenv("SAYSO_SOCKET", path)
    monkeypatch.setattr(daemon, "END_WITHIN", 0.1)
    with subprocess.Popen(
        [sys.executable, "-c", DEAF, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as deaf:
        assert deaf.stdout is not None
        assert deaf.stdout.readline() == "listening\n"
        status = main.run(["daemon", "stop"])
        deaf.communicate()
    told = capsys.readouterr()
    assert status == 6
    assert told.out == ""
    assert f"kill -9 {deaf.pid}" in told.err
