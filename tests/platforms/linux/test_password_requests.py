"""Which requests for a password nobody can trust, and where answers must not go. What holds for
every agent: tests/contract/password_agent.py."""

import sys

assert sys.platform == "linux"

import os
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from sayso.platforms.linux import password_requests
from support.password_requester import Requester
from support.processes import PATIENCE

STRANGER = 12345


@pytest.fixture
def place() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as path:
        yield Path(path)


@pytest.fixture
def requester(place: Path) -> Iterator[Requester]:
    with Requester(place) as made:
        yield made


def connect(requester: Requester, path: object = None) -> password_requests.Reply:
    return password_requests.connect(str(requester.path), str(path or requester.socket))


def test_where_they_are(place: Path) -> None:
    system = "/run/systemd/ask-password"
    own = password_requests.directories({"XDG_RUNTIME_DIR": str(place)})
    assert own == (system, f"{place}/systemd/ask-password")


def make_link(path: Path) -> None:
    path.rename(path.with_name("target"))
    path.symlink_to("target")


def make_huge(path: Path) -> None:
    path.write_bytes(b"#" * (1 << 20))


def make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


class TestRead:
    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (make_link, "symbolic links"),
            (make_huge, "more than 16384 bytes"),
            (make_pipe, "not a regular file"),
            (lambda path: path.chmod(0o666), "others may change it"),
            (lambda path: path.chmod(0o664), "others may change it"),
            (lambda path: path.parent.chmod(0o777), "others may change it"),
        ],
        ids=["link", "huge", "pipe", "all", "group", "directory"],
    )
    def test_what_nobody_can_trust_is_not(
        self, requester: Requester, change: Callable[[Path], None], why: str
    ) -> None:
        change(requester.path)
        with pytest.raises(OSError, match=why):
            password_requests.read(str(requester.path))

    @pytest.mark.root("root alone gives a file away")
    @pytest.mark.parametrize("is_directory", [False, True])
    def test_another_user_s_is_not(self, requester: Requester, is_directory: bool) -> None:
        path = requester.path.parent if is_directory else requester.path
        os.chown(path, STRANGER, -1)
        with pytest.raises(OSError, match=f"belongs to user {STRANGER}"):
            password_requests.read(str(requester.path))

    def test_who_wrote_it_is_known(self, requester: Requester) -> None:
        assert password_requests.read(str(requester.path)).by_root == (os.geteuid() == 0)


class TestReply:
    def test_waits_for_nobody(self, requester: Requester) -> None:
        reply = connect(requester)
        is_full = threading.Event()

        def fill() -> None:
            with suppress(BlockingIOError):
                while True:
                    reply.send(b"+")
            is_full.set()

        threading.Thread(target=fill, daemon=True).start()
        assert is_full.wait(PATIENCE)
        reply.close()

    def test_goes_to_the_socket_that_was_there(self, requester: Requester) -> None:
        """Another one has taken its place since."""
        reply = connect(requester)
        requester.socket.unlink()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.bind(str(requester.socket))
            other.setblocking(False)
            reply.send(b"+secret")
            reply.close()
            with pytest.raises(BlockingIOError):
                other.recv(1)
        assert requester.reply() == b"+secret"

    def test_goes_nowhere_else(self, requester: Requester) -> None:
        with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as elsewhere:
            there = Path(elsewhere, "sck.one")
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
                other.bind(str(there))
                with pytest.raises(OSError, match="not beside it"):
                    connect(requester, there)
                (requester.path.parent / "sck.link").symlink_to(there)
                with pytest.raises(OSError, match="not a socket"):
                    connect(requester, requester.path.parent / "sck.link")

    def test_goes_to_no_file(self, requester: Requester) -> None:
        with pytest.raises(OSError, match="not a socket"):
            connect(requester, requester.path)

    @pytest.mark.root("root alone gives a socket away")
    def test_goes_to_no_other_user(self, requester: Requester) -> None:
        os.chown(requester.socket, STRANGER, -1)
        with pytest.raises(OSError, match=f"belongs to user {STRANGER}"):
            connect(requester)
