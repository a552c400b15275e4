"""The MCP server: tools that ask the person, over standard input and output.

Each call has a connection of its own to the daemon. A cancelled call ends, but its dialog stays,
and the answer is left for the next call.
"""

import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

from sayso import __version__
from sayso.client.aio import AsyncClient
from sayso.client.shapes import Heard, OnProgress, Progress
from sayso.core.outcome import Answered, Outcome
from sayso.core.settings import CLAIM_CHARACTERS
from sayso.core.text import shorten, visible_line
from sayso.errors import InternalError, InvalidParams, NotOpen, SaysoError
from sayso.frontends.mcp import (
    arguments,
    permission_prompt,
    questions,
    results,
    secret_arguments,
    sign_in,
    tools,
)
from sayso.frontends.mcp.asked import Asked, AskedCalls
from sayso.frontends.mcp.greeting import INSTRUCTIONS, FirstMessage
from sayso.frontends.mcp.replay import streams
from sayso.frontends.mcp.secret_commands import SecretCommand, SecretCommands
from sayso.frontends.mcp.spelling import Spelled
from sayso.frontends.mcp.wait_budget import PATIENCE, WaitBudget
from sayso.frontends.mcp.waiting import BEAT, Context, Result, Waiting, is_cancelled
from sayso.platforms.contract.starter import Held

CLIENT_NAME = f"sayso-mcp/{__version__}"

Params = dict[str, Any]
Use = Callable[[Context, Params, str | None], Awaitable[Result]]
"""Serves a call of a tool, with its arguments and the state that the call before left."""


class ToolCalls:
    """Serves the calls of one client program."""

    def __init__(
        self,
        client: AsyncClient,
        starter: Held | None,
        *,
        patience: float = PATIENCE,
        beat: float = BEAT,
        asked: AskedCalls | None = None,
    ) -> None:
        """`starter`: the client program. When it exits, its questions are withdrawn, and nobody
        hears an answer. None: it has gone, or can't be seen from here.

        `patience`: seconds that a call waits unless the agent asks for more. `beat`: seconds
        between two reports of progress. `asked`: None: there are no questions so far.
        """
        self._client = client
        self._starter = starter
        self._owner = starter.pid if starter else None
        self._waiting = Waiting(patience, beat)
        self._asked = asked or AskedCalls()
        self._commands = SecretCommands()
        self._tools: dict[str, Use] = {
            "confirm": self._confirm,
            "ask_user": self._ask_user,
            "request_secret": self._request_secret,
            "sign_in": self._sign_in,
            "check": self._check,
            "withdraw": self._withdraw,
            "permission_prompt": self._permission_prompt,
        }

    def server(self) -> Server[Any]:
        server: Server[Any] = Server(
            "sayso",
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=_list,
            on_call_tool=self._call,
        )
        server.middleware.clear()  # the SDK's own reports each call to OpenTelemetry
        return server

    async def _call(self, context: Context, params: CallToolRequestParams) -> Result:
        use = self._tools.get(params.name)
        if use is None:
            known = ", ".join(self._tools)
            said = f"Unknown tool: {arguments.shown(params.name)}; there are {known}"
            raise MCPError(INVALID_PARAMS, said)
        try:
            spelled = Spelled(params.arguments or {})
            try:
                return await use(context, spelled.arguments, params.request_state)
            except InvalidParams as error:
                raise spelled.error(error) from error
        except SaysoError as error:
            return results.of_error(error, params.name)
        except Exception as error:  # noqa: BLE001 - whatever it is, an agent is to hear no yes
            return results.of_error(_fault(error), params.name)

    async def _confirm(self, context: Context, given: Params, state: str | None) -> Result:
        asked = arguments.CONFIRM.read(given)
        message, wait = asked.pop("message"), asked.pop("wait", None)
        asked["destructive"] = asked.pop("severity", "normal") == "destructive"

        async def ask(budget: WaitBudget, on_progress: OnProgress) -> Outcome:
            call = partial(
                self._client.confirm, message, on_progress=on_progress, heard=self._is_heard
            )
            more = {"wait": budget.wait, "ticket": budget.ticket, "rewords": True}
            return await self._ask(context, call, asked | more)

        return await self._waiting.wait(context, ask, "confirm", wait, state)

    async def _ask(
        self, context: Context, call: Callable[..., Awaitable[Outcome]], options: Params
    ) -> Outcome:
        """Asks with the client program as owner, if the daemon sees it among our ancestors, and
        with the name that the client program gives itself."""
        claim = _claim(context)
        while True:
            try:
                own = {"owner": self._owner, "says_it_is": claim, "tool_call": True}
                return await call(**options, **own)
            except InvalidParams as error:
                if error.field != "owner":
                    raise
                # the client program is another user's, or in another container
                self._owner = None

    async def _ask_user(self, context: Context, given: Params, state: str | None) -> Result:
        call = questions.read(given)
        asked = self._asked.take(call.key, call.kind, call.questions)

        async def ask(budget: WaitBudget, on_progress: OnProgress) -> Outcome:
            def hear(progress: Progress) -> None:
                asked.hear(progress)
                on_progress(progress)

            async def get(scope: anyio.CancelScope) -> Outcome:
                make = getattr(self._client, call.kind)
                heard = partial(self._is_claimed, scope)
                more = {"wait": budget.wait, "ticket": budget.ticket, "rewords": True}
                asking = partial(make, on_progress=hear, heard=heard)
                return await self._ask(context, asking, call.params | more)

            return await asked.ask(get)

        tell = partial(self._tell, asked, "ask_user")
        return await self._waiting.wait(context, ask, "ask_user", call.wait, state, tell)

    def _tell(self, asked: Asked, tool: str, outcome: Outcome) -> CallToolResult:
        if not is_cancelled():  # else the next identical call must still get the outcome
            self._asked.close(asked, outcome)
        match asked.kind:
            case "notice":
                return results.of_notice(outcome, tool, rendered=asked.rendered)
            case "device_code":
                return results.of_sign_in(outcome, tool, rendered=asked.rendered)
        return results.of_questions(outcome, tool, asked.questions, rendered=asked.rendered)

    async def _sign_in(self, context: Context, given: Params, _state: str | None) -> Result:
        call = sign_in.read(given)
        asked = self._asked.take(call.key, "device_code")

        async def get(scope: anyio.CancelScope) -> Outcome:
            heard = partial(self._is_claimed, scope)
            options = call.params | {"on_progress": asked.hear, "heard": heard}

            async def ask(**more: Any) -> Outcome:
                return await self._ask(context, self._client.device_code, options | more)

            return await sign_in.SignIn(call, asked, self._client, ask, heard).outcome()

        try:
            return self._tell(asked, "sign_in", await asked.ask(get))
        except NotOpen:
            self._asked.drop(asked)
            return results.of_late_finish()

    async def _request_secret(self, context: Context, given: Params, state: str | None) -> Result:
        asked, order = secret_arguments.read(given)
        message, wait = asked.pop("message"), asked.pop("wait", None)
        try:
            command = await self._commands.of_call(secret_arguments.key(given), order)
        except InvalidParams as error:
            raise secret_arguments.in_our_words(error) from error

        async def ask(budget: WaitBudget, on_progress: OnProgress) -> Outcome:
            options = asked | {"wait": budget.wait, "action": command.prepared.action}

            async def get(heard: Heard) -> Outcome:
                call = partial(self._client.password, message, on_progress=on_progress, heard=heard)
                return await self._ask(context, call, options)

            return await self._commands.pursue(command, get, self._is_heard, budget.wait)

        tell = partial(self._tell_command, command, "request_secret")
        return await self._waiting.wait(context, ask, "request_secret", wait, state, tell)

    async def _check_command(
        self, context: Context, command: SecretCommand, wait: float | None, state: str | None
    ) -> Result:
        async def collect(budget: WaitBudget, on_progress: OnProgress) -> Outcome:
            async def get(heard: Heard) -> Outcome:
                return await self._client.collect(
                    command.question or command.ticket,
                    wait=budget.wait,
                    on_progress=on_progress,
                    heard=heard,
                )

            return await self._commands.pursue(command, get, self._is_heard, budget.wait)

        tell = partial(self._tell_command, command, "check")
        return await self._waiting.wait(context, collect, "check", wait, state, tell)

    def _tell_command(self, command: SecretCommand, tool: str, outcome: Outcome) -> CallToolResult:
        if command.child is None:
            return results.of_outcome(outcome, tool)
        ending = command.child.ending()
        if is_cancelled():  # the next identical call must still hear of it, whenever it comes
            command.told_running = False
        else:
            command.told, command.told_running = command.told or bool(ending), True
        took_all, by = command.child.took_all, command.by
        return results.of_command(ending, command.ticket, took_all=took_all, by=by)

    async def _check(self, context: Context, given: Params, state: str | None) -> Result:
        asked = arguments.CHECK.read(given)
        if command := self._commands.of_ticket(asked["ticket"]):
            return await self._check_command(context, command, asked.get("wait"), state)

        known = self._asked.of_ticket(asked["ticket"])
        asking = known or Asked()

        def note(kind: str) -> None:
            _refuse_secrets(kind)
            asking.kind = kind

        async def collect(budget: WaitBudget, on_progress: OnProgress) -> Outcome:
            def hear(progress: Progress) -> None:
                asking.hear(progress)
                on_progress(progress)

            async def get(scope: anyio.CancelScope) -> Outcome:
                return await self._client.collect(
                    asked["ticket"],
                    wait=budget.wait,
                    on_progress=hear,
                    heard=partial(self._is_claimed, scope),
                    on_kind=note,
                )

            return await asking.ask(get)

        def tell(outcome: Outcome) -> CallToolResult:
            if known or isinstance(outcome, Answered) or asking.kind in results.APART:
                return self._tell(asking, "check", outcome)
            return results.of_outcome(outcome, "check")

        return await self._waiting.wait(context, collect, "check", asked.get("wait"), state, tell)

    async def _withdraw(self, _context: Context, given: Params, _state: str | None) -> Result:
        ticket = arguments.WITHDRAW.read(given)["ticket"]
        command = self._commands.of_ticket(ticket)
        if command and command.claimed:
            raise NotOpen("the secret was typed already", remedy="call check with the ticket")
        question = command.question if command else ticket
        taken_back = await self._client.withdraw(ticket=question)
        if asked := self._asked.of_ticket(ticket):
            self._asked.drop(asked)
        return results.of_withdrawal(taken_back)

    async def _permission_prompt(
        self, context: Context, given: Params, _state: str | None
    ) -> Result:
        question = permission_prompt.read(given, _claim(context) or "The agent", str(Path.cwd()))
        call = partial(self._client.confirm, question.words[0], heard=self._is_heard)
        limit = permission_prompt.LIMIT
        bound = {"bound": True, "limit": limit, "timeout": limit}
        try:
            outcome = await self._ask(context, call, {**question.options, **bound})
        except SaysoError as error:
            return permission_prompt.refusal(str(error))
        return permission_prompt.of_outcome(question, outcome)

    def _is_heard(self) -> bool:
        """Whether the call is not cancelled and the client program still runs."""
        return not is_cancelled() and (self._starter is None or self._starter.lives())

    def _is_claimed(self, scope: anyio.CancelScope) -> bool:
        """Like `_is_heard`. If True, a cancellation from now on waits until the answer is here, so
        that the next call gets the answer."""
        scope.shield = self._is_heard()
        return scope.shield


async def _list(context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:  # noqa: ARG001 - one page
    client = context.session.client_params
    return ListToolsResult(tools=tools.listed(client.client_info.name if client else ""))


def _fault(error: BaseException) -> InternalError:
    """An error that names only the exception's type: the exception's words may hold anything."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    words = f"sayso mcp failed: {type(error).__name__}"
    return InternalError(words, remedy="tell the person, who can report it")


def _claim(context: Context) -> str | None:
    """The client program's name and version, as it gives them; None: it gives none."""
    params = context.session.client_params
    if params is None:
        return None
    told = params.client_info
    line = visible_line(f"{told.name} {told.version}".strip())
    return shorten(line, CLAIM_CHARACTERS) or None


def _refuse_secrets(kind: str) -> None:
    """Raises InvalidParams for a question of another kind than these tools ask: a password must
    not reach an agent."""
    if kind not in questions.DIALOGS:
        raise InvalidParams(
            f"ticket: is of a question of another kind, {kind}",
            field="ticket",
            remedy="leave it to whom it belongs",
        )


def run(starter: Held, first: FirstMessage) -> None:
    """Serves the program that started us until it closes our standard input. `first`: its first
    message, which was read already."""
    try:
        anyio.run(_serve, starter if starter.pid > 1 else None, first)
    except* BrokenPipeError:  # it has closed our standard output first
        # Python 3.13 reports a buffer that is destroyed with data that it could not write
        sys.unraisablehook = _pass_over_broken_pipes


def _pass_over_broken_pipes(unraisable: "sys.UnraisableHookArgs") -> None:
    if not isinstance(unraisable.exc_value, BrokenPipeError):
        sys.__unraisablehook__(unraisable)


async def _serve(starter: Held | None, first: FirstMessage) -> None:
    async with AsyncClient(name=CLIENT_NAME) as client, streams(first) as (reading, writing):
        server = ToolCalls(client, starter).server()
        await server.run(reading, writing, server.create_initialization_options())
