"""The socket at which client and daemon meet on Linux."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import _socket
import os
import stat
import struct

from sayso.errors import ProtocolError, Unreachable
from sayso.platforms.linux.native import check_user
from sayso.platforms.unix.endpoint import SocketEndpoint
from sayso.platforms.unix.place import check_ours

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping

    from sayso.platforms.unix.channel import SocketChannel
    from sayso.platforms.unix.place import Place

MAX_PATH = 107
"""Bytes in a socket's path: unix(7) has 108, with the final null."""

_TIMEVAL = struct.Struct("ll")  # socket(7), SO_SNDTIMEO: seconds, microseconds


class _Linux:
    """Fulfils `sayso.platforms.unix.endpoint.SocketSystem`."""

    max_path = MAX_PATH
    directory_flags = os.O_PATH | os.O_NOFOLLOW
    renewal = "have it made anew: systemctl --user restart sayso.socket"

    def connect(self, sock: _socket.socket, place: Place, timeout: float) -> None:
        # A non-blocking connect to a full queue fails at once (connect(2), EAGAIN); with
        # SO_SNDTIMEO it waits.
        microseconds = max(1, round(timeout * 1e6))
        sock.setsockopt(
            _socket.SOL_SOCKET, _socket.SO_SNDTIMEO, _TIMEVAL.pack(*divmod(microseconds, 1_000_000))
        )
        try:
            sock.connect(place.path)
        except (FileNotFoundError, ConnectionRefusedError) as error:
            raise Unreachable(f"no daemon listens at {place.path}") from error
        except BlockingIOError as error:
            raise ProtocolError(f"the daemon took no connection within {timeout:g} s") from error
        sock.setsockopt(_socket.SOL_SOCKET, _socket.SO_SNDTIMEO, _TIMEVAL.pack(0, 0))

    def check_user(self, sock: _socket.socket, user: int | None = None) -> None:
        check_user(sock, user)

    def accepted(self, sock: socket.socket) -> SocketChannel:
        from sayso.platforms.linux.lent import LendingChannel  # only a daemon needs it

        return LendingChannel(sock)

    def bind(self, sock: socket.socket, directory: int, place: Place) -> None:
        os.fchmod(sock.fileno(), 0o600)  # bind gives the file this mode, less umask
        sock.bind(place.path)

    def share(self, place: Place) -> None:
        """Lets every user connect. The socket is held by a descriptor while its mode changes:
        whoever may write to the mounted directory could have put another file in its place."""
        descriptor = os.open(place.path, os.O_PATH | os.O_NOFOLLOW)
        try:
            check_ours(os.fstat(descriptor), place)
            os.chmod(f"/proc/self/fd/{descriptor}", 0o666)  # noqa: S103 - see the contract; proc_pid_fd(5)
        finally:
            os.close(descriptor)

    def close(self, sock: socket.socket) -> None:
        from sayso.platforms.linux.closing import close_at_once  # only a daemon needs it

        close_at_once([sock.detach()])

    def listens(self, sock: socket.socket) -> bool:
        return bool(sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_ACCEPTCONN))

    def is_heard(self, path: str) -> bool:
        name = os.fsencode(path)
        with open("/proc/net/unix", "rb") as sockets:  # proc(5)
            return any(line.rstrip(b"\n").endswith(b" " + name) for line in sockets)

    def refuse(self, sock: socket.socket, remove: Callable[[], None]) -> None:
        sock.shutdown(_socket.SHUT_RDWR)


_endpoint = SocketEndpoint(_Linux())
connect = _endpoint.connect
check_free = _endpoint.check_free
listen = _endpoint.listen
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
    """The path of the daemon's socket: SAYSO_SOCKET, else `socket` in $XDG_RUNTIME_DIR/sayso,
    /run/user/UID/sayso or /tmp/sayso-UID.

    Creates nothing. Raises UntrustedPlace for a path that is not absolute or is too long.
    """
    return _endpoint.place(_chosen(environ)).path


def _chosen(environ: Mapping[str, str]) -> str:
    if chosen := environ.get("SAYSO_SOCKET"):
        return chosen
    runtime = runtime_directory(environ)
    if runtime is None:
        return f"/tmp/sayso-{os.geteuid()}/socket"  # noqa: S108 - refused unless ours alone, 0700
    return os.path.join(runtime, "sayso", "socket")


def runtime_directory(environ: Mapping[str, str]) -> str | None:
    """The user's runtime directory (XDG Base Directory Specification); None: there is none."""
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(runtime):  # a relative one is invalid
        return runtime
    runtime = f"/run/user/{os.geteuid()}"
    return runtime if _is_ours(runtime) else None


def _is_ours(directory: str) -> bool:
    try:
        status = os.lstat(directory)
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
