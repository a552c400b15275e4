"""Processes of ours on macOS: what the system does not do by itself, and what is told to it."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import json
import os
import resource
import select
import signal
import threading
from collections.abc import Iterator

import pytest

from sayso.errors import UntrustedPeer
from sayso.platforms.contract.channel import Channel
from sayso.platforms.macos import daemon_handle, peer, process_facts, processes
from sayso.platforms.macos.held import Held
from sayso.platforms.macos.native import events, hardening, numbers
from support import macos_events
from support.macos_events import Queue
from support.macos_kernel import (
    BOOTED,
    OTHER,
    US,
    Kernel,
    PeerSocket,
    Played,
    channel_on,
    strings,
)

PATH = "/Users/ann/Library/Application Support/sayso/run/socket"
PID = 70


def keeper_of(path: str, pid: int = PID, user: int = US) -> Played:
    told = json.dumps({"path": path}).encode()
    words = (b"-E", b"-P", b"-m", b"sayso", b"keeper", b"60", told)
    return Played(pid, 60, user=user, arguments=strings(b"/usr/bin/python3", b"python3", *words))


@pytest.fixture
def queues(monkeypatch: pytest.MonkeyPatch) -> type[Queue]:
    return macos_events.install(monkeypatch)


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *given: sent.append(given))
    return sent


@pytest.fixture
def held(kernel: Kernel, queues: type[Queue]) -> Iterator[Held]:
    kernel.add(Played(PID, unique=170))
    queues.running |= {PID}
    held = Held(PID)
    yield held
    held.close()


class TestHeld:
    def test_signals_go_to_it_until_it_has_ended(
        self, held: Held, queues: type[Queue], signals: list[tuple[int, int]]
    ) -> None:
        held.send(signal.SIGTERM)
        assert not held.has_ended()
        queues.all[0].tell(PID)
        assert held.has_ended(None)
        held.send(signal.SIGKILL)  # whose pid is another's by now
        assert signals == [(PID, signal.SIGTERM)]

    @pytest.mark.parametrize(
        "changes", [{"started": BOOTED + 90_000_000}, {"unique": 171}, {"user": OTHER}]
    )
    def test_nor_to_one_that_is_not_the_same_though_no_exit_was_told(
        self,
        held: Held,
        kernel: Kernel,
        changes: dict[str, int],
        signals: list[tuple[int, int]],
    ) -> None:
        kernel.change(PID, **changes)
        held.send(signal.SIGTERM)
        assert signals == []

    def test_another_users_is_not_held(self, kernel: Kernel, queues: type[Queue]) -> None:
        kernel.add(Played(PID, user=OTHER))
        queues.running |= {PID}
        with pytest.raises(ProcessLookupError):
            Held(PID)
        assert queues.all[0].closed

    @pytest.mark.parametrize("error", [ProcessLookupError, PermissionError])
    def test_one_that_ends_just_now_is_no_error(
        self, held: Held, error: type[OSError], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: int) -> None:
            raise error

        monkeypatch.setattr(os, "kill", fail)
        held.send(signal.SIGTERM)

    def test_who_has_gone_is_not_held(self, queues: type[Queue]) -> None:
        with pytest.raises(ProcessLookupError):
            Held(PID)
        assert queues.all[0].closed


class TestKeepers:
    def found(self, path: str = PATH) -> list[int]:
        found = daemon_handle.keepers(path)
        for each in found:
            each.close()
        return [each.pid for each in found]

    def test_those_of_this_socket_and_user_are_found(
        self, kernel: Kernel, queues: type[Queue]
    ) -> None:
        queues.running |= {PID, 71, 72, 73, 74}
        other = Played(73, arguments=strings(b"/bin/sh", b"sh", b"-c", b"-m sayso keeper 60 {}"))
        broken = Played(74, arguments=strings(b"/x", b"x", b"-m", b"sayso", b"keeper", b"1", b"{"))
        kernel.add(keeper_of(PATH), keeper_of("/else", 71), keeper_of(PATH, 72, OTHER))
        kernel.add(other, broken)
        assert self.found() == [PID]

    def test_more_processes_than_fit_are_all_looked_at(
        self, kernel: Kernel, queues: type[Queue]
    ) -> None:
        queues.running |= {PID}
        kernel.add(*(Played(pid) for pid in range(1000, 7000)), keeper_of(PATH))
        assert self.found() == [PID]

    def test_whose_pid_became_anothers_meanwhile_is_none(
        self, kernel: Kernel, queues: type[Queue]
    ) -> None:
        """By its exit, which the queue tells of; or before that began to watch."""
        queues.running |= {PID}
        kernel.add(keeper_of(PATH))
        kernel.after(f"{PID}:{numbers.KERN_PROCARGS2}", lambda: kernel.change(PID, arguments=None))
        assert self.found() == []
        assert queues.all[0].closed

    def test_one_that_ends_while_it_is_looked_at_is_none(
        self, kernel: Kernel, queues: type[Queue], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        queues.running |= {PID}
        kernel.add(keeper_of(PATH))
        real = events.exit_of

        def exits(pid: int) -> select.kqueue:
            queue = real(pid)
            queues.all[0].tell(pid)
            return queue

        monkeypatch.setattr(events, "exit_of", exits)
        assert self.found() == []


class TestDaemon:
    @pytest.fixture
    def sock(self) -> Iterator[PeerSocket]:
        with PeerSocket() as sock:
            sock.pids = PID
            yield sock

    @pytest.fixture
    def channel(self, sock: PeerSocket) -> Channel:
        return channel_on(sock)

    @pytest.fixture(autouse=True)
    def runs(self, kernel: Kernel, queues: type[Queue]) -> None:
        kernel.add(Played(PID))
        queues.running |= {PID, 1}

    def test_it_is_held_and_asked(
        self, channel: Channel, queues: type[Queue], signals: list[tuple[int, int]]
    ) -> None:
        daemon = peer.daemon(channel)
        daemon.ask_to_end(restart=True)
        daemon.ask_to_end(restart=False)
        daemon.kill()
        assert not daemon.has_ended()
        daemon.close()
        numbers = [signal.SIGUSR1, signal.SIGCONT, signal.SIGTERM, signal.SIGCONT, signal.SIGKILL]
        assert signals == [(PID, number) for number in numbers]

    def test_launchd_is_none(self, sock: PeerSocket, kernel: Kernel, queues: type[Queue]) -> None:
        kernel.add(Played(1))
        sock.pids = 1
        with pytest.raises(UntrustedPeer, match="launchd listens; no daemon has yet"):
            peer.daemon(channel_on(sock))
        assert queues.all == []

    def test_another_users_is_none(self, channel: Channel, sock: PeerSocket) -> None:
        sock.user = OTHER
        with pytest.raises(UntrustedPeer, match=f"runs as user {OTHER}"):
            peer.daemon(channel)

    def test_one_that_has_gone_is_none(
        self, channel: Channel, kernel: Kernel, queues: type[Queue]
    ) -> None:
        queues.running.clear()
        with pytest.raises(UntrustedPeer, match="exited"):
            peer.daemon(channel)
        queues.running |= {PID}
        kernel.end(PID)
        with pytest.raises(UntrustedPeer, match="exited"):
            peer.daemon(channel)
        assert all(each.closed for each in queues.all)

    def test_whose_pid_is_another_users_by_now_is_none(
        self, channel: Channel, kernel: Kernel, queues: type[Queue]
    ) -> None:
        kernel.change(PID, user=OTHER)
        with pytest.raises(UntrustedPeer):
            peer.daemon(channel)
        assert queues.all[0].closed

    def test_whose_place_another_one_takes_is_none(
        self, sock: PeerSocket, queues: type[Queue]
    ) -> None:
        sock.pids = [PID, 71]
        with pytest.raises(UntrustedPeer, match=f"process {PID} was at the other end, and then"):
            peer.daemon(channel_on(sock))
        assert queues.all[0].closed


class TestEndWithParent:
    def test_its_exit_ends_this_process(
        self, queues: type[Queue], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ended = threading.Event()
        sent: list[tuple[int, int]] = []

        def kill(*given: int) -> None:
            sent.append((given[0], given[1]))
            ended.set()

        monkeypatch.setattr(os, "kill", kill)
        queues.running |= {os.getppid()}
        processes.end_with_parent()
        assert sent == []
        queues.all[0].tell(os.getppid())
        assert ended.wait(10)
        assert sent == [(os.getpid(), signal.SIGKILL)]

    def test_where_it_has_ended_by_now_what_it_left_has_to_tell(
        self, queues: type[Queue], signals: list[tuple[int, int]]
    ) -> None:
        processes.end_with_parent()
        assert threading.active_count() == 1 or signals == []

    def test_who_has_another_one_by_now_does_not_follow_the_first(
        self, queues: type[Queue], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parents = [PID, 1]
        queues.running |= {PID}
        monkeypatch.setattr(os, "getppid", lambda: parents.pop(0))
        before = threading.active_count()
        processes.end_with_parent()
        assert queues.all[0].closed
        assert threading.active_count() == before


class TestLimits:
    @pytest.mark.parametrize(
        ("hard", "soft"),
        [(resource.RLIM_INFINITY, 10240), (1 << 20, 10240), (4096, 4096)],
        ids=["no limit", "a high one", "a low one"],
    )
    def test_no_more_open_files_are_asked_for_than_macos_takes(
        self, hard: int, soft: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: dict[int, tuple[int, int]] = {}
        monkeypatch.setattr(os, "umask", lambda _: 0)
        monkeypatch.setattr(signal, "pthread_sigmask", lambda *_: set())
        monkeypatch.setattr(resource, "getrlimit", lambda _: (256, hard))
        monkeypatch.setattr(resource, "setrlimit", asked.__setitem__)
        processes.settle()
        assert asked.pop(resource.RLIMIT_NOFILE) == (soft, hard)
        assert set(asked.values()) == {(hard, hard)}


def test_who_is_hardened_denies_debuggers_and_leaves_no_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(hardening, "deny_attach", lambda: done.append("deny_attach"))
    monkeypatch.setattr(hardening, "leave_no_core", lambda: done.append("leave_no_core"))
    processes.harden()
    assert sorted(done) == ["deny_attach", "leave_no_core"]


def test_work_is_told_in_seconds_whatever_the_processor_counts_in(kernel: Kernel) -> None:
    """24 MHz: three ticks are 125 ns."""
    kernel.add(Played(PID, worked=24_000_000 * 3 // 2))
    assert processes.processor_seconds(PID) == 1.5
    kernel.end(PID)
    with pytest.raises(ProcessLookupError):
        processes.processor_seconds(PID)


def test_a_command_line_is_read_by_itself(kernel: Kernel) -> None:
    kernel.add(Played(PID, started=BOOTED, arguments=strings(b"/x", b"x", b"y")))
    assert process_facts.argv(PID) == ("x", "y")
    assert process_facts.argv(PID + 1) is None
