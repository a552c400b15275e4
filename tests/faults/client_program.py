"""A caller of its own: asks through the client library, and acts once it may (see caller.py).

python client_program.py WAY LEDGER SOCKET QUESTION TICKET
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.caller import Caller, Way
from faults.ledger import Ledger

WAIT = 300.0
"""Seconds: others are asked for before."""


def main(way: str, path: str, socket: str, question: str, ticket: str) -> None:
    Caller(Ledger(path), socket, question, Way(way), ticket, WAIT).ask()


if __name__ == "__main__":
    main(*sys.argv[1:])
