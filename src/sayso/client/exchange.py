"""One whole conversation with the daemon, sans-IO: hello, ask, ready, claim, committed.

A conversation is a generator. It yields steps (Connect, Send, Guard, Receive); whoever drives it
does each one and sends back the bytes received (for other steps, none), which may hold a secret
and are wiped here, or throws in what went wrong: an OSError (TimeoutError: nothing came in time) or
a SaysoError from connecting or guarding. Its return value is the call's.

The late click is inside: a reply that is `ready` is claimed, and only the committed outcome
comes out. Where nobody can hear the answer any more it is left unclaimed, as pending.

A bound question has one connection for its whole life: it is never asked twice, and where that
connection breaks, it is over.
"""

from __future__ import annotations

import time
from collections import deque

from sayso import __version__
from sayso.client.calls import read_progress
from sayso.core.outcome import Decision, Pending, Withdrawn
from sayso.core.secret import wipe
from sayso.errors import (
    Expired,
    FrameTooLarge,
    OfferLapsed,
    ParseError,
    ProtocolError,
    ServiceError,
    UnknownClaim,
    Unreachable,
    VersionMismatch,
)
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.values import Value
from sayso.wire import rpc
from sayso.wire.codec import MAX_FRAME, Decoder, encode
from sayso.wire.outcomes import decode_outcome

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    import socket
    from collections.abc import Generator
    from typing import Any, TypeVar

    from sayso.client.shapes import Heard, OnKind, OnProgress
    from sayso.core.outcome import Outcome
    from sayso.core.secret import Bytes
    from sayso.wire.codec import Message

    T = TypeVar("T")
    Conversation = Generator["Step", Bytes, T]

REPLY_WITHIN = 10.0
"""Seconds for the reply to a request that does not wait for a person."""

SILENCE = 40.0
"""Seconds without a word to a waiting call: heartbeats come every 15 s, so the daemon hangs."""

OFFERS = 2
"""An outcome whose offer lapsed is asked for once more."""

REJOIN_WITHIN = 5.0
"""Seconds to find the daemon again after the connection broke: its successor takes a moment."""

REJOINS = 3
"""So often in a row, without a word of the daemon, a call goes on with another connection."""

KINDS = frozenset({"confirm", "notice", "password", "text", "select", "form", "device_code"})
"""Of question: to claim an answer of another would spend what can't be understood."""

_DISPENSABLE = frozenset({"says_it_is", "activation", "detail_kind", "for_key"})
"""Fields of a question that it is asked without, by a daemon from before there were any."""

AGAIN = "repeat the request: an answer that is still kept comes at once, else it is a new question"

ANEW = "ask again: the question was bound to its call, and ended with it"

ROOM = 4 << 10
"""Bytes that a driver reads at once."""


class Connect(Value):
    """Open a connection, giving up an earlier one."""

    start: bool
    """Start a daemon where none runs."""
    within: float = 0.0
    """Seconds to keep trying."""


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
    ) -> None:
        """`greeted_within`: seconds for the daemon to greet. `lends`: goes along with `ask`."""
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

    def open(self, *, start: bool, within: float = 0.0) -> Conversation[None]:
        """Connects and compares versions. Raises Unreachable, VersionMismatch and others."""
        self._greeting = yield from self._greet(start, within)
        protocol = self._greeting.get("protocol")
        if not isinstance(protocol, int):
            raise ProtocolError("the daemon does not say which protocol it speaks")
        if protocol < rpc.PROTOCOL:
            raise VersionMismatch("the daemon is older than this program")
        if protocol > rpc.PROTOCOL:
            raise VersionMismatch(
                "the daemon is newer than this program", remedy="update this program"
            )
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
            raise VersionMismatch(
                f"{theirs}, this program {__version__}: it does not know {lacks[0]}"
            )

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
            raise VersionMismatch(
                "the daemon is older than this program: it does not know bound questions"
            )

    def _greet(self, start: bool, within: float) -> Conversation[rpc.Params]:
        """On a new connection. A daemon may end with us in its queue: then another one is there,
        or, with `start`, it is started."""
        tries = REJOINS
        while True:
            yield Connect(start, within)
            self._decoder.clear()
            self._inbox.clear()
            self.served = False
            try:
                return (yield from self.call("hello", {"client": self._name}, self._greeted_within))
            except Unreachable:
                tries -= 1
                if not tries:
                    raise
            within = 0.0 if start else REJOIN_WITHIN

    def call(
        self, method: str, params: rpc.Params, within: float, on_progress: OnProgress | None = None
    ) -> Conversation[rpc.Params]:
        """One request and its result; `within` seconds may pass without a word.

        Raises what the daemon answers, Unreachable when the connection breaks, ProtocolError
        for silence or nonsense.
        """
        self._requests += 1
        id = self._requests
        lends = self._lends if method == "ask" else None
        yield from self._send(rpc.request(id, method, params), within, lends)
        reach(f"client.sent-{method}")
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
                case rpc.Notification():
                    pass  # a newer daemon may tell more than this version knows
                case _:
                    raise ProtocolError("the daemon replied to a request that was never sent")

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


def request(
    name: str,
    method: str,
    params: rpc.Params,
    *,
    start: bool = False,
    within: float = REPLY_WITHIN,
) -> Conversation[rpc.Params]:
    """A call that waits for no person. It is about what runs already, and starts no daemon unless
    it is told to. `within`: seconds for each reply."""
    link = Link(name, within)
    yield from link.open(start=start)
    link.check_known(method, params)
    return (yield from link.call(method, params, within))


def question(
    name: str,
    method: str,
    params: rpc.Params,
    *,
    start: bool,
    screen: str | None = None,
    heard: Heard | None = None,
    on_progress: OnProgress | None = None,
    on_kind: OnKind | None = None,
    within: float = REPLY_WITHIN,
    lends: socket.socket | None = None,
) -> Conversation[Outcome]:
    """Asks or collects, to its outcome; what the caller may act on is committed by then.

    `screen`: what a daemon would have that is started from here. One that has none, and holds
    nothing, makes way for it; then the question is asked once more. `within`: seconds for the
    daemon to greet. `lends`: the proof for whom it is asked; it stays the caller's.

    Raises what `on_kind` raises, and Unreachable where the connection broke after the claim and
    the answer may be spent.
    """
    link = Link(name, within, lends)
    bound = params.get("bound") is True
    if params.get("kind") == "password":
        yield Guard()  # before anything is shown
    yield from link.open(start=start)
    reply = yield from _first_reply(link, method, params, start, on_progress)
    is_blind = method == "ask" and reply.get("status") == "no_interactor"
    if screen and is_blind and (yield from _makes_way(link, screen)):
        yield from link.open(start=True)
        reply = yield from _first_reply(link, method, params, start, on_progress)
    for _ in range(OFFERS):
        if reply.get("status") != "ready":
            outcome, known = _uncommitted(reply), reply.get("kind")
            if on_kind is not None and isinstance(known, str):  # an older daemon does not tell
                on_kind(known)
            return outcome
        claim, ticket, kind = _offer(reply)
        if kind not in KINDS:
            raise VersionMismatch(
                f"the answer is to a question of a kind that this program does not know: {kind}",
                remedy="collect it with the program that asked, or update this one",
            )
        if on_kind is not None:
            on_kind(kind)
        if heard is not None and not heard():
            return Withdrawn("caller_gone") if bound else Pending(ticket)
        if kind == "password":
            yield Guard()
        try:
            return (yield from (_claim_bound if bound else _claim)(link, claim))
        except OfferLapsed:
            reply = yield from _ask(link, "collect", {"ticket": ticket, "wait": 0}, False, None)
    return Pending(ticket)


def _first_reply(
    link: Link, method: str, params: rpc.Params, start: bool, on_progress: OnProgress | None
) -> Conversation[rpc.Params]:
    params = link.without_unknown(method, params)
    link.check_known(method, params)
    if params.get("bound") is True:
        link.check_bound(method, params)
        return (yield from _ask_bound(link, method, params, on_progress))
    return (yield from _ask(link, method, params, start, on_progress))


def _makes_way(link: Link, screen: str) -> Conversation[bool]:
    """Whether the daemon ends, or has ended by now: for another caller."""
    if not link.knows("make_way"):
        return False
    try:
        told = yield from link.call("make_way", {"screen": screen}, REPLY_WITHIN)
    except Unreachable:
        return True
    return told.get("makes_way") is True


def _ask(
    link: Link, method: str, params: rpc.Params, start: bool, on_progress: OnProgress | None
) -> Conversation[rpc.Params]:
    """The reply, even if the daemon dies meanwhile: its successor knows the question, and the
    same request from the same process finds it again, for the rest of its wait.

    A daemon that dies in its first moments has no successor. As long as nobody has said where the
    question stands it was never shown, and with `start` another daemon may hear it.
    """
    wait = params.get("wait", link.default_wait)
    began, rejoins = time.monotonic(), 0
    while True:
        try:
            return (yield from link.call(method, params, SILENCE, on_progress))
        except Unreachable as broken:
            start = start and not link.served
            rejoins = 1 if link.served else rejoins + 1
            if rejoins > REJOINS:
                raise
            try:
                yield from link.open(start=start, within=0.0 if start else REJOIN_WITHIN)
            except Unreachable:
                raise broken from None  # which says what to do
            if wait is not None:
                params = params | {"wait": max(0.0, wait - (time.monotonic() - began))}


def _ask_bound(
    link: Link, method: str, params: rpc.Params, on_progress: OnProgress | None
) -> Conversation[rpc.Params]:
    """The reply, on this connection alone: to ask anew is the caller's to decide."""
    try:
        return (yield from link.call(method, params, SILENCE, on_progress))
    except Unreachable as broken:
        raise Unreachable(broken.message, remedy=ANEW) from broken


def _offer(reply: dict[str, Any]) -> tuple[str, str, str]:
    claim, ticket, kind = reply.get("claim"), reply.get("ticket"), reply.get("kind")
    if not isinstance(claim, str) or not isinstance(ticket, str) or not isinstance(kind, str):
        raise ProtocolError("an offer that lacks its claim, ticket or kind")
    return claim, ticket, kind


def _uncommitted(reply: dict[str, Any]) -> Outcome:
    outcome = decode_outcome(reply)
    if isinstance(outcome, Decision):
        raise ProtocolError(f"the daemon said {outcome.status} without offering it to be claimed")
    return outcome


def _claim(link: Link, claim: str) -> Conversation[Outcome]:
    """The committed outcome, even if the connection breaks on the way.

    The daemon remembers a claim for 60 s, for the process that made it, but not a secret.
    """
    reach("client.ready")
    try:
        return (yield from _commit(link, claim))
    except (Unreachable, ProtocolError):
        try:
            yield from link.open(start=False, within=REJOIN_WITHIN)
            return (yield from _commit(link, claim))
        # Expired: a secret, handed out once. UnknownClaim: another daemon by now.
        except (ServiceError, Expired, UnknownClaim) as error:
            raise Unreachable(
                f"the answer may have been handed out, but did not arrive: {error.message}",
                remedy=AGAIN,
            ) from error


def _claim_bound(link: Link, claim: str) -> Conversation[Outcome]:
    """The same; what was not claimed in time, or while its owner lived, is gone."""
    try:
        return (yield from _claim(link, claim))
    except UnknownClaim:
        return Withdrawn("caller_gone")
    except Unreachable as error:
        raise Unreachable(error.message, remedy=ANEW) from error


def _commit(link: Link, claim: str) -> Conversation[Outcome]:
    committed = yield from link.call("claim", {"claim": claim}, REPLY_WITHIN)
    reach("client.committed")
    return decode_outcome(committed)
