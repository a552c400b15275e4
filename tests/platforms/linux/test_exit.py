"""When a process is gone; what can be known of a container; ending the other end."""

import sys

assert sys.platform == "linux"

import asyncio
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from sayso.errors import UntrustedPeer
from sayso.platforms.linux import peer
from sayso.platforms.linux.proc import Proc, Stat, Unseen
from sayso.platforms.unix.channel import SocketChannel
from support.event_loop import on_event_loop, turn
from support.linux_peers import become_zombie, descriptors_kept, identity
from support.processes import PATIENCE
from support.programs import Programs


def unheard() -> None:
    raise AssertionError("nobody is to be told of this")


class TestContainer:
    def test_has_itself_alone(self, directory: Path, programs: Programs) -> None:
        as_root = () if os.geteuid() == 0 else ("--user", "--map-root-user")
        unshare = ("unshare", *as_root, "--pid", "--fork", "--kill-child")
        if subprocess.run([*unshare, "true"], capture_output=True).returncode != 0:
            pytest.skip("no pid namespace can be made here")
        path = str(directory / "inside")
        inside = programs.start(*unshare, sys.executable, "-c", FROM_OUTSIDE, path)
        assert inside.hear() == "listening"
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(path)
            assert inside.hear() == "True (Process(pid=0, start=-7, system=''),) None False"


class TestExit:
    @on_event_loop
    async def test_is_not_taken_for_the_next_one(self, programs: Programs) -> None:
        """Whose descriptor has the same number, once the first was called off."""
        first, second = programs.start("cat"), programs.start("cat")
        told: list[str] = []
        exited = asyncio.Event()
        with descriptors_kept():
            call_off = peer.watch_exit(identity(first.pid), lambda: told.append("first"))
            assert call_off is not None
            call_off()
            call_off = peer.watch_exit(identity(second.pid), exited.set)
            assert call_off is not None
            first.kill()
            become_zombie(first)
            await turn()
            assert not exited.is_set()
            second.kill()
            await exited.wait()
            call_off()
        assert told == []

    @pytest.mark.parametrize("reaped", [True, False])
    @on_event_loop
    async def test_a_zombie_has_exited(self, programs: Programs, reaped: bool) -> None:
        child = programs.start("cat")
        process = identity(child.pid)
        child.kill()
        become_zombie(child)
        if reaped:
            child.wait()
        with descriptors_kept():
            assert peer.has_exited(process)
            assert peer.watch_exit(process, unheard) is None

    def test_a_pid_used_again_for_a_thread_is_no_process(self) -> None:
        over = threading.Event()
        thread = threading.Thread(target=over.wait, args=(PATIENCE,))
        thread.start()
        assert thread.native_id is not None
        assert peer.has_exited(identity(thread.native_id))
        over.set()
        thread.join()

    def test_a_process_whose_first_thread_has_ended_lives(self, programs: Programs) -> None:
        call = {"x86_64": 60, "aarch64": 93}.get(os.uname().machine)
        if call is None:
            pytest.skip("the number of the exit system call is not known here")
        child = programs.python(FIRST_THREAD_ENDS, str(call))
        process = identity(child.pid)
        state = Path(f"/proc/{child.pid}/stat")
        eventually(lambda: state.read_text().rpartition(")")[2].split()[0] == "Z")
        assert not peer.has_exited(process)
        child.say("end")
        become_zombie(child)
        assert peer.has_exited(process)

    def test_a_process_that_hides_has_not_exited(
        self, programs: Programs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Hidden(Proc):
            def stat(self) -> Stat:
                raise Unseen("hidden, as by hidepid")

        process = identity(programs.start("cat").pid)
        monkeypatch.setattr(peer, "Proc", Hidden)
        assert not peer.has_exited(process)


def test_one_that_was_stopped_hears_that_it_is_to_end(directory: Path, programs: Programs) -> None:
    path = str(directory / "socket")
    server = programs.python(SERVE, path)
    assert server.hear() == "listening"
    os.kill(server.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, server.pid, os.WSTOPPED)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.connect(path)
        daemon = peer.daemon(SocketChannel(sock))
    with closing(daemon):
        daemon.ask_to_end(restart=True)
        assert daemon.has_ended(PATIENCE)
    assert server.wait(PATIENCE) == -signal.SIGUSR1


class TestKeepers:
    """They are found by their command lines."""

    def test_of_this_path_alone(self, directory: Path, programs: Programs) -> None:
        path = str(directory / "socket")
        keepers = [programs.python(*as_keeper(path)) for _ in range(2)]
        for each in (
            *keepers,
            programs.python(*as_keeper(f"{path}-other")),
            programs.python(WAITS, "-m", "sayso", "keeper", "12", "no JSON"),
            programs.python(WAITS, "-m", "sayso", "keeper", "12", "[]"),
            programs.python(WAITS, *as_keeper(path)[1:], "more"),
        ):
            assert each.hear() == "here"
        with descriptors_kept(), ExitStack() as stack:
            found = peer.keepers(path)
            for one in found:
                stack.callback(one.close)
            assert {one.pid for one in found} == {each.pid for each in keepers}

    @pytest.mark.root("takes another user")
    def test_of_our_user_alone(self, directory: Path, programs: Programs) -> None:
        path = str(directory / "socket")
        other = programs.start(
            "setpriv", "--reuid", "1", "--clear-groups", sys.executable, "-c", *as_keeper(path)
        )
        assert other.hear() == "here"
        assert peer.keepers(path) == []


def as_keeper(path: str) -> tuple[str, ...]:
    return (WAITS, "-m", "sayso", "keeper", "12", json.dumps({"path": path}))


WAITS = """
import sys
print("here", flush=True)
sys.stdin.read()
"""


@pytest.mark.root("makes a control group")
def test_the_session_manager_is_not_asked_to_end(
    group: Path, directory: Path, programs: Programs
) -> None:
    """It listens for a daemon that is yet to start."""
    manager = group / f"user@{os.geteuid()}.service" / "init.scope"
    manager.mkdir(parents=True)
    path = str(directory / "socket")
    server = programs.python(SERVE, path)
    (manager / "cgroup.procs").write_text(str(server.pid))
    assert server.hear() == "listening"
    with socket.socket(socket.AF_UNIX) as sock:
        sock.connect(path)
        with pytest.raises(UntrustedPeer, match="the session manager listens"):
            peer.daemon(SocketChannel(sock))
    assert server.poll() is None


def eventually(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        os.sched_yield()


FROM_OUTSIDE = """
import socket, sys
from sayso.platforms.linux import peer
from sayso.platforms.unix.channel import SocketChannel
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
print("listening", flush=True)
sock, _ = server.accept()
lineage = peer.lineage(SocketChannel(sock), 7)
exited = peer.has_exited(lineage.requester)
print(lineage.container, lineage.processes, lineage.default_owner, exited, flush=True)
"""

FIRST_THREAD_ENDS = """
import ctypes, os, sys, threading
threading.Thread(target=lambda: (sys.stdin.readline(), os._exit(0))).start()
ctypes.CDLL(None).syscall(int(sys.argv[1]), 0)
"""

SERVE = """
import socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
print("listening", flush=True)
sys.stdin.read()
"""
