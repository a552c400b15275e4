"""A process that becomes a command, up to the moment in which it is another: what is put back, and
what happens where it can't be."""

import sys

assert sys.platform == "linux"

import errno
import fcntl
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from sayso.core.action import Change
from sayso.core.secret import Secret
from sayso.errors import CommandChanged, CommandNotFound, CommandNotStarted, InvalidParams
from sayso.platforms.contract.becoming import Replacement
from sayso.platforms.contract.execution import Order
from sayso.platforms.linux import becoming
from support.linux_peers import descriptors_kept

CANARY = b"canary-7f3a-quokka"
NUMBER = 999
"""Of a descriptor that is free here, and that nothing gets by itself: the lowest ones go first, and
1024 is the limit of most systems."""

TRUE = os.path.realpath("/usr/bin/true")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where commands run, and where we are again afterwards."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def prepare(place: Path, *argv: str, **options: Any) -> Replacement:
    return becoming.prepare(Order(argv, str(place), **options))


class Executed(Exception):
    """Instead of becoming another program."""

    def __init__(self, *how: Any) -> None:
        self.path, self.argv, self.environ = how
        self.ignored = [
            number
            for number in (signal.SIGPIPE, signal.SIGXFSZ)
            if signal.getsignal(number) is signal.SIG_IGN
        ]


@pytest.fixture
def executed(monkeypatch: pytest.MonkeyPatch) -> None:
    def execve(*how: Any) -> None:
        raise Executed(*how)

    monkeypatch.setattr(os, "execve", execve)


@pytest.mark.usefixtures("executed")
class TestWhatIsExecuted:
    def become(self, prepared: Replacement, secret: Secret | None = None) -> Executed:
        with pytest.raises(Executed) as caught:
            prepared.become(secret)
        prepared.close()
        return caught.value

    def test_what_root_alone_can_change_is_executed_where_it_is(self, place: Path) -> None:
        done = self.become(prepare(place, "true", "-x"))
        assert (done.path, done.argv) == (TRUE, ["true", "-x"])

    def test_anything_else_from_a_copy(self, place: Path) -> None:
        shutil.copy(TRUE, place / "tool")
        done = self.become(prepare(place, "./tool"))
        assert done.path.startswith("/proc/self/fd/")
        assert done.argv == ["./tool"]

    def test_a_script_is_handed_to_what_reads_it(self, place: Path) -> None:
        (place / "tool").write_text("#!/bin/sh -e\n")
        (place / "tool").chmod(0o755)
        done = self.become(prepare(place, "./tool", "a"))
        name, option, script, word = done.argv
        assert (name, option, word) == ("/bin/sh", "-e", "a")
        assert script.startswith("/proc/self/fd/")
        assert done.path == os.path.realpath("/bin/sh")

    def test_the_environment_of_our_start_with_the_changes(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Less what is used up since, and without what was added here."""
        start = place / "environ"
        start.write_bytes(b"A=1\0B=2\0B=3\0USED=once\0C=\xff\0")
        monkeypatch.setattr(becoming, "ENVIRONMENT", str(start))
        for name in ("A", "B", "C", "ADDED"):
            monkeypatch.setenv(name, "x")
        changes = (Change("A", None), Change("D", "\udcfe"))
        done = self.become(prepare(place, "true", environment=changes))
        assert done.environ == {b"B": b"2", b"C": b"\xff", b"D": b"\xfe"}

    def test_signals_that_python_ignores_are_not(self, place: Path) -> None:
        assert self.become(prepare(place, "true")).ignored == []
        assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN  # as it failed, back again

    def test_the_secret_lies_in_a_pipe_and_nowhere_here(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        got: list[bytes] = []

        def execve(*how: Any) -> None:
            got.append(Path(f"/dev/fd/{NUMBER}").read_bytes())
            assert os.get_inheritable(NUMBER)
            assert os.get_blocking(NUMBER)
            raise Executed(*how)

        monkeypatch.setattr(os, "execve", execve)
        typed = Secret(bytearray(CANARY))
        data = typed.view()
        with descriptors_kept():
            self.become(prepare(place, "true", descriptor=NUMBER), typed)
        assert got == [CANARY + b"\n"]
        assert bytes(data) == bytes(len(CANARY))


class TestWhereItIsNot:
    @pytest.mark.usefixtures("executed")
    def test_a_command_that_changed_leaves_no_secret(self, place: Path) -> None:
        shutil.copy(TRUE, place / "tool")
        prepared = prepare(place, "./tool", descriptor=NUMBER)
        shutil.copy("/usr/bin/false", place / "tool")
        typed = Secret(bytearray(CANARY))
        with descriptors_kept(), pytest.raises(CommandChanged, match="not what was shown"):
            prepared.become(typed)
        assert len(typed) == 0
        prepared.close()

    def test_nor_does_a_pipe_that_holds_too_little(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As the system has it for a user with many pipes: pipe(7), pipe-user-pages-soft."""
        ask = fcntl.fcntl

        def refuse(descriptor: int, what: int, *more: int) -> int:
            if what == fcntl.F_SETPIPE_SZ:
                raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
            return ask(descriptor, what, *more)

        monkeypatch.setattr(fcntl, "fcntl", refuse)
        typed = Secret(bytearray(1 << 20))
        prepared = prepare(place, "true", descriptor=NUMBER)
        with descriptors_kept(), pytest.raises(CommandNotStarted, match="not permitted"):
            prepared.become(typed)
        assert len(typed) == 0
        prepared.close()

    def test_there_is_no_such_command(self, place: Path) -> None:
        for name in ("no-such-program-7f3a", "./missing", "/nowhere/tool"):
            with pytest.raises(CommandNotFound, match="no such program"):
                prepare(place, name)

    def test_code_that_nobody_would_see(self, place: Path) -> None:
        with pytest.raises(InvalidParams) as caught:
            prepare(place, "true", environment=(Change("LD_PRELOAD", "/evil.so"),))
        assert caught.value.field == "environment"
