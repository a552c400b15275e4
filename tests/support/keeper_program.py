"""The real keeper, whose successors the test plays. At its end it reports its exit status.

python keeper_program.py CONTROL SUCCESSOR DAEMON HANDOVER

SUCCESSOR is the command that starts a successor, as JSON; a daemon passes its keeper the last two.
"""

import json
import os
import socket
import sys

from sayso.keeper import main as keeper


def main() -> None:
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(sys.argv[1])
        keeper.SUCCESSOR = tuple(json.loads(sys.argv[2]))
        say(control, {"role": "keeper", "pid": os.getpid()})
        say(control, {"status": keeper.main(sys.argv[3:])})


def say(control: socket.socket, words: dict[str, object]) -> None:
    control.sendall(json.dumps(words).encode() + b"\n")


if __name__ == "__main__":
    main()
