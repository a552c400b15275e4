"""The session of macOS that this process is in: bsm/audit.h.

SessionGetInfo of the Security framework says the same, and asks here, too; this loads no framework.
"""

import sys

assert sys.platform == "darwin"

from typing import NamedTuple

from sayso.platforms.macos.native import numbers


class Session(NamedTuple):
    number: int
    has_graphics: bool
    """A person's, with a screen: of Aqua."""


def session() -> Session:
    """Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library
    from sayso.platforms.macos.native.layouts import AuditInfo

    told = AuditInfo()
    library.called("getaudit_addr", ctypes.byref(told), ctypes.sizeof(told))
    graphic = told.ai_flags & numbers.AU_SESSION_FLAG_HAS_GRAPHIC_ACCESS
    return Session(told.ai_asid, bool(graphic))
