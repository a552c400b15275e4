"""Starting the real daemon: once, whoever asks first, and with its errors told."""

import sys

assert sys.platform != "win32"

import os
import select
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.client.spawn import connect, start_daemon
from sayso.client.sync import Client
from sayso.core.outcome import NoInteractor
from sayso.errors import AlreadyRunning, Unreachable
from sayso.platforms.select import peer

SAYSO = [sys.executable, "-m", "sayso"]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A private place without a screen; nothing runs or is left there afterwards."""
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as directory:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SUDO_UID"):
            monkeypatch.delenv(name, raising=False)
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            monkeypatch.setenv(name, f"{directory}/home")
        monkeypatch.setenv("SAYSO_SOCKET", f"{directory}/run/socket")
        yield Path(directory) / "run"
        assert main(["daemon", "stop"]) == 0
        assert list((Path(directory) / "run").glob("*")) == []


def running() -> int:
    return Client(spawn=False).status()["pid"]


def test_the_first_question_starts_the_daemon(place: Path) -> None:
    with Client() as client:
        assert isinstance(client.confirm("Go?"), NoInteractor)
    assert (place / "socket").is_socket()


@pytest.mark.root("root alone can look into the daemon")
def test_it_is_cut_off_from_its_starter(place: Path) -> None:
    pid = start_daemon(os.environ)
    proc = Path(f"/proc/{pid}")
    assert (proc / "cwd").readlink() == Path("/")
    assert os.getsid(pid) == pid
    inherited = {
        link.readlink() for link in (proc / "fd").iterdir() if link.name in {"0", "1", "2"}
    }
    ours = {Path(f"/proc/self/fd/{number}").readlink() for number in range(3)}
    assert inherited - {Path("/dev/null")} == {
        link for link in inherited if link.name == "daemon.log"
    }
    assert not (inherited & ours) - {Path("/dev/null")}


def test_it_loads_no_module_of_its_starters(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "platformdirs.py").write_text("raise SystemExit('not for us')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert start_daemon(os.environ) == running()


def test_clients_that_start_at_once_get_one_daemon(place: Path) -> None:
    pids: list[int] = []

    def ask() -> None:
        connect(os.environ, start=True).close()
        pids.append(running())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(pids) == 4
    assert len(set(pids)) == 1


def test_a_second_daemon_is_refused(place: Path) -> None:
    start_daemon(os.environ)
    with pytest.raises(AlreadyRunning):
        start_daemon(os.environ)


def test_a_client_that_starts_nothing_is_told_how(place: Path) -> None:
    with pytest.raises(Unreachable) as caught:
        Client(spawn=False).confirm("Go?")
    assert "sayso daemon start" in caught.value.remedy
    assert not place.exists()


@pytest.mark.root("sudo makes root, and only root can be it")
def test_under_sudo_none_is_started(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_UID", "1000")
    with pytest.raises(Unreachable, match="under sudo") as caught:
        Client().confirm("Go?")
    assert "without sudo" in caught.value.remedy
    assert not place.exists()


def test_a_daemon_that_cannot_start_says_why(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(Unreachable, match="ended before it was ready"):
        start_daemon(os.environ)


def test_its_last_words_are_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho 'no module named sayso' >&2\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    with pytest.raises(Unreachable, match="no module named sayso"):
        start_daemon(os.environ)


def test_an_ended_daemon_leaves_no_zombie_to_a_program_that_runs_on(place: Path) -> None:
    pid = start_daemon(os.environ)
    reapers = [thread for thread in threading.enumerate() if thread.name == "sayso-daemon-exit"]
    with connect(os.environ, start=False) as connection:
        ended, exited = peer().terminate(connection)
    assert ended == pid
    with os.fdopen(exited, "rb"):
        assert select.select([exited], [], [], 10)[0]
    for reaper in reapers:
        reaper.join(10)
    assert not Path(f"/proc/{pid}").exists()


def test_start_stop_restart_say_what_they_did(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(verb: str) -> str:
        assert main(["daemon", verb]) == 0
        return capsys.readouterr().out

    assert said("stop") == "No daemon runs.\n"
    assert said("start") == f"The daemon is started, pid {running()}.\n"
    first = running()
    assert said("start") == "The daemon runs already.\n"
    assert running() == first
    told = said("restart")
    second = running()
    assert second != first
    assert told == f"The daemon is stopped, pid {first}.\nThe daemon is started, pid {second}.\n"
    assert said("stop") == f"The daemon is stopped, pid {second}.\n"
    assert main(["status"]) == 6


def test_run_stays_in_the_foreground_and_a_second_one_says_so(place: Path) -> None:
    start_daemon(os.environ)
    done = subprocess.run(
        [*SAYSO, "daemon", "run"], capture_output=True, text=True, timeout=20, check=False
    )
    assert "already" in done.stderr or "another" in done.stderr
