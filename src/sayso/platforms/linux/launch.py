"""Executes a command. This is a program of its own, as only a process with a single thread can
safely change so much before an exec.

    python -I -S launch.py PLAN

PLAN is the number of a descriptor from which the plan is read, as JSON. In the plan, `program`,
`directory`, `secret` and `report` are descriptors, `number` is the descriptor under which the
command finds the secret, `argv` and `environ` are the command's own, as bytes in Latin-1. EXECUTING
is written to `report` right before the exec, which closes it; if something fails, so is the reason.
"""

import sys

assert sys.platform == "linux"

import json
import os
import signal
from contextlib import suppress
from typing import Any

EXECUTING = b"\n"
_NOT_EXECUTED = 127


def main() -> int:
    with open(int(sys.argv[1]), "rb") as file:
        plan = json.load(file)
    try:
        _become(plan)
    except OSError as error:
        os.write(plan["report"], (error.strerror or str(error)).encode())
    return _NOT_EXECUTED


def _become(plan: dict[str, Any]) -> None:
    """Prepares this process and executes the command, so it does not return. Raises OSError."""
    for number in signal.valid_signals():
        with suppress(OSError):  # SIGKILL and SIGSTOP
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.fchdir(plan["directory"])
    os.dup2(plan["secret"], plan["number"])
    for name in ("directory", "secret", "program", "report"):
        os.set_inheritable(plan[name], False)
    argv = [word.encode("latin-1") for word in plan["argv"]]
    environ = {name.encode("latin-1"): value.encode("latin-1") for name, value in plan["environ"]}
    os.write(plan["report"], EXECUTING)
    os.execve(plan["program"], argv, environ)  # noqa: S606 - the purpose of this program


if __name__ == "__main__":
    sys.exit(main())
