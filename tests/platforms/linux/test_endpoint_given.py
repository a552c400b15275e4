"""The place where client and daemon meet, when a service manager listens there."""

import sys

assert sys.platform == "linux"

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.errors import AlreadyRunning, UntrustedPlace
from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.linux import endpoint
from sayso.platforms.unix.endpoint import SocketListener
from support.processes import PATIENCE

BACKLOG = 8


@pytest.fixture
def path(directory: Path) -> str:
    return str(directory / "sayso" / "socket")


@pytest.fixture
def given(path: str) -> Iterator[socket.socket]:
    """The manager's own."""
    Path(path).parent.mkdir(mode=0o700)
    with make_socket(path) as given:
        given.listen()
        yield given


def make_socket(path: str, kind: int = socket.SOCK_STREAM) -> socket.socket:
    sock = socket.socket(socket.AF_UNIX, kind)
    sock.bind(path)
    return sock


def listen(path: str, given: socket.socket) -> SocketListener:
    return endpoint.listen(path, BACKLOG, SocketActivation(os.dup(given.fileno()), "@told"))


def talk(path: str, server: socket.socket) -> bytes:
    """What the server hears from a new client, to the end."""
    server.settimeout(PATIENCE)
    with endpoint.connect(path, PATIENCE) as client:
        accepted, _ = server.accept()
        client.send(b"hello")
    with accepted:
        return accepted.recv(100)


def names(path: str) -> list[str]:
    """In the socket's directory."""
    return sorted(each.name for each in Path(path).parent.iterdir())


def test_serves_and_stays_where_it_is(path: str, given: socket.socket) -> None:
    listener = listen(path, given)
    assert talk(path, listener.sock) == b"hello"
    assert listener.handover()["notify"] == "@told"
    listener.refuse()
    listener.close()
    assert names(path) == ["socket"]
    assert talk(path, given) == b"hello"


def test_goes_when_the_manager_has_stopped_listening(path: str, given: socket.socket) -> None:
    listener = listen(path, given)
    given.close()
    assert names(path) == ["lock", "socket"]
    listener.close()
    assert names(path) == []


def test_stays_when_one_that_went_on_with_it_ends(path: str, given: socket.socket) -> None:
    listener = listen(path, given)
    told = listener.handover()
    listener.sock.detach()
    adopted = endpoint.adopt(told)
    assert adopted.handover()["notify"] == "@told"
    adopted.refuse()
    adopted.close()
    assert talk(path, given) == b"hello"


def test_waits_for_the_lock_as_any(path: str, given: socket.socket) -> None:
    first = listen(path, given)
    with pytest.raises(AlreadyRunning):
        listen(path, given)
    first.close()
    listen(path, given).close()


def test_is_not_what_it_should_be(path: str, given: socket.socket) -> None:
    here = Path(path)
    other = str(here.with_name("other"))
    with make_socket(other) as silent, make_socket(f"{other}s", socket.SOCK_DGRAM) as words:
        for wrong, reason in ((silent, "does not listen"), (words, "is not a Unix stream socket")):
            with pytest.raises(UntrustedPlace, match=reason):
                listen(path, wrong)
        silent.listen()
        with pytest.raises(UntrustedPlace, match=f"is at '{other}', not at {path}"):
            listen(path, silent)
    here.unlink()
    with pytest.raises(UntrustedPlace, match=r"is not at .* any more$") as caught:
        listen(path, given)
    assert "systemctl --user restart sayso.socket" in caught.value.remedy
    here.write_text("")
    with pytest.raises(UntrustedPlace, match="any more: something else is"):
        listen(path, given)
    assert names(path) == ["other", "others", "socket"]


def test_is_in_a_directory_of_ours_alone(path: str, given: socket.socket) -> None:
    Path(path).parent.chmod(0o755)
    with pytest.raises(UntrustedPlace, match="has mode 0755, not 0700"):
        listen(path, given)
