"""Windows has no service manager for a person's programs: the first question starts the daemon, and
starts it again if it has ended."""

import sys

assert sys.platform == "win32"

from collections.abc import Mapping, MutableMapping, Sequence

from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.windows.native import job_limits


def start(environ: Mapping[str, str], command: Sequence[str]) -> int | None:
    """None, always: there is no service manager that could start the daemon."""
    return None


def given(environ: MutableMapping[str, str]) -> SocketActivation:
    """An empty value, always: there is no service manager that gives a socket."""
    return SocketActivation()


def ends_with(keeper: int | None) -> str | None:
    """Words for the job object that this process is in, if closing the job ends all processes in
    it, as with some editors and test runners; else None. Windows shows only the innermost job.
    Raises OSError."""
    limits = job_limits.limits()
    if limits is None or not limits & job_limits.KILL_ON_CLOSE:
        return None
    return "a job of the program that started it"


def tell(address: str, facts: Mapping[str, object]) -> None:
    """Does nothing: there is no service manager to tell."""
