"""How a tool's call waits for its outcome, with reports of progress meanwhile."""

import math
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp_types import CallToolResult, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from sayso.client.shapes import OnProgress, Progress
from sayso.core.outcome import Outcome, Pending
from sayso.errors import SaysoError
from sayso.frontends.mcp import results
from sayso.frontends.mcp.wait_budget import WaitBudget, budget_for
from sayso.frontends.progress import describe

BEAT = 10.0
"""Seconds between two reports of progress; the contract says 15 at most."""

Context = ServerRequestContext[Any, Any]
Result = CallToolResult | InputRequiredResult
Ask = Callable[[WaitBudget, OnProgress], Awaitable[Outcome]]
Tell = Callable[[Outcome], CallToolResult]


class Waiting:
    """Lets the calls of one server wait."""

    def __init__(self, patience: float, beat: float) -> None:
        """`patience`: seconds that a call waits unless the agent asks for more; `beat`: seconds
        between two reports of progress."""
        self._patience = patience
        self._beat = beat

    async def wait(
        self,
        context: Context,
        ask: Ask,
        tool: str,
        wait: float | None,
        state: str | None,
        tell: Tell | None = None,
    ) -> Result:
        """The result: the outcome, as told by `tell` if there is one; or, for a client that repeats
        calls by itself, the request to repeat this one."""
        budget = budget_for(
            wait,
            state,
            hears_progress=_hears_progress(context),
            repeats=context.protocol_version in MODERN_PROTOCOL_VERSIONS,
            patience=self._patience,
        )
        outcome = await self._while_telling(context, ask, budget)
        if isinstance(outcome, Pending):
            next_state = budget.state(outcome.ticket)
            if next_state is not None:
                return InputRequiredResult(request_state=next_state)
        return tell(outcome) if tell else results.of_outcome(outcome, tool)

    async def _while_telling(self, context: Context, ask: Ask, budget: WaitBudget) -> Outcome:
        """Makes the call, and reports progress to a client that asks for it."""
        latest: Progress | None = None
        heard_at = began = anyio.current_time()

        def hear(progress: Progress) -> None:
            nonlocal latest, heard_at
            latest, heard_at = progress, anyio.current_time()

        async def tell() -> None:
            while True:
                now = anyio.current_time()
                words = describe(latest, now - heard_at) if latest else None
                await context.session.report_progress(now - began, budget.wait, words)
                await anyio.sleep(self._beat)

        failure: SaysoError | None = None
        async with anyio.create_task_group() as group:
            if _hears_progress(context):
                group.start_soon(tell)
            try:
                outcome = await ask(budget, hear)
            except SaysoError as error:  # raised below, as the group would wrap it
                failure = error
            group.cancel_scope.cancel()
        if failure is not None:
            raise failure
        return outcome


def is_cancelled() -> bool:
    """Whether the call that runs here was cancelled."""
    return anyio.current_effective_deadline() == -math.inf


def _hears_progress(context: Context) -> bool:
    return context.meta is not None and "progress_token" in context.meta
