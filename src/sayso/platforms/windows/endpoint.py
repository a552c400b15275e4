r"""Where client and daemon meet on Windows: a named pipe of this user's session.

A few instances of the pipe wait for callers. Between two daemons no instance does; then a caller
waits for the next daemon as long as anybody holds the pipe's name, by an instance that is never
served. The keeper holds the name, so callers are served by the successor of a daemon that is being
replaced.

Three handles go from one daemon to the next, through the keeper: "lock" (the object that makes the
daemon the only one), "guard" (the instance that holds the name) and "callers" (the event that says
that somebody calls).
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import time
from contextlib import ExitStack, suppress

from sayso.errors import (
    AlreadyRunning,
    ProtocolError,
    Unreachable,
    Unsupported,
    UntrustedPeer,
    UntrustedPlace,
)
from sayso.platforms.windows.channel import PipeChannel
from sayso.platforms.windows.native import handles, names, pipes, security, session
from sayso.platforms.windows.native.handles import Event

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from asyncio import BaseProtocol
    from collections.abc import Callable, Mapping
    from typing import Any

    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.supervisor import SocketActivation
    from sayso.platforms.windows.acceptor import Acceptor
    from sayso.platforms.windows.callers import Callers
    from sayso.platforms.windows.instances import Instances

_PIPES = "\\\\.\\pipe\\"
BEGINS_WITHIN = 25.0
"""Seconds for a daemon that is being started to serve: on a busy machine it takes long to load."""
_LOOKS_EVERY = 0.5
"""Seconds between two checks whether anybody serves."""
_MAX_NAME = 128
"""Most characters of a pipe's name; Windows allows 256 with the prefix (CreateNamedPipeW)."""


class PipeListener:
    """The pipe's instances, and the lock that makes this daemon the only one. `close` gives up all
    of them."""

    def __init__(
        self, instances: Instances, descriptors: Mapping[str, int], handover: dict[str, Any]
    ) -> None:
        self._instances = instances
        self._descriptors = dict(descriptors)
        self._handover = handover

    def serve(self, connection: Callable[[Channel], BaseProtocol], backlog: int) -> Acceptor:
        """`backlog` is not used: as many instances wait as `listen` was told."""
        from sayso.platforms.windows.acceptor import Acceptor  # only a daemon needs it

        return Acceptor(self._instances, connection)

    def handover(self) -> dict[str, Any]:
        return self._handover

    def refuse(self) -> None:
        self._instances.close()
        self._drop("guard")

    def close(self) -> None:
        self._instances.close()
        for name in ("guard", "callers", "lock"):
            self._drop(name)

    def _drop(self, name: str) -> None:
        if handle := self._descriptors.pop(name, None):
            handles.close(handle)


def socket_path(environ: Mapping[str, str]) -> str:
    r"""SAYSO_SOCKET, else \\.\pipe\sayso-SESSION-USER. Creates nothing.

    Raises UntrustedPlace for what is no pipe's path.
    """
    usual = f"{_PIPES}sayso-{session.number()}-{security.our_user()}"
    path = environ.get("SAYSO_SOCKET") or usual
    _name(path)
    return path


def place_path(path: str, name: str) -> str:
    """Raises Unsupported: OpenSSH for Windows forwards no pipes."""
    raise Unsupported(
        "on Windows no socket can be lent to another machine: ssh forwards no named pipes",
        remedy="on that machine, ask by a sayso of its own",
    )


def forwarded(environ: Mapping[str, str]) -> list[str]:
    """An empty list: the server of OpenSSH for Windows forwards no sockets."""
    return []


def remove_stale(path: str) -> None:
    """Does nothing: a pipe disappears with the process that serves it."""


def owner(environ: Mapping[str, str]) -> int | None:
    """None, always: the daemon is our own user's."""
    return None


def is_elsewhere(environ: Mapping[str, str]) -> bool:
    """False, always: see `owner`."""
    return False


def listen_for_place(path: str, backlog: int, *, shared: bool) -> PipeListener:
    """Raises Unsupported: see `place_path`."""
    raise Unsupported(place_path(path, ""))


def connect(path: str, timeout: float, owner: int | None = None) -> PipeChannel:
    """A channel to the daemon that runs as us. `timeout`: seconds, over 0, for a daemon that
    serves; one that is being started has up to BEGINS_WITHIN if that is longer, while anybody holds
    the pipe's name.

    Raises Unreachable (nobody is there), UntrustedPlace, UntrustedPeer, and ProtocolError when
    somebody is there but takes no connection in time.
    """
    from sayso.platforms.windows import peer

    name = _name(path)
    patience = _Patience(name, timeout)
    while True:
        _tell_of_caller(name)
        channel = PipeChannel(_connect(path, patience))
        try:
            peer.check_maker(channel)
            peer.check_user(channel)
        except BaseException as error:
            is_cut_off = isinstance(error, UntrustedPeer) and channel.is_hung_up()
            channel.close()
            if not is_cut_off:
                raise
            # The daemon began or ended at this very moment: try again to find another one, or none.
        else:
            return channel


def check_free(path: str) -> None:
    """Checks a path at which nobody listens. Raises UntrustedPlace for what is no pipe's path."""
    _name(path)


def listen(path: str, backlog: int, given: SocketActivation | None = None) -> PipeListener:
    """Listens at this path, unless another daemon does. Raises AlreadyRunning, UntrustedPlace."""
    name = _name(path)
    with ExitStack() as undo:
        try:
            lock = names.claim(_object(name, "lock"))
            if lock is None:
                raise AlreadyRunning(f"another daemon runs at {path}", remedy="see sayso status")
            undo.callback(handles.close, lock)
            guard = _hold_name(path)
            undo.callback(handles.close, guard)
            callers = names.event(_object(name, "callers"))
            undo.callback(handles.close, callers)
            instances = _instances(path, backlog, callers)
        except OSError as error:
            raise UntrustedPlace(f"can't listen at {path}: {error.strerror}") from error
        undo.pop_all()
        descriptors = {"lock": lock, "guard": guard, "callers": callers}
        handover = {"path": path, "backlog": backlog, "descriptors": descriptors}
        return PipeListener(instances, descriptors, handover)


def adopt(handover: Mapping[str, Any]) -> PipeListener:
    """Goes on with the listener of another process, whose handles we inherited. Raises KeyError and
    OSError."""
    descriptors = {name: handover["descriptors"][name] for name in ("lock", "guard", "callers")}
    for handle in descriptors.values():
        handles.set_inheritable(handle, inheritable=False)
    instances = _instances(handover["path"], handover["backlog"], descriptors["callers"])
    return PipeListener(instances, descriptors, dict(handover))


def _instances(path: str, backlog: int, called: int) -> Instances:
    """New instances that wait for callers. `called`: handle of the event "callers", which stays
    open. Raises OSError."""
    from sayso.platforms.windows.instances import Instances  # only a daemon needs it

    def served() -> Event:
        return Event(names.event(_object(_name(path), "served")))

    return Instances(path, backlog, Event(handles.duplicate(called)), served)


def callers(handover: Mapping[str, Any]) -> Callers:
    """Those who call the listener that another process serves. Raises KeyError."""
    from sayso.platforms.windows.callers import Callers  # only a keeper needs it

    return Callers(handover["path"], handover["descriptors"]["callers"])


class _Patience:
    """How long one caller waits to be taken."""

    def __init__(self, name: str, timeout: float) -> None:
        """`timeout`: seconds to wait for a daemon that serves but takes nobody."""
        self._served, self._timeout = _object(name, "served"), timeout
        self._began = now = time.monotonic()
        self._until = now + timeout
        self._at_most = now + max(timeout, BEGINS_WITHIN)

    @property
    def seconds(self) -> float:
        """Seconds from the beginning to the end of the wait."""
        return self._until - self._began

    def left(self) -> float:
        """Seconds left; 0 or less: the wait is over. While nobody serves, the timeout starts anew,
        within BEGINS_WITHIN: a daemon is about to serve or a keeper starts one, as the pipe would
        be gone otherwise."""
        now = time.monotonic()
        if self._until < self._at_most and not _is_there(self._served):
            self._until = min(now + self._timeout, self._at_most)
        return self._until - now


def _is_there(name: str) -> bool:
    """Whether an event of this name exists. If we may not open it, it does."""
    try:
        event = names.open_event(name)
    except OSError:
        return True
    if event is not None:
        handles.close(event)
    return event is not None


def _connect(path: str, patience: _Patience) -> int:
    while True:
        try:
            return pipes.connect(path)
        except FileNotFoundError as error:
            raise Unreachable(f"no daemon listens at {path}") from error
        except PermissionError as error:
            raise UntrustedPlace(
                f"can't connect to {path}: {error.strerror}",
                remedy="set SAYSO_SOCKET to a pipe of your own, or ask from your own session",
            ) from error
        except OSError as error:
            if error.winerror != pipes.ERROR_PIPE_BUSY:
                raise UntrustedPlace(f"can't connect to {path}: {error.strerror}") from error
        left = patience.left()
        if left <= 0:
            raise ProtocolError(f"the daemon took no connection within {patience.seconds:g} s")
        with suppress(OSError):  # the next try says what ended the wait
            pipes.wait_for_instance(path, min(left, _LOOKS_EVERY))


def _tell_of_caller(name: str) -> None:
    """Sets the event by which the keeper sees whether the daemon takes its callers. Without that
    event, there is nobody to tell."""
    with suppress(OSError):
        if handle := names.open_event(_object(name, "callers")):
            called = Event(handle)
            called.set()
            called.close()


def _hold_name(path: str) -> int:
    """An instance that nobody can connect to: as long as it exists, callers wait for an instance
    that takes them. Raises OSError: another program has a pipe of this name."""
    guard = pipes.create(path, first=True)
    # Callers wait only if somebody was once connected to the instance, so we connect ourselves. A
    # caller who is faster is cut off before a word was said, and tries again.
    with suppress(OSError):
        handles.close(pipes.connect(path))
    pipes.disconnect(guard)
    return guard


def _name(path: str) -> str:
    name = path[len(_PIPES) :]
    if not path.lower().startswith(_PIPES) or not name or "\\" in name:
        raise UntrustedPlace(
            f"{path!r} is not a pipe's path",
            remedy=rf"set SAYSO_SOCKET to one such as {_PIPES}my-sayso",
        )
    if len(name) > _MAX_NAME:
        raise UntrustedPlace(
            f"the pipe's name {name!r} has {len(name)} characters; {_MAX_NAME} are allowed",
            remedy="set SAYSO_SOCKET to a shorter path",
        )
    return name.lower()


def _object(name: str, purpose: str) -> str:
    return names.of_session(f"sayso-{purpose}-{name}")
