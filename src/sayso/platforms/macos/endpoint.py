"""Where client and daemon meet on macOS.

Their socket is not below $TMPDIR or /tmp, as the system cleans up both. No environment variable but
SAYSO_SOCKET moves it: every program of the person has to find the same daemon.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import _socket
import os
import time

from sayso.errors import ProtocolError, Unreachable, Unsupported, UntrustedPlace
from sayso.platforms.macos.native import locks, sockets
from sayso.platforms.unix import account
from sayso.platforms.unix import place as places
from sayso.platforms.unix.endpoint import SocketEndpoint

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping

    from sayso.platforms.contract.supervisor import SocketActivation
    from sayso.platforms.unix.channel import SocketChannel
    from sayso.platforms.unix.endpoint import SocketListener
    from sayso.platforms.unix.place import Place

MAX_PATH = 103
"""Most bytes in a socket's path: sys/un.h has 104, with the final NUL."""

DIRECTORY_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
"""How a directory is opened: for reading, which our own directories allow, as there is no
O_PATH."""

_OURS = "Library/Application Support/sayso"
_LOOKS = 0.02
"""Seconds between tries while too many callers wait for the daemon: the system does not tell when
there is room for one more."""


class _MacOS:
    """Fulfils `sayso.platforms.unix.endpoint.SocketSystem`."""

    max_path = MAX_PATH
    directory_flags = DIRECTORY_FLAGS
    renewal = "have it made anew: log out and in, or run: sayso autostart disable"

    def connect(self, sock: _socket.socket, place: Place, timeout: float) -> None:
        until = time.monotonic() + timeout
        while True:
            try:
                return sockets.connect(sock, place.path)
            except FileNotFoundError as error:
                raise Unreachable(f"no daemon listens at {place.path}") from error
            except ConnectionRefusedError as error:
                if not _is_held(place):
                    raise Unreachable(f"no daemon listens at {place.path}") from error
                if time.monotonic() >= until:
                    raise ProtocolError(
                        f"the daemon took no connection within {timeout:g} s"
                    ) from error
            time.sleep(_LOOKS)

    def check_user(self, sock: _socket.socket, user: int | None = None) -> None:
        """Raises UntrustedPeer unless our user is at the other end. Raises Unreachable where only
        launchd listens, which does so as root: whoever may start a daemon does. `user` is not used:
        on macOS no socket leads to another user's daemon."""
        if sockets.is_launchds(sock):
            raise Unreachable("launchd listens; no daemon has yet")
        sockets.check_user(sock)

    def accepted(self, sock: socket.socket) -> SocketChannel:
        """A channel that receives no lent sockets: they prove nothing here, and the system closes
        them."""
        from sayso.platforms.unix.channel import SocketChannel

        return SocketChannel(sock)

    def bind(self, sock: socket.socket, directory: int, place: Place) -> None:
        """The mode is set after binding: before that the socket has no file, and `fchmod`
        (bsd/vfs/vfs_syscalls.c of xnu) takes only files. Until then the directory keeps others
        out."""
        sock.bind(place.path)
        os.chmod(place.name, 0o600, dir_fd=directory)

    def share(self, place: Place) -> None:
        """Raises Unsupported, always: on macOS a container is a machine of its own."""
        raise Unsupported(
            "on macOS no container shares this system's sockets",
            remedy="have ssh carry it there: sayso remote add",
        )

    def close(self, sock: socket.socket) -> None:
        sock.close()

    def listens(self, sock: socket.socket) -> bool:
        """Always True, as the system does not tell: `sogetoptlock` in bsd/kern/uipc_socket.c of xnu
        knows no SO_ACCEPTCONN."""
        return True

    def is_heard(self, path: str) -> bool:
        """Always True: to find out, we would have to connect, and then launchd would start a
        daemon."""
        return True

    def refuse(self, sock: socket.socket, remove: Callable[[], None]) -> None:
        """Removes the socket's file. A listening socket can't be shut down: `soshutdown` in
        bsd/kern/uipc_socket.c of xnu requires a connected one."""
        remove()


def _is_held(place: Place) -> bool:
    """Whether a daemon holds the lock of this place."""
    try:
        path = os.path.join(place.directory, places.LOCK)
        lock = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return locks.is_locked(lock)
    finally:
        os.close(lock)


_endpoint = SocketEndpoint(_MacOS())
connect = _endpoint.connect
check_free = _endpoint.check_free
adopt = _endpoint.adopt
callers = _endpoint.callers
place_path = _endpoint.place_path
remove_stale = _endpoint.remove_stale
owner = _endpoint.owner
listen_for_place = _endpoint.listen_for_place
is_elsewhere = _endpoint.is_elsewhere


def forwarded(environ: Mapping[str, str]) -> list[str]:
    return _endpoint.forwarded(environ, socket_path(environ))


def socket_path(environ: Mapping[str, str]) -> str:
    """The path of the socket: SAYSO_SOCKET, else one in the directory where the account's programs
    keep their files.

    Creates nothing. Raises UntrustedPlace for a path that is not absolute or is too long.
    """
    return _endpoint.place(environ.get("SAYSO_SOCKET") or _usual()).path


def listen(path: str, backlog: int, given: SocketActivation | None = None) -> SocketListener:
    """See the contract. For the default path, the directories on the way to it are made, too."""
    if path == _usual():
        make_way()
    return _endpoint.listen(path, backlog, given)


def make_way() -> None:
    """Makes the directories on the way to the default path, for our user alone. Raises
    UntrustedPlace."""
    from sayso.platforms.unix import files  # only for a process that listens or has launchd listen

    above = os.path.dirname(os.path.dirname(_usual()))
    try:
        files.make_directory(above)
        places.make_directory(os.path.dirname(_usual()))
    except OSError as error:
        raise UntrustedPlace(
            f"{above} can't be made: {error.strerror}",
            remedy="mend that, or set SAYSO_SOCKET to a path in a directory of your own",
        ) from error


def _usual() -> str:
    return os.path.join(account.home(os.environ), _OURS, "run", "socket")
