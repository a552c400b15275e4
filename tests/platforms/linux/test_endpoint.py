"""The place where client and daemon meet: whose it is, and that there is one daemon in it."""

import sys

assert sys.platform == "linux"

import errno
import fcntl
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.errors import AlreadyRunning, Unreachable, UntrustedPeer, UntrustedPlace
from sayso.platforms.linux import endpoint
from support.linux_peers import descriptors_kept
from support.processes import PATIENCE
from support.programs import Programs

NOBODY = 65534
BACKLOG = 8


@pytest.fixture
def path(directory: Path) -> str:
    return str(directory / "sayso" / "socket")


def make_socket(path: str, kind: int = socket.SOCK_STREAM) -> socket.socket:
    sock = socket.socket(socket.AF_UNIX, kind)
    sock.bind(path)
    return sock


def talk(path: str, server: socket.socket) -> bytes:
    """What the server hears from a new client, to the end."""
    server.settimeout(PATIENCE)
    with endpoint.connect(path, PATIENCE) as client:
        accepted, _ = server.accept()
        client.send(b"hello")
    with accepted:
        return accepted.recv(100)


class TestPath:
    def test_is_the_one_that_is_set(self) -> None:
        environ = {"SAYSO_SOCKET": "/srv/ada/here", "XDG_RUNTIME_DIR": "/run/user/1"}
        assert endpoint.socket_path(environ) == "/srv/ada/here"

    @pytest.mark.parametrize("unset", [{}, {"SAYSO_SOCKET": ""}])
    @pytest.mark.parametrize("runtime", ["/run/user/1", "/run/user/1/"])
    def test_else_is_in_the_runtime_directory(self, unset: dict[str, str], runtime: str) -> None:
        environ = {"XDG_RUNTIME_DIR": runtime, **unset}
        assert endpoint.socket_path(environ) == "/run/user/1/sayso/socket"

    @pytest.mark.parametrize("environ", [{}, {"XDG_RUNTIME_DIR": ""}, {"XDG_RUNTIME_DIR": "run"}])
    def test_else_is_in_the_place_of_our_user_id(self, environ: dict[str, str]) -> None:
        uid = os.geteuid()
        runtime = Path(f"/run/user/{uid}")
        ours = runtime.is_dir() and runtime.stat().st_uid == uid
        expected = f"{runtime}/sayso/socket" if ours else f"/tmp/sayso-{uid}/socket"  # noqa: S108 - the rule
        assert endpoint.socket_path(environ) == expected

    def test_is_in_no_session_directory_of_another_user(
        self, directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        status = directory.lstat()
        monkeypatch.setattr(os, "lstat", lambda _: status)
        monkeypatch.setattr(os, "geteuid", lambda: status.st_uid + 1)
        ours = f"/tmp/sayso-{status.st_uid + 1}/socket"  # noqa: S108 (a path as we name it)
        assert endpoint.socket_path({}) == ours

    def test_names_its_length_when_it_is_too_long(self) -> None:
        with pytest.raises(UntrustedPlace, match="has 108 bytes; the system allows 107") as caught:
            endpoint.socket_path({"SAYSO_SOCKET": "/" + "ü" * 53 + "x"})
        assert caught.value.remedy == "set SAYSO_SOCKET to a shorter path"

    @pytest.mark.parametrize("refused", ["socket", "./socket", "/srv/lock", "/srv/x/../lock"])
    @pytest.mark.parametrize("use", ["socket_path", "connect", "listen"])
    def test_is_absolute_and_not_the_lock(self, refused: str, use: str) -> None:
        uses: dict[str, Callable[[], object]] = {
            "socket_path": lambda: endpoint.socket_path({"SAYSO_SOCKET": refused}),
            "connect": lambda: endpoint.connect(refused, PATIENCE),
            "listen": lambda: endpoint.listen(refused, BACKLOG),
        }
        with pytest.raises(UntrustedPlace, match=r"not absolute|the lock's path"):
            uses[use]()

    def test_of_the_longest_length_works(self, directory: Path) -> None:
        path = str(directory / "d").ljust(endpoint.MAX_PATH - len("/s"), "d") + "/s"
        listener = endpoint.listen(endpoint.socket_path({"SAYSO_SOCKET": path}), BACKLOG)
        assert talk(path, listener.sock) == b"hello"
        listener.close()


class TestDirectory:
    """Refused with the reason by both ends, unless it is ours alone."""

    @pytest.fixture(params=["connect", "listen"])
    def use(self, request: pytest.FixtureRequest, path: str) -> Callable[[], object]:
        if request.param == "connect":
            return lambda: endpoint.connect(path, PATIENCE)
        return lambda: endpoint.listen(path, BACKLOG)

    @pytest.mark.parametrize("mode", [0o755, 0o750, 0o770, 0o701, 0o500, 0o1777])
    def test_open_to_others(self, use: Callable[[], object], path: str, mode: int) -> None:
        Path(path).parent.mkdir()
        Path(path).parent.chmod(mode)
        with (
            descriptors_kept(),
            pytest.raises(UntrustedPlace, match=f"has mode {mode & 0o777:04o}, not 0700"),
        ):
            use()

    def test_a_symbolic_link(self, use: Callable[[], object], path: str) -> None:
        target = Path(path).parent.with_name("target")
        target.mkdir(mode=0o700)
        Path(path).parent.symlink_to(target)
        with pytest.raises(UntrustedPlace, match="is a symbolic link"):
            use()
        assert list(target.iterdir()) == []

    def test_a_file(self, use: Callable[[], object], path: str) -> None:
        Path(path).parent.touch(mode=0o700)
        with pytest.raises(UntrustedPlace, match="is not a directory"):
            use()

    def test_below_a_file(self, directory: Path) -> None:
        (directory / "file").touch()
        with pytest.raises(UntrustedPlace, match="Not a directory"):
            endpoint.connect(str(directory / "file/sayso/socket"), PATIENCE)

    @pytest.mark.root("makes processes or files of another user")
    def test_of_another_user(self, use: Callable[[], object], path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        os.chown(Path(path).parent, NOBODY, NOBODY)
        with pytest.raises(UntrustedPlace, match=f"belongs to user {NOBODY}, not to user 0"):
            use()

    @pytest.mark.parametrize("umask", [0, 0o177, 0o777])
    def test_is_made_for_us_alone(self, path: str, umask: int) -> None:
        before = os.umask(umask)
        try:
            listener = endpoint.listen(path, BACKLOG)
        finally:
            os.umask(before)
        assert stat.S_IMODE(Path(path).parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(Path(path).stat().st_mode) == 0o600 & ~umask
        listener.close()

    @pytest.mark.root("makes processes or files of another user")
    def test_is_not_made_where_another_user_could_swap_it(self, directory: Path, path: str) -> None:
        directory.chmod(0o777)
        os.chown(directory, NOBODY, NOBODY)
        with pytest.raises(UntrustedPlace, match=f"{directory} belongs to user {NOBODY}"):
            endpoint.listen(path, BACKLOG)
        assert list(directory.iterdir()) == []

    @pytest.mark.parametrize("mode", [0o770, 0o775, 0o702, 0o777])
    def test_is_not_made_where_others_may_write(
        self, directory: Path, path: str, mode: int
    ) -> None:
        directory.chmod(mode)
        with pytest.raises(UntrustedPlace, match=f"written by others: it has mode {mode:04o}"):
            endpoint.listen(path, BACKLOG)
        assert list(directory.iterdir()) == []

    @pytest.mark.root("makes processes or files of another user")
    def test_is_made_in_a_shared_place_that_is_sticky(self, directory: Path, path: str) -> None:
        directory.chmod(0o1777)
        os.chown(directory, NOBODY, NOBODY)
        endpoint.listen(path, BACKLOG).close()

    def test_is_shared_with_a_daemon_that_makes_it_first(
        self, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Path(path).parent.mkdir(mode=0o700)
        monkeypatch.setattr(os.path, "lexists", lambda path: False)
        endpoint.listen(path, BACKLOG).close()

    def test_is_not_made_with_its_parents(self, directory: Path) -> None:
        with pytest.raises(UntrustedPlace, match="No such file or directory"):
            endpoint.listen(str(directory / "a/b/socket"), BACKLOG)


class TestConnect:
    def test_a_socket_that_nobody_listens_on(self, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        make_socket(path).close()
        with pytest.raises(Unreachable):
            endpoint.connect(path, PATIENCE)

    def test_a_socket_of_another_type(self, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        with (
            make_socket(path, socket.SOCK_DGRAM),
            pytest.raises(UntrustedPlace, match="can't connect"),
        ):
            endpoint.connect(path, PATIENCE)

    @pytest.mark.root("makes processes or files of another user")
    def test_a_daemon_of_another_user_hears_nothing(self, path: str, programs: Programs) -> None:
        Path(path).parent.mkdir(mode=0o700)
        server = programs.python(
            "import os, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]);"
            f"os.setuid({NOBODY}); s.listen(); print(flush=True);"
            "print(s.accept()[0].recv(100))",
            path,
        )
        server.hear()
        with pytest.raises(UntrustedPeer, match=f"runs as user {NOBODY}, not as 0"):
            endpoint.connect(path, PATIENCE)
        assert server.hear() == "b''"

    def test_the_socket_blocks_without_a_limit_of_its_own(self, path: str) -> None:
        listener = endpoint.listen(path, BACKLOG)
        with endpoint.connect(path, 0.001) as channel:
            assert channel.sock.gettimeout() is None
            limit = channel.sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, 16)
            assert limit == bytes(len(limit))
        listener.close()


class TestListen:
    def test_stop_leaves_nothing_behind(self, path: str) -> None:
        listener = endpoint.listen(path, BACKLOG)
        listener.close()
        assert list(Path(path).parent.iterdir()) == []

    def test_stop_gives_back_every_descriptor(self, path: str) -> None:
        with descriptors_kept():
            listener = endpoint.listen(path, BACKLOG)
            with pytest.raises(AlreadyRunning):
                endpoint.listen(path, BACKLOG)
            listener.close()

    def test_a_file_in_the_way_is_left_alone(self, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        Path(path).write_text("mine")
        with pytest.raises(UntrustedPlace, match="is in the way"):
            endpoint.listen(path, BACKLOG)
        assert Path(path).read_text() == "mine"

    def test_a_link_in_the_way_is_left_alone(self, directory: Path, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        make_socket(str(directory / "other")).close()
        Path(path).symlink_to(directory / "other")
        with pytest.raises(UntrustedPlace, match="is in the way"):
            endpoint.listen(path, BACKLOG)
        assert Path(path).is_symlink()
        assert (directory / "other").is_socket()

    @pytest.mark.root("makes processes or files of another user")
    def test_a_socket_of_another_user_is_left_alone(self, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        make_socket(path).close()
        os.chown(path, NOBODY, NOBODY)
        with pytest.raises(UntrustedPlace, match="is in the way"):
            endpoint.listen(path, BACKLOG)
        assert Path(path).is_socket()

    @pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
    def test_a_living_socket_of_another_program_is_left_alone(self, path: str, kind: int) -> None:
        Path(path).parent.mkdir(mode=0o700)
        with make_socket(path, kind) as other:
            if kind == socket.SOCK_STREAM:
                other.listen()
            with pytest.raises(AlreadyRunning, match="another program listens"):
                endpoint.listen(path, BACKLOG)
            assert Path(path).is_socket()

    def test_a_lock_that_is_a_link_is_not_followed(
        self, directory: Path, path: str, bounded: None
    ) -> None:
        Path(path).parent.mkdir(mode=0o700)
        (Path(path).parent / "lock").symlink_to(directory / "elsewhere")
        with pytest.raises(UntrustedPlace, match=os.strerror(errno.ELOOP)):
            endpoint.listen(path, BACKLOG)
        assert not (directory / "elsewhere").exists()

    def test_a_lock_that_is_removed_as_it_is_taken_is_none(
        self, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The daemon before ends between our opening and our locking of the file."""
        lock = Path(path).with_name("lock")
        flock = fcntl.flock

        def flock_late(descriptor: int, operation: int) -> None:
            monkeypatch.setattr(fcntl, "flock", flock)
            lock.unlink()
            flock(descriptor, operation)

        monkeypatch.setattr(fcntl, "flock", flock_late)
        first = endpoint.listen(path, BACKLOG)
        with pytest.raises(AlreadyRunning, match="another daemon runs"):
            endpoint.listen(path, BACKLOG)
        first.close()

    def test_stop_leaves_the_files_of_a_daemon_that_took_the_place(self, path: str) -> None:
        first = endpoint.listen(path, BACKLOG)
        (Path(path).parent / "lock").unlink()  # by hand
        Path(path).unlink()
        second = endpoint.listen(path, BACKLOG)
        first.close()
        assert talk(path, second.sock) == b"hello"
        with pytest.raises(AlreadyRunning):
            endpoint.listen(path, BACKLOG)
        second.close()


class TestOfAPlace:
    @pytest.fixture
    def path(self, directory: Path) -> str:
        (directory / "sayso").mkdir(mode=0o700)
        return endpoint.place_path(str(directory / "sayso" / "socket"), "dev")

    @pytest.mark.parametrize(
        ("shared", "modes"), [(False, (0o700, 0o700, 0o600)), (True, (0o700, 0o711, 0o666))]
    )
    def test_is_for_another_user_only_if_one_is_named(
        self, path: str, shared: bool, modes: tuple[int, ...]
    ) -> None:
        endpoint.listen_for_place(path, BACKLOG, shared=not shared).close()  # as it was before
        listener = endpoint.listen_for_place(path, BACKLOG, shared=shared)
        socket_path = Path(path)
        there = (socket_path.parents[1], socket_path.parent, socket_path)
        assert tuple(stat.S_IMODE(each.stat().st_mode) for each in there) == modes
        listener.close()

    def test_opens_nothing_else_that_was_put_in_its_stead(
        self, path: str, directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Root in a container writes in what is mounted there."""
        victim = directory / "private"
        victim.touch(mode=0o600)
        bind = socket.socket.bind

        def bind_and_lose(sock: socket.socket, address: str) -> None:
            bind(sock, address)
            Path(address).unlink()
            Path(address).symlink_to(victim)

        monkeypatch.setattr(socket.socket, "bind", bind_and_lose)
        with pytest.raises(UntrustedPlace, match="it is not a socket of sayso's"):
            endpoint.listen_for_place(path, BACKLOG, shared=True)
        assert stat.S_IMODE(victim.stat().st_mode) == 0o600

    def test_keeps_its_callers_while_another_daemon_tries(self, path: str) -> None:
        """That one waits for its turn."""
        listener = endpoint.listen_for_place(path, BACKLOG, shared=True)
        with pytest.raises(AlreadyRunning):
            endpoint.listen_for_place(path, BACKLOG, shared=True)
        assert stat.S_IMODE(Path(path).parent.stat().st_mode) == 0o711
        listener.close()


class TestThatIsElsewhere:
    def test_is_the_socket_of_another_user_who_is_named(self, path: str) -> None:
        Path(path).parent.mkdir(mode=0o700)
        environ = {"SAYSO_SOCKET": path}
        assert not endpoint.is_elsewhere(environ)
        assert endpoint.is_elsewhere({**environ, "SAYSO_SOCKET_OWNER": "1000"})

    def test_is_never_that_of_this_machine(self) -> None:
        assert not endpoint.is_elsewhere({"SAYSO_SOCKET_OWNER": "1000"})
