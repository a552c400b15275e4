"""How long the person has not touched keyboard or pointer, as the compositor reports.

The compositor sends an event when no input has come for some time, and another when input comes
again. The protocol is ext-idle-notify-v1, or KDE's older one (org_kde_kwin_idle), which sway has as
well.
"""

import sys

assert sys.platform == "linux"

import struct
import threading
from collections.abc import Callable, Mapping

from sayso.platforms.linux.wayland.connection import Connection

PAUSE = 5.0
"""Seconds without input after which the compositor reports it, so that short pauses while typing do
not wake us. `seconds` returns 0 before that."""

_SEAT = "wl_seat"
_NOTIFIER, _GET_IDLE_NOTIFICATION_REQUEST = "ext_idle_notifier_v1", 1
_KDE_IDLE, _GET_IDLE_TIMEOUT_REQUEST = "org_kde_kwin_idle", 0
"""Each interface, and the opcode of its request for a timer."""
_IDLED_EVENT = 0
"""The opcode of the timer's event for no input, in both protocols. The other event means input
again."""


class IdleWatch:
    """Watches the first seat from now on; events are read in a thread of their own."""

    def __init__(self, environ: Mapping[str, str], now: Callable[[], float]) -> None:
        """Raises OSError if the compositor has no idle protocol, or can't be reached."""
        self._now = now
        self._idle_since: float | None = None
        self._has_gone = False
        self._connection = Connection(environ)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._connection.close()

    def seconds(self) -> float | None:
        """Seconds since the last input: 0.0, or PAUSE and more. None: the compositor has gone."""
        if self._has_gone:
            return None
        since = self._idle_since
        return 0.0 if since is None else self._now() - since

    def _begin(self) -> None:
        connection = self._connection
        seats = connection.named(_SEAT)
        for interface in (_NOTIFIER, _KDE_IDLE):
            managers = connection.named(interface)
            if seats and managers:
                break
        else:
            raise OSError("the compositor does not tell of input")
        seat = connection.bind(seats[0], 1, _ignore)
        manager = connection.bind(managers[0], 1, _ignore)
        timer, milliseconds = connection.new(self._on_timer), int(PAUSE * 1_000)
        if interface == _NOTIFIER:
            request, body = _GET_IDLE_NOTIFICATION_REQUEST, (timer, milliseconds, seat)
        else:
            request, body = _GET_IDLE_TIMEOUT_REQUEST, (timer, seat, milliseconds)
        connection.send(manager, request, struct.pack("=III", *body))
        connection.settle()

    def _on_timer(self, event: int, _body: bytes) -> None:
        self._idle_since = self._now() - PAUSE if event == _IDLED_EVENT else None

    def _serve(self) -> None:
        try:
            self._connection.serve()
        except OSError:
            self._has_gone = True


def _ignore(_event: int, _body: bytes) -> None:
    """Events of seats and managers are not needed."""
