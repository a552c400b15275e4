"""For which process gpg-agent says that it asks: a claim, and what the kernel says of that pid.

`OPTION owner=PID/UID HOST` names it, by what gpg told gpg-agent of itself.
"""

from __future__ import annotations

import socket
from contextlib import suppress

from sayso.core.text import visible_line
from sayso.errors import SaysoError
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.contract.starter import Held

_MOST = 2**31 - 1
"""No pid is larger."""


class Behalf:
    """As the process was when this was made."""

    def __init__(self, owner: str) -> None:
        """`owner`: the option's value; empty: none was named."""
        self.owner = owner
        told, _, host = owner.partition(" ")
        pid = told.partition("/")[0]
        number = int(pid) if pid.isascii() and pid.isdecimal() else 0
        self._pid = number if number <= _MOST else 0
        self._host = host.strip()
        self._held: Held | None = None
        self._is_here = self._host in ("", socket.gethostname())
        if self._pid and self._is_here:
            with suppress(SaysoError, OSError):  # then the question stays when that one ends
                self._held = select.starter().hold_other(self._pid)

    @property
    def is_held(self) -> bool:
        """It is here, and lives: whatever has its pid is this one."""
        return self._held is not None and self._held.lives()

    def lives(self) -> bool:
        """False: it was here, and has ended."""
        return self._held is None or self._held.lives()

    @property
    def pid(self) -> int | None:
        """Of a process here; None: none was named. The dialog says what the kernel does of it."""
        return self._pid if self._pid and self._is_here else None

    @property
    def words(self) -> str:
        """Of one on another machine; empty: none was named."""
        if not self._pid or self._is_here:
            return ""
        return visible_line(f"process {self._pid} on {self._host}")
