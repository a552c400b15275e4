"""One whole conversation with the daemon, sans-IO: hello, ask, ready, claim, committed.

How a conversation is driven stands in `sayso.client.link`.

An answer that comes late is handled here: a reply that is `ready` is claimed, and only the
committed outcome is returned. If nobody can receive the answer any more, it is not claimed, and the
outcome is Pending (of a bound question: Withdrawn).

A bound question has one connection for its whole life: it is never asked twice, and it is over when
that connection breaks.
"""

from __future__ import annotations

import time

from sayso.client.link import (
    AGAIN,
    REJOIN_WITHIN,
    REJOINS,
    REPLY_WITHIN,
    Guard,
    Link,
)
from sayso.client.routes import own
from sayso.core.outcome import Decision, Pending, Withdrawn
from sayso.errors import (
    Expired,
    OfferLapsed,
    ProtocolError,
    ServiceError,
    UnknownClaim,
    Unreachable,
    VersionMismatch,
)
from sayso.failpoints import reach

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from typing import Any

    from sayso.client.link import Conversation, Routes
    from sayso.client.shapes import Heard, OnKind, OnProgress
    from sayso.core.outcome import Outcome
    from sayso.wire import rpc

SILENCE = 40.0
"""Seconds after which a waiting call that receives nothing takes the daemon for hung: the daemon
sends progress at least every 15 s."""

CLAIM_ATTEMPTS = 2
"""How often an answer is claimed: after the first offer lapsed, the answer is collected and claimed
once more."""

READABLE_KINDS = frozenset(
    {"confirm", "notice", "password", "text", "select", "form", "device_code"}
)
"""Kinds of question that this client understands. An answer of any other kind is not claimed:
claiming uses the answer up, and the caller could not read it."""

ANEW = "ask again: the question was bound to its call, and ended with it"


def request(
    name: str,
    method: str,
    params: rpc.Params,
    *,
    start: bool = False,
    within: float = REPLY_WITHIN,
    routes: Routes = own,
) -> Conversation[rpc.Params]:
    """Makes a request that does not wait for a person; returns the result. It goes to a daemon that
    runs already; with `start`, one is started if none runs. `within`: seconds for each reply.
    `routes`: see `sayso.client.routes`; if one daemon does not know a ticket, the next is asked."""
    link = Link(name, within, routes=routes)
    yield from link.open(start=start)
    while True:
        link.check_known(method, params)
        try:
            return (yield from link.call(method, params, within))
        except Expired:
            if "ticket" not in params or not (yield from link.open_another()):
                raise


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
    greeted_within: float = REPLY_WITHIN,
    lends: socket.socket | None = None,
    routes: Routes = own,
) -> Conversation[Outcome]:
    """Asks a question or collects an answer; returns the outcome. An outcome that the caller may
    act on has been committed by then.

    `screen`: the screen that a daemon started from here would have. A running daemon that has no
    screen ends to make room for it, if nothing is lost by that (no question, answer, quiet period
    or do-not-disturb); then the question is asked once more. `greeted_within`: seconds for the
    daemon to greet. `lends`: a socket that proves for which process the question is asked; the
    caller keeps and closes it. `routes`: see `sayso.client.routes`; a ticket is tried at each of
    them.

    Raises what `on_kind` raises, and Unreachable if the connection broke after the claim, when the
    answer may be used up.
    """
    link = Link(name, greeted_within, lends, routes)
    bound = params.get("bound") is True
    yield from link.open(start=start)
    if params.get("kind") == "password":
        yield Guard()  # if no memory can be locked, this raises before anything is shown
    reply = yield from _reply_by_any_route(link, method, params, start, on_progress)
    is_blind = method == "ask" and reply.get("status") == "no_interactor" and link.place is None
    if screen and is_blind and (yield from _asked_to_make_way(link, screen)):
        yield from link.open(start=True)
        reply = yield from _first_reply(link, method, params, start, on_progress)
    attempts = CLAIM_ATTEMPTS
    while True:
        if reply.get("status") != "ready":
            outcome, known = _uncommitted(reply), reply.get("kind")
            if on_kind is not None and isinstance(known, str):  # an older daemon sends no kind
                on_kind(known)
            return outcome
        claim, ticket, kind = _offer(reply)
        if kind not in READABLE_KINDS:
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
            attempts -= 1
            if not attempts:
                return Pending(ticket)
            reply = yield from _ask(link, "collect", {"ticket": ticket, "wait": 0}, False, None)


def _reply_by_any_route(
    link: Link, method: str, params: rpc.Params, start: bool, on_progress: OnProgress | None
) -> Conversation[rpc.Params]:
    """The first reply. If a daemon does not know the ticket, the daemon of the next route is
    asked."""
    while True:
        try:
            return (yield from _first_reply(link, method, params, start, on_progress))
        except Expired:
            if "ticket" not in params or not (yield from link.open_another()):
                raise


def _first_reply(
    link: Link, method: str, params: rpc.Params, start: bool, on_progress: OnProgress | None
) -> Conversation[rpc.Params]:
    params = link.without_unknown(method, params)
    link.check_known(method, params)
    if params.get("bound") is True:
        link.check_bound(method, params)
        return (yield from _ask_bound(link, method, params, on_progress))
    return (yield from _ask(link, method, params, start, on_progress))


def _asked_to_make_way(link: Link, screen: str) -> Conversation[bool]:
    """Asks a daemon without a screen to end. True: it will, or it has gone already."""
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
    """The reply, even if the daemon dies meanwhile: its successor knows the question, and the same
    request from the same process finds the question again, with the rest of the wait.

    A daemon that dies in its first moments has no successor. As long as no progress was reported,
    the question was never shown: with `start`, another daemon may be started for it.
    """
    wait = params.get("wait", link.default_wait)
    began, rejoins = time.monotonic(), 0
    while True:
        try:
            return (yield from link.call(method, params, SILENCE, on_progress, _prepare))
        except Unreachable as broken:
            start = start and not link.had_progress
            rejoins = 1 if link.had_progress else rejoins + 1
            if rejoins > REJOINS:
                raise
            try:
                yield from link.open(start=start, within=0.0 if start else REJOIN_WITHIN)
            except Unreachable:
                raise broken from None  # `broken` has the remedy: repeat the request
            if wait is not None:
                params = params | {"wait": max(0.0, wait - (time.monotonic() - began))}


def _ask_bound(
    link: Link, method: str, params: rpc.Params, on_progress: OnProgress | None
) -> Conversation[rpc.Params]:
    """The reply, on this connection only: the caller decides whether to ask again."""
    try:
        return (yield from link.call(method, params, SILENCE, on_progress, _prepare))
    except Unreachable as broken:
        raise Unreachable(broken.message, remedy=ANEW) from broken


def _prepare() -> None:
    """Loads what reads the replies, while the daemon has the question: the dialog comes sooner."""
    from sayso.wire import outcomes, progress  # noqa: F401 - loaded for `_outcome` and `Link`


def _outcome(result: dict[str, Any]) -> Outcome:
    from sayso.wire.outcomes import decode_outcome  # see `_prepare`

    return decode_outcome(result)


def _offer(reply: dict[str, Any]) -> tuple[str, str, str]:
    claim, ticket, kind = reply.get("claim"), reply.get("ticket"), reply.get("kind")
    if not isinstance(claim, str) or not isinstance(ticket, str) or not isinstance(kind, str):
        raise ProtocolError("an offer that lacks its claim, ticket or kind")
    return claim, ticket, kind


def _uncommitted(reply: dict[str, Any]) -> Outcome:
    outcome = _outcome(reply)
    if isinstance(outcome, Decision):
        raise ProtocolError(f"the daemon said {outcome.status} without offering it to be claimed")
    return outcome


def _claim(link: Link, claim: str) -> Conversation[Outcome]:
    """The committed outcome, even if the connection breaks meanwhile.

    The daemon remembers a claim for 60 s, for the process that made it; a secret it hands out once.
    """
    reach("client.ready")
    try:
        return (yield from _commit(link, claim))
    except (Unreachable, ProtocolError):
        try:
            yield from link.open(start=False, within=REJOIN_WITHIN)
            return (yield from _commit(link, claim))
        # Expired: it was a secret, handed out once. UnknownClaim: another daemon runs by now.
        except (ServiceError, Expired, UnknownClaim) as error:
            raise Unreachable(
                f"the answer may have been handed out, but did not arrive: {error.message}",
                remedy=AGAIN,
            ) from error


def _claim_bound(link: Link, claim: str) -> Conversation[Outcome]:
    """Like `_claim`, for a bound question: an answer that is not claimed in time is lost, not
    kept."""
    try:
        return (yield from _claim(link, claim))
    except UnknownClaim:
        return Withdrawn("caller_gone")
    except Unreachable as error:
        raise Unreachable(error.message, remedy=ANEW) from error


def _commit(link: Link, claim: str) -> Conversation[Outcome]:
    committed = yield from link.call("claim", {"claim": claim}, REPLY_WITHIN)
    yield from link.acknowledge()
    reach("client.committed")
    return _outcome(committed)
