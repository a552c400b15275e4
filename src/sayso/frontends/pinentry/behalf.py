"""The process for which gpg-agent says that it asks: a claim, and what the kernel says of its pid.

`OPTION owner=PID/UID HOST` names the process: gpg told gpg-agent these facts about itself.
"""

from __future__ import annotations

import _socket  # `socket` itself takes 2 ms to load
from contextlib import suppress

from sayso.core.text import visible_line
from sayso.errors import SaysoError
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.contract.starter import Held

_MOST = 2**31 - 1
"""The largest pid there can be."""


class Behalf:
    """The process that gpg-agent names, as it was when this object was made."""

    def __init__(self, owner: str) -> None:
        """`owner`: the option's value; empty: none was named."""
        self.owner = owner
        told, _, host = owner.partition(" ")
        pid = told.partition("/")[0]
        number = int(pid) if pid.isascii() and pid.isdecimal() else 0
        self._pid = number if number <= _MOST else 0
        self._host = host.strip()
        self._held: Held | None = None
        self._is_here = self._host in ("", _socket.gethostname())
        if self._pid and self._is_here:
            with suppress(SaysoError, OSError):  # then the question outlives that process
                self._held = select.starter().hold_other(self._pid)

    @property
    def is_held(self) -> bool:
        """Whether we hold the process on this machine and it still runs, so that no other can have
        its pid."""
        return self._held is not None and self._held.lives()

    def lives(self) -> bool:
        """False: the process was on this machine and has ended. True also if that is not known."""
        return self._held is None or self._held.lives()

    @property
    def pid(self) -> int | None:
        """The pid on this machine; None: none was named. The dialog shows what the kernel knows of
        that process."""
        return self._pid if self._pid and self._is_here else None

    @property
    def words(self) -> str:
        """A process on another machine, in words; empty: none was named."""
        if not self._pid or self._is_here:
            return ""
        return visible_line(f"process {self._pid} on {self._host}")
