"""Secrets on their way to commands: what `request_secret` asked for, until its command has ended.

A secret is for the command that was shown with its question, so this server alone collects it: an
agent gets a ticket of ours, which neither the daemon nor `sayso collect` knows. From the moment in
which an answer is claimed a call can't be cancelled, until the command has the secret; what came of
it is then told to the next identical call.
"""

import os
import secrets
from collections.abc import Awaitable, Callable

import anyio
from anyio import to_thread

from sayso.client.shapes import Heard
from sayso.core.outcome import Answered, Outcome, Pending, Superseded
from sayso.errors import CommandChanged, CommandNotStarted, Expired
from sayso.platforms import select
from sayso.platforms.base import Child, Order, Prepared

LIMIT = 64
"""So many are remembered; the oldest go first."""

GRACE = 2.0
"""Seconds that a call waits for a command to end, even if its time is up: most end at once."""

Get = Callable[[Heard], Awaitable[Outcome]]
"""Gets the outcome of the question; told who hears it."""


class Errand:
    """One secret, for one command."""

    def __init__(self, key: str, prepared: Prepared) -> None:
        self.key = key
        self.prepared = prepared
        self.ticket = secrets.token_hex(16)
        """For the agent."""
        self.question: str | None = None
        """The daemon's ticket of the question, once that was pending."""
        self.child: Child | None = None
        """The command, once it has the secret."""
        self.told = False
        """How the command ended; until then an identical call asks nothing anew."""

    async def pursue(self, get: Get, is_heard: Heard, seconds: float) -> Outcome:
        """Until the command has ended, or so many seconds are over.

        Raises what `get` raises, CommandChanged and CommandNotStarted.
        """
        until = anyio.current_time() + seconds
        if self.child is None:
            outcome = await self._obtain(get, is_heard)
            if self.child is None:
                return outcome
        await _wait_for(self.child, until)
        return Answered()

    async def _obtain(self, get: Get, is_heard: Heard) -> Outcome:
        with anyio.CancelScope() as scope:

            def heard() -> bool:
                scope.shield = is_heard()  # the answer is spent from here on
                return scope.shield

            outcome = await get(heard)
            if isinstance(outcome, Pending):
                self.question = outcome.ticket
                return Pending(self.ticket)
            if isinstance(outcome, Answered) and outcome.secret is not None:
                self.child = await to_thread.run_sync(self.prepared.run, outcome.secret)
                self.prepared.close()
        return outcome


class Errands:
    """Those of this server."""

    def __init__(self) -> None:
        self._known: dict[str, Errand] = {}

    async def of_call(self, key: str, order: Order) -> Errand:
        """That of an identical call, or a new one. Raises InvalidParams, Unsupported."""
        known = self._going_on(key)
        if known and known.child:
            return known
        prepared = await to_thread.run_sync(select.execution().prepare, order)
        known = self._going_on(key)  # a call may have come meanwhile
        if known and (known.child or known.prepared.action == prepared.action):
            prepared.close()
            return known
        errand = Errand(key, prepared)
        self._known[errand.ticket] = errand
        while len(self._known) > LIMIT:
            self._forget(next(iter(self._known.values())))
        return errand

    def _going_on(self, key: str) -> Errand | None:
        """The latest that an identical call goes on with."""
        ours = [each for each in self._known.values() if each.key == key and not each.told]
        return ours[-1] if ours else None

    def of_ticket(self, ticket: str) -> Errand | None:
        errand = self._known.get(ticket)
        return errand if errand and (errand.child or errand.question) else None

    async def pursue(self, errand: Errand, get: Get, is_heard: Heard, seconds: float) -> Outcome:
        """As the errand does; one whose question has ended without a secret is forgotten."""
        try:
            outcome = await errand.pursue(get, is_heard, seconds)
        except (CommandChanged, CommandNotStarted, Expired):
            self._forget(errand)
            raise
        if not isinstance(outcome, Answered | Pending | Superseded):
            self._forget(errand)
        return outcome

    def _forget(self, errand: Errand) -> None:
        """A command that runs goes on."""
        self._known.pop(errand.ticket, None)
        errand.prepared.close()
        if errand.child:
            errand.child.close()


async def _wait_for(child: Child, until: float) -> None:
    descriptor = os.dup(child.descriptor)  # another call may wait for the same
    try:
        with anyio.move_on_after(max(until - anyio.current_time(), GRACE)):
            await anyio.wait_readable(descriptor)
    finally:
        os.close(descriptor)
