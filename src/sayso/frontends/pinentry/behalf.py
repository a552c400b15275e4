"""For which process gpg-agent says that it asks: a claim, and what the kernel says of that pid.

`OPTION owner=PID/UID HOST` names it, by what gpg told gpg-agent of itself.
"""

from __future__ import annotations

import os
import socket

from sayso.core.text import visible_line
from sayso.platforms import select

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.core.lineage import Lineage

_NAMED = 4
"""Programs of its lineage that are named."""


class Behalf:
    """As the process was when this was made."""

    def __init__(self, owner: str) -> None:
        """`owner`: the option's value; empty: none was named."""
        told, _, host = owner.partition(" ")
        pid = told.partition("/")[0]
        self._pid = int(pid) if pid.isascii() and pid.isdecimal() else 0
        self._host = host.strip()
        self._lineage: Lineage | None = None
        if self._pid and self._host in ("", socket.gethostname()):
            self._lineage = select.peer().running(self._pid)

    def lives(self) -> bool:
        """False: it was here, and has ended."""
        return self._lineage is None or not select.peer().has_exited(self._lineage.requester)

    @property
    def words(self) -> str:
        """Empty: none was named."""
        if not self._pid:
            return ""
        named = f"process {self._pid}"
        if self._lineage is None:
            return visible_line(f"{named} on {self._host}" if self._host else named)
        return visible_line(f"{named}, which is {_programs(self._lineage)}{_place(self._lineage)}")


def _programs(lineage: Lineage) -> str:
    """It, and those that started it, up to where the person works; but no shells."""
    from sayso.core.program_name import SHELLS  # loaded with any lineage

    first, *outer = lineage.members[: lineage.processes.index(lineage.origin) + 1]
    names = [first.name, *(each.name for each in outer if each.name not in SHELLS)]
    return ", for ".join(dict.fromkeys(names[:_NAMED]))


def _place(lineage: Lineage) -> str:
    if lineage.cwd is None:
        return ""
    home = os.path.expanduser("~")  # noqa: PTH111 - no pathlib on this path
    beyond = lineage.cwd.removeprefix(home)
    is_within = beyond != lineage.cwd and beyond[:1] in ("", os.sep)
    return f", in ~{beyond}" if is_within else f", in {lineage.cwd}"
