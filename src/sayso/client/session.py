"""What the sync and the async client have in common: where the daemon is, and the conversation for
each call."""

from __future__ import annotations

import os

from sayso import __version__
from sayso.client import exchange, link
from sayso.client.calls import declared, given, with_activation
from sayso.client.routes import routes
from sayso.core.outcome import NoInteractor
from sayso.errors import ProtocolError, Unreachable
from sayso.platforms import select

DEFAULT_NAME = f"sayso-python/{__version__}"

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence
    from typing import Any, TypeVar

    from sayso.client.routes import Route
    from sayso.client.shapes import (
        DaemonStatus,
        Heard,
        OnKind,
        OnProgress,
        PlaceInfo,
        PromptInfo,
    )
    from sayso.core.outcome import Outcome
    from sayso.platforms.contract.channel import Channel
    from sayso.wire.rpc import Params

    T = TypeVar("T")


class Session:
    """Builds the conversation for each call, and keeps track of the open connections. Each
    conversation has a connection of its own, which is closed when the conversation ends."""

    def __init__(
        self,
        socket_path: str | None = None,
        *,
        spawn: bool = True,
        name: str = DEFAULT_NAME,
        rejoin_within: float = link.REJOIN_WITHIN,
        reply_within: float = link.REPLY_WITHIN,
    ) -> None:
        """`socket_path`: path of the daemon's socket; None: the usual path. `spawn`: start a daemon
        if none runs. `rejoin_within`: seconds, at most 5, for another daemon to take over from one
        that has ended. `reply_within`: seconds for the daemon's reply to a request that does not
        wait for a person."""
        self.environ = dict(os.environ)
        if socket_path is not None:
            self.environ["SAYSO_SOCKET"] = os.path.abspath(socket_path)  # noqa: PTH100 - no pathlib on this path
        self._start = spawn
        self._rejoin_within = rejoin_within
        self._reply_within = reply_within
        self._name = name
        self._connections: set[Channel] = set()
        self._closed = False

    @property
    def _screen(self) -> str | None:
        """The screen of a daemon that is started from here. None: it would have none, or no daemon
        is started from here."""
        if not self._start or select.session().is_elevated(self.environ):
            return None
        return select.session().screen(self.environ)

    def close(self) -> None:
        """Ends the calls that still wait: they raise Unreachable. Their questions stay open, except
        bound ones."""
        self._closed = True
        for connection in list(self._connections):
            connection.abort()

    def within(self, step: link.Connect) -> float:
        """Seconds to keep trying in this step: what it says, at most `rejoin_within`."""
        return min(step.within, self._rejoin_within)

    def adopt(self, connection: Channel) -> Channel:
        """Remembers a new connection, so that `close` ends it; returns it. Raises Unreachable if
        this client is closed."""
        if self._closed:
            connection.close()
            raise Unreachable("this client is closed", remedy="use a new one")
        self._connections.add(connection)
        return connection

    def release(self, connection: Channel) -> None:
        self._connections.discard(connection)
        connection.close()

    def _ask(
        self,
        params: Params,
        on_progress: OnProgress | None,
        heard: Heard | None,
    ) -> link.Conversation[Outcome]:
        headless = declared(params.pop("if_headless", None))
        lends = params.get("on_behalf_socket")
        params = with_activation(params) | ({"on_behalf_socket": True} if lends else {})
        outcome = yield from self._question("ask", params, on_progress, heard, None, lends)
        if headless is not None and isinstance(outcome, NoInteractor):
            return headless
        return outcome

    def _collect(
        self,
        ticket: str,
        wait: float | None,
        on_progress: OnProgress | None,
        heard: Heard | None,
        on_kind: OnKind | None,
    ) -> link.Conversation[Outcome]:
        params = given({"ticket": ticket, "wait": wait})
        return self._question("collect", params, on_progress, heard, on_kind)

    def _question(
        self,
        method: str,
        params: Params,
        on_progress: OnProgress | None,
        heard: Heard | None,
        on_kind: OnKind | None,
        lends: socket.socket | None = None,
    ) -> link.Conversation[Outcome]:
        return exchange.question(
            self._name,
            method,
            params,
            start=self._start,
            screen=self._screen,
            heard=heard,
            on_progress=on_progress,
            on_kind=on_kind,
            greeted_within=self._reply_within,
            lends=lends,
            routes=self._routes,
        )

    def _routes(self, start: bool) -> Sequence[Route]:
        return routes(self.environ, start)

    def _request(
        self, method: str, params: Params, *, start: bool = False
    ) -> link.Conversation[Params]:
        return exchange.request(
            self._name, method, params, start=start, within=self._reply_within, routes=self._routes
        )

    def _withdraw(self, ticket: str | None, number: int | None) -> link.Conversation[int]:
        params = given({"ticket": ticket, "number": number})
        result = yield from self._request("withdraw", params)
        return _member(result, "number", int)

    def _finish(
        self, ticket: str | None, number: int | None, done: bool
    ) -> link.Conversation[None]:
        params = given({"ticket": ticket, "number": number}) | {"done": done}
        yield from self._request("finish", params)

    def _withdraw_scope(self, scope: str) -> link.Conversation[list[int]]:
        result = yield from self._request("withdraw", {"scope": scope})
        return _member(result, "numbers", list)

    def _do_not_disturb(self, seconds: float) -> link.Conversation[None]:
        start = self._start and seconds > 0
        yield from self._request("dnd", {"seconds": seconds}, start=start)

    def _open_next(self) -> link.Conversation[int | None]:
        result = yield from self._request("next", {})
        return None if result.get("number", 0) is None else _member(result, "number", int)

    def _prompts(self) -> link.Conversation[list[PromptInfo]]:
        prompts: list[PromptInfo] = []
        params: Params = {}
        while True:
            result = yield from self._request("list", params)
            listed: list[PromptInfo] = _member(result, "prompts", list)
            prompts += listed
            if not (listed and result.get("more")):  # an older daemon sends no `more`
                return prompts
            params = {"after": listed[-1]["number"]}

    def _make_way(self, screen: str) -> link.Conversation[bool]:
        result = yield from self._request("make_way", {"screen": screen})
        return _member(result, "makes_way", bool)

    def _places(self, method: str, params: Params) -> link.Conversation[list[PlaceInfo]]:
        """Asks this machine's own daemon, by no other route: it alone decides who may ask here."""
        start = self._start and method == "remote_open"
        result = yield from exchange.request(
            self._name, method, params, start=start, within=self._reply_within
        )
        return _member(result, "places", list)

    def _status(self) -> link.Conversation[DaemonStatus]:
        result: Any = yield from self._request("status", {})
        _member(result, "pid", int)
        status: DaemonStatus = result
        return status


def _member(result: dict[str, Any], name: str, kind: type[T]) -> T:
    value = result.get(name)
    if not isinstance(value, kind):
        raise ProtocolError(f'the daemon\'s reply has no proper "{name}"')
    return value
