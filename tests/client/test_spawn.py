"""Starting the real daemon: once, whoever asks first, and with its errors told."""

import sys

assert sys.platform != "win32"

import os
import re
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.client.routes import connect
from sayso.client.spawn import start_daemon
from sayso.client.sync import Client
from sayso.core.outcome import NoInteractor
from sayso.errors import AlreadyRunning, Unreachable
from support.accounts import set_home
from support.control_groups import control_group
from support.processes import descendants

SAYSO = [sys.executable, "-m", "sayso"]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A private place without a screen; nothing runs or is left there afterwards."""
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as directory:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SUDO_UID"):
            monkeypatch.delenv(name, raising=False)
        set_home(monkeypatch, Path(directory) / "home")
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


def environ_of(pid: int) -> dict[str, str]:
    told = Path(f"/proc/{pid}/environ").read_text().split("\0")
    return dict(each.split("=", 1) for each in told if each)


@pytest.mark.root("root alone can look into the daemon")
def test_it_takes_what_names_the_session_and_nothing_else(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither libraries to load nor another home directory."""
    home = os.environ["HOME"]
    for name in ("LD_PRELOAD", "GTK_MODULES", "GIO_EXTRA_MODULES", "GDK_BACKEND", "PYTHONHOME"):
        monkeypatch.setenv(name, "/proc/nowhere")
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, "/proc/nowhere/home")
    monkeypatch.setenv("PATH", "/proc/nowhere/bin")
    monkeypatch.setenv("XDG_SESSION_TYPE", "tty")
    monkeypatch.setenv("LC_TIME", "C.UTF-8")
    pid = start_daemon({**os.environ, "SSH_AUTH_SOCK": "/proc/nowhere"})
    assert environ_of(pid) == {
        "HOME": home,
        "LANG": "C.UTF-8",
        "LC_TIME": "C.UTF-8",
        "LOGNAME": "root",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "SAYSO_SOCKET": os.environ["SAYSO_SOCKET"],
        "USER": "root",
        "XDG_RUNTIME_DIR": os.environ["XDG_RUNTIME_DIR"],
        "XDG_SESSION_TYPE": "tty",
    }


def test_its_settings_are_the_accounts_and_ours_to_change(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever asked first with whatever XDG_CONFIG_HOME; `sayso config` has the same file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def path() -> str:
        assert main(["config", "path"]) == 0
        return capsys.readouterr().out

    before = path()
    start_daemon(os.environ)
    status = Client(spawn=False).status()
    assert status["config"] == f"{os.environ['HOME']}/.config/sayso/config.toml"
    assert status["log"] == f"{os.environ['HOME']}/.local/state/sayso/log"
    assert f"{status['config']}\n" == path() == before


def test_one_that_is_run_by_hand_keeps_its_environment(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`sayso config` follows it."""
    own = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen([*SAYSO, "daemon", "run"], env=own, stderr=subprocess.DEVNULL):
        connect(os.environ, start=False, within=40).close()
        assert main(["config", "path"]) == 0
        assert capsys.readouterr().out == f"{tmp_path}/sayso/config.toml\n"
        assert main(["daemon", "stop"]) == 0


def test_one_whose_starter_can_make_no_readable_file_has_its_log(place: Path) -> None:
    before = os.umask(0o777)
    try:
        start_daemon(os.environ)
    finally:
        os.umask(before)
    status = Client(spawn=False).status()
    assert status["log_fault"] is None
    assert stat.S_IMODE(Path(status["log"]).stat().st_mode) == 0o700


def test_one_whose_starter_may_have_few_files_open_may_have_more(place: Path) -> None:
    """Where the starter itself might: no more than that can be had."""
    limited = ["prlimit", "--nofile=24:4096", sys.executable, "-m", "sayso", "daemon", "start"]
    subprocess.run(limited, check=True, capture_output=True, timeout=30)
    told = Path(f"/proc/{running()}/limits").read_text()
    assert re.search(r"^Max open files +4096 +4096 ", told, re.MULTILINE)


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


def test_it_descends_from_nobody_and_leaves_its_starter_nothing_to_reap(place: Path) -> None:
    """Who ends a program with all that it started, in whatever session, does not end the daemon."""
    before = {each.pid for each in descendants(os.getpid())}
    pid = start_daemon(os.environ)
    assert {each.pid for each in descendants(os.getpid())} <= before
    assert running() == pid


ADOPTS = """
import ctypes, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
subprocess.run([sys.executable, "-m", "sayso", "daemon", "start"], check=True)
print("started", flush=True)
sys.stdin.read()
"""


def test_whoever_adopted_it_is_named_while_it_lives(place: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ADOPTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as agent:
        assert agent.stdin
        assert agent.stdout
        agent.stdout.readline()
        told = Client(spawn=False).status()["ends_with"]
        assert told
        assert told.endswith(f" ({agent.pid})")
        assert main(["daemon", "restart"]) == 0
        assert Client(spawn=False).status()["ends_with"] == told  # and not the keeper
        agent.stdin.close()
    assert Client(spawn=False).status()["ends_with"] != told


@pytest.mark.root("root alone makes control groups")
def test_in_its_starters_control_group_it_says_what_it_ends_with(place: Path) -> None:
    with control_group("vte-spawn-1.scope") as terminal:
        terminal.run([sys.executable, "-m", "sayso", "daemon", "start"])
        assert terminal.has(running())
        assert Client(spawn=False).status()["ends_with"] == "vte-spawn-1.scope"
        assert main(["daemon", "stop"]) == 0


def test_start_stop_restart_say_what_they_did(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(verb: str) -> str:
        assert main(["daemon", verb]) == 0
        return capsys.readouterr().out

    assert said("stop") == "No daemon is running.\n"
    assert said("start") == f"The daemon has started, pid {running()}.\n"
    first = running()
    assert said("start") == "The daemon is already running.\n"
    assert running() == first
    told = said("restart")
    second = running()
    assert second != first
    assert told == f"The daemon has restarted, pid {second}; what was open goes on.\n"
    assert said("stop") == f"The daemon has stopped, pid {second}.\n"
    assert main(["status"]) == 6


def test_run_stays_in_the_foreground_and_a_second_one_says_so(place: Path) -> None:
    start_daemon(os.environ)
    done = subprocess.run(
        [*SAYSO, "daemon", "run"], capture_output=True, text=True, timeout=20, check=False
    )
    assert "already" in done.stderr or "another" in done.stderr
