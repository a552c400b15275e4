"""The half of the model that goes on by itself: time, the screen, and what is decided."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, takewhile
from math import inf

from sayso.core import events as e
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import (
    Approved,
    Denied,
    Dismissed,
    NotShown,
    Outcome,
    Pending,
    TimedOut,
)
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from support.core_heard import Heard
from support.core_memory import Asked, Ready, either


def is_typed(by: Lineage) -> bool:
    return all(each.is_sayso or each.name in ("sh", "bash") for each in by.members)


@dataclass
class Course:
    settings: Settings
    memory: list[Asked] = field(default_factory=list)
    line: list[Asked] = field(default_factory=list)
    offers: dict[str, Ready] = field(default_factory=dict)
    denials: list[tuple[float, Process, str]] = field(default_factory=list)
    quiet: dict[tuple[Process, str], tuple[float, int]] = field(default_factory=dict)
    """Quiet periods by asker and question: when each ends, and its number. An empty question stands
    for all questions."""
    everywhere: set[int] = field(default_factory=set)
    """Numbers of the quiet periods that hold for all askers."""
    suggested: dict[Process, tuple[float, int]] = field(default_factory=dict)
    quiets: int = 0
    undisturbed: float = 0
    """When *do not disturb* ends."""
    absent: str | None = None
    no_inbox: str | None = None
    """Why nobody would learn of questions that wait to be opened; None: somebody would."""
    away: str | None = None
    opened: int = 0
    runs: int = 0
    dialog: int = 0
    dialog_of: int = 0
    """Number of the question that the dialog was started for."""
    raised: tuple[int, float] = 0, -inf
    """The dialog that a program last brought to the front, and when."""
    withdrawing: tuple[int, ...] | None = None
    """A call that withdraws, followed by the numbers of its questions, until the dialog has
    gone."""
    now: float = 0
    heard: set[Heard] = field(default_factory=set)

    def daemon_dies(self, now: float) -> None:
        """Another daemon takes over: nobody waits, nothing is offered, no dialog is alive."""
        self.now, self.heard = now, set()
        self.absent = self.no_inbox = self.withdrawing = None
        self.dialog = self.runs = 0
        self.raised = 0, -inf
        self.memory = [asked for asked in self.memory if not asked.bound]
        self.line = [asked for asked in self.line if not asked.bound]
        for asked in self.memory:
            self._nobody_waits(asked)
            asked.run = asked.place_until = 0
            asked.cancelled = False
            asked.launch_due = inf
            if asked.offer_until is not None:
                asked.due = max(asked.due, asked.offer_until)
                self._void(asked, "lapsed")
        self._time_passes()
        for asked in self.line:
            if asked.phase in ("covered", "shown"):
                self._loses_its_dialog(asked)
            if asked.phase in ("showing", "covered", "shown"):
                asked.phase, asked.back_at = "down", now

    def _say(self, *what: object) -> None:
        self.heard.add(what)

    @property
    def _nobody(self) -> str | None:
        """Why nobody can be asked; None: the person can be."""
        return self.absent or (self.away if self.settings.locked == "refuse" else None)

    # Time

    def _time_passes(self) -> None:
        self.quiet = {what: quiet for what, quiet in self.quiet.items() if quiet[0] > self.now}
        self.suggested = {who: each for who, each in self.suggested.items() if each[0] > self.now}
        for asked in sorted(self.memory, key=lambda asked: asked.phase == "put off" and asked.due):
            if asked.offer_until is not None and self.now >= asked.offer_until:
                self._void(asked, "lapsed")
            if self.now >= asked.next_due and asked.offer_until is None:
                self._phase_ends(asked)
            if asked.call and self.now >= asked.call_until:
                asked.left_at = self.now
                self._reply(asked, Pending(asked.ticket, unopened=self._unopened(asked)))

    def _phase_ends(self, asked: Asked) -> None:
        if asked.is_open and self.now >= asked.limit:
            self._close(asked)
            self._decide(asked, TimedOut("limit"))
        elif asked.phase == "shown":
            self._close(asked)
            self._decide(asked, TimedOut("deadline" if self.now >= asked.due else "queue"))
        elif asked.phase in ("queued", "covered") or (asked.is_open and self.now >= asked.last):
            self._close(asked)
            self._decide(asked, TimedOut("unopened" if self._unopened(asked) else "queue"))
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

    def _those_who_come_back_first(self) -> None:
        """Swaps questions of one origin until none without a recent call is before one that has a
        recent call."""
        for first, second in [*combinations(range(len(self.line)), 2)] * len(self.line):
            one, other = self.line[first], self.line[second]
            if (
                one.origin == other.origin
                and {one.phase, other.phase} == {"queued"}
                and not (one.wanted or other.wanted)
                and self._comes_back(other)
                and not self._comes_back(one)
                and not any(
                    between.origin == one.origin
                    and between.phase == "queued"
                    and not between.wanted
                    for between in self.line[first + 1 : second]
                )
            ):
                self.line[first], self.line[second] = other, one

    def _comes_back(self, asked: Asked) -> bool:
        return bool(asked.call) or self.now < asked.left_at + 60

    def _nobody_waits(self, asked: Asked) -> None:
        if asked.call:
            asked.call, asked.left_at = 0, self.now

    def _next_dialog(self) -> None:
        self.line.sort(key=lambda asked: asked.phase == "put off")
        self._those_who_come_back_first()
        self.line.sort(key=lambda asked: (asked.phase == "put off", self._held_back(asked)))
        if self.dialog or self.away or not self.line or self.line[0].phase == "put off":
            return
        first = self.line[0]
        if self._held_back(first):
            return
        if first.phase == "down" and self.now < first.back_at:
            return
        if first.phase == "queued":
            first.due = self.now + self._budget(first)
        self.runs += 1
        self.dialog, self.dialog_of = self.runs, first.number
        first.run = self.runs
        first.left = min(first.left, first.limit - self.now)
        first.phase, first.launch_due = "showing", self.now + self._patience(first)
        first.place_until = first.place_until or self.now + 120
        first.told = self._knows(first)
        self._say("show", self.runs, first.number, self._standing(first))

    def _held_back(self, asked: Asked) -> bool:
        quiet = self.now < self.undisturbed and asked.phase == "queued" and not asked.wanted
        return quiet or self._unopened(asked)

    def _unopened(self, asked: Asked) -> bool:
        """Whether the person is to open the question but has not done so and has never seen it."""
        chosen = self.settings
        return (
            (chosen.appear, asked.phase, self.no_inbox) == ("when-asked", "queued", None)
            and not (asked.wanted or asked.ceiling)
            and not (chosen.by_hand_at_once and asked.by_hand)
        )

    def _patience(self, asked: Asked) -> float:
        """Seconds that a dialog gets to paint: four dialogs that paint nothing share the budget,
        less the delays between them."""
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

    def _standing(self, asked: Asked) -> PromptStatus:
        left = asked.due - self.now if asked.phase == "shown" else asked.left
        place = self.line.index(asked) + 1
        return PromptStatus(left, place, len(self.line), self._kept_for(asked), asked.awaited)

    def _kept_for(self, asked: Asked) -> float | None:
        return None if asked.call else self._retention(asked)

    def _put_off(self, asked: Asked) -> None:
        if asked.phase == "shown":
            self._close(asked)
            asked.phase, asked.left, asked.wanted = "put off", asked.due - self.now, False
            asked.due = self.now + asked.settings.put_off
            comes_back = asked.settings.put_off + self._budget(asked) + asked.left
            hidden = max(asked.settings.queue_limit, min(comes_back, 600))
            asked.last = min(asked.last, self.now + hidden)
            self.line.remove(asked)
            self.line.append(asked)

    def _make_room(self, line: list[Asked]) -> list[Asked]:
        """Puts questions on the screen back into the queue, with the time that they have left.
        Returns those questions."""
        on_screen = [each for each in line if each.phase in ("showing", "covered", "shown", "down")]
        for asked in on_screen:
            asked.left = asked.due - self.now if asked.phase == "shown" else asked.left
            self._close(asked)
            asked.phase, asked.wanted = "queued", True
            asked.due = self.now + asked.settings.queue_limit
        return on_screen

    def _bring_forward(self, event: e.BringForward) -> None:
        asked = self._find(lambda asked: asked.number == event.number)
        if asked is None:
            self._say("fail", event.call, "unknown_prompt")
        elif not asked.is_open:
            self._say("fail", event.call, "not_open")
        else:
            self._wants(asked)
            self._say("done", event.call)

    def _open_next(self, event: e.OpenNext) -> None:
        """Brings up the first question in the queue that is not the asking program's own."""
        typed = is_typed(event.by)
        allowed = [asked for asked in self.line if typed or asked.asker not in event.by.processes]
        if any(asked.run and asked not in allowed for asked in self.line):
            allowed = []
        for asked in allowed[:1]:
            run, before = self.raised
            if not (asked.run and asked.run == run and self.now < before + 10):
                self._wants(asked, takes_keyboard=False)
                self.raised = asked.run, self.now
        self._say("opened", event.call, allowed[0].number if allowed else None)

    def _listed(self, event: e.QueueOpened | e.BroughtUp, on_screen: Asked) -> None:
        """Brings up another question that the person picked, or lists the other questions."""
        if on_screen.phase != "shown":
            return
        others = [asked for asked in self.line if asked is not on_screen]
        numbers = [asked.number for asked in others]
        if isinstance(event, e.BroughtUp) and event.number in numbers:
            self._wants(others[numbers.index(event.number)])
        else:
            self._say("list", event.run, *((each.number, self._left(each)) for each in others))

    def _left(self, asked: Asked) -> float:
        """Seconds left to answer a question, at most as long as its time in the queue."""
        ends = asked.last if asked.phase == "put off" else min(asked.due, asked.last)
        return max(0, min(asked.left, min(ends, asked.limit) - self.now))

    def _wants(self, asked: Asked, *, takes_keyboard: bool = True) -> None:
        asked.wanted = True
        if asked.run:
            self._say("raise", asked.run, takes_keyboard)
        else:
            if asked.phase == "put off":
                asked.phase, asked.due = "queued", self.now + asked.settings.queue_limit
            self.line.remove(asked)
            for other in self._make_room(self.line):
                if other.ceiling:
                    other.last = min(other.last, self.now + other.settings.queue_limit)
            self.line.insert(0, asked)

    def _close(self, asked: Asked) -> None:
        if asked.run:
            self._say("close", asked.run)
        asked.run = 0

    def _covered(self, asked: Asked) -> None:
        if asked.phase == "showing":
            asked.phase, asked.due = "covered", self.now + asked.settings.queue_limit

    def _painted(self, asked: Asked) -> None:
        if asked.phase in ("showing", "covered"):
            asked.phase = "shown"
            asked.due = min(self.now + asked.left, asked.limit)
            asked.told = (self.now + asked.left, *asked.told[1:])
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
        if asked.phase in ("covered", "shown"):
            nth, asked.crashes = asked.crashes, asked.crashes + 1
            self._loses_its_dialog(asked)
        else:
            nth, asked.launches = asked.launches, asked.launches + 1
        if asked.crashes > self._retries(asked):
            self._not_shown(asked, "its dialog ended by itself again and again")
            return
        self._down(asked, nth)

    def _loses_its_dialog(self, asked: Asked) -> None:
        """Stops the question's time until the next dialog has painted. That dialog gets a new
        budget."""
        if asked.phase == "shown":
            asked.left = asked.due - self.now
        asked.due = self.now + self._budget(asked)

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
        if any(who != origin and what == words for who, what in self.quiet):
            self._begin_quiet(origin, words)
            self.everywhere.add(self.quiets)
            return
        self.denials.append((self.now, origin, words))
        recent = [
            denial
            for denial in self.denials
            if denial[2] == words and self.now - denial[0] <= self.settings.denial_window
        ]
        if len(recent) >= self.settings.denials:
            self._begin_quiet(origin, words)
            self.denials = [denial for denial in self.denials if denial[2] != words]
        self._suggest(origin)

    def _begin_quiet(self, origin: Process, words: str) -> None:
        self.quiets += 1
        self.quiet[origin, words] = self.now + self.settings.quiet_period, self.quiets

    def _suggest(self, origin: Process) -> None:
        different = {
            words
            for when, who, words in self.denials
            if who == origin and self.now - when <= self.settings.denial_window
        }
        if len(different) >= self.settings.denials and (origin, "") not in self.quiet:
            is_new = origin not in self.suggested
            self.quiets += is_new
            number = self.quiets if is_new else self.suggested[origin][1]
            self.suggested[origin] = self.now + self.settings.quiet_period, number

    def _not_shown(self, asked: Asked, why: str) -> None:
        more = asked.attempts < self._retries(asked) and not asked.bound
        total = 1 if asked.bound else self._retries(asked) + 1
        why = f"attempt {asked.attempts + 1} of {total}: {why}"
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
        asked.due = self.now + self._retention(asked)

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
        asked.offered = asked.call
        asked.call, asked.offer_until = 0, self.now + 10

    def _void(self, asked: Asked, why: str) -> None:
        if asked.offer_until is not None:
            self.offers[asked.claim].void = why
        self._offer_ends(asked)

    def _offer_ends(self, asked: Asked) -> None:
        if asked.bound and asked.offer_until is not None:
            self._say("over", asked.offered)
        asked.offer_until = None

    def _drop(self, asked: Asked, why: Outcome) -> None:
        """Ends a bound question whose call has gone. If it is answered, nobody can claim the answer
        any more, and it is forgotten."""
        if asked.is_open:
            self._end([asked], why)
        elif asked.offer_until is not None:
            self._offer_ends(asked)
            self.memory.remove(asked)

    # Rules of the queue, and settings

    def _line_up(self, asked: Asked) -> None:
        """Puts a question into the queue, each origin in turn: it passes only questions that have
        more of their own origin before them, and none that the person wanted to see or has seen."""
        no_later = list(
            takewhile(
                lambda other: other.wanted or self._turn(other) <= self._turn(asked), self.line
            )
        )
        self.line.insert(len(no_later), asked)

    def _turn(self, asked: Asked) -> float:
        """How many questions of its own origin are before this one, in the whole queue if it is not
        there yet."""
        if asked.phase == "put off":
            return inf
        before = list(takewhile(lambda other: other is not asked, self.line))
        return sum(other.origin == asked.origin and other.phase != "put off" for other in before)

    def _find(self, fits: Callable[[Asked], bool]) -> Asked | None:
        return next(filter(fits, self.memory), None)

    def _retention(self, asked: Asked) -> float:
        return 0 if asked.bound else either(asked.request.retention, asked.settings.retention)

    def _budget(self, asked: Asked) -> float:
        return either(asked.request.render_timeout, asked.settings.render_timeout)

    def _retries(self, asked: Asked) -> float:
        return either(asked.request.max_retries, asked.settings.max_retries)
