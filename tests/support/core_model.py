"""The contract in its plainest form, to run beside the broker and to be compared with it.

It knows no tables and keeps no order of effects; of two calls it knows the asker by the
agent's process (second from the outside), because in its world every agent ends a command
before it runs the next one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf

from sayso.core import events as e
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import (
    Approved,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from support.core_heard import Heard
from support.core_memory import Asked, Ready, either

Reported = e.Painted | e.Answered | e.Activity | e.PutOff | e.DialogEnded


@dataclass
class Model:
    settings: Settings
    memory: list[Asked] = field(default_factory=list)
    line: list[Asked] = field(default_factory=list)
    offers: dict[str, Ready] = field(default_factory=dict)
    denials: list[tuple[float, Process, str]] = field(default_factory=list)
    quiet: dict[tuple[Process, str], tuple[float, int]] = field(default_factory=dict)
    """When it is over, and its number."""
    quiets: int = 0
    undisturbed: float = 0
    """Until then."""
    absent: str | None = None
    away: str | None = None
    opened: int = 0
    runs: int = 0
    dialog: int = 0
    dialog_of: int = 0
    """The question that it was started for."""
    withdrawing: tuple[int, int] | None = None
    """A call to withdraw, and its question, until the dialog has gone."""
    now: float = 0
    heard: set[Heard] = field(default_factory=set)

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

    def daemon_dies(self, now: float) -> None:
        """And another takes over: nobody waits, nothing is offered, no dialog lives."""
        self.now, self.heard = now, set()
        self.absent = self.withdrawing = None
        self.dialog = self.runs = 0
        for asked in self.memory:
            asked.call = asked.run = 0
            asked.wanted = False
            asked.launch_due = inf
            if asked.offer_until is not None:
                asked.due = max(asked.due, asked.offer_until)
                self._void(asked, "lapsed")
        self._time_passes()
        for asked in self.line:
            if asked.phase == "shown":
                asked.left, asked.due = asked.due - now, now + self._budget(asked)
            if asked.phase in ("showing", "shown"):
                asked.phase, asked.back_at = "down", now

    def _say(self, *what: object) -> None:
        self.heard.add(what)

    @property
    def _nobody(self) -> str | None:
        """Why nobody can be asked."""
        return self.absent or (self.away if self.settings.locked == "refuse" else None)

    # Time

    def _time_passes(self) -> None:
        self.quiet = {what: quiet for what, quiet in self.quiet.items() if quiet[0] > self.now}
        for asked in sorted(self.memory, key=lambda asked: asked.due):
            if asked.offer_until is not None and self.now >= asked.offer_until:
                self._void(asked, "lapsed")
            if self.now >= asked.next_due and asked.offer_until is None:
                self._phase_ends(asked)
            if asked.call and self.now >= asked.call_until:
                self._reply(asked, Pending(asked.ticket))

    def _phase_ends(self, asked: Asked) -> None:
        if asked.phase == "shown":
            self._close(asked)
            self._decide(asked, TimedOut("deadline" if self.now >= asked.due else "queue"))
        elif asked.phase == "queued" or (asked.is_open and self.now >= asked.last):
            self._close(asked)
            self._decide(asked, TimedOut("queue"))
        elif asked.phase == "put off":
            asked.phase, asked.due = "queued", self.now + asked.settings.queue_limit
            self.line.remove(asked)
            self._line_up(asked)
        elif asked.phase == "showing" and self.now < asked.due:
            self._close(asked)
            self._down(asked, asked.launches)
            asked.launches += 1
        elif asked.is_open:
            self._not_shown(asked, f"nothing was painted within {self._budget(asked):g} s")
        else:
            self.memory.remove(asked)

    # The screen

    def _next_dialog(self) -> None:
        self.line.sort(key=lambda asked: asked.phase == "put off")
        if self.dialog or self.away or not self.line or self.line[0].phase == "put off":
            return
        first = self.line[0]
        if self.now < self.undisturbed and first.phase == "queued" and not first.wanted:
            return
        if first.phase == "down" and self.now < first.back_at:
            return
        if first.phase == "queued":
            first.due = self.now + self._budget(first)
        self.runs += 1
        self.dialog, self.dialog_of = self.runs, first.number
        first.run = self.runs
        first.phase, first.launch_due = "showing", self.now + self._patience(first)
        first.told = self._knows(first)
        self._say("show", self.runs, first.number, self._standing(first))

    def _patience(self, asked: Asked) -> float:
        """Four dialogs that paint nothing share the budget and the delays between them."""
        left, delays = asked.due - self.now, (0.2, 1, 3)[asked.launches :]
        share = (left - sum(delays)) / (len(delays) + 1)
        return share if share > 0 else left

    def _tell_dialog(self) -> None:
        asked = self._find(lambda asked: asked.is_open and 0 != asked.run == self.dialog)
        if asked and asked.told != self._knows(asked):
            asked.told = self._knows(asked)
            self._say("update", asked.run, self._standing(asked))

    def _knows(self, asked: Asked) -> tuple[object, ...]:
        standing = self._standing(asked)
        counted_to = asked.due if asked.phase == "shown" else None
        return counted_to, standing.place, standing.of, standing.kept_for

    def _standing(self, asked: Asked) -> e.Standing:
        left = asked.due - self.now if asked.phase == "shown" else asked.left
        place = self.line.index(asked) + 1
        return e.Standing(left, place, len(self.line), self._kept_for(asked))

    def _kept_for(self, asked: Asked) -> float | None:
        return None if asked.call else either(asked.request.retention, asked.settings.retention)

    def _put_off(self, asked: Asked) -> None:
        if asked.phase == "shown":
            self._close(asked)
            asked.phase, asked.left, asked.wanted = "put off", asked.due - self.now, False
            asked.due = self.now + asked.settings.put_off
            asked.last = min(asked.last, self.now + asked.settings.queue_limit)
            self.line.remove(asked)
            self.line.append(asked)

    def _make_room(self, line: list[Asked]) -> None:
        """What is on the screen goes back into the line, with the time that it has left."""
        for asked in line:
            if asked.phase in ("showing", "shown", "down"):
                asked.left = asked.due - self.now if asked.phase == "shown" else asked.left
                self._close(asked)
                asked.phase, asked.wanted = "queued", True
                asked.due = self.now + asked.settings.queue_limit

    def _to_the_front(self, event: e.Front) -> None:
        asked = self._find(lambda asked: asked.number == event.number)
        if asked is None:
            self._say("fail", event.call, "unknown_prompt")
            return
        if not asked.is_open:
            self._say("fail", event.call, "not_open")
            return
        asked.wanted = True
        if asked.run:
            self._say("raise", asked.run)
        else:
            if asked.phase == "put off":
                asked.phase, asked.due = "queued", self.now + asked.settings.queue_limit
            self.line.remove(asked)
            self._make_room(self.line)
            self.line.insert(0, asked)
        self._say("done", event.call)

    def _close(self, asked: Asked) -> None:
        if asked.run:
            self._say("close", asked.run)
        asked.run = 0

    def _painted(self, asked: Asked) -> None:
        if asked.phase == "showing":
            asked.phase = "shown"
            asked.due = self.now + asked.left
            asked.told = (asked.due, *asked.told[1:])
            asked.ceiling = asked.ceiling or self.now + 600

    def _clicked(self, run: int, choice: Choice, asked: Asked | None) -> None:
        if asked is None or asked.phase != "shown":
            self._say("not recorded", run)
            return
        self._say("recorded", run, self._kept_for(asked))
        asked.run = 0
        answers: dict[Choice, Outcome] = {
            Choice.APPROVE: Approved(),
            Choice.DENY: Denied(),
            Choice.DISMISS: Dismissed(),
        }
        self._decide(asked, answers[choice])

    def _gone(self, asked: Asked) -> None:
        asked.run = 0
        if asked.phase == "shown":
            nth, asked.crashes = asked.crashes, asked.crashes + 1
            asked.left = asked.due - self.now
            asked.due = self.now + self._budget(asked)
        else:
            nth, asked.launches = asked.launches, asked.launches + 1
        if asked.crashes > self._retries(asked):
            self._not_shown(asked, "its dialog ended by itself again and again")
            return
        self._down(asked, nth)

    def _down(self, asked: Asked, nth: int) -> None:
        asked.phase = "down"
        asked.back_at = self.now + (0.2, 1, 3)[min(nth, 2)]

    # Outcomes

    def _decide(self, asked: Asked, outcome: Outcome) -> None:
        self._out_of_line(asked, "decided", outcome)
        if isinstance(outcome, Denied):
            self._denied(asked.origin, asked.request.question.fingerprint)
        if asked.call:
            self._offer(asked)

    def _denied(self, origin: Process, words: str) -> None:
        self.denials.append((self.now, origin, words))
        recent = [
            denial
            for denial in self.denials
            if denial[1:] == (origin, words) and self.now - denial[0] <= self.settings.denial_window
        ]
        if len(recent) >= self.settings.denials:
            self.quiets += 1
            self.quiet[origin, words] = self.now + self.settings.quiet_period, self.quiets
            self.denials = [denial for denial in self.denials if denial not in recent]

    def _not_shown(self, asked: Asked, why: str) -> None:
        more = asked.attempts < self._retries(asked)
        self._close(asked)
        self._out_of_line(asked, "unseen", NotShown(more, why))
        self._reply(asked, NotShown(more, why))

    def _end(self, which: list[Asked], outcome: Outcome) -> None:
        for asked in list(which):
            self._close(asked)
            self._out_of_line(asked, "ended", outcome)
            self._reply(asked, outcome)

    def _out_of_line(self, asked: Asked, phase: str, outcome: Outcome) -> None:
        self.line.remove(asked)
        asked.phase, asked.outcome = phase, outcome
        asked.due = self.now + either(asked.request.retention, asked.settings.retention)

    def _reply(self, asked: Asked, outcome: Outcome) -> None:
        if asked.call:
            self._say("reply", asked.call, outcome)
        asked.call = 0

    def _offer(self, asked: Asked) -> None:
        assert asked.requester
        older = [claim for claim, ready in self.offers.items() if ready.asked is asked]
        for claim in older[:-1]:
            del self.offers[claim]
        self._say("ready", asked.call, asked.claim, asked.ticket)
        self.offers[asked.claim] = Ready(asked, asked.requester)
        asked.call, asked.offer_until = 0, self.now + 10

    def _void(self, asked: Asked, why: str) -> None:
        if asked.offer_until is not None:
            self.offers[asked.claim].void = why
        asked.offer_until = None

    # Requests

    def _happens(self, event: e.Event) -> None:
        match event:
            case e.Ask():
                self._ask(event)
            case e.Collect():
                self._by_ticket(event, event.ticket, event.wait)
            case e.Claim():
                self._claim(event)
            case e.Withdraw():
                self._withdraw(event)
            case e.HangUp(call):
                self._hang_up(call)
            case e.OwnerExited(process):
                own = [asked for asked in self.line if asked.owner == process]
                self._end(own, Withdrawn("owner_exited"))
            case e.ScreenChanged() | e.ScreenFailed() | e.PersonAway():
                self._screen_or_person(event)
            case e.DoNotDisturb() | e.Front() | e.EndQuiet():
                self._steered(event)
            case e.Painted() | e.Answered() | e.Activity() | e.PutOff() | e.DialogEnded():
                self._reported(event)
            case e.Configured(settings):
                self.settings = settings
            case e.Tick():
                pass

    def _screen_or_person(self, event: e.ScreenChanged | e.ScreenFailed | e.PersonAway) -> None:
        match event:
            case e.ScreenChanged(absent):
                self.absent = absent
            case e.ScreenFailed(reason):
                self._end(self.line, NoInteractor(reason))
            case e.PersonAway(reason):
                self.away = reason

    def _steered(self, event: e.DoNotDisturb | e.Front | e.EndQuiet) -> None:
        match event:
            case e.DoNotDisturb(call, seconds):
                self.undisturbed = self.now + seconds
                self._say("done", call)
            case e.Front():
                self._to_the_front(event)
            case e.EndQuiet(call, number):
                ended = [what for what, (_, nth) in self.quiet.items() if nth == number]
                for what in ended:
                    del self.quiet[what]
                self._say(*(("done", call) if ended else ("fail", call, "unknown_quiet_period")))

    def _hang_up(self, call: int) -> None:
        for asked in self.memory:
            asked.call = 0 if asked.call == call else asked.call

    def _reported(self, event: Reported) -> None:
        asked = self._find(lambda asked: asked.is_open and asked.run == event.run)
        if isinstance(event, e.DialogEnded) and event.run == self.dialog:
            self.dialog = 0
            self._withdrew(event.unacknowledged)
        if isinstance(event, e.Answered):
            self._clicked(event.run, event.choice, asked)
        elif asked and isinstance(event, e.Painted):
            self._painted(asked)
        elif asked and isinstance(event, e.DialogEnded):
            self._gone(asked)
        elif asked and isinstance(event, e.PutOff):
            self._put_off(asked)
        elif asked and asked.phase == "shown":
            asked.due = max(asked.due, min(self.now + asked.settings.hold, asked.ceiling))

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
        asked = self._find(lambda asked: asked.ticket == ticket)
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
        asked.call, asked.claim = event.call, event.claim
        asked.call_until = self.now + either(wait, self.settings.wait)
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
        others = [asked for asked in self.line if asked is not older]
        from_here = [asked for asked in others if asked.origin == origin]
        undisturbed = self.undisturbed - self.now
        if self._nobody:
            self._say("reply", event.call, NoInteractor(self._nobody))
        elif (origin, words) in self.quiet:
            until, _ = self.quiet[origin, words]
            self._say("reply", event.call, Refused("quiet_period", until - self.now))
        elif len(from_here) >= self.settings.prompts_per_origin:
            self._say("reply", event.call, Refused("origin_limit"))
        elif len(others) >= self.settings.prompts:
            self._say("reply", event.call, Refused("prompt_limit"))
        elif undisturbed > 0 and self.settings.do_not_disturb == "refuse":
            self._say("reply", event.call, Refused("do_not_disturb", undisturbed))
        else:
            self._open(event, origin, older)

    def _open(self, event: e.Ask, origin: Process, older: Asked | None) -> None:
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
        )
        self.memory.append(asked)
        if older and older.phase != "put off":
            asked.wanted = older.wanted or older.phase != "queued"
            self.line.insert(self.line.index(older), asked)
        else:
            self._line_up(asked)
        if older:
            self._end([older], Superseded("slot"))
        self._attach(asked, event, request.wait)

    def _line_up(self, asked: Asked) -> None:
        """Each origin in turn: nobody is passed but by one who has waited for fewer turns, and
        none whom the person wanted to see, or saw."""
        no_later = list(
            takewhile(
                lambda other: other.wanted or self._turn(other) <= self._turn(asked), self.line
            )
        )
        self.line.insert(len(no_later), asked)

    def _turn(self, asked: Asked) -> float:
        """How many of its own origin are before it, in the line or, if it is not there, in all."""
        if asked.phase == "put off":
            return inf
        before = list(takewhile(lambda other: other is not asked, self.line))
        return sum(other.origin == asked.origin and other.phase != "put off" for other in before)

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
                asked.phase, asked.offer_until, asked.due = "spent", None, self.now + 60
            self._say("reply", event.call, asked.outcome)

    def _withdraw(self, event: e.Withdraw) -> None:
        asked = self._find(lambda asked: asked.ticket == event.ticket)
        if asked is None:
            self._say("fail", event.call, "expired")
        elif not asked.is_open:
            self._say("fail", event.call, "not_open")
        else:
            self._end([asked], Withdrawn("requester"))
            before, self.withdrawing = self.withdrawing, (event.call, asked.number)
            if not self.dialog or self.dialog_of != asked.number:
                self._withdrew("")
                self.withdrawing = before

    def _withdrew(self, unacknowledged: str) -> None:
        if self.withdrawing and unacknowledged:
            self._say("fail", self.withdrawing[0], "not_acknowledged")
        elif self.withdrawing:
            self._say("withdrew", *self.withdrawing)
        self.withdrawing = None

    def _find(self, fits: Callable[[Asked], bool]) -> Asked | None:
        return next(filter(fits, self.memory), None)

    def _same_asker(self, asked: Asked, event: e.Ask) -> bool:
        return (asked.agent, asked.request.scope) == (agent(event.lineage), event.request.scope)

    def _budget(self, asked: Asked) -> float:
        return either(asked.request.render_timeout, asked.settings.render_timeout)

    def _retries(self, asked: Asked) -> float:
        return either(asked.request.max_retries, asked.settings.max_retries)


def agent(lineage: Lineage) -> Process:
    return lineage.members[-2].process
