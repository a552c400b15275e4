"""Where client and daemon meet on Linux: one socket in a directory that is ours alone.

Everything in the directory is reached through a descriptor of it, opened once and checked, so
that nobody can slip another directory in between.
"""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import fcntl
import os
import socket
import stat
import struct
from contextlib import ExitStack, suppress

from sayso.errors import AlreadyRunning, ProtocolError, Unreachable, UntrustedPlace
from sayso.platforms.linux.channel import SocketChannel
from sayso.platforms.linux.native import check_user
from sayso.platforms.linux.trust import distrust
from sayso.values import Value

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from asyncio import BaseProtocol
    from collections.abc import Callable, Mapping
    from typing import Any

    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.supervisor import SocketActivation
    from sayso.platforms.linux.acceptor import Acceptor
    from sayso.platforms.linux.callers import Callers

MAX_PATH = 107
"""Bytes in a socket's path: unix(7) has 108, with the final null."""

_LOCK = "lock"
_NO_DIRECTORY_OF_OURS = "set SAYSO_SOCKET to a path in a directory of your own, with mode 0700"
_TIMEVAL = struct.Struct("ll")  # socket(7), SO_SNDTIMEO: seconds, microseconds


_File = tuple[int, int]
"""Which file it is, under whatever name: device and number."""


class _Place(Value):
    directory: str
    name: str

    @property
    def path(self) -> str:
        return os.path.join(self.directory, self.name)


class SocketListener:
    """The listening socket; `close` undoes what `listen` did, in reverse."""

    def __init__(self, sock: socket.socket, undo: ExitStack, handover: dict[str, Any]) -> None:
        self.sock = sock
        self._undo = undo
        self._handover = handover

    def serve(self, connection: Callable[[Channel], BaseProtocol], backlog: int) -> Acceptor:
        from sayso.platforms.linux.acceptor import Acceptor  # for a daemon alone

        return Acceptor(self.sock.dup(), connection, backlog)

    def handover(self) -> dict[str, Any]:
        return self._handover

    def refuse(self) -> None:
        if not self._handover.get("is_given"):
            self.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes the socket and removes its file, unless a service manager still listens there;
        then removes the lock and gives it up."""
        self._undo.close()


def socket_path(environ: Mapping[str, str]) -> str:
    """SAYSO_SOCKET, else in $XDG_RUNTIME_DIR/sayso, /run/user/UID/sayso or /tmp/sayso-UID.

    Creates nothing. Raises UntrustedPlace for a path that is not absolute or is too long.
    """
    return _place(_chosen(environ)).path


def connect(path: str, timeout: float) -> SocketChannel:
    """A channel to the daemon that runs as us; `timeout` in seconds, over 0.

    Raises Unreachable (nothing there, or nobody listens), UntrustedPlace, UntrustedPeer, and
    ProtocolError when the daemon is there but takes no connection in time.
    """
    place = _place(path)
    try:
        os.close(_open_directory(place.directory))
    except FileNotFoundError as error:
        raise Unreachable(f"no daemon runs: there is no {place.directory}") from error
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _connect(sock, place.path, timeout)
        check_user(sock)
    except BaseException:
        sock.close()
        raise
    return SocketChannel(sock)


def check_free(path: str) -> None:
    """Raises UntrustedPlace where something is at this path that is no socket of our user's. For a
    path at which nobody listens."""
    place = _place(path)
    with suppress(FileNotFoundError):
        _check_ours(os.lstat(place.path), place)


def listen(path: str, backlog: int, given: SocketActivation | None = None) -> SocketListener:
    """Takes the lock, then the socket that was given; or clears a stale one and listens. Makes the
    directory when it is missing.

    Raises AlreadyRunning, UntrustedPlace.
    """
    place = _place(path)
    with ExitStack() as undo:
        try:
            _make_directory(place.directory)
            directory = _open_directory(place.directory)
            undo.callback(os.close, directory)
            lock = _take_lock(directory, place)
            undo.callback(_release_lock, directory, lock)
            if given is None or given.listening is None:
                _clear_stale(directory, place)
                sock, file = _bind(directory, place, undo)
                sock.listen(backlog)
            else:
                sock, file = _take_given(given.listening, directory, place, undo)
        except OSError as error:
            raise UntrustedPlace(f"can't listen at {place.path}: {error.strerror}") from error
        descriptors = {"directory": directory, "lock": lock, "socket": sock.fileno()}
        handover = {
            "path": path,
            "file": file,
            "descriptors": descriptors,
            "is_given": given is not None and given.listening is not None,
            "notify": given.notify if given else "",
        }
        return SocketListener(sock, undo.pop_all(), handover)


def adopt(handover: Mapping[str, Any]) -> SocketListener:
    """Goes on with what another process had: its descriptors were inherited.

    Raises KeyError or OSError for what `handover` did not tell.
    """
    descriptors = handover["descriptors"]
    directory, lock = descriptors["directory"], descriptors["lock"]
    for descriptor in descriptors.values():
        os.set_inheritable(descriptor, False)
    sock = socket.socket(fileno=descriptors["socket"])
    place, file = _place(handover["path"]), tuple(handover["file"])
    undo = ExitStack()
    undo.callback(os.close, directory)
    undo.callback(_release_lock, directory, lock)
    if handover.get("is_given"):  # an older version's has none
        undo.callback(_remove_unheard, directory, place, file)
        undo.callback(sock.close)
    else:
        undo.callback(sock.close)
        undo.callback(_remove, directory, place.name, file)
    return SocketListener(sock, undo, dict(handover))


def callers(handover: Mapping[str, Any]) -> Callers:
    """Of the listener that another process serves. Raises KeyError."""
    from sayso.platforms.linux.callers import Callers  # for a keeper alone

    return Callers(handover["descriptors"]["socket"])


def _chosen(environ: Mapping[str, str]) -> str:
    if chosen := environ.get("SAYSO_SOCKET"):
        return chosen
    runtime = runtime_directory(environ)
    if runtime is None:
        return f"/tmp/sayso-{os.geteuid()}/socket"  # noqa: S108 - refused unless ours alone, 0700
    return os.path.join(runtime, "sayso", "socket")


def runtime_directory(environ: Mapping[str, str]) -> str | None:
    """The user's, of the XDG Base Directory Specification; None: there is none."""
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


def _place(path: str) -> _Place:
    if not os.path.isabs(path):
        raise UntrustedPlace(
            f"the socket's path {path!r} is not absolute",
            remedy="set SAYSO_SOCKET to the socket's whole path",
        )
    path = os.path.normpath(path)
    size = len(os.fsencode(path))
    if size > MAX_PATH:
        raise UntrustedPlace(
            f"the socket's path {path!r} has {size} bytes; the system allows {MAX_PATH}",
            remedy="set SAYSO_SOCKET to a shorter path",
        )
    place = _Place(*os.path.split(path))
    if place.name == _LOCK:
        raise UntrustedPlace(
            f"{path} is the lock's path, so it can't be the socket's",
            remedy="give the socket another name in SAYSO_SOCKET",
        )
    return place


def _open_directory(directory: str) -> int:
    """A descriptor (O_PATH) of it. Raises FileNotFoundError, UntrustedPlace with the reason."""
    try:
        descriptor = os.open(directory, os.O_PATH | os.O_NOFOLLOW)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _denied(f"can't open {directory}", error) from error
    reason = distrust(os.fstat(descriptor))
    if reason is not None:
        os.close(descriptor)
        raise UntrustedPlace(f"{directory} {reason}", remedy=_NO_DIRECTORY_OF_OURS)
    return descriptor


def _denied(what: str, error: OSError) -> UntrustedPlace:
    """Another user's place is one where we may not look."""
    remedy = _NO_DIRECTORY_OF_OURS if isinstance(error, PermissionError) else ""
    return UntrustedPlace(f"{what}: {error.strerror}", remedy=remedy)


def _connect(sock: socket.socket, path: str, timeout: float) -> None:
    # A non-blocking connect to a full queue fails at once (connect(2), EAGAIN); this one waits.
    microseconds = max(1, round(timeout * 1e6))
    sock.setsockopt(
        socket.SOL_SOCKET, socket.SO_SNDTIMEO, _TIMEVAL.pack(*divmod(microseconds, 1_000_000))
    )
    try:
        sock.connect(path)
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise Unreachable(f"no daemon listens at {path}") from error
    except BlockingIOError as error:
        raise ProtocolError(f"the daemon took no connection within {timeout:g} s") from error
    except OSError as error:
        raise _denied(f"can't connect to {path}", error) from error
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _TIMEVAL.pack(0, 0))


def _make_directory(directory: str) -> None:
    if os.path.lexists(directory):
        return
    parent = os.path.dirname(directory)
    status = os.stat(parent)
    if not status.st_mode & stat.S_ISVTX:
        # Its owner, or who may write there, could put another directory in our place; and root
        # would leave one of root's among another user's.
        reason = None
        if status.st_uid != os.geteuid():
            reason = f"belongs to user {status.st_uid}, not to user {os.geteuid()}"
        elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            reason = f"can be written by others: it has mode {stat.S_IMODE(status.st_mode):04o}"
        if reason:
            raise UntrustedPlace(f"{parent} {reason}", remedy=_NO_DIRECTORY_OF_OURS)
    with suppress(FileExistsError):  # another daemon starts, too
        os.mkdir(directory, 0o700)
        os.chmod(directory, 0o700)  # whatever the umask took away


def _take_lock(directory: int, place: _Place) -> int:
    while True:
        lock = os.open(_LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600, dir_fd=directory)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock)
            raise AlreadyRunning(
                f"another daemon runs at {place.path}", remedy="see sayso status"
            ) from error
        if _is_at(directory, _LOCK, _identity(os.fstat(lock))):
            return lock
        os.close(lock)  # the file of a daemon that ended between our two steps: try the next


def _release_lock(directory: int, lock: int) -> None:
    _remove(directory, _LOCK, _identity(os.fstat(lock)))
    os.close(lock)


def _clear_stale(directory: int, place: _Place) -> None:
    try:
        status = os.stat(place.name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return
    _check_ours(status, place)
    if _answers(place.path):
        raise AlreadyRunning(
            f"another program listens at {place.path}",
            remedy="end it, or set SAYSO_SOCKET to another path",
        )
    os.unlink(place.name, dir_fd=directory)


def _check_ours(status: os.stat_result, place: _Place) -> None:
    if not _is_our_socket(status):
        raise UntrustedPlace(
            f"{place.path} is in the way: it is not a socket of sayso's",
            remedy="move it away, or set SAYSO_SOCKET to another path",
        )


def _answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.setblocking(False)
        try:
            sock.connect(path)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # a full queue, or another type of socket: somebody is there
            return True
    return True


def _bind(directory: int, place: _Place, undo: ExitStack) -> tuple[socket.socket, _File]:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    undo.callback(sock.close)
    os.fchmod(sock.fileno(), 0o600)  # Linux gives the file this mode, less umask
    sock.bind(place.path)
    file = _identity(os.stat(place.name, dir_fd=directory, follow_symlinks=False))
    undo.callback(_remove, directory, place.name, file)
    return sock, file


def _take_given(
    descriptor: int, directory: int, place: _Place, undo: ExitStack
) -> tuple[socket.socket, _File]:
    """One that a service manager listens with as well."""
    sock = socket.socket(fileno=descriptor)
    reason = _unusable(sock, directory, place)
    if reason:
        sock.close()
        raise UntrustedPlace(
            f"the socket that the service manager gave {reason}",
            remedy="have it made anew: systemctl --user restart sayso.socket",
        )
    file = _identity(os.stat(place.name, dir_fd=directory, follow_symlinks=False))
    undo.callback(_remove_unheard, directory, place, file)
    undo.callback(sock.close)
    return sock, file


def _unusable(sock: socket.socket, directory: int, place: _Place) -> str | None:
    """Why callers would not get to us by it, as the end of a sentence."""
    if sock.family != socket.AF_UNIX or sock.type != socket.SOCK_STREAM:
        return "is not a Unix stream socket"
    if not sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        return "does not listen"
    if sock.getsockname() != place.path:
        return f"is at {sock.getsockname()!r}, not at {place.path}"
    try:
        status = os.stat(place.name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return f"is not at {place.path} any more"
    if not _is_our_socket(status):
        return f"is not at {place.path} any more: something else is"
    return None


def _is_our_socket(status: os.stat_result) -> bool:
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.geteuid()


def _identity(status: os.stat_result) -> _File:
    return status.st_dev, status.st_ino


def _is_at(directory: int, name: str, file: _File) -> bool:
    try:
        there = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return _identity(there) == file


def _remove_unheard(directory: int, place: _Place, file: _File) -> None:
    """As `_remove`, unless some process still has a socket of this path, or that can't be told."""
    name = os.fsencode(place.path)
    with suppress(OSError), open("/proc/net/unix", "rb") as sockets:  # proc(5)
        if not any(line.rstrip(b"\n").endswith(b" " + name) for line in sockets):
            _remove(directory, place.name, file)


def _remove(directory: int, name: str, file: _File) -> None:
    """Unlinks the name if it still is the file that it was."""
    if _is_at(directory, name, file):
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=directory)
