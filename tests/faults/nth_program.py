"""A daemon or keeper in which the n-th call of a kind fails.

    python nth_program.py SPEC LEDGER FLAW ROLE ARGUMENT…

Everything else is as in `program.py`. SPEC is a `Spec` as JSON. The file `hit` is written when the
call fails: if it is missing, there were fewer calls.
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
"""The functions that are wrapped for each kind, where Python code of ours and of asyncio looks them
up."""

PLACE_FRAMES = 3
"""How many stack frames make a place: calls through the same lines in them come from the same
place."""

OWN_FRAMES = 3
"""Stack frames of this module above a wrapped call, which are left out of its place."""

TWICE = 2

Call = Callable[..., Any]


@dataclass(frozen=True)
class Spec:
    kind: str
    victim: str
    """The process whose call fails: the first "daemon", its "keeper", or the "successor" that the
    keeper starts."""
    error: str
    """A name of errno(3)."""
    nth: int
    """1 is the first."""
    hit: str
    lasting: bool = False
    """Later calls of the kind in this process fail, too."""
    every: bool = True
    """Each call counts. False: of those that come from the same place, only the first two count."""


class Fault:
    """Counts the calls of all threads, and makes the n-th one fail."""

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
        """Whether two calls came from the same place before."""
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
    """The command line that starts a process of this role. A dialog process is never the victim."""
    if role == "dialog":
        return plain(ledger, flaw, role)
    return (sys.executable, "-E", "-P", __file__, told, ledger, flaw, role)


def main(told: str, ledger: str, flaw: str, role: str, *arguments: str) -> int:
    spec = Spec(**json.loads(told))
    if not Path(spec.hit).exists():  # if it exists, the call has failed in an earlier process
        vars(program).update(command=partial(command, program.command, told))
        if spec.victim == ("successor" if role == "daemon" and arguments else role):
            fault = Fault(spec)
            for owner, attribute in KINDS[spec.kind]:
                setattr(owner, attribute, fault.wrap(getattr(owner, attribute)))
    return program.main(ledger, flaw, role, *arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
