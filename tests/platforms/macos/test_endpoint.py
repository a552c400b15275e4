"""The place where client and daemon meet on macOS: what is otherwise than on Linux."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import errno
import os
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.client import routes, spawn
from sayso.errors import AlreadyRunning, ProtocolError, Unreachable, UntrustedPeer, UntrustedPlace
from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.macos import endpoint
from sayso.platforms.macos.native import locks, sockets
from sayso.platforms.unix import account
from support.macos_live import Live
from support.processes import PATIENCE

pytestmark = [
    pytest.mark.linux("the double is made of it"),
    pytest.mark.usefixtures("live"),
]

BACKLOG = 8
NOBODY = 65534


@pytest.fixture
def path(directory: Path) -> str:
    return str(directory / "sayso" / "socket")


def mode(path: str | Path) -> int:
    return stat.S_IMODE(Path(path).stat().st_mode)


class TestPath:
    def test_it_is_the_accounts_whatever_the_environment_says(self, home: Path) -> None:
        ours = str(home / "Library" / "Application Support" / "sayso" / "run" / "socket")
        assert endpoint.socket_path({}) == ours
        assert endpoint.socket_path({"HOME": "/nowhere", "TMPDIR": "/swept"}) == ours

    def test_or_the_one_that_is_named(self) -> None:
        assert endpoint.socket_path({"SAYSO_SOCKET": "/a/socket"}) == "/a/socket"

    def test_its_bytes_are_counted(self) -> None:
        longest = "/" + "a" * (endpoint.MAX_PATH - 1)
        assert endpoint.socket_path({"SAYSO_SOCKET": longest}) == longest
        with pytest.raises(UntrustedPlace, match="has 104 bytes; the system allows 103") as caught:
            endpoint.socket_path({"SAYSO_SOCKET": f"{longest}b"})
        assert caught.value.remedy

    def test_a_home_that_is_too_long_is_told_with_a_remedy(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(account, "home", lambda _: f"/Network/Servers/{'a' * 60}")
        with pytest.raises(UntrustedPlace, match="the system allows 103") as caught:
            endpoint.socket_path({})
        assert "SAYSO_SOCKET" in caught.value.remedy


class TestDirectory:
    def test_the_usual_one_is_made_with_those_on_the_way_for_us_alone(self, home: Path) -> None:
        path = endpoint.socket_path({})
        before = os.umask(0)
        try:
            listener = endpoint.listen(path, BACKLOG)
        finally:
            os.umask(before)
        run = Path(path).parent
        assert [mode(each) for each in (run, run.parent, run.parent.parent)] == [0o700] * 3
        listener.close()

    def test_one_that_is_named_is_made_alone(self, directory: Path) -> None:
        with pytest.raises(UntrustedPlace, match="No such file"):
            endpoint.listen(str(directory / "a" / "b" / "socket"), BACKLOG)

    def test_it_can_not_be_made(self, home: Path) -> None:
        (home / "Library").touch()
        with pytest.raises(UntrustedPlace, match="can't be made") as caught:
            endpoint.listen(endpoint.socket_path({}), BACKLOG)
        assert "SAYSO_SOCKET" in caught.value.remedy

    @pytest.mark.parametrize("open_to", [0o755, 0o770, 0o701])
    def test_open_to_others(self, path: str, open_to: int) -> None:
        Path(path).parent.mkdir()
        Path(path).parent.chmod(open_to)
        for deed in (
            lambda: endpoint.listen(path, BACKLOG),
            lambda: endpoint.connect(path, PATIENCE),
        ):
            with pytest.raises(UntrustedPlace, match=f"has mode {open_to:04o}, not 0700"):
                deed()

    def test_a_link_is_not_followed(self, path: str, directory: Path) -> None:
        """The flags refuse to open it, and it is told what it is."""
        real = directory / "real"
        real.mkdir(mode=0o700)
        Path(path).parent.symlink_to(real)
        with pytest.raises(UntrustedPlace, match="is a symbolic link"):
            endpoint.connect(path, PATIENCE)

    def test_a_file_is_none(self, path: str) -> None:
        Path(path).parent.touch()
        with pytest.raises(UntrustedPlace, match="is not a directory"):
            endpoint.connect(path, PATIENCE)

    @pytest.mark.root("to give a directory to another user")
    def test_of_another_user(self, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        os.chown(Path(path).parent, NOBODY, NOBODY)
        with pytest.raises(UntrustedPlace, match=f"belongs to user {NOBODY}"):
            endpoint.connect(path, PATIENCE)


class TestSocket:
    def test_it_is_ours_alone(self, path: str) -> None:
        before = os.umask(0)
        try:
            listener = endpoint.listen(path, BACKLOG)
        finally:
            os.umask(before)
        assert mode(path) == 0o600
        listener.close()

    def test_no_mode_is_asked_for_before_it_has_a_file(
        self, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise OSError(errno.EINVAL, "a socket is no file")

        monkeypatch.setattr(os, "fchmod", refuse)
        endpoint.listen(path, BACKLOG).close()

    def test_what_is_asked_of_one_that_listens_is_what_macos_can_answer(
        self, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither SO_ACCEPTCONN nor shutdown(2)."""

        class Mac(socket.socket):
            def shutdown(self, how: int) -> None:
                raise OSError(errno.ENOTCONN, "it is not connected")

            def getsockopt(self, *asked: Any) -> Any:
                if asked[1] == socket.SO_ACCEPTCONN:
                    raise OSError(errno.ENOPROTOOPT, "there is no such option")
                return super().getsockopt(*asked)

        monkeypatch.setattr(socket, "socket", Mac)
        listener = endpoint.listen(path, BACKLOG)
        listener.refuse()
        assert not Path(path).exists()
        with pytest.raises(AlreadyRunning):
            endpoint.listen(path, BACKLOG)
        listener.close()

    def test_another_users_daemon_hears_nothing(
        self, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        listener = endpoint.listen(path, BACKLOG)
        monkeypatch.setattr(sockets, "peer_user", lambda _: os.geteuid() + 1)
        with pytest.raises(UntrustedPeer, match=f"runs as user {os.geteuid() + 1}"):
            endpoint.connect(path, PATIENCE)
        listener.close()


class TestRefused:
    """Nobody listens, or somebody who has too many callers: the system says the same."""

    @pytest.fixture(autouse=True)
    def tries(self, live: Live, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        tries: list[str] = []

        def refuse(_: socket.socket, path: str) -> None:
            tries.append(path)
            raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")

        monkeypatch.setattr(sockets, "connect", refuse)
        return tries

    @pytest.fixture
    def slept(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """No time passes but by that."""
        slept: list[float] = []
        monkeypatch.setattr(time, "sleep", slept.append)
        monkeypatch.setattr(time, "monotonic", lambda: sum(slept))
        return slept

    def test_where_no_daemon_has_the_lock_nobody_is_waited_for(
        self, path: str, slept: list[float]
    ) -> None:
        endpoint.listen(path, BACKLOG).close()
        for there in (False, True):
            if there:
                (Path(path).parent / "lock").touch()  # of one that was killed
            with pytest.raises(Unreachable):
                endpoint.connect(path, PATIENCE)
        assert slept == []

    def test_who_has_too_many_callers_is_tried_for_as_long_as_was_said(
        self, path: str, slept: list[float], tries: list[str]
    ) -> None:
        listener = endpoint.listen(path, BACKLOG)
        with pytest.raises(ProtocolError, match=r"no connection within 0\.5 s"):
            endpoint.connect(path, 0.5)
        assert 0.5 <= sum(slept) < 0.6
        assert len(tries) == len(slept) + 1
        listener.close()

    def test_one_that_takes_a_caller_meanwhile_is_reached(
        self, path: str, slept: list[float], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        listener = endpoint.listen(path, BACKLOG)

        def connect(sock: socket.socket, path: str) -> None:
            if not slept:
                raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")
            sock.connect(path)

        monkeypatch.setattr(sockets, "connect", connect)
        endpoint.connect(path, PATIENCE).close()
        listener.close()

    def test_what_is_no_lock_is_not_waited_at(self, path: str, slept: list[float]) -> None:
        """A pipe would hold who opens it up, a link lead elsewhere."""
        endpoint.listen(path, BACKLOG).close()
        for make in (os.mkfifo, lambda lock: Path(lock).symlink_to("/etc/passwd")):
            lock = Path(path).parent / "lock"
            make(lock)
            with pytest.raises(Unreachable):
                endpoint.connect(path, PATIENCE)
            lock.unlink()


def test_to_look_at_the_lock_does_not_take_it(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that starts at that moment would take another for the one that runs."""
    Path(path).parent.mkdir(mode=0o700)
    looked: list[bool] = []
    real = locks.is_locked

    def look(descriptor: int) -> bool:
        found = real(descriptor)
        listener = endpoint.listen(path, BACKLOG)
        looked.append(found)
        listener.close()
        return found

    (Path(path).parent / "lock").touch()
    monkeypatch.setattr(locks, "is_locked", look)
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(path)
    with pytest.raises(Unreachable):
        endpoint.connect(path, PATIENCE)
    assert looked == [False]


class TestGiven:
    """launchd's socket."""

    @pytest.fixture
    def given(self, path: str) -> Iterator[socket.socket]:
        Path(path).parent.mkdir(mode=0o700)
        with socket.socket(socket.AF_UNIX) as given:
            given.bind(path)
            given.listen()
            yield given

    def listen(self, path: str, given: socket.socket) -> Any:
        return endpoint.listen(path, BACKLOG, SocketActivation(os.dup(given.fileno())))

    def test_it_is_served_and_stays(self, path: str, given: socket.socket) -> None:
        listener = self.listen(path, given)
        with endpoint.connect(path, PATIENCE) as client:
            accepted, _ = listener.sock.accept()
            client.send(b"hello")
        assert accepted.recv(100) == b"hello"
        accepted.close()
        listener.refuse()
        listener.close()
        assert sorted(each.name for each in Path(path).parent.iterdir()) == ["socket"]
        endpoint.connect(path, PATIENCE).close()

    def test_where_launchd_alone_listens_a_daemon_is_started(
        self, path: str, given: socket.socket, live: Live, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It does so as root, and nobody is trusted for that."""
        environ, started = {"SAYSO_SOCKET": path}, list[object]()

        def start(environ: object) -> int:
            started.append(environ)
            live.launchd = None  # the daemon listens anew, as our user
            return os.getpid()

        live.launchd = os.getpid()
        monkeypatch.setattr(spawn, "start_daemon", start)
        with pytest.raises(Unreachable, match="launchd listens; no daemon has yet"):
            routes.connect(environ, start=False)
        routes.connect(environ, start=True).close()
        assert started == [environ]

    def test_of_one_who_goes_on_with_it_too(self, path: str, given: socket.socket) -> None:
        listener = self.listen(path, given)
        told = listener.handover()
        listener.sock.detach()
        endpoint.adopt(told).close()
        endpoint.connect(path, PATIENCE).close()

    def test_one_that_runs_is_not_competed_with(self, path: str, given: socket.socket) -> None:
        """launchd starts another where the successor of the one that it knew has the socket."""
        first = self.listen(path, given)
        with pytest.raises(AlreadyRunning):
            self.listen(path, given)
        endpoint.connect(path, PATIENCE).close()
        first.close()

    def test_one_of_another_path_is_not_used(
        self, path: str, given: socket.socket, directory: Path
    ) -> None:
        Path(path).rename(directory / "moved")
        with pytest.raises(UntrustedPlace, match="any more") as caught:
            self.listen(path, given)
        assert "autostart" in caught.value.remedy
