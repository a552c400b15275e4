"""Events from a kqueue(2): a process exits, the other end of a socket is closed, or something
happens to a file.

A kqueue is a file descriptor itself, readable as long as it holds an event that was not taken out.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import _socket
import os
import select

from sayso.platforms.macos.native import numbers


def exit_of(pid: int) -> select.kqueue:
    """A kqueue that becomes readable, for good, once the process that has this pid now exits. It
    may be any user's: NOTE_EXIT alone requires no right to signal the process (`filt_procattach` in
    bsd/kern/kern_event.c of xnu).

    Raises ProcessLookupError: the process is gone, or a zombie. Raises OSError.
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
    """Watches whether the other end of a Unix stream socket is closed, that is, its last file
    descriptor: at the latest when its process ends.

    The kernel then ends both directions for this end (`unp_disconnect` in bsd/kern/uipc_usrreq.c of
    xnu). Nothing else that the peer does ends the direction in which this end sends: a peer that
    sends no more ends only what this end receives (`unp_shutdown`). EV_EOF of the filter for
    writing is about the direction in which this end sends (`filt_sowrite_common` in
    bsd/kern/uipc_socket.c). As there is room to write most of the time, the filter reports edges
    only (EV_CLEAR): one at first, one each time that the peer takes something, and one when it
    closes.

    A peer that shuts down both directions, but keeps its file descriptor, can't be told from one
    that sends no more. If this end shuts down its own sending, that is reported as closed, too.
    """

    def __init__(self, sock: _socket.socket) -> None:
        """Raises OSError."""
        self._sock, self._queue = sock, select.kqueue()
        try:
            self._ask(select.KQ_EV_ADD | select.KQ_EV_CLEAR)
        except BaseException:
            self._queue.close()
            raise
        self._is_closed = False

    def fileno(self) -> int:
        """The kqueue's file descriptor: readable when `is_closed` may have changed, and for good
        once it is True."""
        return self._queue.fileno()

    def is_closed(self) -> bool:
        """Whether the other end is closed. Never waits. Raises OSError."""
        if not self._is_closed:
            events = self._queue.control(None, 1, 0)
            self._is_closed = any(event.flags & select.KQ_EV_EOF for event in events)
            if self._is_closed:  # anew without EV_CLEAR: so it stays readable
                self._ask(select.KQ_EV_DELETE)
                self._ask(select.KQ_EV_ADD)
        return self._is_closed

    def close(self) -> None:
        self._queue.close()

    def _ask(self, flags: int) -> None:
        event = select.kevent(self._sock.fileno(), select.KQ_FILTER_WRITE, flags)
        self._queue.control([event], 0)


class Changes:
    """Watches files and directories. For a directory it reports that a name in it appears,
    disappears or goes to another file; for a file, each write as well, as the system does not tell
    which is the last.

    Each of them is held open, in a way that keeps no volume from being ejected (open(2),
    O_EVTONLY).
    """

    def __init__(self) -> None:
        """Raises OSError."""
        self._queue = select.kqueue()
        self._open: list[int] = []

    def fileno(self) -> int:
        """The kqueue's file descriptor: readable when something has happened since `drain` or
        `forget`."""
        return self._queue.fileno()

    def follow(self, path: str) -> None:
        """Watches this path, too. Raises OSError."""
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
        """Forgets what happened, and watches nothing any more: closing a file takes its events out
        of the kqueue."""
        while self._open:
            os.close(self._open.pop())

    def drain(self) -> None:
        """Forgets what happened, and goes on watching. Never waits. Raises OSError."""
        while self._queue.control(None, 16, 0):
            pass

    def close(self) -> None:
        self.forget()
        self._queue.close()
