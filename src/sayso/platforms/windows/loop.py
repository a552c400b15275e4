"""No process of ours has a main loop on Windows yet: it has neither dialogs nor a tray there."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.errors import Unsupported


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Raises Unsupported, always."""
    raise Unsupported("sayso has no main loop on Windows yet", remedy="call it on Linux")
