"""A caller: a small program that asks through the client library and acts once it may.

Its act is a line in the ledger. It asks with the ticket that an earlier one left, else with the
same request; one that goes `by_ticket` asks without waiting first, and then collects.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from faults.ledger import Ledger, Word
from sayso.client.aio import AsyncClient
from sayso.client.sync import Client
from sayso.core.outcome import Outcome, Pending
from sayso.errors import Expired, SaysoError

WAIT = 25.0
"""Seconds; a trial that takes so long has failed."""


def ask(
    ledger: Ledger, socket: str, question: str, ticket: str, by_ticket: bool, wait: float = WAIT
) -> None:
    act = Act(ledger, question)
    with act.failing(ticket), Client(socket, spawn=False) as client:
        act.commit(_outcome(client, act, ticket, by_ticket, wait))


async def ask_async(
    ledger: Ledger, socket: str, question: str, ticket: str, by_ticket: bool, wait: float
) -> None:
    """As `ask`, through the client for asyncio."""
    act = Act(ledger, question)
    with act.failing(ticket):
        async with AsyncClient(socket, spawn=False) as client:
            act.commit(await _outcome_async(client, act, ticket, by_ticket, wait))


class Act:
    """What one caller notes."""

    def __init__(self, ledger: Ledger, question: str) -> None:
        self.question = question
        self._ledger = ledger

    @contextmanager
    def failing(self, ticket: str) -> Iterator[None]:
        self._ledger.note(Word.ASKED, self.question, ticket)
        try:
            yield
        except SaysoError as error:
            self._ledger.note(Word.FAILED, self.question, f"{error.name} {error.message}")

    def ticket(self, ticket: str) -> None:
        self._ledger.note(Word.TICKET, self.question, ticket)

    def heard(self) -> bool:
        self._ledger.note(Word.CLAIMING, self.question)
        return True

    def commit(self, outcome: Outcome) -> None:
        word = Word.FAILED if outcome.status in ("pending", "not_shown") else Word.COMMITTED
        self._ledger.note(word, self.question, outcome.status)


def _outcome(client: Client, act: Act, ticket: str, by_ticket: bool, wait: float) -> Outcome:
    if ticket:
        try:
            return client.collect(ticket, wait=wait, heard=act.heard)
        except Expired:  # who held it claimed the answer, and never acted
            pass
    elif by_ticket:
        outcome = client.confirm(act.question, wait=0, heard=act.heard)
        if not isinstance(outcome, Pending):
            return outcome
        act.ticket(outcome.ticket)
        return client.collect(outcome.ticket, wait=wait, heard=act.heard)
    return client.confirm(act.question, wait=wait, heard=act.heard)


async def _outcome_async(
    client: AsyncClient, act: Act, ticket: str, by_ticket: bool, wait: float
) -> Outcome:
    if ticket:
        try:
            return await client.collect(ticket, wait=wait, heard=act.heard)
        except Expired:  # who held it claimed the answer, and never acted
            pass
    elif by_ticket:
        outcome = await client.confirm(act.question, wait=0, heard=act.heard)
        if not isinstance(outcome, Pending):
            return outcome
        act.ticket(outcome.ticket)
        return await client.collect(outcome.ticket, wait=wait, heard=act.heard)
    return await client.confirm(act.question, wait=wait, heard=act.heard)
