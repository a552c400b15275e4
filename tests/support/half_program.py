"""A daemon or keeper process (one half of the pair) that does what a test tells it to.

python half_program.py CONTROL ROLE …

Standard input is the socket to the other half. A "first" daemon makes both ends, and starts the
keeper with the rest of the arguments; an "old keeper" starts a real daemon. The process connects
to CONTROL, says who it is, and replies to each order with a line; both are JSON.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from sayso.platforms import select


def main() -> None:
    control = socket.socket(socket.AF_UNIX)
    control.connect(sys.argv[1])
    role, rest = sys.argv[2], sys.argv[3:]
    match role:
        case "first":
            other = start_keeper(rest)
        case "old keeper":
            other = start_daemon()
        case _:
            other = socket.socket(fileno=0)
    half = Half(other, json.loads(handover(rest)) if role == "successor" else {})
    stream = control.makefile("rw")
    print(json.dumps({"role": role, "pid": os.getpid(), "rest": rest}), file=stream, flush=True)
    for line in stream:
        print(json.dumps(half.obey(json.loads(line))), file=stream, flush=True)


def handover(rest: list[str]) -> str:
    """The handover, as JSON: an argument of a successor, before `--keeper PID`."""
    return rest[-3]


def start_keeper(command: list[str]) -> socket.socket:
    ours, theirs = socket.socketpair()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(Path(sys.argv[1]).with_name("callers")))
    listener.listen()
    words = json.dumps({"descriptors": {"socket": listener.fileno()}})
    started = [*command, str(os.getpid()), words]
    subprocess.Popen(started, stdin=theirs.fileno(), pass_fds=[listener.fileno()])
    listener.close()
    theirs.close()
    return ours


def start_daemon() -> socket.socket:
    """Starts a real daemon as successor. Its log goes beside CONTROL."""
    ours, theirs = socket.socketpair()
    place = Path(sys.argv[1]).parent
    listener = select.endpoint().listen(str(place / "run" / "socket"), backlog=16)
    told = listener.handover()
    words = ["daemon", "run", "--successor", json.dumps(told), "--keeper", str(os.getpid())]
    subprocess.Popen(
        [sys.executable, "-m", "sayso", *words],
        stdin=theirs.fileno(),
        pass_fds=tuple(told["descriptors"].values()),
        env={"XDG_STATE_HOME": str(place / "state")},
    )
    theirs.close()
    return ours


class Half:
    def __init__(self, other: socket.socket, told: dict[str, Any]) -> None:
        self._other = other
        self._lines = other.makefile("rb")
        self._told = told

    def obey(self, order: dict[str, str]) -> str:
        match order:
            case {"send": data}:
                self._other.sendall(data.encode())
            case {"do": "hear"}:
                try:
                    return self._lines.readline().decode()
                except ConnectionResetError:
                    return ""
            case {"do": "play dead"}:
                self._lines.close()
                self._other.close()
                os.kill(os.getpid(), signal.SIGSTOP)
            case {"do": "accept"}:
                with socket.socket(fileno=self._told["descriptors"]["socket"]) as listener:
                    caller, _ = listener.accept()
                with caller:
                    return caller.recv(100).decode()
            case _:
                raise ValueError(order)
        return ""


if __name__ == "__main__":
    main()
