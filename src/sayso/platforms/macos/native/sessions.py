"""The session of macOS that this process is in: bsm/audit.h.

SessionGetInfo of the Security framework gives the same answer from the same source; this needs no
framework.
"""

import sys

assert sys.platform == "darwin"

from typing import NamedTuple

from sayso.platforms.macos.native import numbers


class Session(NamedTuple):
    number: int
    has_graphics: bool
    """The session is a person's, with a screen: one of Aqua."""


def session() -> Session:
    """The session of this process. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library
    from sayso.platforms.macos.native.layouts import AuditInfo

    told = AuditInfo()
    library.called("getaudit_addr", ctypes.byref(told), ctypes.sizeof(told))
    graphic = told.ai_flags & numbers.AU_SESSION_FLAG_HAS_GRAPHIC_ACCESS
    return Session(told.ai_asid, bool(graphic))
