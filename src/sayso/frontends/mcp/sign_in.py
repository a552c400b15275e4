"""What `sign_in` takes, and the dialog of a sign-in with a device code, from one call to the next.

The agent's own command talks to the provider. The dialog only shows the person the address and the
code, and closes once the agent says how its command has ended.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import anyio

from sayso.client.aio import AsyncClient
from sayso.client.shapes import Heard, PromptInfo
from sayso.core.outcome import Answered, Decider, Outcome, Pending, Withdrawn
from sayso.core.settings import RETENTION, TITLE_CHARACTERS
from sayso.errors import Expired, InvalidParams, NotOpen
from sayso.frontends.mcp.arguments import check_names, of_kind
from sayso.frontends.mcp.asked import Asked
from sayso.frontends.mcp.wait_budget import PATIENCE

SHOW = 10.0
"""Seconds that a call waits for the dialog to appear, unless the agent asks for another time."""

LOOK = 0.5
"""Seconds between two checks whether the dialog has appeared."""

FINISH = "finish"
_ENDINGS = {"done": True, "failed": False}

_QUESTION = of_kind("device_code", bound=False)
_REQUIRED = ("message", "address", "code")
_TOLD = (*_REQUIRED, "wait")
_SAID = {
    "message": "What they sign in to, and what for.",
    "address": "The web page, https, as your command printed it.",
    "code": "What to type there, as printed.",
    "wait": f"Seconds for the dialog to show. Left out: {SHOW:g}.",
}

Ask = Callable[..., Awaitable[Outcome]]
"""Asks the question, with the given options added to its own."""


def schema() -> dict[str, Any]:
    """The schema of the arguments, an object."""
    known = _QUESTION.properties()
    # Listed without bounds: a call waits no longer than clients do, whatever number it gives.
    known["wait"] = {"type": "number"}
    finish = {
        "type": "string",
        "enum": list(_ENDINGS),
        "description": "How the login ended: closes the dialog. Left out: shows it.",
    }
    shown = {name: known[name] | {"description": _SAID[name]} for name in _TOLD}
    return {
        "type": "object",
        "properties": shown | {FINISH: finish},
        "required": list(_REQUIRED),
    }


@dataclass(frozen=True)
class Call:
    """One call of `sign_in`."""

    params: dict[str, Any]
    """The request by the socket's names, with `if_headless`, but without `wait`."""
    wait: float
    done: bool | None
    """How the login ended; None: it has not."""

    @property
    def key(self) -> str:
        """A key that is equal for calls for the same code."""
        return f"sign_in {self.params['address']} {self.params['code']}"

    def asks(self, prompt: PromptInfo) -> bool:
        """Whether the prompt may be this call's question, so that the same call goes on with it."""
        title = self.params.get("title") or self.params["message"][:TITLE_CHARACTERS]
        is_there = prompt["state"] != "not_shown" and not prompt.get("bound")
        return is_there and (prompt["kind"], prompt["title"]) == ("device_code", title)


def read(given: Mapping[str, object]) -> Call:
    """The call with these arguments. Raises InvalidParams."""
    check_names(given, (*_QUESTION.names, FINISH))
    params = _QUESTION.read({name: each for name, each in given.items() if name != FINISH})
    done = _ending(given[FINISH]) if FINISH in given else None
    wait = min(params.pop("wait", SHOW), PATIENCE)
    # The slot: if the same code is shown in other words, the new dialog replaces the old one. The
    # retention: an agent asks late how the dialog ended, as its command may run for long.
    params = {"slot": params["code"], "retention": RETENTION.high} | params
    return Call(params | {"bound": False}, wait, done)


def _ending(given: object) -> bool:
    if not isinstance(given, str) or given not in _ENDINGS:
        raise InvalidParams("finish: must be done or failed", field=FINISH)
    return _ENDINGS[given]


class SignIn:
    """A call, and the dialog that it shows or closes."""

    def __init__(
        self, call: Call, asked: Asked, client: AsyncClient, ask: Ask, heard: Heard
    ) -> None:
        """`asked`: what is remembered of calls for the same code; it is told where the question
        stands."""
        self._call = call
        self._asked = asked
        self._client = client
        self._ask = ask
        self._heard = heard

    async def outcome(self) -> Outcome:
        """The outcome; `Pending` once the dialog is on the screen or the call's wait is over.
        Raises NotOpen if the dialog is to be closed but none is open, and its outcome is gone."""
        if self._call.done is None:
            return await self._show()
        return await self._finish(self._call.done)

    async def _show(self) -> Outcome:
        until = anyio.current_time() + self._call.wait
        ticket = None
        while True:
            left = max(0.0, until - anyio.current_time())
            outcome = await self._ask(wait=min(left, LOOK), ticket=ticket)
            if not isinstance(outcome, Pending) or self._asked.rendered or left <= LOOK:
                return outcome
            ticket = outcome.ticket

    async def _finish(self, done: bool) -> Outcome:
        found = self._asked.ticket or await self._find()
        if not isinstance(found, str):
            return found
        late: NotOpen | None = None
        try:
            await self._client.finish(ticket=found, done=done)
        except NotOpen as error:
            late = error
        try:
            return await self._client.collect(found, wait=0, heard=self._heard)
        except Expired:  # another call has heard it, or its time is over
            if late:
                raise late from None
            return Answered(Decider.REQUESTER) if done else Withdrawn("requester")

    async def _find(self) -> str | Outcome:
        """The ticket of the question, which an earlier server asked; or the question's outcome.
        Raises NotOpen rather than ask anew."""
        if not any(self._call.asks(prompt) for prompt in await self._client.prompts()):
            raise NotOpen("no dialog with this code is open")
        outcome = await self._ask(wait=0)
        return outcome.ticket if isinstance(outcome, Pending) else outcome
