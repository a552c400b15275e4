"""Ends the daemon, whatever state it and its keeper are in: by the kernel alone, and within 5 s.

One that hears nothing is killed. Its keeper then starts a successor that goes on with everything,
unless it is to stop, or the keeper hangs as well.
"""

import os
from contextlib import ExitStack, suppress
from typing import Self

from sayso.client.shapes import DaemonStatus
from sayso.client.spawn import connect
from sayso.client.sync import Client
from sayso.errors import (
    AlreadyRunning,
    ProtocolError,
    SaysoError,
    ServiceError,
    Unreachable,
    UntrustedPeer,
)
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.platforms.contract.processes import DaemonHandle
from sayso.platforms.select import endpoint, peer, processes

ANSWER_WITHIN = 1.0
"""Seconds for a daemon to say how it is, before it is ended."""

HEAR_WITHIN = 1.5
"""Seconds for a daemon that was asked to end to do anything at all; else it hangs."""

END_WITHIN = 4.0
"""Seconds for it to end: it closes dialogs, and writes its log."""

GO_WITHIN = 1.0
"""Seconds for the system to take away what was killed."""

SUCCEED_WITHIN = 2.0
"""Seconds for a keeper to do anything at all about a successor; else it hangs."""


class Pair:
    """The daemon of this environment and its keeper, as they are now. Use as a context manager.

    One that somebody has stopped goes on: it may still be well.
    """

    def __init__(self) -> None:
        """Raises Unreachable: nobody listens."""
        self._path = endpoint().socket_path(os.environ)
        self._held = ExitStack()
        self._keepers = self._hold_keepers()
        self._worked = {each.pid: _worked(each) for each in self._keepers}
        for keeper in self._keepers:
            keeper.go_on()
        try:
            self._daemon = self._find()
        except BaseException:
            self._held.close()
            raise
        if self._daemon:
            self._daemon.go_on()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    @property
    def pid(self) -> int | None:
        """Of the daemon; None: there is a keeper alone, which hangs."""
        return self._daemon.pid if self._daemon else None

    def ends(self, *, restart: bool) -> bool:
        """Asks it to; False: it does not."""
        if self._daemon is None:
            return False
        before = _worked(self._daemon)
        self._daemon.ask_to_end(restart=restart)
        if self._daemon.has_ended(HEAR_WITHIN):
            return True
        hears = _worked(self._daemon) != before
        return hears and self._daemon.has_ended(END_WITHIN - HEAR_WITHIN)

    def has_ended(self) -> bool:
        """By itself, as it said: once it has, nobody finds it at its place."""
        return self._daemon is None or self._daemon.has_ended(END_WITHIN)

    def has_left(self) -> bool:
        """It ended as it was told to, its keeper before it. Else that was quicker to find out that
        it hangs, and starts a successor."""
        return not self._hold_keepers()

    def kill_daemon(self) -> None:
        """Its keeper finds that out."""
        if self._daemon:
            _kill(self._daemon)

    def kill(self) -> None:
        """Both, the keeper first, so that it starts no other; and removes what they leave."""
        self._kill_keepers()
        self.kill_daemon()
        with suppress(AlreadyRunning):  # somebody has the place already
            endpoint().listen(self._path, backlog=1).close()

    def successor(self) -> DaemonStatus | None:
        """Once it serves. None: both have gone, or the keeper hangs, and is killed."""
        try:
            with suppress(ProtocolError):
                return _client(SUCCEED_WITHIN).status()
            if not self._keepers_hang():
                return _client().status()  # it is slow, as the whole machine may be
        except Unreachable:
            return None
        self.kill()
        return None

    def _find(self) -> DaemonHandle | None:
        with connect(os.environ, start=False) as connection, suppress(UntrustedPeer):
            return self._hold(peer().daemon(connection))
        # It was killed just now, or the session manager starts it: it replies once it listens.
        client = _client(SUCCEED_WITHIN) if self._keepers else _client()
        try:
            client.status()
        except ProtocolError:
            return None
        with connect(os.environ, start=False) as connection:
            return self._hold(peer().daemon(connection))

    def _hold(self, process: DaemonHandle) -> DaemonHandle:
        self._held.callback(process.close)
        return process

    def _hold_keepers(self) -> list[DaemonHandle]:
        return [self._hold(each) for each in peer().keepers(self._path)]

    def _keepers_hang(self) -> bool:
        """None of them has done anything. Where there is none, a successor of another version has
        ended it, and starts its own."""
        keepers = self._hold_keepers()
        return bool(keepers) and all(
            _worked(each) == self._worked.get(each.pid) for each in keepers
        )

    def _kill_keepers(self) -> None:
        for each in self._hold_keepers():
            _kill(each)


def last_status() -> DaemonStatus | None:
    """None: it does not tell, which is no reason not to end it."""
    try:
        return _client(ANSWER_WITHIN).status()
    except SaysoError:
        return None


def _client(within: float | None = None) -> Client:
    if within is None:
        return Client(spawn=False, name=CLIENT_NAME)
    return Client(spawn=False, name=CLIENT_NAME, reply_within=within, rejoin_within=within)


def _worked(process: DaemonHandle) -> float | None:
    """None: it has ended."""
    with suppress(OSError):
        return processes().worked(process.pid)
    return None


def _kill(process: DaemonHandle) -> None:
    process.kill()
    if not process.has_ended(GO_WITHIN):
        raise ServiceError(
            f"process {process.pid} was killed, and the system does not take it away",
            remedy="find out what it waits for: perhaps a disk or a network drive",
        )
