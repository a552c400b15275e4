"""sayso does not start at login on Windows yet: the first question starts it."""

import sys

assert sys.platform == "win32"

from collections.abc import Mapping

from sayso.errors import Unsupported
from sayso.platforms.contract.autostart import AutostartStatus

_WHY = "sayso can't be started at login on Windows yet"
_REMEDY = "nothing need be done: the first question starts it"


def enable(environ: Mapping[str, str]) -> None:
    """Raises Unsupported, always."""
    raise Unsupported(_WHY, remedy=_REMEDY)


def disable(environ: Mapping[str, str]) -> None:
    """It never was enabled."""


def status(environ: Mapping[str, str]) -> AutostartStatus:
    return AutostartStatus(enabled=False, how="", files=(), trouble=_WHY, remedy=_REMEDY)
