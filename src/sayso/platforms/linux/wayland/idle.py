"""How long the person has touched no key and no pointer, as the compositor tells.

It tells when no input has come for some time, and when input comes again: ext-idle-notify-v1, or
KDE's protocol of before (org_kde_kwin_idle), which sway has as well.
"""

import sys

assert sys.platform == "linux"

import struct
import threading
from collections.abc import Callable, Mapping

from sayso.platforms.linux.wayland.connection import Connection

PAUSE = 5.0
"""Seconds without input after which it is told: so we are woken when the person rests, and not with
each pause between two words. Any shorter time counts as none."""

_SEAT = "wl_seat"
_NOTIFIER, _GET_NOTIFICATION = "ext_idle_notifier_v1", 1
_KDE, _GET_TIMEOUT = "org_kde_kwin_idle", 0
_IDLED = 0


class IdleWatch:
    """Of the person's seat, from now on; what comes is read in a thread of its own."""

    def __init__(self, environ: Mapping[str, str], now: Callable[[], float]) -> None:
        """Raises OSError: the compositor does not tell."""
        self._now = now
        self._rests_since: float | None = None
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
        """Since the last input; None: the compositor has gone."""
        if self._has_gone:
            return None
        since = self._rests_since
        return 0.0 if since is None else self._now() - since

    def _begin(self) -> None:
        connection = self._connection
        seats = connection.named(_SEAT)
        for interface in (_NOTIFIER, _KDE):
            managers = connection.named(interface)
            if seats and managers:
                break
        else:
            raise OSError("the compositor does not tell of input")
        seat = connection.bind(seats[0], 1, _ignore)
        manager = connection.bind(managers[0], 1, _ignore)
        timer, milliseconds = connection.new(self._on_timer), int(PAUSE * 1_000)
        if interface == _NOTIFIER:
            request, body = _GET_NOTIFICATION, (timer, milliseconds, seat)
        else:
            request, body = _GET_TIMEOUT, (timer, seat, milliseconds)
        connection.send(manager, request, struct.pack("=III", *body))
        connection.settle()

    def _on_timer(self, event: int, _body: bytes) -> None:
        self._rests_since = self._now() - PAUSE if event == _IDLED else None

    def _serve(self) -> None:
        try:
            self._connection.serve()
        except OSError:
            self._has_gone = True


def _ignore(_event: int, _body: bytes) -> None:
    """What seats and managers say is not needed."""
