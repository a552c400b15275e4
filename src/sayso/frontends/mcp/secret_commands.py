"""Secrets on their way to commands, from a call of `request_secret` until its command has ended.

A secret is for the command that was shown with its question, so this server alone collects it: an
agent gets a ticket of ours, which neither the daemon nor `sayso collect` knows. From the moment an
answer is claimed until the command has the secret, the call can't be cancelled, and other calls
wait. If a call was cancelled, the next identical call is told what came of it. If a call was told
that its command goes on, so is the next one, for a minute after the command's end.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import anyio
from anyio import to_thread

from sayso.client.shapes import Heard
from sayso.core.outcome import Answered, By, Outcome, Pending, Superseded
from sayso.errors import CommandChanged, CommandNotStarted, Expired, SaysoError
from sayso.platforms import select
from sayso.platforms.contract.execution import Child, Order, Prepared

LIMIT = 64
"""Most secret commands that are remembered. The oldest are forgotten first, except those that a
call is using."""

LOOKING = 8
"""Most commands examined at once: a file that can't be reached keeps a thread for long."""

GRACE = 2.0
"""Seconds that a call waits for a command to end, even if its time is up: most end at once."""

KEPT = 60.0
"""Seconds after its end in which an identical call is still told of a command that the agent knows
to be running. Later the call means another run."""

Get = Callable[[Heard], Awaitable[Outcome]]
"""Gets the outcome of the question. Its parameter says whether anybody can hear the outcome."""


class _Claim:
    """A call's claim to an answer."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.ended = anyio.Event()
        """Set once the command has the secret, or there is no secret or no command."""


class SecretCommand:
    """One secret, for one command."""

    def __init__(self, key: str, prepared: Prepared) -> None:
        self.key = key
        self.prepared = prepared
        self.ticket = secrets.token_hex(16)
        """Our ticket, for the agent."""
        self.question: str | None = None
        """The daemon's ticket of the question, once the question was pending."""
        self.child: Child | None = None
        """The command, once it has the secret."""
        self.failure: CommandChanged | CommandNotStarted | None = None
        """Why there is no command, though the secret was typed."""
        self.by: By | None = None
        """How the secret was submitted; None: with a device of the person's."""
        self.told = False
        """Whether the agent was told how the command ended, or of the failure."""
        self.told_running = False
        """Whether the agent was told that the command goes on."""
        self.calls = 0
        """How many calls are using it."""
        self._claim: _Claim | None = None
        """The claim that has not ended yet."""
        self._ended_at: float | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def claimed(self) -> bool:
        """Whether an answer was claimed or is being claimed: then the question is over."""
        return bool(self.child or self.failure or self._claim)

    @property
    def is_to_be_told(self) -> bool:
        """Whether an identical call is told of this command, and asks nothing anew."""
        if self.told:
            return False
        ended_at = self._ended_at if self.told_running else None
        return ended_at is None or anyio.current_time() <= ended_at + KEPT

    def close(self) -> None:
        """Ends what watches the command, and closes its files. A command that runs goes on."""
        self.prepared.close()
        if self._watch:
            self._watch.cancel()
        if self.child:
            self.child.close()

    async def pursue(self, get: Get, is_heard: Heard, seconds: float) -> Outcome:
        """The outcome, once the command has ended or `seconds` are over.

        Raises what `get` raises, CommandChanged and CommandNotStarted.
        """
        until = anyio.current_time() + seconds
        outcome: Outcome = Pending(self.ticket)
        if not self.claimed:
            outcome = await self._obtain(get, is_heard)
        if claim := self._claim:  # of another call
            await claim.ended.wait()
            outcome = claim.outcome
        if self.failure:
            self.told = self.told or is_heard()
            raise self.failure
        if self.child is None:
            return outcome
        await _wait_for(self.child, until)
        return Answered(by=self.by)

    async def _obtain(self, get: Get, is_heard: Heard) -> Outcome:
        """The outcome. It means nothing if there then is a command, a failure, or another call's
        claim."""
        claim = _Claim(Pending(self.ticket))
        with anyio.CancelScope() as scope:

            def heard() -> bool:
                scope.shield = is_heard()  # if so, the answer is used up from here on
                if scope.shield:
                    self._claim = claim
                return scope.shield

            try:
                claim.outcome = await self._take(await get(heard))
            except (CommandChanged, CommandNotStarted) as error:
                self.failure = error
            except SaysoError:
                if self._claim is claim or not self.claimed:
                    raise
            finally:
                claim.ended.set()
                if self._claim is claim:
                    self._claim = None
        return claim.outcome

    async def _take(self, outcome: Outcome) -> Outcome:
        """Starts the command if the outcome has the secret. Raises CommandChanged,
        CommandNotStarted."""
        if isinstance(outcome, Pending):
            self.question = outcome.ticket
            return Pending(self.ticket)
        if isinstance(outcome, Answered) and outcome.secret is not None:
            self.by = outcome.by
            try:
                self.child = await to_thread.run_sync(self.prepared.run, outcome.secret)
            finally:
                self.prepared.close()
            self._watch = asyncio.create_task(self._note_end(self.child))
        return outcome

    async def _note_end(self, child: Child) -> None:
        await child.ended()
        self._ended_at = anyio.current_time()


class SecretCommands:
    """The secret commands of this server."""

    def __init__(self) -> None:
        self._known: dict[str, SecretCommand] = {}
        self._looking = anyio.CapacityLimiter(LOOKING)

    async def of_call(self, key: str, order: Order) -> SecretCommand:
        """The secret command of an identical call, or a new one. Raises InvalidParams,
        Unsupported."""
        known = self._going_on(key)
        if known and known.claimed:
            return known
        look = select.execution().prepare
        prepared = await to_thread.run_sync(look, order, limiter=self._looking)
        known = self._going_on(key)  # a call may have come meanwhile
        if known and (known.claimed or known.prepared.action == prepared.action):
            prepared.close()
            return known
        command = SecretCommand(key, prepared)
        self._known[command.ticket] = command
        for old in list(self._known.values())[:-LIMIT]:
            if not old.calls:
                self._forget(old)
        return command

    def _going_on(self, key: str) -> SecretCommand | None:
        """The latest secret command that an identical call goes on with."""
        ours = [each for each in self._known.values() if each.key == key and each.is_to_be_told]
        return ours[-1] if ours else None

    def of_ticket(self, ticket: str) -> SecretCommand | None:
        command = self._known.get(ticket)
        return command if command and (command.claimed or command.question) else None

    async def pursue(
        self, command: SecretCommand, get: Get, is_heard: Heard, seconds: float
    ) -> Outcome:
        """Like `command.pursue`. The last call of a command that can lead to nothing any more
        forgets it."""
        is_over = command.question is None
        command.calls += 1
        try:
            outcome = await command.pursue(get, is_heard, seconds)
            is_over = not isinstance(outcome, Answered | Pending | Superseded)
        except Expired:
            is_over = True
            raise
        finally:
            command.calls -= 1
            is_over = command.told if command.failure else is_over
            if is_over and not (command.child or command.calls):
                self._forget(command)
        return outcome

    def _forget(self, command: SecretCommand) -> None:
        """Forgets a secret command that no call is using."""
        self._known.pop(command.ticket, None)
        command.close()


async def _wait_for(child: Child, until: float) -> None:
    with anyio.move_on_after(max(until - anyio.current_time(), GRACE)):
        await child.ended()
