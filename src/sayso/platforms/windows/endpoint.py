r"""Where client and daemon meet on Windows: a named pipe of this user's session.

A few instances of it wait for callers. Between two daemons none does: then a caller waits for the
next one as long as anybody holds the name, by an instance that is never served. The keeper does,
and so whoever calls while a daemon is replaced is served by its successor.

Three more handles go from one daemon to the next, through the keeper: of the object that makes it
the only one, of the instance that holds the name, and of the event that tells that somebody calls.
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
"""Seconds for a daemon to serve that is being started: on a busy machine it takes long to load."""
_LOOKS_EVERY = 0.5
"""Seconds between two looks at whether anybody serves."""
_MAX_NAME = 128
"""Characters; the system allows 256 with what stands before it (CreateNamedPipeW)."""


class PipeListener:
    """The pipe's instances, and what makes this daemon the only one; `close` gives all of it up."""

    def __init__(
        self, instances: Instances, descriptors: Mapping[str, int], handover: dict[str, Any]
    ) -> None:
        self._instances = instances
        self._descriptors = dict(descriptors)
        self._handover = handover

    def serve(self, connection: Callable[[Channel], BaseProtocol], backlog: int) -> Acceptor:
        """As many wait as `listen` was told."""
        from sayso.platforms.windows.acceptor import Acceptor  # for a daemon alone

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
    """None: the server of OpenSSH for Windows forwards no sockets."""
    return []


def remove_stale(path: str) -> None:
    """A pipe goes with whoever serves it."""


def owner(environ: Mapping[str, str]) -> int | None:
    """Ours, always."""
    return None


def is_elsewhere(environ: Mapping[str, str]) -> bool:
    """Never: see `owner`."""
    return False


def listen_for_place(path: str, backlog: int, *, shared: bool) -> PipeListener:
    """Raises Unsupported: see `place_path`."""
    raise Unsupported(place_path(path, ""))


def connect(path: str, timeout: float, owner: int | None = None) -> PipeChannel:
    """A channel to the daemon that runs as us; `timeout` in seconds, over 0, for one that serves.
    One that begins has longer, while anybody holds its name.

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
            peer.check_user(channel)
        except BaseException as error:
            is_cut_off = isinstance(error, UntrustedPeer) and channel.is_hung_up()
            channel.close()
            if not is_cut_off:
                raise
            # The daemon began or ended in this very moment: there is another one, or none.
        else:
            return channel


def check_free(path: str) -> None:
    """Raises UntrustedPlace for what is no pipe's path. For a path at which nobody listens."""
    _name(path)


def listen(path: str, backlog: int, given: SocketActivation | None = None) -> PipeListener:
    """Raises AlreadyRunning, UntrustedPlace."""
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
    """Goes on with what another process had, whose handles were inherited. Raises KeyError and
    OSError."""
    descriptors = {name: handover["descriptors"][name] for name in ("lock", "guard", "callers")}
    for handle in descriptors.values():
        handles.set_inheritable(handle, inheritable=False)
    instances = _instances(handover["path"], handover["backlog"], descriptors["callers"])
    return PipeListener(instances, descriptors, dict(handover))


def _instances(path: str, backlog: int, called: int) -> Instances:
    """`called`: the handle of the event, which stays open. Raises OSError."""
    from sayso.platforms.windows.instances import Instances  # for a daemon alone

    def served() -> Event:
        return Event(names.event(_object(_name(path), "served")))

    return Instances(path, backlog, Event(handles.duplicate(called)), served)


def callers(handover: Mapping[str, Any]) -> Callers:
    """Of the listener that another process serves. Raises KeyError."""
    from sayso.platforms.windows.callers import Callers  # for a keeper alone

    return Callers(handover["path"], handover["descriptors"]["callers"])


class _Patience:
    """Of one caller."""

    def __init__(self, name: str, timeout: float) -> None:
        """`timeout`: seconds of a daemon that serves, and takes nobody."""
        self._served, self._timeout = _object(name, "served"), timeout
        self._began = now = time.monotonic()
        self._until = now + timeout
        self._at_most = now + max(timeout, BEGINS_WITHIN)

    @property
    def seconds(self) -> float:
        """That it took."""
        return self._until - self._began

    def left(self) -> float:
        """Seconds; none: it is over. While nobody serves, a daemon begins or a keeper starts it:
        with the last of them the pipe goes."""
        now = time.monotonic()
        if self._until < self._at_most and not _is_there(self._served):
            self._until = min(now + self._timeout, self._at_most)
        return self._until - now


def _is_there(name: str) -> bool:
    """An event of this name. Where we may not look, one is."""
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
        with suppress(OSError):  # what ended the wait is told by the next try
            pipes.wait_for_instance(path, min(left, _LOOKS_EVERY))


def _tell_of_caller(name: str) -> None:
    """The keeper sees by that whether a daemon takes who calls. Nobody is to be told where there is
    none."""
    with suppress(OSError):
        if handle := names.open_event(_object(name, "callers")):
            called = Event(handle)
            called.set()
            called.close()


def _hold_name(path: str) -> int:
    """An instance that nobody can connect to: as long as it is there, whoever calls waits for one
    that takes them. Raises OSError: another program has a pipe of this name."""
    guard = pipes.create(path, first=True)
    # Only one that somebody was connected to has callers wait. Whoever is faster than we are tries
    # again, as they are cut off before a word.
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
