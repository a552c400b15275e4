"""The connection to a daemon as a conversation sees it, sans-IO: requests out, replies in.

A conversation is a generator. It yields steps (Connect, Send, Guard, Receive). Its driver carries
out each step and sends back the bytes received (no bytes for the other steps); they may hold a
secret, and are wiped here. If a step fails, the driver throws the error into the generator: an
OSError (TimeoutError: nothing came in time), or a SaysoError from Connect or Guard. The generator's
return value is the result of the call.

If this program runs on another machine than the person's, or in a container, the daemon's greeting
says so. Then this program tells the daemon who asks here, and which of the processes here have
exited, and gives signs of life.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress

from sayso import __version__
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
"""How often in a row a call goes on with a new connection while no daemon reports progress."""

_DISPENSABLE = frozenset({"says_it_is", "activation", "detail_kind", "for_key"})
"""Fields that a question can do without: they are left out for an older daemon that does not know
them."""

REJOIN_PAUSE = 0.5
"""Seconds between two attempts to connect through a socket that leads to another machine."""

GREETED_ELSEWHERE = 5.0
"""Seconds for a daemon on another machine to greet."""

UPGRADE_THERE = "update sayso on the machine where the person sits, then: sayso daemon restart"

AGAIN = "repeat the request: an answer that is still kept comes at once, else it is a new question"

ROOM = 4 << 10
"""Size in bytes of the buffer that a driver reads into."""


class Connect(Value):
    """Step: open a connection, and close the earlier one, if there is one."""

    start: bool
    """Start a daemon if none runs."""
    within: float = 0.0
    """Seconds to keep trying."""
    path: str | None = None
    """Path of a socket that leads to another machine; None: the socket of this machine's daemon."""
    after: float = 0.0
    """Seconds to wait before connecting."""


class Send(Value):
    data: bytes
    within: float
    lends: socket.socket | None = None
    """A socket to send along with the first byte; None: no socket."""


class Guard(Value):
    """Step: receive into locked memory from now on, as a secret may come. Raises
    MemoryNotLocked."""


class Receive(Value):
    """Step: receive at least one byte. No bytes: the other end has closed."""

    within: float


Step = Connect | Send | Guard | Receive


def locked(size: int) -> memoryview:
    """Locked memory of `size` bytes. Raises MemoryNotLocked."""
    return select.memory().lock(size)


class Room:
    """What a driver receives into."""

    def __init__(self) -> None:
        self.view = memoryview(bytearray(ROOM))
        """Where the driver puts the bytes."""
        self._is_locked = False

    def guard(self) -> None:
        """Takes locked memory from now on. Raises MemoryNotLocked."""
        self.view = locked(ROOM)
        self._is_locked = True

    def taken(self, size: int) -> Bytes:
        """The first `size` bytes. Of locked memory this is a view: nothing is copied. Else they are
        moved into a bytearray, which can be searched without loading `re`."""
        received = self.view[:size]
        if self._is_locked:
            return received
        taken = bytearray(received)
        wipe(received)
        return taken


class Link:
    """The connection to a daemon as a conversation sees it: requests out, their replies in."""

    def __init__(
        self,
        name: str,
        greeted_within: float = REPLY_WITHIN,
        lends: socket.socket | None = None,
        routes: Routes = own,
    ) -> None:
        """`greeted_within`: seconds for the daemon to greet. `lends`: a socket to send along with
        `ask`. `routes`: lists the routes to try, see `sayso.client.routes`; called with True, it
        allows that a daemon is started."""
        self._routes = routes
        self._route = OWN
        """The route of the current connection."""
        self._seen: tuple[Lineage, str] | None = None
        """This process' lineage and system, for a daemon that can't see it."""
        self._daemon: object = None
        """Identity of a daemon on another machine: its value is the same until that machine
        restarts. None: the greeting has none."""
        self._tried: set[str | None] = set()
        """Paths of all routes used so far, so that a ticket is tried at each of them only once."""
        self._name = name
        self._lends = lends
        self._greeted_within = greeted_within
        self._requests = 0
        self._decoder = Decoder(secrets=locked)
        self._inbox: deque[Message | ParseError] = deque()
        self._greeting: rpc.Params = {}
        """The daemon's reply to `hello`."""
        self.had_progress = False
        """A call has received progress on this connection."""
        self.default_wait: float | None = None
        """Seconds that a call waits if it does not say how long; None: the daemon does not tell."""

    @property
    def place(self) -> str | None:
        """The person's name for this machine or container, if they sit at another one; None: they
        sit here."""
        name = self._greeting.get("place")
        return name if isinstance(name, str) else None

    def open(self, *, start: bool, within: float = 0.0) -> Conversation[None]:
        """Connects, and compares versions. If there was a connection to a daemon on another machine
        before, connects to that daemon again. `within`: seconds to keep trying. Raises Unreachable,
        VersionMismatch and others."""
        *others, last = self._routes(start)
        if self._route.path is not None:
            yield from self._open_elsewhere_again(within)
        elif not (yield from self._open_one(others)):
            yield from self._enter(last, within)

    def open_another(self) -> Conversation[bool]:
        """Connects by the next route that was not used yet. False: no such route leads to a
        daemon."""
        paths = dict.fromkeys(each.path for each in self._routes(False) if each.path)
        untried = [Route(path) for path in (*paths, None) if path not in self._tried]
        return (yield from self._open_one(untried))

    def _open_one(self, routes: Sequence[Route]) -> Conversation[bool]:
        """Connects by the first of these routes that leads to a daemon; False: none does. If none
        can be used, raises the first error other than Unreachable: a daemon that is there and can't
        be asked."""
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
        """Connects again to the same daemon on another machine, which may just be replaced by its
        successor. No daemon of this machine or of a third one is asked instead. `within`: seconds
        to keep trying. Raises Unreachable."""
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
        """Connects by this route. False: its daemon has no screen, and the route needs one."""
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
        """Finds out which process asks, before a daemon on another machine wants to know."""
        from sayso.client import introducing  # only needed if the person sits elsewhere

        self._seen = introducing.look()

    def _introduce(self) -> Conversation[None]:
        from sayso.client import introducing  # as in `_look`

        if self._route.path is None:  # in a container: the socket is mounted at the usual path
            self._look()
        if self._seen is not None:
            said = introducing.introduction(*self._seen)
            yield from self._notify(rpc.INTRODUCE, said)

    def _compare_versions(self) -> None:
        """Reads the greeting. Raises VersionMismatch if the daemon speaks another version of the
        protocol, ProtocolError if it does not say which."""
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
        """Raises VersionMismatch if a daemon of another version does not know this method or one of
        these fields. A daemon of this version is asked anyway: its own error says what is wrong."""
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
        """A VersionMismatch that says how to renew the daemon, on whichever machine it runs."""
        remedy = UPGRADE_THERE if self.place is not None else None
        return VersionMismatch(message, remedy=remedy)

    def without_unknown(self, method: str, params: rpc.Params) -> rpc.Params:
        """`params` without the dispensable fields that the daemon does not know."""
        fields = self._greeting.get("fields")
        known = fields.get(_name(method, params), ()) if isinstance(fields, dict) else ()
        unknown = _DISPENSABLE.difference(known)
        return {name: value for name, value in params.items() if name not in unknown}

    def knows(self, method: str) -> bool:
        fields = self._greeting.get("fields")
        return isinstance(fields, dict) and method in fields

    def check_bound(self, method: str, params: rpc.Params) -> None:
        """Raises VersionMismatch if the daemon does not know bound questions. Its version does not
        count here: an update may have changed the code without changing the version, while the old
        daemon runs on."""
        fields = self._greeting.get("fields")
        known = fields.get(_name(method, params), ()) if isinstance(fields, dict) else ()
        if "bound" not in known:
            raise self._mismatch(
                "the daemon is older than this program: it does not know bound questions"
            )

    def _greet(self, route: Route, within: float, after: float) -> Conversation[rpc.Params]:
        """Connects and says `hello`; returns the daemon's greeting. If a daemon of this machine
        ends before it has greeted, its successor is tried, or another daemon is started. On a
        socket that leads to another machine, such an end can't be told from a broken line: then
        ProtocolError is raised."""
        tries = REJOINS
        greeted = min(self._greeted_within, GREETED_ELSEWHERE) if route.path else None
        while True:
            yield Connect(route.start, within, route.path, after)
            self._decoder.clear()
            self._inbox.clear()
            self.had_progress = False
            try:
                said, patience = {"client": self._name}, greeted or self._greeted_within
                after_sending = self._look if route.path is not None else None
                return (yield from self.call("hello", said, patience, after_sending=after_sending))
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
        after_sending: Callable[[], object] | None = None,
    ) -> Conversation[rpc.Params]:
        """Sends one request; returns its result. `within`: seconds that may pass without a message
        from the daemon. `after_sending`: called between the request and its reply, to use the time
        that a slow line takes.

        Raises the error that the daemon replies, Unreachable when the connection breaks, and
        ProtocolError if the daemon is silent for too long or breaks the protocol.
        """
        self._requests += 1
        id = self._requests
        lends = self._lends if method == "ask" else None
        yield from self._send(rpc.request(id, method, params), within, lends)
        reach(f"client.sent-{method}")
        if after_sending:
            after_sending()
        while True:
            reply = yield from self._receive(within)
            match reply:
                case rpc.Response() if reply.id == id:
                    return reply.result
                case rpc.Failure() if reply.id in (id, None):
                    raise reply.error
                case rpc.Notification(method="progress"):
                    if reply.params.get("id") == id:
                        self.had_progress = True
                        if on_progress:
                            from sayso.wire.progress import read_progress  # exchange._prepare

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
        """Tells a daemon on another machine that its reply arrived: it has no other way to
        know."""
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
            # The daemon hung up. It may have sent an error before: then the next read returns that
            # error, else the end of the connection.
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
    """The method's key in `fields` of the greeting: "ask.confirm" for `ask` of this kind, else the
    method itself."""
    kind = params.get("kind")
    return method if kind is None else f"{method}.{kind}"


def exited(params: rpc.Params) -> rpc.Params:
    """The `params` of `exited`, in reply to those of `check_exited`. Raises ProtocolError."""
    from sayso.client import introducing  # only needed if the person sits elsewhere

    return introducing.exited(params)
