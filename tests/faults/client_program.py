"""A caller as a process of its own: asks through the client library, and then acts (see caller.py).

python client_program.py WAY LEDGER SOCKET QUESTION TICKET
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.caller import Caller, Way
from faults.ledger import Ledger
from sayso.client import routes

WAIT = 300.0
"""Seconds to wait for an answer: other questions may be answered first."""
PATIENCE = 25.0
"""Seconds to be connected, where a caller waits for the next daemon: on a busy machine a daemon
takes long to start."""


def main(way: str, path: str, socket: str, question: str, ticket: str) -> None:
    vars(routes).update(CONNECT_WITHIN=PATIENCE)
    Caller(Ledger(path), socket, question, Way(way), ticket, WAIT).ask()


if __name__ == "__main__":
    main(*sys.argv[1:])
