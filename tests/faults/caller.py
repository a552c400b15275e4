"""A caller: a small program that asks through the client library and acts once it may.

Its act is a line in the ledger. It asks with the ticket that an earlier one left, else with the
same request; one that goes `by_ticket` asks without waiting first, and then collects.
"""

from faults.ledger import Ledger, Word
from sayso.client.sync import Client
from sayso.core.outcome import Outcome, Pending
from sayso.errors import Expired, SaysoError

WAIT = 25.0
"""Seconds; a trial that takes so long has failed."""


def ask(ledger: Ledger, socket: str, question: str, ticket: str, by_ticket: bool) -> None:
    ledger.note(Word.ASKED, question, ticket)
    try:
        with Client(socket, spawn=False) as client:
            outcome = _outcome(client, ledger, question, ticket, by_ticket)
    except SaysoError as error:
        ledger.note(Word.FAILED, question, f"{error.name} {error.message}")
    else:
        word = Word.FAILED if outcome.status in ("pending", "not_shown") else Word.COMMITTED
        ledger.note(word, question, outcome.status)


def _outcome(
    client: Client, ledger: Ledger, question: str, ticket: str, by_ticket: bool
) -> Outcome:
    def heard() -> bool:
        ledger.note(Word.CLAIMING, question)
        return True

    if ticket:
        try:
            return client.collect(ticket, wait=WAIT, heard=heard)
        except Expired:  # who held it claimed the answer, and never acted
            pass
    elif by_ticket:
        outcome = client.confirm(question, wait=0, heard=heard)
        if not isinstance(outcome, Pending):
            return outcome
        ledger.note(Word.TICKET, question, outcome.ticket)
        return client.collect(outcome.ticket, wait=WAIT, heard=heard)
    return client.confirm(question, wait=WAIT, heard=heard)
