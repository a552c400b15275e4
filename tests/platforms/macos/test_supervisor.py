"""What launchd gives, and is asked for: by a program in launchctl's place."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import errno
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import pytest

from sayso.errors import UntrustedPlace
from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.macos import autostart, launchd, supervisor
from sayso.platforms.macos.native import launch
from support.macos_kernel import Kernel, Played

RUNS = """\
gui/501/sayso.daemon = {
\tactive count = 3
\tpath = /Users/ann/Library/LaunchAgents/sayso.daemon.plist
\tstate = running

\tprogram = /opt/sayso/bin/sayso
\tdomain = gui/501 [100007]
\tpid = 4711
\tlast exit code = (never exited)
\tsockets = {
\t\tListeners = {
\t\t\ttype = stream
\t\t}
\t}
}
"""
"""As launchctl(1) prints it, shortened."""

WAITS = RUNS.replace("state = running", "state = not running").replace("\tpid = 4711\n", "")

TARGET = f"gui/{os.getuid()}/sayso.daemon"


class Launchctl(Protocol):
    def answers(self, word: str, text: str = "") -> None: ...

    @property
    def told(self) -> list[str]: ...


@pytest.fixture
def enabled(environ: Mapping[str, str], launchctl: Launchctl) -> str:
    """The path of our agent's file."""
    autostart.enable(environ)
    assert launchctl.told == []
    return launchd.agent(environ)


class TestStart:
    def test_an_agent_that_launchd_does_not_know_yet_is_told_to_it(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        launchctl.answers("bootstrap")
        launchctl.answers("kickstart")
        assert supervisor.start(environ, ("x",)) is None  # it tells of no pid
        assert launchctl.told == [
            f"print {TARGET}",
            f"bootstrap gui/{os.getuid()} {enabled}",
            f"kickstart {TARGET}",
            f"print {TARGET}",
        ]

    def test_one_that_it_knows_is_started(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        launchctl.answers("print", RUNS)
        launchctl.answers("kickstart")
        assert supervisor.start(environ, ("x",)) == 4711
        assert "bootstrap" not in " ".join(launchctl.told)

    def test_where_it_fails_another_way_is_left(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        assert supervisor.start(environ, ("x",)) is None

    def test_where_there_is_no_launchctl_too(
        self, environ: Mapping[str, str], enabled: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(launchd, "LAUNCHCTL", "/nowhere/launchctl")
        assert supervisor.start(environ, ("x",)) is None

    def test_without_an_agent_of_ours_launchd_is_not_asked(
        self, environ: Mapping[str, str], launchctl: Launchctl
    ) -> None:
        assert supervisor.start(environ, ("x",)) is None
        assert launchctl.told == []

    def test_nor_for_another_socket(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        assert supervisor.start({**environ, "SAYSO_SOCKET": "/a/socket"}, ("x",)) is None
        assert launchctl.told == []


class TestGiven:
    @pytest.fixture
    def environ(self) -> dict[str, str]:
        return {"XPC_SERVICE_NAME": launchd.LABEL, "HOME": "/Users/ann"}

    def give(self, monkeypatch: pytest.MonkeyPatch, count: int) -> list[int]:
        made = [socket.socket(socket.AF_UNIX).detach() for _ in range(count)]
        for each in made:
            os.set_inheritable(each, True)

        def activated(name: str) -> list[int]:
            assert name == "Listeners"
            return made

        monkeypatch.setattr(launch, "activated_sockets", activated)
        return made

    def test_one_is_taken_and_no_child_of_ours_has_it(
        self, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (made,) = self.give(monkeypatch, 1)
        assert supervisor.given(environ) == SocketActivation(made, "")
        assert environ == {"HOME": "/Users/ann"}
        assert not os.get_inheritable(made)
        os.close(made)

    @pytest.mark.parametrize("count", [0, 2])
    def test_more_or_less_is_not_as_agreed_and_none_is_left_open(
        self, environ: dict[str, str], count: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = self.give(monkeypatch, count)
        with pytest.raises(UntrustedPlace, match=f"gave {count} sockets") as caught:
            supervisor.given(environ)
        assert "launchctl print" in caught.value.remedy
        for each in made:
            with pytest.raises(OSError, match="Bad file"):
                os.fstat(each)

    @pytest.mark.parametrize("number", [errno.ENOENT, errno.ESRCH])
    def test_none_is_none(
        self, environ: dict[str, str], number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(_: str) -> list[int]:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(launch, "activated_sockets", refuse)
        assert supervisor.given(environ) == SocketActivation()

    def test_told_before_is_told(
        self, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(_: str) -> list[int]:
            raise OSError(errno.EALREADY, os.strerror(errno.EALREADY))

        monkeypatch.setattr(launch, "activated_sockets", refuse)
        with pytest.raises(UntrustedPlace, match="gave no socket"):
            supervisor.given(environ)

    def test_what_a_terminal_started_is_not_launchds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(_: str) -> list[int]:
            raise AssertionError("it is not asked")

        monkeypatch.setattr(launch, "activated_sockets", refuse)
        environ = {"XPC_SERVICE_NAME": "0"}
        assert supervisor.given(environ) == SocketActivation()
        assert environ == {"XPC_SERVICE_NAME": "0"}


class TestEndsWith:
    def parent(self, monkeypatch: pytest.MonkeyPatch, pid: int) -> None:
        monkeypatch.setattr(os, "getppid", lambda: pid)

    def test_nothing_that_is_known_where_launchd_started_it(
        self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.parent(monkeypatch, 1)
        assert supervisor.ends_with(None) is None

    def test_the_program_that_started_it(
        self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kernel.add(Played(40, 30, name=b"zsh"))
        self.parent(monkeypatch, 40)
        assert supervisor.ends_with(None) == "zsh (40)"
        assert supervisor.ends_with(41) == "zsh (40)"

    def test_or_the_keepers(self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
        kernel.add(Played(40, 1, name=b"zsh"), Played(50, 40, name=b"keeper"), Played(60, 1))
        self.parent(monkeypatch, 50)
        assert supervisor.ends_with(50) == "zsh (40)"
        self.parent(monkeypatch, 60)
        assert supervisor.ends_with(60) is None

    def test_one_that_is_hidden_is_named_by_its_number(
        self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kernel.add(Played(40, 1, user=0))
        self.parent(monkeypatch, 40)
        assert supervisor.ends_with(None) == "process 40"
        assert supervisor.ends_with(40) is None  # whose parent is not told


class TestDisable:
    """What launchd does with the socket's place."""

    def test_where_launchd_does_not_know_of_it_only_the_file_goes(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        autostart.disable(environ)
        assert launchctl.told == [f"print {TARGET}"]
        assert not Path(enabled).exists()

    def test_where_it_waits_for_callers_it_no_longer_does(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        launchctl.answers("print", WAITS)
        launchctl.answers("bootout")
        autostart.disable(environ)
        assert launchctl.told[-1] == f"bootout {TARGET}"

    def test_a_daemon_that_it_started_goes_on(
        self, environ: Mapping[str, str], enabled: str, launchctl: Launchctl
    ) -> None:
        for text in (RUNS, RUNS.replace("\tpid = 4711\n", ""), WAITS + "\tpid = 4\n"):
            launchctl.answers("print", text)
            autostart.enable(environ)
            autostart.disable(environ)
            assert "bootout" not in " ".join(launchctl.told)
