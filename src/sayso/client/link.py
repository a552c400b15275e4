"""The connection to a daemon as a conversation sees it, sans-IO: requests out, replies in.

A conversation is a generator. It yields steps (Connect, Send, Guard, Receive); whoever drives it
does each one and sends back the bytes received (for other steps, none), which may hold a secret
and are wiped here, or throws in what went wrong: an OSError (TimeoutError: nothing came in time) or
a SaysoError from connecting or guarding. Its return value is the call's.

Where this program is on another machine than the person, or in a container, the daemon's greeting
says so. Then it hears who asks here, which of our processes have exited, and signs of life.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress

from sayso import __version__
from sayso.client.calls import read_progress
from sayso.client.routes import OWN, Route, own
from sayso.core.secret import wipe
from sayso.errors import (
    FrameTooLarge,
    ParseError,
    ProtocolError,
    SaysoError,
    Unreachable,
    VersionMismatch,
)
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.values import Value
from sayso.wire import rpc
from sayso.wire.codec import MAX_FRAME, Decoder, encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeVar

    from sayso.client.shapes import OnProgress
    from sayso.core.lineage import Lineage
    from sayso.core.secret import Bytes
    from sayso.wire.codec import Message

    T = TypeVar("T")
    Conversation = Generator["Step", Bytes, T]
    Routes = Callable[[bool], Sequence[Route]]

REPLY_WITHIN = 10.0
"""Seconds for the reply to a request that does not wait for a person."""

REJOIN_WITHIN = 5.0
"""Seconds to find the daemon again after the connection broke: its successor takes a moment."""

REJOINS = 3
"""So often in a row, without a word of the daemon, a call goes on with another connection."""

_DISPENSABLE = frozenset({"says_it_is", "activation", "detail_kind", "for_key"})
"""Fields of a question that it is asked without, by a daemon from before there were any."""

REJOIN_PAUSE = 0.5
"""Seconds between two tries of a line that leads to another machine."""

GREETED_ELSEWHERE = 5.0
"""Seconds for a daemon on another machine to greet."""

UPGRADE_THERE = "update sayso on the machine where the person sits, then: sayso daemon restart"

AGAIN = "repeat the request: an answer that is still kept comes at once, else it is a new question"

ROOM = 4 << 10
"""Bytes that a driver reads at once."""


class Connect(Value):
    """Open a connection, giving up an earlier one."""

    start: bool
    """Start a daemon where none runs."""
    within: float = 0.0
    """Seconds to keep trying."""
    path: str | None = None
    """Of a socket that leads to another machine; None: this machine's own."""
    after: float = 0.0
    """Seconds to wait before."""


class Send(Value):
    data: bytes
    within: float
    lends: socket.socket | None = None
    """Goes along with its first byte."""


class Guard(Value):
    """Receive into locked memory from now on: a secret may come. Raises MemoryNotLocked."""


class Receive(Value):
    """Some bytes, at least one, in place; none: the other end has closed."""

    within: float


Step = Connect | Send | Guard | Receive


def locked(size: int) -> memoryview:
    """Raises MemoryNotLocked."""
    return select.memory().lock(size)


class Link:
    """The connection as the conversation sees it: requests out, their replies in."""

    def __init__(
        self,
        name: str,
        greeted_within: float = REPLY_WITHIN,
        lends: socket.socket | None = None,
        routes: Routes = own,
    ) -> None:
        """`greeted_within`: seconds for the daemon to greet. `lends`: goes along with `ask`.
        `routes`: see `sayso.client.routes`; with True, a daemon may be started."""
        self._routes = routes
        self._route = OWN
        """By which it is connected."""
        self._seen: tuple[Lineage, str] | None = None
        """This process' lineage and system, for a daemon that can't see it."""
        self._daemon: object = None
        """What tells the one on another machine from others, as long as that machine runs."""
        self._tried: set[str | None] = set()
        """The paths of all routes that were, so that no ticket goes round in a circle."""
        self._name = name
        self._lends = lends
        self._greeted_within = greeted_within
        self._requests = 0
        self._decoder = Decoder(secrets=locked)
        self._inbox: deque[Message | ParseError] = deque()
        self._greeting: rpc.Params = {}
        """What the daemon said of itself."""
        self.served = False
        """A call heard on this connection where its question stands."""
        self.default_wait: float | None = None
        """Seconds, of a call that says none; None: the daemon does not tell."""

    @property
    def place(self) -> str | None:
        """How the person calls this machine, where they sit at another one; None: they sit here."""
        name = self._greeting.get("place")
        return name if isinstance(name, str) else None

    def open(self, *, start: bool, within: float = 0.0) -> Conversation[None]:
        """Connects, to the same machine as before if it was connected, and compares versions.
        `within`: seconds to keep trying. Raises Unreachable, VersionMismatch and others."""
        *others, last = self._routes(start)
        if self._route.path is not None:
            yield from self._open_elsewhere_again(within)
        elif not (yield from self._open_one(others)):
            yield from self._enter(last, within)

    def open_another(self) -> Conversation[bool]:
        """Connects by the next route there is; False: there is none that leads anywhere."""
        paths = dict.fromkeys(each.path for each in self._routes(False) if each.path)
        untried = [Route(path) for path in (*paths, None) if path not in self._tried]
        return (yield from self._open_one(untried))

    def _open_one(self, routes: Sequence[Route]) -> Conversation[bool]:
        """By the first that leads to a daemon; False: none does. Raises what one said of itself
        that is there and can't be asked, where none of the others can."""
        fault: SaysoError | None = None
        for route in routes:
            try:
                if (yield from self._enter(route)):
                    return True
            except Unreachable:
                pass
            except SaysoError as error:
                fault = fault or error
        if fault:
            raise fault
        return False

    def _open_elsewhere_again(self, within: float) -> Conversation[None]:
        """The daemon there may just be replaced. None of ours is asked in its stead, nor that of
        another machine which the person has as well."""
        wanted = self._daemon
        for turn in range(1 + int(within / REJOIN_PAUSE)):
            pause = REJOIN_PAUSE if turn else 0.0
            paths = [Route(each.path) for each in self._routes(False) if each.path]
            for route in paths or [self._route]:
                with suppress(Unreachable, ProtocolError):
                    yield from self._enter(route, after=pause)
                    if self._daemon == wanted:
                        return
        raise Unreachable("the line to the machine where the person sits is broken", remedy=AGAIN)

    def _enter(self, route: Route, within: float = 0.0, after: float = 0.0) -> Conversation[bool]:
        """Whether it leads to a daemon that may be asked."""
        self._greeting = {}
        self._greeting = yield from self._greet(route, within, after)
        if route.needs_screen and self._greeting.get("screen") is not True:
            return False
        self._route = route
        self._tried.add(route.path)
        self._daemon = self._greeting.get("daemon")
        self._compare_versions()
        if self.place is not None:
            yield from self._introduce()
        return True

    def _look(self) -> None:
        """Who asks here: by the time that a daemon elsewhere wants to know it, it is known."""
        from sayso.client import introducing  # where the person sits elsewhere

        self._seen = introducing.look()

    def _introduce(self) -> Conversation[None]:
        from sayso.client import introducing  # as above

        if self._route.path is None:  # a container's, mounted where its own daemon would be
            self._look()
        if self._seen is not None:
            said = introducing.introduction(*self._seen)
            yield from self._notify(rpc.INTRODUCE, said)

    def _compare_versions(self) -> None:
        """Raises ProtocolError, VersionMismatch."""
        protocol = self._greeting.get("protocol")
        if not isinstance(protocol, int):
            raise ProtocolError("the daemon does not say which protocol it speaks")
        if protocol < rpc.PROTOCOL:
            raise self._mismatch("the daemon is older than this program")
        if protocol > rpc.PROTOCOL:
            raise VersionMismatch(
                "the daemon is newer than this program", remedy="update this program"
            )
        self._read_greeting()

    def _read_greeting(self) -> None:
        wait = self._greeting.get("wait")
        self.default_wait = wait if isinstance(wait, int | float) else None

    def check_known(self, method: str, params: rpc.Params) -> None:
        """Raises VersionMismatch for what a daemon of another version does not know, before it is
        asked; a daemon of this version says itself what is wrong."""
        fields = self._greeting.get("fields")
        if self._greeting.get("version") == __version__ or not isinstance(fields, dict):
            return
        name = _name(method, params)
        known = fields.get(name)
        lacks = [name] if known is None else [field for field in params if field not in known]
        if lacks:
            theirs = f"the daemon is version {self._greeting.get('version')}"
            raise self._mismatch(
                f"{theirs}, this program {__version__}: it does not know {lacks[0]}"
            )

    def _mismatch(self, message: str) -> VersionMismatch:
        """The daemon is to be renewed, wherever it is."""
        remedy = UPGRADE_THERE if self.place is not None else None
        return VersionMismatch(message, remedy=remedy)

    def without_unknown(self, method: str, params: rpc.Params) -> rpc.Params:
        """Less what the question can do without, where the daemon does not know of it."""
        fields = self._greeting.get("fields")
        known = fields.get(_name(method, params), ()) if isinstance(fields, dict) else ()
        unknown = _DISPENSABLE.difference(known)
        return {name: value for name, value in params.items() if name not in unknown}

    def knows(self, method: str) -> bool:
        fields = self._greeting.get("fields")
        return isinstance(fields, dict) and method in fields

    def check_bound(self, method: str, params: rpc.Params) -> None:
        """Raises VersionMismatch for a daemon that does not know of bound questions, whatever its
        version says: of one that runs on, an update may have left the version as it is."""
        fields = self._greeting.get("fields")
        known = fields.get(_name(method, params), ()) if isinstance(fields, dict) else ()
        if "bound" not in known:
            raise self._mismatch(
                "the daemon is older than this program: it does not know bound questions"
            )

    def _greet(self, route: Route, within: float, after: float) -> Conversation[rpc.Params]:
        """On a new connection. A daemon may end with us in its queue: then another one is there,
        or it is started. By a socket that leads elsewhere nobody can tell that from a broken
        line."""
        tries = REJOINS
        greeted = min(self._greeted_within, GREETED_ELSEWHERE) if route.path else None
        while True:
            yield Connect(route.start, within, route.path, after)
            self._decoder.clear()
            self._inbox.clear()
            self.served = False
            try:
                said, patience = {"client": self._name}, greeted or self._greeted_within
                meanwhile = self._look if route.path is not None else None
                return (yield from self.call("hello", said, patience, meanwhile=meanwhile))
            except Unreachable as broken:
                if route.path is not None:
                    raise ProtocolError(
                        "the line to the machine where the person sits leads to no daemon",
                        remedy="there: sayso daemon start; sayso remote list",
                    ) from broken
                tries -= 1
                if not tries:
                    raise
            within = 0.0 if route.start else REJOIN_WITHIN

    def call(
        self,
        method: str,
        params: rpc.Params,
        within: float,
        on_progress: OnProgress | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> Conversation[rpc.Params]:
        """One request and its result; `within` seconds may pass without a word. `meanwhile`: what
        is done while the line is slow.

        Raises what the daemon answers, Unreachable when the connection breaks, ProtocolError
        for silence or nonsense.
        """
        self._requests += 1
        id = self._requests
        lends = self._lends if method == "ask" else None
        yield from self._send(rpc.request(id, method, params), within, lends)
        reach(f"client.sent-{method}")
        if meanwhile:
            meanwhile()
        while True:
            reply = yield from self._receive(within)
            match reply:
                case rpc.Response() if reply.id == id:
                    return reply.result
                case rpc.Failure() if reply.id in (id, None):
                    raise reply.error
                case rpc.Notification(method="progress"):
                    if reply.params.get("id") == id:
                        self.served = True
                        if on_progress:
                            on_progress(read_progress(reply.params))
                    if self.place is not None:
                        yield from self._notify(rpc.ECHO, {})
                case rpc.Notification(method=rpc.CHECK_EXITED):
                    yield from self._notify(rpc.EXITED, exited(reply.params))
                case rpc.Notification():
                    pass  # a newer daemon may tell more than this version knows
                case _:
                    raise ProtocolError("the daemon replied to a request that was never sent")

    def acknowledge(self) -> Conversation[None]:
        """Another machine can't see that what it has said was heard."""
        if self.place is not None:
            yield from self._notify(rpc.ECHO, {})

    def _notify(self, method: str, params: rpc.Params) -> Conversation[None]:
        yield from self._send(rpc.notification(method, params), self._greeted_within, None)

    def _send(
        self, message: Message, within: float, lends: socket.socket | None
    ) -> Conversation[None]:
        line = encode(message)
        if len(line) > MAX_FRAME:
            raise FrameTooLarge(f"the request has {len(line)} bytes; at most {MAX_FRAME} fit")
        try:
            yield Send(line, within, lends)
        except TimeoutError as error:
            raise ProtocolError(f"the daemon read nothing for {within:g} s") from error
        except OSError:
            # It hung up. What it said before explains more than that; else the read says so.
            return

    def _receive(
        self, within: float
    ) -> Conversation[rpc.Response | rpc.Failure | rpc.Notification]:
        while not self._inbox:
            try:
                data = yield Receive(within)
            except TimeoutError as error:
                raise ProtocolError(f"the daemon said nothing for {within:g} s") from error
            except OSError as error:
                raise Unreachable("the connection to the daemon broke", remedy=AGAIN) from error
            if not data:
                raise Unreachable("the daemon closed the connection", remedy=AGAIN)
            try:
                self._inbox.extend(self._decoder.feed(data))
            except FrameTooLarge as error:
                raise ProtocolError(f"the daemon sent {error.message}") from error
            finally:
                wipe(data)
        message = self._inbox.popleft()
        if isinstance(message, ParseError):
            raise ProtocolError(f"the daemon's line is {message.message}") from message
        return rpc.read_reply(message)


def _name(method: str, params: rpc.Params) -> str:
    """As `hello` names its fields: of `ask`, by the kind."""
    kind = params.get("kind")
    return method if kind is None else f"{method}.{kind}"


def exited(params: rpc.Params) -> rpc.Params:
    """Which of these processes are gone. Raises ProtocolError."""
    from sayso.client import introducing  # where the person sits elsewhere

    return introducing.exited(params)
