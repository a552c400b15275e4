"""A daemon or keeper in which one call of a kind fails once: the n-th.

    python nth_program.py KIND:ERRNO:N:HIT LEDGER FLAW ROLE ARGUMENT…

The rest is `program.py`. HIT is a file that is made when the call has failed: without it N was more
than there were. Where ROLE is "daemon" and KIND begins with "keeper-", its keeper is the victim.
"""

import sys

assert sys.platform == "linux"

import errno
import fcntl
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults import program

KINDS: dict[str, Sequence[tuple[Any, str]]] = {
    "write": ((os, "write"),),
    "send": ((socket.socket, "send"), (socket.socket, "sendall")),
    "open": (
        (os, "open"),
        (os, "pidfd_open"),
        (os, "dup"),
        (os, "pipe"),
        (socket, "socketpair"),
        (socket.socket, "accept"),
    ),
    "spawn": ((subprocess.Popen, "__init__"),),
    "lock": ((fcntl, "flock"),),
}
"""What is wrapped for each: where Python code of ours and of asyncio looks it up."""

KEEPER = "keeper-"


class Fault:
    """Counts the calls, of all threads, and fails one."""

    def __init__(self, name: str, nth: int, hit: str) -> None:
        self._errno = getattr(errno, name)
        self._left = nth
        self._hit = Path(hit)
        self._lock = threading.Lock()

    def wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(call)
        def failing(*args: Any, **kwargs: Any) -> Any:
            with self._lock:
                self._left -= 1
                fails = self._left == 0
            if fails:
                self._hit.write_text(call.__qualname__)
                raise OSError(self._errno, os.strerror(self._errno))
            return call(*args, **kwargs)

        return failing


def main(spec: str, ledger: str, flaw: str, role: str, *arguments: str) -> int:
    kind, name, nth, hit = spec.split(":")
    if role == "daemon" and kind.startswith(KEEPER):
        vars(program).update(command=_with_keeper(spec, program.command))
        return program.main(ledger, flaw, role, *arguments)
    if Path(hit).exists():  # it has failed, in a process before this one
        return program.main(ledger, flaw, role, *arguments)
    fault = Fault(name, int(nth), hit)
    for owner, attribute in KINDS[kind.removeprefix(KEEPER)]:
        setattr(owner, attribute, fault.wrap(getattr(owner, attribute)))
    return program.main(ledger, flaw, role, *arguments)


def _with_keeper(
    spec: str, others: Callable[[str, str, str], tuple[str, ...]]
) -> Callable[[str, str, str], tuple[str, ...]]:
    def command(ledger: str, flaw: str, role: str) -> tuple[str, ...]:
        if role != "keeper":
            return others(ledger, flaw, role)
        return sys.executable, "-E", "-P", __file__, spec, ledger, flaw, role

    return command


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
