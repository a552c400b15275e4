"""There is no service manager for a person's programs on Windows: the first question starts the
daemon, and starts it again."""

import sys

assert sys.platform == "win32"

from collections.abc import Mapping, MutableMapping, Sequence

from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.windows.native import job_limits


def start(environ: Mapping[str, str], command: Sequence[str]) -> int | None:
    """None: nobody could."""
    return None


def given(environ: MutableMapping[str, str]) -> SocketActivation:
    """Nothing is."""
    return SocketActivation()


def ends_with(keeper: int | None) -> str | None:
    """The job object of the program that started it, where that ends all in it as it closes: so do
    some editors and runners of tests. Windows tells of the innermost job alone. Raises OSError."""
    limits = job_limits.limits()
    if limits is None or not limits & job_limits.KILL_ON_CLOSE:
        return None
    return "a job of the program that started it"


def tell(address: str, facts: Mapping[str, object]) -> None:
    """Nobody wants to be told."""
