"""A caller of its own: asks through the client library, and acts once it may (see caller.py).

python client_program.py sync|aio LEDGER SOCKET QUESTION TICKET request|ticket
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults import caller
from faults.ledger import Ledger

WAIT = 300.0
"""Seconds: others are asked for before."""


def main(kind: str, path: str, socket: str, question: str, ticket: str, way: str) -> None:
    ledger, by_ticket = Ledger(path), way == "ticket"
    if kind == "sync":
        caller.ask(ledger, socket, question, ticket, by_ticket, WAIT)
    else:
        asyncio.run(caller.ask_async(ledger, socket, question, ticket, by_ticket, WAIT))


if __name__ == "__main__":
    main(*sys.argv[1:])
