"""The methods of the socket, as `sayso.wire.messages` names them."""

import os
import secrets
from collections.abc import Callable, Sized
from dataclasses import asdict, dataclass
from typing import assert_never, cast

from sayso import PLACE, __version__
from sayso.core import events as e
from sayso.core.outcome import Answered, Outcome
from sayso.core.overview import UNOPENED
from sayso.core.prompt import Prompt, State
from sayso.core.secret import Secret
from sayso.core.settings import TITLE_CHARACTERS, WHEN_ASKED
from sayso.daemon.configuration import Configuration
from sayso.daemon.connection import Connection
from sayso.daemon.in_flight import InFlight
from sayso.daemon.log import Log
from sayso.daemon.on_behalf import check_named
from sayso.daemon.overview import Surroundings
from sayso.daemon.presence import Presence
from sayso.daemon.runner import Keeper, Runner, Screen
from sayso.daemon.tray import Tray
from sayso.errors import InvalidRequest, MemoryNotLocked, UnknownMethod
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.contract.memory import ROOM_FOR_SECRETS
from sayso.wire import messages, rpc
from sayso.wire.codec import MAX_FRAME, encode
from sayso.wire.outcomes import encode_outcome
from sayso.wire.replies import (
    DaemonStatus,
    Finished,
    Greeting,
    MadeWay,
    Opened,
    PromptInfo,
    PromptList,
    PromptState,
    Ready,
    Undisturbed,
    Withdrew,
)
from sayso.wire.rpc import PROTOCOL

REMEMBERED = frozenset({State.DECIDED, State.UNSEEN})

LIST_BYTES = MAX_FRAME // 2
"""Of one reply that lists prompts, before the last of them: the largest has some ten KiB."""


@dataclass(frozen=True)
class GivenUp:
    """What a successor can't go on with."""

    questions: int | None = 0
    """None: it is not known."""
    reason: str | None = None
    """None: it goes on with everything."""


@dataclass(frozen=True)
class Facts:
    """What `status` says of the daemon itself."""

    socket: str
    screen: Screen
    keeper: Keeper
    log: Log
    configuration: Configuration
    presence: Presence
    tray: Tray
    started: float
    connections: Sized
    ends_with: Callable[[int | None], str | None]
    """See `Supervisor`."""
    make_way: Callable[[], None]
    """Ends this daemon for another one."""
    given_up: GivenUp = GivenUp()
    """Of the daemon before."""

    def surroundings(self) -> Surroundings:
        troubles = (self.configuration.fault, self.log.fault, self.screen.reason)
        return Surroundings(
            pid=os.getpid(),
            config=self.configuration.path,
            log=self.log.place,
            troubles=tuple(trouble for trouble in troubles if trouble),
        )


class _Call:
    """One request's way back."""

    def __init__(
        self,
        connection: Connection,
        identity: rpc.RequestId,
        in_flight: InFlight,
        result: rpc.Params | None = None,
    ) -> None:
        """`result`: where there is nothing to say but that it was done."""
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
            case e.Reply(_, outcome, kind_if_any):
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
    """Why a password could not be kept safe here; it is better not to ask for it then."""
    try:
        select.memory().lock(ROOM_FOR_SECRETS)
    except MemoryNotLocked as error:
        return error
    return None


def _secret(outcome: Outcome) -> Secret | None:
    return outcome.secret if isinstance(outcome, Answered) else None


class Service:
    """Stands between connections and the runner."""

    def __init__(self, runner: Runner, facts: Facts) -> None:
        self._runner = runner
        self._facts = facts
        self._in_flight = InFlight()
        self._methods: dict[str, Callable[[Connection, rpc.Request], None]] = {
            "hello": self._hello,
            "ask": self._ask,
            "collect": self._collect,
            "claim": self._claim,
            "withdraw": self._withdraw,
            "finish": self._finish,
            "dnd": self._dnd,
            "next": self._open_next,
            "list": self._list,
            "status": self._status,
            "make_way": self._make_way,
        }

    def request(self, connection: Connection, request: rpc.Request) -> None:
        """Raises RequestError; otherwise the reply goes out, now or later."""
        method = self._methods.get(request.method)
        if method is None:
            raise UnknownMethod("no such method", field="method")
        if self._in_flight.has(connection, request.id):
            raise InvalidRequest("another request in flight has this id", field="id")
        check_named(connection.lent, request.params)
        method(connection, request)

    def is_waited_for(self, connection: Connection) -> bool:
        return self._in_flight.any(connection)

    def hang_up(self, connection: Connection) -> None:
        for call in self._in_flight.leave(connection):
            self._runner.hang_up(call)

    def _hello(self, connection: Connection, request: rpc.Request) -> None:
        messages.parse(messages.Hello, request.params)
        greeting: Greeting = {
            "protocol": PROTOCOL,
            "version": __version__,
            "pid": os.getpid(),
            "kinds": list(messages.ASKS),
            "fields": messages.FIELDS,
            "wait": self._runner.broker.default_wait,
        }
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
            return  # it has hung up
        lineage = connection.lineage
        try:
            exited = self._runner.exited(self._runner.broker.kin(question, lineage))
        except Exception:  # the caller is not left waiting for a reply
            connection.abort()
            raise
        ticket, claim = secrets.token_hex(16), secrets.token_hex(16)
        obstacle = _unlockable() if question.question.secret else None
        late = self._runner.now() - arrived
        self._runner.post(e.Ask(call, question, lineage, exited, ticket, claim, obstacle, late))

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
        call = self._new_call(connection, request.id)
        self._runner.post(e.Withdraw(call, params.ticket, params.number))

    def _withdraw_scope(self, connection: Connection, identity: rpc.RequestId, scope: str) -> None:
        lineage = connection.lineage
        exited = self._runner.exited(self._runner.broker.kin_in_scope(scope, lineage))
        call = self._new_call(connection, identity)
        self._runner.post(e.WithdrawScope(call, scope, lineage, exited))

    def _finish(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.Finish, request.params)
        result: Finished = {"status": "finished"}
        call = self._new_call(connection, request.id, dict(result))
        process = connection.lineage.requester
        self._runner.post(e.Finish(call, process, params.done, params.ticket, params.number))

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
        """As many as a line has room for."""
        params = messages.parse(messages.ListPrompts, request.params)
        listed: PromptList = {"prompts": [], "more": False}
        size = 0
        for prompt in self._runner.broker.prompts:
            if prompt.number > params.after and (prompt.is_open or prompt.state in REMEMBERED):
                if size > LIST_BYTES:
                    listed["more"] = True
                    break
                told = self._describe(prompt)
                listed["prompts"].append(told)
                size += len(encode(dict(told)))
        connection.respond(request.id, dict(listed))

    def _status(self, connection: Connection, request: rpc.Request) -> None:
        messages.parse(messages.Status, request.params)
        broker = self._runner.broker
        screen = self._facts.screen.name
        is_inbox = broker.settings.appear == WHEN_ASKED
        status: DaemonStatus = {
            "pid": os.getpid(),
            "keeper": self._facts.keeper.pid,
            "version": __version__,
            "program": PLACE,
            "given_up": self._facts.given_up.questions,
            "given_up_reason": self._facts.given_up.reason,
            "protocol": PROTOCOL,
            "uptime": round(self._runner.now() - self._facts.started, 3),
            "socket": self._facts.socket,
            "screen": screen,
            "screen_reason": self._facts.screen.reason,
            "screen_unguarded": screen and self._facts.screen.unguarded,
            "ends_with": self._facts.ends_with(self._facts.keeper.pid),
            "log": self._facts.log.place,
            "log_fault": self._facts.log.fault,
            "config": self._facts.configuration.path,
            "config_fault": self._facts.configuration.fault,
            "tray": self._facts.tray.pid,
            "tray_fault": self._facts.tray.fault,
            "do_not_disturb": self._undisturbed(),
            "away": broker.away,
            "presence_fault": self._facts.presence.fault,
            "session_bus_fault": self._facts.presence.session_bus_fault,
            "open": len(broker.queue),
            "unopened": sum(broker.public_state(prompt) == UNOPENED for prompt in broker.queue),
            "appear_fault": broker.inbox_absent if is_inbox else None,
            "waiting": sum(prompt.waiting is not None for prompt in broker.queue),
            "retained": broker.kept,
            "forgotten": broker.forgotten,
            "connections": len(self._facts.connections),
        }
        connection.respond(request.id, dict(status))

    def _make_way(self, connection: Connection, request: rpc.Request) -> None:
        """Decided and done in one step: nothing comes in between that would be lost."""
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

    def _undisturbed(self) -> float | None:
        until = self._runner.broker.policy.undisturbed_until
        return None if until is None else round(max(0.0, until - self._runner.now()), 3)

    def _describe(self, prompt: Prompt) -> PromptInfo:
        """Never its ticket: the number is good for withdrawing alone."""
        now = self._runner.now()
        left = prompt.seconds_left(now)
        question, heads = prompt.request.question, prompt.headed_by
        return {
            "number": prompt.number,
            "kind": question.kind,
            "title": question.title or question.message[:TITLE_CHARACTERS],
            "asker": heads.asker.name,
            "cwd": heads.cwd,
            "pid": heads.asker.process.pid,
            "state": cast(PromptState, self._runner.broker.public_state(prompt)),
            "place": self._runner.broker.place(prompt),
            "waiting": prompt.waiting is not None,
            "bound": prompt.bound,
            "age": round(now - prompt.opened_at, 3),
            "seconds_left": None if left is None else round(left, 3),
        }

    def _new_call(
        self,
        connection: Connection,
        identity: rpc.RequestId,
        result: rpc.Params | None = None,
    ) -> int:
        number = self._runner.new_call(_Call(connection, identity, self._in_flight, result))
        self._in_flight.begin(connection, identity, number)
        return number
