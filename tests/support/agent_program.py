"""An agent: a long-lived process that runs the commands that it is sent, one per line of JSON.

python agent_program.py SOCKET      connects there, says its pid, obeys, ends with the connection
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from typing import Any

STARTED: dict[int, subprocess.Popen[bytes]] = {}


def start(argv: list[str], out: str, err: str, terminal: bool = False) -> dict[str, Any]:
    """Starts a command and does not wait. `terminal`: in a session and on a terminal of its own."""
    with open(out, "wb") as to_out, open(err, "wb") as to_err:  # noqa: PTH123 # starts in less time without pathlib
        stdin: int = subprocess.DEVNULL
        if terminal:
            _master, stdin = os.openpty()  # the master stays open as long as this process lives
            argv = ["setsid", "--ctty", *argv]
        process = subprocess.Popen(argv, stdin=stdin, stdout=to_out, stderr=to_err)
        if terminal:
            os.close(stdin)
    STARTED[process.pid] = process
    return {"pid": process.pid}


def wait(pid: int, timeout: float) -> dict[str, Any]:
    """The exit status; `code` is None if it still runs after `timeout` seconds."""
    try:
        return {"code": STARTED[pid].wait(timeout)}
    except subprocess.TimeoutExpired:
        return {"code": None}


OPERATIONS: dict[str, Callable[..., dict[str, Any]]] = {"start": start, "wait": wait}


def main() -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(sys.argv[1])
        stream = connection.makefile("rw")
        print(json.dumps({"pid": os.getpid()}), file=stream, flush=True)
        for line in stream:
            request = json.loads(line)
            print(json.dumps(OPERATIONS[request.pop("op")](**request)), file=stream, flush=True)


if __name__ == "__main__":
    main()
