"""A caller: a small program that asks through the client library or the command, and then acts.

To act, it writes a line to the ledger. A caller that follows an earlier one collects with the
ticket that the earlier one left, or else asks with the same request; see `Way`.
"""

import asyncio
import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NoReturn

from faults.ledger import Ledger, Word
from sayso.client.aio import AsyncClient
from sayso.client.sync import Client
from sayso.core.outcome import Answered, Outcome, Pending
from sayso.errors import Expired, SaysoError

WAIT = 25.0
"""Seconds that a caller waits for an answer; a trial that takes longer has failed."""

COMMAND = Path(__file__).with_name("command_program.py")


class Way(StrEnum):
    """How a caller asks, and how the next caller goes on: with the ticket where a way says so, else
    with the same request."""

    REQUEST = "request"
    TICKET = "ticket"
    """Asks without waiting, and then collects the answer with the ticket."""
    ASYNC = "async"
    """Asks through the asyncio client."""
    COMMAND = "command"
    """Runs `sayso confirm`; the next caller runs it again. Whoever runs the command acts on its
    exit status."""
    PASSWORD = "password"  # noqa: S105 - a name
    """Asks for a password without waiting; then the same process sends the same request again."""
    PASSWORD_TICKET = "password-ticket"  # noqa: S105 - a name

    @property
    def secret(self) -> bool:
        return self in (Way.PASSWORD, Way.PASSWORD_TICKET)

    @property
    def by_ticket(self) -> bool:
        return self in (Way.TICKET, Way.PASSWORD_TICKET)


@dataclass(frozen=True)
class Caller:
    ledger: Ledger
    socket: str
    question: str
    way: Way
    ticket: str = ""
    """The ticket that an earlier caller left; empty: none."""
    wait: float = WAIT

    def ask(self) -> None:
        """Asks, and notes the result in the ledger. Never raises a SaysoError. With `Way.COMMAND`
        it does not return: this process becomes the command."""
        self._note(Word.ASKED, self.ticket)
        if self.way is Way.COMMAND:
            self._become_the_command()
        try:
            outcome = asyncio.run(self._ask_async()) if self.way is Way.ASYNC else self._ask()
        except SaysoError as error:
            self._note(Word.FAILED, f"{error.name} {error.message}")
        else:
            self._act(outcome)

    def _become_the_command(self) -> NoReturn:
        if sys.platform == "win32":  # a process can't become another program there
            from faults import command_program

            sys.exit(command_program.run(self.ledger.path, self.question))
        else:
            command = [sys.executable, "-E", "-P", str(COMMAND), self.ledger.path, self.question]
            os.execv(sys.executable, command)  # noqa: S606 - no shell

    def _act(self, outcome: Outcome) -> None:
        said: str = outcome.status
        if isinstance(outcome, Answered) and outcome.secret is not None:
            said += f" {bytes(outcome.secret.view()).decode()}"
        done = outcome.status in ("approved", "answered", "denied")
        self._note(Word.COMMITTED if done else Word.FAILED, said)

    def _ask(self) -> Outcome:
        with Client(self.socket, spawn=False) as client:
            ask = client.password if self.way.secret else client.confirm
            if self.ticket:
                try:
                    return client.collect(self.ticket, wait=self.wait, heard=self._heard)
                except Expired:  # a caller claimed it and never acted, or it is lost
                    return ask(self.question, wait=self.wait, heard=self._heard)
            if self.way is Way.REQUEST:
                return client.confirm(self.question, wait=self.wait, heard=self._heard)
            outcome = ask(self.question, wait=0, heard=self._heard)
            if not isinstance(outcome, Pending):
                return outcome
            if self.way is Way.PASSWORD:
                return ask(self.question, wait=self.wait, heard=self._heard)
            self._note(Word.TICKET, outcome.ticket)
            return client.collect(outcome.ticket, wait=self.wait, heard=self._heard)

    async def _ask_async(self) -> Outcome:
        async with AsyncClient(self.socket, spawn=False) as client:
            return await client.confirm(self.question, wait=self.wait, heard=self._heard)

    def _heard(self) -> bool:
        self._note(Word.CLAIMING)
        return True

    def _note(self, word: Word, said: str = "") -> None:
        self.ledger.note(word, self.question, said)
