"""A daemon or keeper in which one call of a kind fails once: the n-th.

    python nth_program.py SPEC LEDGER FLAW ROLE ARGUMENT…

The rest is `program.py`. SPEC is JSON of a `Spec`. Its file `hit` is made when the call has failed:
without it there were fewer calls.
"""

import sys

assert sys.platform == "linux"

import errno
import fcntl
import json
import os
import socket
import subprocess
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
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

PLACE_FRAMES = 3
"""Calls through the same so many lines come from the same place."""

OWN_FRAMES = 3
"""Between a call and the look at where it comes from."""

TWICE = 2

Call = Callable[..., Any]


@dataclass(frozen=True)
class Spec:
    kind: str
    victim: str
    """The first "daemon", its "keeper", or the "successor" that the keeper starts."""
    error: str
    """A name of errno(3)."""
    nth: int
    """1 is the first."""
    hit: str
    lasting: bool = False
    """Those after it in this process fail, too."""
    every: bool = True
    """Each call counts; else, of those that come from the same place, the first two."""


class Fault:
    """Counts the calls, of all threads, and fails one."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._errno = getattr(errno, spec.error)
        self._left = spec.nth
        self._places: Counter[object] = Counter()
        self._lock = threading.Lock()

    def wrap(self, call: Call) -> Call:
        @wraps(call)
        def failing(*args: Any, **kwargs: Any) -> Any:
            with self._lock:
                fails = self._fails()
            if fails:
                Path(self._spec.hit).write_text(call.__qualname__)
                raise OSError(self._errno, os.strerror(self._errno))
            return call(*args, **kwargs)

        return failing

    def _fails(self) -> bool:
        if not self._spec.every and self._is_known():
            return False
        self._left -= 1
        return self._left == 0 or (self._left < 0 and self._spec.lasting)

    def _is_known(self) -> bool:
        """Two calls came from the same place before."""
        stack = traceback.extract_stack(limit=OWN_FRAMES + PLACE_FRAMES)[:-OWN_FRAMES]
        place = tuple((frame.filename, frame.lineno) for frame in stack)
        self._places[place] += 1
        return self._places[place] > TWICE


def command(
    plain: Callable[[str, str, str], tuple[str, ...]],
    told: str,
    ledger: str,
    flaw: str,
    role: str,
) -> tuple[str, ...]:
    """What starts a process of this role; a dialog is no victim."""
    if role == "dialog":
        return plain(ledger, flaw, role)
    return (sys.executable, "-E", "-P", __file__, told, ledger, flaw, role)


def main(told: str, ledger: str, flaw: str, role: str, *arguments: str) -> int:
    spec = Spec(**json.loads(told))
    if not Path(spec.hit).exists():  # else it has failed, in a process before this one
        vars(program).update(command=partial(command, program.command, told))
        if spec.victim == ("successor" if role == "daemon" and arguments else role):
            fault = Fault(spec)
            for owner, attribute in KINDS[spec.kind]:
                setattr(owner, attribute, fault.wrap(getattr(owner, attribute)))
    return program.main(ledger, flaw, role, *arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
