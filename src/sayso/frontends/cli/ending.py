"""Ends the daemon, whatever state it and its keeper are in: by means of the kernel alone, and
within 5 s.

A daemon that does not react is killed. Its keeper then starts a successor, which goes on with
everything, unless the daemon is to stop for good, or the keeper hangs as well.
"""

import os
from contextlib import ExitStack, suppress
from typing import Self

from sayso.client.routes import connect
from sayso.client.shapes import DaemonStatus
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
"""Seconds for a daemon to report its status before it is ended."""

HEAR_WITHIN = 1.5
"""Seconds for a daemon that was asked to end to use any processor time; else it hangs."""

END_WITHIN = 4.0
"""Seconds for a daemon to end: it closes dialogs, and writes its log."""

GO_WITHIN = 1.0
"""Seconds for the system to remove a process that was killed."""

SUCCEED_WITHIN = 2.0
"""Seconds for a keeper to use any processor time for a successor; else it hangs."""


class Pair:
    """The daemon of this environment and its keeper, as they are now. Use as a context manager.

    If somebody has stopped one of the two, it is continued: it may still be well.
    """

    def __init__(self) -> None:
        """Raises Unreachable: nobody listens at the daemon's socket."""
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
        """The daemon's pid; None: there is only a keeper, which hangs."""
        return self._daemon.pid if self._daemon else None

    def ends(self, *, restart: bool) -> bool:
        """Asks the daemon to end. False: it does not, or there is no daemon."""
        if self._daemon is None:
            return False
        before = _worked(self._daemon)
        self._daemon.ask_to_end(restart=restart)
        if self._daemon.has_ended(HEAR_WITHIN):
            return True
        hears = _worked(self._daemon) != before
        return hears and self._daemon.has_ended(END_WITHIN - HEAR_WITHIN)

    def has_ended(self) -> bool:
        """Waits up to 4 s for the daemon to end by itself, as it has said that it would. Once it
        has, nobody finds it at its socket any more."""
        return self._daemon is None or self._daemon.has_ended(END_WITHIN)

    def keeper_has_gone(self) -> bool:
        """Whether the keeper has gone, too, as it does before a daemon that was told to stop. Else
        the keeper was quicker to find out that the daemon hung, and starts a successor."""
        return not self._hold_keepers()

    def kill_daemon(self) -> None:
        """Kills the daemon alone; its keeper notices that."""
        if self._daemon:
            _kill(self._daemon)

    def kill(self) -> None:
        """Kills both, the keeper first, so that it starts no other daemon; and removes the socket
        that they leave."""
        self._kill_keepers()
        self.kill_daemon()
        with suppress(AlreadyRunning):  # somebody listens there already
            endpoint().listen(self._path, backlog=1).close()

    def successor(self) -> DaemonStatus | None:
        """The status of the successor, once it serves. None: both have gone, or the keeper hung,
        and was killed."""
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
        # The daemon was just killed, or the session manager starts it: once it listens, it replies.
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
        """Whether no keeper has used processor time since this pair was found. If there is no
        keeper, none hangs: a successor of another version has ended it, and starts its own."""
        keepers = self._hold_keepers()
        return bool(keepers) and all(
            _worked(each) == self._worked.get(each.pid) for each in keepers
        )

    def _kill_keepers(self) -> None:
        for each in self._hold_keepers():
            _kill(each)


def last_status() -> DaemonStatus | None:
    """The daemon's status. None: it does not answer, which is no reason not to end it."""
    try:
        return _client(ANSWER_WITHIN).status()
    except SaysoError:
        return None


def _client(within: float | None = None) -> Client:
    if within is None:
        return Client(spawn=False, name=CLIENT_NAME)
    return Client(spawn=False, name=CLIENT_NAME, reply_within=within, rejoin_within=within)


def _worked(process: DaemonHandle) -> float | None:
    """Seconds of processor time that the process has used. None: it has ended."""
    with suppress(OSError):
        return processes().processor_seconds(process.pid)
    return None


def _kill(process: DaemonHandle) -> None:
    process.kill()
    if not process.has_ended(GO_WITHIN):
        raise ServiceError(
            f"process {process.pid} was killed, and the system does not take it away",
            remedy="find out what it waits for: perhaps a disk or a network drive",
        )
