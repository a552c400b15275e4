"""An asker that exceeds its limit: asks many questions without waiting and withdraws them all,
three times.

python flood_program.py SOCKET QUESTION

Prints a JSON list: how many questions were refused each time. The others were open at once.
"""

import json
import sys

from sayso.client.sync import Client
from sayso.core.outcome import Pending, Refused
from sayso.errors import NotAcknowledged, NotOpen, Unreachable

TIMES = 3
QUESTIONS = 12
DETAILS = "What is shown under it.\n" * 2000


def flood(client: Client, question: str) -> int:
    asked = [
        client.confirm(f"{question} {number} wait", details=DETAILS, wait=0, retention=1)
        for number in range(QUESTIONS)
    ]
    for outcome in asked:
        if isinstance(outcome, Pending):
            take_back(client, outcome.ticket)
    return sum(isinstance(outcome, Refused) for outcome in asked)


def take_back(client: Client, ticket: str) -> None:
    """Withdraws a question; tries again when the daemon is killed meanwhile."""
    while True:
        try:
            client.withdraw(ticket)
        except Unreachable:
            continue
        except (NotAcknowledged, NotOpen):
            pass
        return


def main(socket: str, question: str) -> None:
    with Client(socket, spawn=False) as client:
        print(json.dumps([flood(client, f"{question}.{time}") for time in range(TIMES)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
