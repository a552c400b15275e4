"""What a kqueue(2) tells of: that a process exits, that the other end of a socket is closed, that
something happens to a file.

A kqueue is a descriptor itself, readable as long as something is in it that was not taken out.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import os
import select
import socket

from sayso.platforms.macos.native import numbers


def exit_of(pid: int) -> select.kqueue:
    """Readable, for good, once the process that has this pid now exits. Any user's: NOTE_EXIT alone
    wants no right to signal it (`filt_procattach` in bsd/kern/kern_event.c of xnu).

    Raises ProcessLookupError: gone, or a zombie. Raises OSError.
    """
    queue = select.kqueue()
    try:
        asked = select.kevent(
            pid, select.KQ_FILTER_PROC, select.KQ_EV_ADD, fflags=select.KQ_NOTE_EXIT
        )
        queue.control([asked], 0)
    except BaseException:
        queue.close()
        raise
    return queue


class HangUp:
    """Whether the other end of a stream of Unix sockets is closed: its last descriptor, at the end
    of its process at the latest.

    The kernel then ends both directions for this end (`unp_disconnect` in bsd/kern/uipc_usrreq.c
    of xnu). Nothing else that the peer does ends the one in which this end sends: a peer that sends
    no more ends only what this end receives (`unp_shutdown`). EV_EOF of the filter for writing is
    of the direction in which this end sends (`filt_sowrite_common` in bsd/kern/uipc_socket.c). As
    there is room to write most of the time, it is asked for by edges (EV_CLEAR): one at first, one
    for each time that the peer takes something, and one when it closes.

    A peer that shuts down both directions, and keeps its descriptor, can't be told from one that
    sends no more. An end that shuts down its own sending hears that as well.
    """

    def __init__(self, sock: socket.socket) -> None:
        """Raises OSError."""
        self._sock, self._queue = sock, select.kqueue()
        try:
            self._ask(select.KQ_EV_ADD | select.KQ_EV_CLEAR)
        except BaseException:
            self._queue.close()
            raise
        self._is_closed = False

    def fileno(self) -> int:
        """Readable when `is_closed` may have changed; once it has, for good."""
        return self._queue.fileno()

    def is_closed(self) -> bool:
        """Never waits. Raises OSError."""
        if not self._is_closed:
            events = self._queue.control(None, 1, 0)
            self._is_closed = any(event.flags & select.KQ_EV_EOF for event in events)
            if self._is_closed:  # from now on it is not by edges, and nobody takes it out
                self._ask(select.KQ_EV_DELETE)
                self._ask(select.KQ_EV_ADD)
        return self._is_closed

    def close(self) -> None:
        self._queue.close()

    def _ask(self, flags: int) -> None:
        event = select.kevent(self._sock.fileno(), select.KQ_FILTER_WRITE, flags)
        self._queue.control([event], 0)


class Changes:
    """Whether something happens to files and directories: of a directory, that a name in it comes,
    goes or is another's; of a file, each write, too, as the system does not tell of its last one.

    Each is held open, in a way that keeps no volume from being ejected (open(2), O_EVTONLY).
    """

    def __init__(self) -> None:
        """Raises OSError."""
        self._queue = select.kqueue()
        self._open: list[int] = []

    def fileno(self) -> int:
        """Readable when something has happened since `forget`."""
        return self._queue.fileno()

    def follow(self, path: str) -> None:
        """Raises OSError."""
        flags = numbers.O_EVTONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        descriptor = os.open(path, flags)
        self._open.append(descriptor)
        asked = select.kevent(
            descriptor,
            select.KQ_FILTER_VNODE,
            select.KQ_EV_ADD | select.KQ_EV_CLEAR,
            fflags=select.KQ_NOTE_DELETE
            | select.KQ_NOTE_WRITE
            | select.KQ_NOTE_EXTEND
            | select.KQ_NOTE_ATTRIB
            | select.KQ_NOTE_RENAME
            | select.KQ_NOTE_REVOKE,
        )
        self._queue.control([asked], 0)

    def forget(self) -> None:
        """What happened, and what was followed: whoever closes a file takes its events out."""
        while self._open:
            os.close(self._open.pop())

    def drain(self) -> None:
        """Forgets what happened. Never waits. Raises OSError."""
        while self._queue.control(None, 16, 0):
            pass

    def close(self) -> None:
        self.forget()
        self._queue.close()
