"""The contract between callers and daemon in its plainest form. Tests run it beside the broker and
compare the two.

It has no tables and keeps no order of effects. Two calls count as one asker's if they come from the
same agent process (second from the outside): in its world every agent ends a command before it runs
the next one.
"""

from math import inf

from sayso.core import events as e
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import (
    Approved,
    Denied,
    Dismissed,
    NoInteractor,
    Refused,
    Superseded,
    Withdrawn,
)
from support.core_course import Course, is_typed
from support.core_heard import Heard
from support.core_memory import Asked, either

Steered = e.DoNotDisturb | e.BringForward | e.OpenNext | e.BeginQuiet | e.EndQuiet
Listed = e.QueueOpened | e.BroughtUp
Reported = e.Covered | e.Painted | e.Answered | e.Activity | e.PutOff | Listed | e.DialogEnded


class Model(Course):
    """The part of the model that handles events: a `step` per event returns what must be heard."""

    def step(self, event: e.Event, now: float) -> set[Heard]:
        self.now, self.heard = now, set()
        self._time_passes()
        self._happens(event)
        if self._nobody:
            self._end(self.line, NoInteractor(self._nobody))
        self._time_passes()
        if self.away:
            self._make_room(self.line)
        self._next_dialog()
        self._tell_dialog()
        return self.heard

    def _happens(self, event: e.Event) -> None:
        match event:
            case e.Ask():
                self._ask(event)
            case e.Collect():
                self._by_ticket(event, event.ticket, event.wait)
            case e.Claim():
                self._claim(event)
            case e.Withdraw() | e.WithdrawScope():
                self._withdraw(event)
            case e.HangUp(call):
                self._hang_up(call)
            case e.OwnerExited(process):
                self._exited(process)
            case e.ScreenChanged() | e.ScreenFailed() | e.PersonAway() | e.InboxChanged():
                self._screen_or_person(event)
            case e.DoNotDisturb() | e.BringForward() | e.OpenNext() | e.BeginQuiet() | e.EndQuiet():
                self._steered(event)
            case (
                e.Covered()
                | e.Painted()
                | e.Answered()
                | e.Activity()
                | e.PutOff()
                | e.QueueOpened()
                | e.BroughtUp()
                | e.DialogEnded()
            ):
                self._reported(event)
            case e.Configured(settings):
                self.settings = settings
            case e.Tick():
                pass

    def _screen_or_person(
        self, event: e.ScreenChanged | e.ScreenFailed | e.PersonAway | e.InboxChanged
    ) -> None:
        match event:
            case e.InboxChanged(absent):
                self.no_inbox = absent
            case e.ScreenChanged(absent):
                self.absent = absent
            case e.ScreenFailed(reason):
                self._end(self.line, NoInteractor(reason))
            case e.PersonAway(reason):
                self.away = reason

    def _steered(self, event: Steered) -> None:
        match event:
            case e.OpenNext():
                self._open_next(event)
            case e.DoNotDisturb(call, seconds):
                self.undisturbed = self.now + seconds
                self._say("done", call)
            case e.BringForward():
                self._bring_forward(event)
            case e.BeginQuiet(call, number):
                wanted = [who for who, (_, nth) in self.suggested.items() if nth == number]
                for who in wanted:
                    del self.suggested[who]
                    self.quiet[who, ""] = self.now + self.settings.quiet_period, number
                self._say(*(("done", call) if wanted else ("fail", call, "unknown_quiet_period")))
            case e.EndQuiet(call, number):
                ended = [what for what, (_, nth) in self.quiet.items() if nth == number]
                for what in ended:
                    del self.quiet[what]
                self._say(*(("done", call) if ended else ("fail", call, "unknown_quiet_period")))

    def _hang_up(self, call: int) -> None:
        for asked in list(self.memory):
            is_its_own = call in (asked.call, asked.offered)
            if asked.call == call:
                self._nobody_waits(asked)
                asked.cancelled = True
            if asked.bound and is_its_own:
                self._drop(asked, Withdrawn("caller_gone"))

    def _exited(self, process: Process) -> None:
        for asked in list(self.memory):
            if asked.owner == process and (asked.bound or asked.is_open):
                self._drop(asked, Withdrawn("owner_exited"))
            elif asked.bound and asked.requester == process:
                self._drop(asked, Withdrawn("caller_gone"))

    def _reported(self, event: Reported) -> None:
        asked = self._find(lambda asked: asked.is_open and asked.run == event.run)
        if isinstance(event, e.DialogEnded) and event.run == self.dialog:
            self.dialog = 0
            self._withdrew(event.unacknowledged)
        if isinstance(event, e.Answered):
            self._clicked(event.run, event.choice, asked)
        elif asked and isinstance(event, e.Covered):
            self._covered(asked)
        elif asked and isinstance(event, e.Painted):
            self._painted(asked)
        elif asked and isinstance(event, e.DialogEnded):
            self._gone(asked)
        elif asked and isinstance(event, e.PutOff):
            self._put_off(asked)
        elif asked and isinstance(event, e.QueueOpened | e.BroughtUp):
            self._listed(event, asked)
        elif asked and asked.phase == "shown":
            held = min(self.now + asked.settings.hold, asked.ceiling, asked.limit)
            asked.due = max(asked.due, held)

    def _ask(self, event: e.Ask) -> None:
        request = event.request
        if request.ticket:
            self._by_ticket(event, request.ticket, request.wait)
            return
        asked = min(
            (
                asked
                for asked in self.memory
                if asked.request.question == request.question
                and not (request.bound or asked.bound)
                and self._same_asker(asked, event)
                and (asked.is_open or asked.phase == "unseen" or self._kept(asked))
            ),
            key=lambda asked: (
                not isinstance(asked.outcome, Denied),
                not isinstance(asked.outcome, Approved | Dismissed),
                asked.number,
            ),
            default=None,
        )
        if asked is None:
            self._new(event)
        elif asked.phase == "unseen" and asked.attempts >= self._retries(asked):
            self._say("reply", event.call, asked.outcome)
        else:
            if asked.phase == "unseen":
                self._attempt(asked)
            self._attach(asked, event, request.wait)

    def _by_ticket(self, event: e.Ask | e.Collect, ticket: str, wait: float | None) -> None:
        asked = self._named(ticket)
        if asked is None:
            self._say("fail", event.call, "expired")
        elif isinstance(event, e.Ask) and event.request.question != asked.request.question:
            self._say("fail", event.call, "mismatch")
        elif asked.phase in ("unseen", "ended"):
            self._say("reply", event.call, asked.outcome)
        elif asked.is_open or self._kept(asked):
            self._attach(asked, event, wait)
        else:
            self._say("fail", event.call, "expired")

    def _kept(self, asked: Asked) -> bool:
        return asked.phase == "decided" and self.now < asked.due

    def _attempt(self, asked: Asked) -> None:
        asked.phase, asked.outcome = "queued", None
        asked.attempts += 1
        asked.launches = asked.crashes = 0
        asked.due = self.now + asked.settings.queue_limit
        self._line_up(asked)

    def _attach(self, asked: Asked, event: e.Ask | e.Collect, wait: float | None) -> None:
        self._reply(asked, Superseded("newer_call"))
        self._void(asked, "superseded")
        asked.agent, asked.requester = agent(event.lineage), event.lineage.requester
        asked.call, asked.claim, asked.cancelled = event.call, event.claim, False
        asked.call_until = inf if asked.bound else self.now + either(wait, self.settings.wait)
        asked.awaited |= asked.call_until > self.now
        if asked.phase == "decided":
            self._offer(asked)

    def _new(self, event: e.Ask) -> None:
        request, origin = event.request, event.lineage.members[-1].process
        words = request.question.fingerprint
        older = self._find(
            lambda asked: (
                asked.is_open
                and bool(request.slot)
                and asked.request.slot == request.slot
                and self._same_asker(asked, event)
            )
        )
        why = Superseded("slot")
        if older is None:
            why, older = Superseded("reworded"), self._reworded(event)
        others = [asked for asked in self.line if asked is not older]
        from_here = [asked for asked in others if asked.origin == origin]
        undisturbed = self.undisturbed - self.now
        if self._nobody:
            self._say("reply", event.call, NoInteractor(self._nobody))
        elif quiet := [
            each
            for (who, what), each in self.quiet.items()
            if what in (words, "") and (who == origin or each[1] in self.everywhere)
        ]:
            until, _ = max(quiet)
            self._say("reply", event.call, Refused("quiet_period", until - self.now))
        elif len(from_here) >= self.settings.prompts_per_origin:
            self._say("reply", event.call, Refused("origin_limit"))
        elif len(others) >= self.settings.prompts:
            self._say("reply", event.call, Refused("prompt_limit"))
        elif undisturbed > 0 and self.settings.do_not_disturb == "refuse":
            self._say("reply", event.call, Refused("do_not_disturb", undisturbed))
        else:
            self._open(event, origin, older, why)

    def _reworded(self, event: e.Ask) -> Asked | None:
        request, requester = event.request, event.lineage.requester
        places = (request.scope, request.slot)
        return next(
            (
                asked
                for asked in self.line
                if request.rewords and asked.cancelled and asked.requester == requester
                if (asked.request.scope, asked.request.slot) == places
            ),
            None,
        )

    def _open(self, event: e.Ask, origin: Process, older: Asked | None, why: Superseded) -> None:
        request = event.request
        self.opened += 1
        owner = origin if request.owner is None else event.lineage.find(request.owner)
        asked = Asked(
            self.opened,
            event.ticket,
            request,
            agent(event.lineage),
            origin,
            owner,
            self.settings,
            left=either(request.timeout, self.settings.timeout),
            due=self.now + self.settings.queue_limit,
            limit=self.now + limit(request),
            asker=asker(event.lineage),
            by_hand=is_typed(event.lineage),
        )
        self.memory.append(asked)
        if older and older.phase != "put off" and not self._has_had_its_turn(older):
            asked.place_until = older.place_until
            asked.wanted = older.wanted or older.phase != "queued"
            self.line.insert(self.line.index(older), asked)
        else:
            self._line_up(asked)
        if older:
            self._end([older], why)
        self._attach(asked, event, request.wait)

    def _has_had_its_turn(self, asked: Asked) -> bool:
        others_wait = any(other.origin != asked.origin for other in self.line)
        return others_wait and 0 < asked.place_until <= self.now

    def _claim(self, event: e.Claim) -> None:
        ready = self.offers.get(event.claim)
        if ready is None or ready.process != event.process or ready.asked not in self.memory:
            self._say("fail", event.call, "unknown_claim")
        elif ready.void == "lapsed":
            self._say("fail", event.call, "offer_lapsed")
        elif ready.void:
            self._say("reply", event.call, Superseded("newer_call"))
        else:
            asked = ready.asked
            if asked.phase == "decided":
                self._offer_ends(asked)
                asked.phase, asked.due = "spent", self.now + 60
            self._say("reply", event.call, asked.outcome)

    def _withdraw(self, event: e.Withdraw | e.WithdrawScope) -> None:
        if isinstance(event, e.WithdrawScope):
            self._withdraw_scope(event)
            return
        asked = self._named(event.ticket)
        if asked is None:
            self._say("fail", event.call, "expired")
        elif not asked.is_open:
            self._say("fail", event.call, "not_open")
        else:
            self._take_back(event.call, [asked])

    def _withdraw_scope(self, event: e.WithdrawScope) -> None:
        its = [
            asked
            for asked in self.memory
            if asked.is_open and not asked.bound
            if (asked.agent, asked.request.scope) == (agent(event.lineage), event.scope)
        ]
        if its:
            self._take_back(event.call, its)
        else:
            self._say("fail", event.call, "not_open")

    def _take_back(self, call: int, which: list[Asked]) -> None:
        self._end(which, Withdrawn("requester"))
        numbers = [asked.number for asked in which]
        before, self.withdrawing = self.withdrawing, (call, *numbers)
        if not self.dialog or self.dialog_of not in numbers:
            self._withdrew("")
            self.withdrawing = before

    def _withdrew(self, unacknowledged: str) -> None:
        if self.withdrawing and unacknowledged:
            self._say("fail", self.withdrawing[0], "not_acknowledged")
        elif self.withdrawing:
            self._say("withdrew", *self.withdrawing)
        self.withdrawing = None

    def _named(self, ticket: str) -> Asked | None:
        return self._find(lambda asked: asked.ticket == ticket and not asked.bound)

    def _same_asker(self, asked: Asked, event: e.Ask) -> bool:
        return (asked.agent, asked.request.scope) == (agent(event.lineage), event.request.scope)


def limit(request: e.Request) -> float:
    return (request.limit if isinstance(request, e.BoundRequest) else None) or inf


def asker(lineage: Lineage) -> Process:
    """The process that the dialog names: the nearest that is no shell, else the outermost."""
    named = [each for each in lineage.members if not (each.is_sayso or each.name in ("sh", "bash"))]
    return (named or lineage.members[-1:])[0].process


def agent(lineage: Lineage) -> Process:
    return lineage.members[-2].process
