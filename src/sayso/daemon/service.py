"""Carries out the methods that clients call over the socket; `sayso.wire.messages` has their
parameters."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import assert_never

from sayso import __version__
from sayso.core import events as e
from sayso.core.lineage import Process
from sayso.core.outcome import Answered, Outcome
from sayso.core.secret import Secret
from sayso.daemon.connection import Connection
from sayso.daemon.exits import Exits
from sayso.daemon.in_flight import InFlight
from sayso.daemon.on_behalf import check_named
from sayso.daemon.remote_methods import RemoteMethods
from sayso.daemon.runner import Runner
from sayso.daemon.telling import Facts, Teller
from sayso.errors import InvalidRequest, MemoryNotLocked, NotFromPlace, UnknownMethod
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.contract.memory import ROOM_FOR_SECRETS
from sayso.wire import elsewhere, messages, rpc
from sayso.wire.outcomes import encode_outcome
from sayso.wire.replies import (
    Finished,
    Greeting,
    MadeWay,
    Opened,
    Ready,
    Undisturbed,
    Withdrew,
)
from sayso.wire.rpc import PROTOCOL

Method = Callable[[Connection, rpc.Request], None]


class _Call:
    """Sends the reply to one request."""

    def __init__(
        self,
        connection: Connection,
        identity: rpc.RequestId,
        in_flight: InFlight,
        result: rpc.Params | None = None,
    ) -> None:
        """`result`: the result of a request that is just done (Done), with nothing else to say."""
        self._result = result or {}
        self._connection = connection
        self._identity = identity
        self._in_flight = in_flight

    def hear(self, told: e.Told) -> None:
        match told:
            case e.Offer(call, claim, ticket, kind, bound):
                if bound:
                    self._in_flight.offered(self._connection, call)
                ready: Ready = {"status": "ready", "claim": claim, "ticket": ticket, "kind": kind}
                self._respond(dict(ready))
                reach("daemon.offered")
            case e.Over(call):
                self._in_flight.over(self._connection, call)
                self._connection.close_when_done()
            case e.Reply(_, outcome, kind_if_any, to_place):
                self._connection.expect_receipt(to_place)
                of = {} if kind_if_any is None else {"kind": kind_if_any}
                self._respond(encode_outcome(outcome) | of, _secret(outcome))
                reach("daemon.replied")
            case e.Withdrew(_, number):
                withdrew: Withdrew = {"status": "withdrawn", "number": number}
                self._respond(dict(withdrew))
            case e.WithdrewScope(_, numbers):
                all_of_it: Withdrew = {"status": "withdrawn", "numbers": list(numbers)}
                self._respond(dict(all_of_it))
            case e.Opened(_, number_if_any):
                opened: Opened = {"number": number_if_any}
                self._respond(dict(opened))
            case e.Done():
                self._respond(self._result)
            case e.Fail(_, error):
                self._in_flight.replied(self._connection, self._identity)
                self._connection.fail(self._identity, error)
            case e.Progress():
                params = asdict(told) | {"id": self._identity}
                del params["call"]
                self._connection.notify("progress", params)
            case _:
                assert_never(told)

    def _respond(self, result: rpc.Params, secret: Secret | None = None) -> None:
        self._in_flight.replied(self._connection, self._identity)
        self._connection.respond(self._identity, result, secret)


def _unlockable() -> MemoryNotLocked | None:
    """Why a password could not be kept safe here, so that it is better not asked for; None: it
    could."""
    try:
        select.memory().lock(ROOM_FOR_SECRETS)
    except MemoryNotLocked as error:
        return error
    return None


def _secret(outcome: Outcome) -> Secret | None:
    return outcome.secret if isinstance(outcome, Answered) else None


class Service:
    """Handles the requests of all connections, and passes them to the runner as events."""

    def __init__(self, runner: Runner, facts: Facts) -> None:
        self._runner = runner
        self._facts = facts
        self._in_flight = InFlight()
        self._exits = Exits(runner.exited)
        self._teller = Teller(runner, facts)
        self._for_all: dict[str, Method] = {
            "hello": self._hello,
            "ask": self._ask,
            "collect": self._collect,
            "claim": self._claim,
            "withdraw": self._withdraw,
            "finish": self._finish,
            "list": self._list,
            "status": self._status,
        }
        remote = RemoteMethods(facts.places, self._teller)
        self._for_this_machine: dict[str, Method] = {
            "dnd": self._dnd,
            "next": self._open_next,
            "make_way": self._make_way,
            **remote.methods,
        }
        """Methods that only programs on this machine may call."""

    def request(self, connection: Connection, request: rpc.Request) -> None:
        """Handles a request; the reply is sent now or later. Raises RequestError instead."""
        is_from_place = bool(connection.lineage.place)
        own = self._for_this_machine.get(request.method)
        if own and is_from_place:
            raise NotFromPlace("another machine may ask and nothing else", field="method")
        method = own or self._for_all.get(request.method)
        if method is None:
            raise UnknownMethod("no such method", field="method")
        if self._in_flight.has(connection, request.id):
            raise InvalidRequest("another request in flight has this id", field="id")
        check_named(connection.lent, request.params)
        method(connection, request)

    def notified(self, connection: Connection, told: rpc.Notification) -> None:
        """Handles a notification from a client at a place. Unknown notifications are ignored."""
        lineage = connection.lineage
        if told.method == rpc.INTRODUCE and lineage.claimed:
            said = messages.parse(elsewhere.Introduce, told.params)
            now = self._runner.now()
            connection.introduce(elsewhere.claimed(said, lineage.place, lineage.carrier, now))
            self._runner.post(e.Tick())  # so that the tray shows who uses the place
        elif told.method == rpc.EXITED:
            self._exits.answered(connection, messages.parse(elsewhere.Exited, told.params))

    def receipt_unknown(self, number: int) -> None:
        self._runner.post(e.ReceiptUnknown(number))

    def reach(self, connection: Connection, is_lost: bool) -> None:
        for call in self._in_flight.calls(connection):
            self._runner.post(e.Reach(call, is_lost))

    def is_waited_for(self, connection: Connection) -> bool:
        return self._in_flight.any(connection)

    def hang_up(self, connection: Connection) -> None:
        self._exits.forget(connection)
        for call in self._in_flight.leave(connection):
            self._runner.hang_up(call)
        if connection.place:
            self._runner.post(e.Tick())  # so that the tray shows who still uses the place

    def _hello(self, connection: Connection, request: rpc.Request) -> None:
        messages.parse(messages.Hello, request.params)
        greeting: Greeting = {
            "protocol": PROTOCOL,
            "version": __version__,
            "pid": os.getpid(),
            "kinds": list(messages.ASKS),
            "fields": messages.FIELDS,
            "wait": self._runner.broker.default_wait,
            "screen": self._facts.screen.name is not None,
        }
        if connection.lineage.place:
            greeting["place"] = connection.lineage.place
            with suppress(OSError):  # no room just now: the client then takes any daemon for it
                greeting["daemon"] = self._teller.identity
        connection.respond(request.id, dict(greeting))

    def _ask(self, connection: Connection, request: rpc.Request) -> None:
        reach("daemon.asked")
        question = messages.parse_ask(request.params)
        connection.check_requester()
        question = self._runner.known(connection.lineage, question, connection.lent)
        call = self._new_call(connection, request.id)
        arrived = self._runner.now()
        self._facts.screen.sought(lambda: self._asked(connection, call, question, arrived))

    def _asked(
        self, connection: Connection, call: int, question: e.Request, arrived: float
    ) -> None:
        if not self._in_flight.waits(connection, call):
            return  # the caller has hung up
        lineage = connection.lineage

        def ask(exited: frozenset[Process]) -> None:
            ticket, claim = secrets.token_hex(16), secrets.token_hex(16)
            obstacle = _unlockable() if question.question.secret else None
            late = self._runner.now() - arrived
            withheld = self._facts.places.withholds(lineage, question.question)
            self._runner.post(
                e.Ask(call, question, lineage, exited, ticket, claim, obstacle, late, withheld)
            )

        try:
            self._exits.find(connection, self._runner.broker.kin(question, lineage), ask)
        except Exception:  # the caller must not wait for ever for a reply
            connection.abort()
            raise

    def _collect(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.Collect, request.params)
        call = self._new_call(connection, request.id)
        lineage, claim = connection.lineage, secrets.token_hex(16)
        self._runner.post(e.Collect(call, params.ticket, params.wait, lineage, claim))

    def _claim(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.Claim, request.params)
        connection.check_requester()
        call = self._new_call(connection, request.id)
        reach("daemon.claimed")
        self._runner.post(e.Claim(call, params.claim, connection.lineage.requester))

    def _withdraw(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.Withdraw, request.params)
        if params.scope:
            self._withdraw_scope(connection, request.id, params.scope)
            return
        call, place = self._new_call(connection, request.id), connection.lineage.place
        self._runner.post(e.Withdraw(call, params.ticket, params.number, place))

    def _withdraw_scope(self, connection: Connection, identity: rpc.RequestId, scope: str) -> None:
        lineage = connection.lineage
        call = self._new_call(connection, identity)

        def withdraw(exited: frozenset[Process]) -> None:
            self._runner.post(e.WithdrawScope(call, scope, lineage, exited))

        self._exits.find(connection, self._runner.broker.kin_in_scope(scope, lineage), withdraw)

    def _finish(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.Finish, request.params)
        result: Finished = {"status": "finished"}
        call = self._new_call(connection, request.id, dict(result))
        by = connection.lineage
        self._runner.post(
            e.Finish(call, by.requester, params.done, params.ticket, params.number, by.place)
        )

    def _dnd(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.DoNotDisturb, request.params)
        result: Undisturbed = {"seconds_left": params.seconds or None}
        call = self._new_call(connection, request.id, dict(result))
        self._runner.post(e.DoNotDisturb(call, params.seconds))

    def _open_next(self, connection: Connection, request: rpc.Request) -> None:
        messages.parse(messages.OpenNext, request.params)
        call = self._new_call(connection, request.id)
        self._runner.post(e.OpenNext(call, connection.lineage))

    def _list(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.ListPrompts, request.params)
        listed = self._teller.prompts(connection.lineage.place, params.after)
        connection.respond(request.id, dict(listed))

    def _status(self, connection: Connection, request: rpc.Request) -> None:
        messages.parse(messages.Status, request.params)
        place = connection.lineage.place
        status = self._teller.status_for(place) if place else self._teller.status()
        connection.respond(request.id, dict(status))

    def _make_way(self, connection: Connection, request: rpc.Request) -> None:
        """Ends this daemon for one with a screen, if nothing is lost by that. This is decided and
        done in one step, so that no question can come in between."""
        params = messages.parse(messages.MakeWay, request.params)
        screen = self._facts.screen
        makes_way = (
            screen.name is None
            and screen.place != params.screen
            and self._in_flight.nothing()
            and self._runner.broker.holds_nothing(self._runner.now())
        )
        result: MadeWay = {"makes_way": makes_way}
        connection.respond(request.id, dict(result))
        if makes_way:
            self._facts.make_way()

    def _new_call(
        self,
        connection: Connection,
        identity: rpc.RequestId,
        result: rpc.Params | None = None,
    ) -> int:
        number = self._runner.new_call(_Call(connection, identity, self._in_flight, result))
        self._in_flight.begin(connection, identity, number)
        return number
