"""A caller of its own: asks through the client library, and acts once it may (see caller.py).

python client_program.py WAY LEDGER SOCKET QUESTION TICKET
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.caller import Caller, Way
from faults.ledger import Ledger
from sayso.client import spawn

WAIT = 300.0
"""Seconds: others are asked for before."""
PATIENCE = 25.0
"""Seconds to be taken, where that waits for the next daemon: on a busy machine it takes long to
start."""


def main(way: str, path: str, socket: str, question: str, ticket: str) -> None:
    vars(spawn).update(CONNECT_WITHIN=PATIENCE)
    Caller(Ledger(path), socket, question, Way(way), ticket, WAIT).ask()


if __name__ == "__main__":
    main(*sys.argv[1:])
