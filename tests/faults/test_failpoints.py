"""Failpoints take time and nothing else; and the promise holds when processes die at them."""

import sys

assert sys.platform == "linux"

import fcntl
import os
import re
import socket
import subprocess
import termios
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import sayso
from faults.matrix import DIALOG_ALONE, POINTS
from sayso import failpoints
from sayso.failpoints import reach
from support.processes import wait_until

RUN = Path(__file__).with_name("run.py")
NTH_CALL = Path(__file__).with_name("nth_call.py")
SOURCE = Path(sayso.__file__).parent

POINT = "daemon.kept"

LOADED = f"""
import os, sys
from sayso.failpoints import reach
before = set(sys.modules)
reach({POINT!r})
print(*set(sys.modules) - before)
"""

VICTIMS = {"client", "daemon", "keeper", "dialog"}


@pytest.fixture
def test_socket(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "point"))
        listener.listen()
        listener.settimeout(10)
        yield listener


def name_it(monkeypatch: pytest.MonkeyPatch, listener: socket.socket, point: str = POINT) -> None:
    monkeypatch.setenv(failpoints.VARIABLE, f"{point}:{listener.getsockname()}")


def unread(connection: socket.socket) -> int:
    """Bytes that the other end has not read yet (unix(7): SIOCOUTQ)."""
    left = fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(4))
    return int.from_bytes(left, sys.byteorder)


class TestPoint:
    """A failpoint that is reached in this process."""

    def test_is_nothing_where_none_is_named(self) -> None:
        environ = {name: text for name, text in os.environ.items() if name != failpoints.VARIABLE}
        run = subprocess.run(
            [sys.executable, "-c", LOADED], env=environ, capture_output=True, text=True, check=True
        )
        assert run.stdout.split() == []

    def test_waits_until_the_test_lets_it_go(
        self, test_socket: socket.socket, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name_it(monkeypatch, test_socket)
        process = threading.Thread(target=reach, args=[POINT])
        process.start()
        held, _ = test_socket.accept()
        with held:
            assert held.makefile().readline() == f"{POINT} {os.getpid()}\n"
            held.sendall(b'{"status": "approved"}\n')
            wait_until(lambda: unread(held) == 0, "all to be read")
            held.setblocking(False)
            with pytest.raises(BlockingIOError):  # and it has neither answered nor hung up
                held.recv(1)
        process.join(10)
        assert not process.is_alive()

    def test_is_nothing_to_the_others(
        self, test_socket: socket.socket, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name_it(monkeypatch, test_socket)
        passing = threading.Thread(target=reach, args=("daemon.asked",), daemon=True)
        passing.start()
        passing.join(10)
        assert not passing.is_alive()
        test_socket.setblocking(False)
        with pytest.raises(BlockingIOError):
            test_socket.accept()

    @pytest.mark.parametrize("place", ["", ":", ":/proc/nowhere", ":/", ":" + "x" * 200, ":\x01"])
    def test_is_nothing_where_nobody_listens(
        self, place: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(failpoints.VARIABLE, POINT + place)
        reach(POINT)


class TestMatrix:
    def test_has_every_point(self) -> None:
        named = re.compile(r'\breach\("([^"]+)"\)')
        points = {
            point for path in SOURCE.rglob("*.py") for point in named.findall(path.read_text())
        }
        points -= {
            "execution.sealed",
            "becoming.sealed",
            "becoming.held",
        }  # tests elsewhere reach these
        assert points == POINTS.keys() - {"client.sent-ask", "client.sent-claim"}  # f"…{method}"

    @pytest.mark.parametrize("point", POINTS)
    def test_kills_who_stands_there_and_two_others(self, point: str) -> None:
        itself = point.partition(".")[0]
        assert itself in POINTS[point]
        is_alone = point == "keeper.succeeding" and not DIALOG_ALONE  # its dialog is gone, too
        assert len(set(POINTS[point]) & VICTIMS) >= 3 - is_alone


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(RUN), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=1500)


class TestControl:
    """The runner sees what is broken on purpose."""

    @pytest.mark.parametrize(
        "way",
        [
            "request",
            pytest.param("async", marks=pytest.mark.long),
            pytest.param("command", marks=pytest.mark.long),
        ],
    )
    def test_an_answer_is_lost_that_got_out_before_it_was_kept(self, way: str) -> None:
        told = broken("hasty", "daemon.recorded", "daemon", way)
        assert "asked again although the person was told that it is recorded" in told

    def test_an_answer_could_be_had_twice_that_got_out_before_it_was_kept(self) -> None:
        told = broken("hasty", "daemon.replied", "daemon", "request")
        assert "an answer is kept that somebody else could have" in told

    @pytest.mark.parametrize(
        "victim", ["daemon+keeper", pytest.param("keeper+daemon", marks=pytest.mark.long)]
    )
    def test_a_dialog_that_comes_back_answers_by_itself(self, victim: str) -> None:
        told = broken("remembering", "daemon.answered", victim, "request", "--apart", "0")
        assert "approved was committed, but the person said nothing" in told

    @pytest.mark.parametrize(
        "way", ["password", pytest.param("password-ticket", marks=pytest.mark.long)]
    )
    def test_a_dialog_that_comes_back_holds_what_was_typed(self, way: str) -> None:
        told = broken("remembering", "daemon.recorded", "daemon", way)
        assert re.search("answered [0-9a-f]+ was committed, but the person said nothing", told)

    @pytest.mark.long
    def test_an_answer_is_lost_with_the_first_start_of_a_daemon_that_fails(self) -> None:
        command = [sys.executable, str(NTH_CALL), "--kind", "keeper-spawn"]
        done = subprocess.run(
            [*command, "--flaw", "faint-hearted"], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 1, done.stderr
        assert "asked again, though the keeper had the answer" in done.stdout


def broken(flaw: str, point: str, victim: str, way: str, *more: str) -> str:
    """What the runner prints about a program with this flaw."""
    done = run(
        "--flaw", flaw, "--point", point, "--victim", victim, "--way", way, "--seed", "1", *more
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    return done.stdout
