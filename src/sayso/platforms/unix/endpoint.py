"""Where client and daemon meet on Unix: one socket in a directory that is ours alone."""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import _socket
import os
from contextlib import ExitStack, suppress

from sayso.errors import AlreadyRunning, Unreachable, UntrustedPlace
from sayso.platforms.unix import place as places
from sayso.platforms.unix.channel import SocketChannel
from sayso.platforms.unix.trust import PRIVATE, REACHABLE
from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from asyncio import BaseProtocol
    from collections.abc import Callable, Mapping
    from typing import Any

    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.supervisor import SocketActivation
    from sayso.platforms.unix.acceptor import Acceptor
    from sayso.platforms.unix.callers import Callers
    from sayso.platforms.unix.place import FileIdentity, Place


PLACES = "places"
"""Name of the directory, beside the daemon's socket, which has a directory for each place's
socket."""

FORWARDED = "forwarded"
"""Name of the directory for the sockets that ssh puts here. It lies where the socket of a daemon of
this machine would be."""


class SocketSystem(Protocol):
    """What differs between Unix systems at their sockets."""

    max_path: int
    """Most bytes in a socket's path."""
    directory_flags: int
    """Flags to open a directory that is checked, and through which files in it are reached."""
    renewal: str
    """What the person can do if the socket that a service manager gave can't be used."""

    def connect(self, sock: _socket.socket, place: Place, timeout: float) -> None:
        """Connects `sock`. `timeout` is in seconds, over 0. Raises Unreachable, ProtocolError (a
        daemon is there, but accepts no connection in time), OSError."""

    def check_user(self, sock: _socket.socket, user: int | None = None) -> None:
        """Raises UntrustedPeer unless this user is at the other end; None: our user. May raise
        Unreachable: a service manager listens for a daemon that has yet to start."""

    def accepted(self, sock: socket.socket) -> SocketChannel:
        """Makes the channel to a caller that was accepted. `sock` belongs to the channel then."""

    def bind(self, sock: socket.socket, directory: int, place: Place) -> None:
        """Binds `sock` to a file in the directory, for our user alone. Raises OSError."""

    def share(self, place: Place) -> None:
        """Lets every user connect to this socket of ours who can reach its directory. Raises
        OSError, UntrustedPlace, Unsupported."""

    def close(self, sock: socket.socket) -> None:
        """Closes a listening socket, with the callers that were not accepted and what they sent."""

    def listens(self, sock: socket.socket) -> bool:
        """Whether the socket listens. Also True if the system does not tell."""

    def is_heard(self, path: str) -> bool:
        """Whether some process still has a socket with this path. Also True if that can't be
        told."""

    def refuse(self, sock: socket.socket, remove: Callable[[], None]) -> None:
        """Lets nobody connect to this socket any more. `remove` removes its file, if the file is
        still the socket's."""


class SocketListener:
    """The listening socket; `close` undoes what `listen` did, in reverse order."""

    def __init__(
        self,
        sock: socket.socket,
        undo: ExitStack,
        handover: dict[str, Any],
        refuse: Callable[[], None],
        accepted: Callable[[socket.socket], SocketChannel],
    ) -> None:
        self.sock = sock
        self._accepted = accepted
        self._undo = undo
        self._handover = handover
        self._refuse = refuse

    def serve(self, connection: Callable[[Channel], BaseProtocol], backlog: int) -> Acceptor:
        from sayso.platforms.unix.acceptor import Acceptor  # only a daemon needs it

        return Acceptor(self.sock.dup(), connection, backlog, self._accepted)

    def handover(self) -> dict[str, Any]:
        return self._handover

    def refuse(self) -> None:
        if not self._handover.get("is_given"):
            self._refuse()

    def close(self) -> None:
        """Closes the socket and removes its file, unless a service manager still listens there.
        Then removes the lock's file and gives up the lock."""
        self._undo.close()


class SocketEndpoint:
    """See `contract.endpoint`."""

    def __init__(self, system: SocketSystem) -> None:
        self._system = system

    def place(self, path: str) -> Place:
        """The place of the socket with this path. Raises UntrustedPlace for a path that is not
        absolute or is too long."""
        return places.place_at(path, self._system.max_path)

    def place_path(self, path: str, name: str) -> str:
        return self.place(os.path.join(self.place(path).directory, PLACES, name, "socket")).path

    def forwarded(self, environ: Mapping[str, str], own: str) -> list[str]:
        """See `contract.endpoint`. `own`: the path for the socket of this machine's daemon."""
        if environ.get("SAYSO_SOCKET"):
            return []
        directory = os.path.join(self.place(own).directory, FORWARDED)
        try:
            os.close(places.open_directory(directory, self._system.directory_flags))
            with os.scandir(directory) as entries:
                sockets = [_dated(each) for each in entries]
        except (OSError, UntrustedPlace):  # others than ssh could have put sockets there
            return []
        return [path for _, path in sorted(filter(None, sockets), reverse=True)]

    def remove_stale(self, path: str) -> None:
        place = self.place(path)
        with suppress(OSError, UntrustedPlace, AlreadyRunning):
            directory = self._open_directory(place)
            try:
                _clear_stale(directory, place)
            finally:
                os.close(directory)

    def owner(self, environ: Mapping[str, str]) -> int | None:
        """Raises UntrustedPlace."""
        named = environ.get("SAYSO_SOCKET_OWNER", "")
        if not (named and environ.get("SAYSO_SOCKET")):
            return None
        if not (named.isascii() and named.isdigit()):
            raise UntrustedPlace(
                "SAYSO_SOCKET_OWNER has to be the number of a user",
                remedy="see sayso remote open --container",
            )
        return int(named)

    def is_elsewhere(self, environ: Mapping[str, str]) -> bool:
        """Raises UntrustedPlace."""
        named = environ.get("SAYSO_SOCKET")
        if not named:
            return False
        try:
            system = os.statvfs(self.place(named).directory)
        except OSError:
            return False
        return bool(system.f_flag & os.ST_RDONLY) or self.owner(environ) is not None

    def connect(self, path: str, timeout: float, owner: int | None = None) -> SocketChannel:
        """Connects to the daemon that runs as our user, or as `owner`. The socket's directory must
        belong to that user. `timeout` is in seconds, over 0.

        Raises Unreachable (nothing is there, or no daemon listens), UntrustedPlace, UntrustedPeer,
        and ProtocolError if the daemon is there but accepts no connection in time.
        """
        place = self.place(path)
        try:
            modes = (PRIVATE,) if owner is None else (PRIVATE, REACHABLE)
            os.close(self._open_directory(place, modes, owner))
        except FileNotFoundError as error:
            raise Unreachable(f"no daemon runs: there is no {place.directory}") from error
        sock = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            self._connect(sock, place, timeout)
            self._system.check_user(sock, owner)
        except BaseException:
            sock.close()
            raise
        return SocketChannel(sock)

    def _connect(self, sock: _socket.socket, place: Place, timeout: float) -> None:
        try:
            self._system.connect(sock, place, timeout)
        except OSError as error:
            raise places.denied(f"can't connect to {place.path}", error) from error

    def check_free(self, path: str) -> None:
        """Raises UntrustedPlace if something else than a socket of our user is at this path. For a
        path at which nobody listens."""
        place = self.place(path)
        with suppress(FileNotFoundError):
            places.check_ours(os.lstat(place.path), place)

    def listen_for_place(self, path: str, backlog: int, *, shared: bool) -> SocketListener:
        """See `contract.endpoint`. On this machine no other user can reach the socket, whatever its
        mode: the directories above it are ours alone.

        Raises AlreadyRunning, UntrustedPlace, Unsupported, OSError.
        """
        place = self.place(path)
        try:
            for directory in (os.path.dirname(place.directory), place.directory):
                places.make_directory(directory)
            os.close(self._open_directory(place, (PRIVATE, REACHABLE)))
            if not shared:  # it may have been shared before
                os.chmod(place.directory, PRIVATE)
            listener = self.listen(path, backlog, shared=shared)
        except OSError as error:
            raise UntrustedPlace(f"can't listen at {place.path}: {error.strerror}") from error
        try:
            if shared:
                self._system.share(place)
                os.chmod(place.directory, REACHABLE)
        except BaseException:
            listener.close()
            raise
        return listener

    def listen(
        self,
        path: str,
        backlog: int,
        given: SocketActivation | None = None,
        *,
        shared: bool = False,
    ) -> SocketListener:
        """Takes the lock, then the socket that was given; or removes a stale one and listens. Makes
        the directory if it is missing. `shared`: others may be able to pass through the directory
        already, because a daemon before this one shared it.

        Raises AlreadyRunning, UntrustedPlace.
        """
        place = self.place(path)
        with ExitStack() as undo:
            try:
                places.make_directory(place.directory)
                modes = (PRIVATE, REACHABLE) if shared else (PRIVATE,)
                directory = self._open_directory(place, modes)
                undo.callback(os.close, directory)
                lock = places.take_lock(directory, place)
                undo.callback(places.release_lock, directory, lock)
                if given is None or given.listening is None:
                    _clear_stale(directory, place)
                    sock, file = self._bind(directory, place, undo)
                    sock.listen(backlog)
                else:
                    sock, file = self._take_given(given.listening, directory, place, undo)
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
            return self._listener(sock, undo.pop_all(), handover, place)

    def adopt(self, handover: Mapping[str, Any]) -> SocketListener:
        """Takes over the listener of another process, whose descriptors this process inherited.

        Raises KeyError or OSError if `handover` lacks something.
        """
        descriptors = handover["descriptors"]
        directory, lock = descriptors["directory"], descriptors["lock"]
        for descriptor in descriptors.values():
            os.set_inheritable(descriptor, False)
        sock = _stream_socket(descriptors["socket"])
        place, file = self.place(handover["path"]), _file(handover)
        undo = ExitStack()
        undo.callback(os.close, directory)
        undo.callback(places.release_lock, directory, lock)
        if handover.get("is_given"):  # the handover of an older version lacks it
            undo.callback(self._remove_unheard, directory, place, file)
            undo.callback(sock.close)  # closed for sure by then; nobody but our user calls there
        else:
            undo.callback(self._system.close, sock)
            undo.callback(places.remove, directory, place.name, file)
        return self._listener(sock, undo, dict(handover), place)

    def callers(self, handover: Mapping[str, Any]) -> Callers:
        """The callers at the listener that another process serves. Raises KeyError."""
        from sayso.platforms.unix.callers import Callers  # only a keeper needs it

        return Callers(handover["descriptors"]["socket"])

    def _listener(
        self, sock: socket.socket, undo: ExitStack, handover: dict[str, Any], place: Place
    ) -> SocketListener:
        directory, file = handover["descriptors"]["directory"], _file(handover)

        def refuse() -> None:
            self._system.refuse(sock, lambda: places.remove(directory, place.name, file))

        return SocketListener(sock, undo, handover, refuse, self._system.accepted)

    def _open_directory(
        self, place: Place, modes: tuple[int, ...] = (PRIVATE,), user: int | None = None
    ) -> int:
        """Opens and checks the socket's directory. Raises FileNotFoundError, UntrustedPlace."""
        return places.open_directory(place.directory, self._system.directory_flags, modes, user)

    def _bind(
        self, directory: int, place: Place, undo: ExitStack
    ) -> tuple[socket.socket, FileIdentity]:
        sock = _stream_socket()
        undo.callback(self._system.close, sock)
        self._system.bind(sock, directory, place)
        file = places.identity(os.stat(place.name, dir_fd=directory, follow_symlinks=False))
        undo.callback(places.remove, directory, place.name, file)
        return sock, file

    def _take_given(
        self, descriptor: int, directory: int, place: Place, undo: ExitStack
    ) -> tuple[socket.socket, FileIdentity]:
        """Checks and takes the socket that a service manager gave, and that it listens with, too.
        Raises UntrustedPlace."""
        sock = _stream_socket(descriptor)
        reason = self._unusable(sock, directory, place)
        if reason:
            sock.close()
            raise UntrustedPlace(
                f"the socket that the service manager gave {reason}", remedy=self._system.renewal
            )
        file = places.identity(os.stat(place.name, dir_fd=directory, follow_symlinks=False))
        undo.callback(self._remove_unheard, directory, place, file)
        undo.callback(sock.close)  # as in `adopt`
        return sock, file

    def _unusable(self, sock: socket.socket, directory: int, place: Place) -> str | None:
        """Why callers would not reach us by this socket, as the end of a sentence; None: they
        would."""
        if sock.family != _socket.AF_UNIX or sock.type != _socket.SOCK_STREAM:
            return "is not a Unix stream socket"
        if not self._system.listens(sock):
            return "does not listen"
        if sock.getsockname() != place.path:
            return f"is at {sock.getsockname()!r}, not at {place.path}"
        try:
            status = os.stat(place.name, dir_fd=directory, follow_symlinks=False)
        except FileNotFoundError:
            return f"is not at {place.path} any more"
        if not places.is_our_socket(status):
            return f"is not at {place.path} any more: something else is"
        return None

    def _remove_unheard(self, directory: int, place: Place, file: FileIdentity) -> None:
        """Removes the file of a service manager's socket, unless a process still has a socket with
        this path, or that can't be told."""
        with suppress(OSError):
            if not self._system.is_heard(place.path):
                places.remove(directory, place.name, file)


def _dated(entry: os.DirEntry[str]) -> tuple[int, str] | None:
    """Time of modification and path of a socket. None: it is no socket of ours, or is gone."""
    with suppress(FileNotFoundError):
        status = entry.stat(follow_symlinks=False)
        if places.is_our_socket(status):
            return status.st_mtime_ns, entry.path
    return None


def _file(handover: Mapping[str, Any]) -> FileIdentity:
    device, number = handover["file"]
    return device, number


def _clear_stale(directory: int, place: Place) -> None:
    try:
        status = os.stat(place.name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return
    places.check_ours(status, place)
    if _answers(place.path):
        raise AlreadyRunning(
            f"another program listens at {place.path}",
            remedy="end it, or set SAYSO_SOCKET to another path",
        )
    os.unlink(place.name, dir_fd=directory)


def _stream_socket(descriptor: int | None = None) -> socket.socket:
    """A Unix stream socket, of the class that asyncio needs. `descriptor`: an open socket to take
    over; None: a new socket."""
    import socket  # a client needs no more than `_socket`: see `unix.channel`

    if descriptor is None:
        return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    return socket.socket(fileno=descriptor)


def _answers(path: str) -> bool:
    with _stream_socket() as sock:
        sock.setblocking(False)
        try:
            sock.connect(path)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # its queue is full, or it is another type of socket: somebody is there
            return True
    return True
