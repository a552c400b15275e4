"""What `list` and `status` tell: everything to this machine, to another one only its own
questions."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from sayso import PLACE, __version__
from sayso.core.overview import CLOSED, OPEN, UNOPENED, PlaceOverview
from sayso.core.prompt import Prompt, State
from sayso.core.remote_place import RemotePlace
from sayso.core.settings import TITLE_CHARACTERS, WHEN_ASKED
from sayso.daemon.configuration import Configuration
from sayso.daemon.connections import Connections
from sayso.daemon.log import Log
from sayso.daemon.overview import Surroundings
from sayso.daemon.presence import Presence
from sayso.daemon.remote_places import RemotePlaces
from sayso.daemon.runner import Keeper, Runner, Screen
from sayso.daemon.tray import Tray
from sayso.platforms import select
from sayso.wire.codec import MAX_FRAME, encode
from sayso.wire.replies import DaemonStatus, PlaceInfo, PromptInfo, PromptList, PromptState
from sayso.wire.rpc import PROTOCOL

REMEMBERED = frozenset({State.DECIDED, State.UNSEEN})

LIST_BYTES = MAX_FRAME // 2
"""Bytes of prompts in one reply after which no more are added, so only the last goes beyond it: the
largest prompt has some ten KiB."""


@dataclass(frozen=True)
class GivenUp:
    """What this daemon could not take over from the daemon before it."""

    questions: int | None = 0
    """How many questions were given up; None: it is not known."""
    reason: str | None = None
    """Why they were given up; None: everything was taken over."""


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
    connections: Connections
    places: RemotePlaces
    ends_with: Callable[[int | None], str | None]
    """See `Supervisor.ends_with`."""
    make_way: Callable[[], None]
    """Ends this daemon for another one."""
    given_up: GivenUp = GivenUp()
    """What could not be taken over from the daemon before."""

    def surroundings(self) -> Surroundings:
        troubles = (
            self.configuration.fault,
            self.places.fault,
            self.log.fault,
            self.screen.reason,
        )
        return Surroundings(
            pid=os.getpid(),
            config=self.configuration.path,
            log=self.log.place,
            troubles=tuple(trouble for trouble in troubles if trouble),
            places=tuple(self._place(each.name) for each in self.places.all),
        )

    def _place(self, name: str) -> PlaceOverview:
        fault, carried = self.places.fault_of(name), self.places.carried(name)
        state, why, _ = carried or (OPEN, None, None)
        if fault:
            state, why = CLOSED, fault
        return PlaceOverview(name, state, why or "", tuple(self.askers(name)))

    def askers(self, place: str) -> list[str]:
        """Names of the programs that use this place's socket now, as the place says."""
        return sorted({each.lineage.asker.name for each in self.connections.of_place(place)} - {""})


class Teller:
    def __init__(self, runner: Runner, facts: Facts) -> None:
        self._runner = runner
        self._facts = facts

    @property
    def identity(self) -> str:
        """Identity of the daemons at this socket: the same for each successor, until the machine
        restarts. Raises OSError."""
        told = f"{select.peer().system()} {self._facts.socket}"
        return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:32]

    def prompts(self, place: str, after: int) -> PromptList:
        """The prompts with numbers above `after`, as many as fit into one line. `place`: only the
        prompts of this place; empty: all prompts."""
        listed: PromptList = {"prompts": [], "more": False}
        size = 0
        for prompt in self._runner.broker.prompts:
            if prompt.number <= after or place not in ("", prompt.place):
                continue
            if prompt.is_open or prompt.state in REMEMBERED:
                if size > LIST_BYTES:
                    listed["more"] = True
                    break
                told = self._describe(prompt)
                listed["prompts"].append(told)
                size += len(encode(dict(told)))
        return listed

    def status_for(self, place: str) -> DaemonStatus:
        """The status for another machine: it tells only of that machine's own questions, and not
        whether the person is away."""
        own = [prompt for prompt in self._runner.broker.prompts if prompt.place == place]
        queue = [prompt for prompt in own if prompt.is_open]
        return {
            "pid": os.getpid(),
            "keeper": None,
            "version": __version__,
            "protocol": PROTOCOL,
            "uptime": round(self._runner.now() - self._facts.started, 3),
            "socket": "",
            "screen": self._facts.screen.name,
            "screen_reason": self._facts.screen.reason,
            "place": place,
            "open": len(queue),
            "waiting": sum(prompt.waiting is not None for prompt in queue),
            "retained": sum(prompt.state in REMEMBERED for prompt in own),
            "connections": len(self._facts.connections.of_place(place)),
        }

    def places(self) -> list[PlaceInfo]:
        """All other machines and containers that may ask, and who uses their sockets now."""
        return [self._describe_place(each) for each in self._facts.places.all]

    def _describe_place(self, place: RemotePlace) -> PlaceInfo:
        connections = self._facts.connections.of_place(place.name)
        queue = self._runner.broker.queue
        told: PlaceInfo = {
            "name": place.name,
            "socket": self._facts.places.socket_of(place),
            "container": place.container,
            "uid": place.uid,
            "destination": place.destination,
            "secrets": place.secrets,
            "fault": self._facts.places.fault_of(place.name),
            "connections": len(connections),
            "open": sum(prompt.place == place.name for prompt in queue),
            "askers": self._facts.askers(place.name),
        }
        if carried := self._facts.places.carried(place.name):
            told["carrier"], told["carrier_why"], told["carrier_remedy"] = carried
        return told

    def status(self) -> DaemonStatus:
        broker = self._runner.broker
        screen = self._facts.screen.name
        is_inbox = broker.settings.appear == WHEN_ASKED
        return {
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
            "places": self.places(),
            "places_fault": self._facts.places.fault,
        }

    def _undisturbed(self) -> float | None:
        until = self._runner.broker.policy.undisturbed_until
        return None if until is None else round(max(0.0, until - self._runner.now()), 3)

    def _describe(self, prompt: Prompt) -> PromptInfo:
        """What `list` tells of a prompt. Never its ticket, by which the answer can be collected:
        by its number it can only be withdrawn, or finished by the process that asked."""
        now = self._runner.now()
        left = prompt.seconds_left(now)
        question, heads = prompt.request.question, prompt.headed_by
        told: PromptInfo = {
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
        if prompt.place:
            told["from_place"] = prompt.place
        return told
