"""What is open, what is decided, and what was offered to whom: the book of all prompts, and how it
changes.

Each method moves one prompt along its table of states, and emits effects for all who must hear of
that.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.index import Index
from sayso.core.lineage import Account, Process
from sayso.core.outcome import (
    Answered,
    Decision,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.policy import Policy
from sayso.core.prompt import Offered, Prompt, State, Trigger, Waiting
from sayso.core.question_log import QuestionLog
from sayso.core.questions import DeviceCode, Notice
from sayso.core.settings import PLACE_MEMORY, Settings
from sayso.errors import Expired, OfferLapsed, UnknownClaim, UnknownPrompt
from sayso.values import replace


@dataclass
class ClaimRecord:
    """A claim that came with an offer, and what became of it. It lives as long as its prompt."""

    prompt: Prompt
    process: Process
    void: Superseded | OfferLapsed | None = None


def lapsed() -> OfferLapsed:
    return OfferLapsed("this offer is over; the outcome is kept", field="claim")


_ENDINGS: dict[type[Outcome], LogEvent] = {
    Superseded: LogEvent.SUPERSEDED,
    Withdrawn: LogEvent.WITHDRAWN,
    NoInteractor: LogEvent.REFUSED,
}


class Ledger:
    """All prompts, the queue for the screen, and the claims."""

    def __init__(self, settings: Settings, policy: Policy) -> None:
        self.settings = settings
        """The settings in force; the broker replaces them."""
        self._policy = policy
        self.index = Index()
        """All prompts that are remembered."""
        self.forgotten = 0
        """The number of outcomes that were forgotten because there was no room for more."""
        self._claims: dict[str, ClaimRecord] = {}
        self._claims_on: defaultdict[int, dict[str, ClaimRecord]] = defaultdict(dict)
        """The claims on each prompt, by the prompt's number, oldest first."""
        self.queue: list[Prompt] = []
        """Open prompts in their order: the first has the screen, or is next to have it. Prompts
        that were put off stand at the end until they return."""
        self._effects: list[e.Effect] = []
        self.log = QuestionLog(self.emit)

    def emit(self, effect: e.Effect) -> None:
        self._effects.append(effect)

    def take_effects(self) -> list[e.Effect]:
        """The effects since the last call. Those for the log come last, as nobody waits for them.

        They are not kept here, as one may hold a secret.
        """
        effects, self._effects = self._effects, []
        return sorted(effects, key=_is_log)

    def by_ticket(self, ticket: str, place: str) -> Prompt:
        """The prompt with this ticket. `place`: where the request comes from. Raises Expired if
        there is none, if the prompt is bound (no other call joins it), or if it belongs to another
        place."""
        prompt = self.index.by_ticket(ticket)
        if prompt is None or prompt.bound or prompt.place != place:
            raise Expired(
                "no question has this ticket: its answer was collected, its time is over, or the "
                "daemon that knew it was stopped",
                field="ticket",
            )
        return prompt

    def by_number(self, number: int, place: str = "") -> Prompt:
        """The prompt with this number. `place`: where the request comes from; empty: this machine,
        where the person is. This machine may name any prompt, another place only its own. Raises
        UnknownPrompt."""
        prompt = self.index.by_number(number)
        if prompt is None or place not in ("", prompt.place):
            raise UnknownPrompt(f"no prompt has the number {number}", field="number")
        return prompt

    @property
    def dependent(self) -> list[Prompt]:
        """Prompts that end when a process or call that they need is gone: open prompts, and bound
        ones that were answered. Oldest first."""
        answered = [prompt for prompt in self.index.bound if not prompt.is_open]
        return sorted([*self.queue, *answered], key=lambda prompt: prompt.number)

    # Opening, and waiting

    def open(self, prompt: Prompt, replaces: Prompt | None, why: Superseded, now: float) -> None:
        """Adds a new prompt: in its turn, or in the place of the prompt that it replaces."""
        self.log.opened(prompt, now)
        self.index.add(prompt)
        if replaces in self.queue and self._hands_on_its_place(replaces, now):
            prompt.place_until = replaces.place_until
            prompt.wanted = replaces.wanted or replaces.state is not State.QUEUED
            self.queue.insert(self.queue.index(replaces), prompt)
        else:
            self._enqueue(prompt)
        if replaces:
            self.end(replaces, why, now)

    def _hands_on_its_place(self, prompt: Prompt, now: float) -> bool:
        """Whether what replaces this prompt takes over its place: not for ever while another
        account waits, which would never get its turn."""
        if prompt.state is State.PUT_OFF:
            return False
        is_over = 0 < prompt.place_until <= now
        return not (is_over and any(other.account != prompt.account for other in self.queue))

    def reopen(self, prompt: Prompt, now: float) -> None:
        """Starts the next attempt of a prompt that was not shown."""
        prompt.advance(Trigger.RETRY)
        prompt.outcome = Pending(prompt.ticket)
        prompt.attempts += 1
        prompt.launches_failed = prompt.crashes = 0
        prompt.queued_at = now
        self._enqueue(prompt)

    def put_off(self, prompt: Prompt) -> None:
        """Hides the prompt and puts it behind all that want the screen."""
        prompt.advance(Trigger.PUT_OFF)
        self.close_dialog(prompt)
        self.queue.remove(prompt)
        self.queue.append(prompt)

    def put_back(self, prompt: Prompt, now: float) -> None:
        """Queues a prompt that was put off again, as if it were new."""
        self.queue.remove(prompt)
        prompt.advance(Trigger.RETURN)
        prompt.queued_at = now
        self._enqueue(prompt)

    def put_first(self, prompt: Prompt) -> None:
        """Puts the prompt before all others in the queue."""
        self.queue.remove(prompt)
        self.queue.insert(0, prompt)

    def arrange(self) -> None:
        """Orders the turns of each account: its prompts with a recent call come before those
        without, so that what is shown belongs to an asker who still comes back. No other account's
        turn moves, nor does the prompt that has the screen, or one that the person wanted to see or
        put off."""
        movable = [prompt for prompt in self.queue if prompt.is_in_line]
        if all(prompt.recent_until for prompt in movable):
            return
        lines = defaultdict[Account, deque[Prompt]](deque)
        for prompt in sorted(movable, key=lambda each: not each.recent_until):
            lines[prompt.account].append(prompt)
        self.queue[:] = [
            lines[prompt.account].popleft() if prompt.is_in_line else prompt
            for prompt in self.queue
        ]

    def attach(self, prompt: Prompt, call: e.Ask | e.Collect, until: float, now: float) -> None:
        """Makes `call` the prompt's latest call. An older call that waits, or was offered the
        outcome, loses the prompt."""
        newer = Superseded("newer_call")
        self.release(prompt, newer)
        self.void_offer(prompt, newer)
        prompt.latest, prompt.arrived, prompt.recent_until = call.lineage, now, inf
        prompt.cancelled = prompt.is_out_of_reach = False
        prompt.was_awaited = prompt.was_awaited or until > now
        if isinstance(call, e.Ask) and call.request.activation:
            prompt.activation = call.request.activation
        prompt.waiting = Waiting(call.call, call.claim, until, now + self.settings.heartbeat)
        if prompt.state is State.DECIDED:
            self._offer(prompt, prompt.waiting, now, kept=True)

    def release(self, prompt: Prompt, outcome: Outcome) -> None:
        """Sends a plain reply to the call that waits, if there is one."""
        if prompt.waiting:
            self.emit(e.Reply(prompt.waiting.call, outcome, prompt.request.question.kind))
            prompt.waiting = None

    # Outcomes

    def decide(self, prompt: Prompt, outcome: Decision, now: float) -> None:
        """Sets an outcome that is spent once. It is offered to the call that waits, else kept."""
        prompt.advance(Trigger.DECIDE)
        prompt.outcome = outcome
        prompt.keep_until = now + prompt.retention
        self.queue.remove(prompt)
        late = isinstance(outcome, TimedOut)
        self.log.tell(LogEvent.TIMED_OUT if late else LogEvent.ANSWERED, prompt, outcome)
        if _is_no(prompt, outcome):
            self._policy.denied(prompt, now)
        if prompt.request.tool_call and isinstance(outcome, Denied):
            self.log.tell(LogEvent.TOOL_CALL_DENIED, prompt, outcome)
        if prompt.waiting:
            self._offer(prompt, prompt.waiting, now)

    def end(
        self, prompt: Prompt, outcome: Superseded | Withdrawn | NoInteractor, now: float
    ) -> None:
        """Ends a prompt without an answer; a secret that nobody collected is wiped."""
        _wipe_secret(prompt)
        prompt.advance(Trigger.END)
        self._finish(prompt, outcome, now)
        self.log.tell(_ENDINGS[type(outcome)], prompt, outcome)
        self._lay_aside(prompt)

    def give_up(
        self, prompt: Prompt, retry_reason: str, now: float, *, for_good: bool = False
    ) -> None:
        """Ends an attempt that the screen never confirmed. More attempts may be left, unless it is
        `for_good`."""
        prompt.advance(Trigger.GIVE_UP)
        attempt = prompt.attempts + 1
        of = attempt if prompt.bound else max(attempt, prompt.max_retries + 1)
        if for_good:
            prompt.attempts = prompt.max_retries  # the same request shall not bring it back
        is_last = for_good or attempt == of
        outcome = NotShown(not is_last, f"attempt {attempt} of {of}: {retry_reason}")
        self._finish(prompt, outcome, now)
        self.log.tell(LogEvent.NOT_SHOWN, prompt, outcome)

    def let_go(self, prompt: Prompt, why: Withdrawn, now: float) -> None:
        """Ends a prompt whose call, owner or place has gone. An answer that is not claimed yet goes
        with it."""
        if prompt.is_open:
            self.end(prompt, why, now)
        else:
            self.forget(prompt)

    def close_dialog(self, prompt: Prompt) -> None:
        if prompt.run:
            self.emit(e.Close(prompt.run))
            prompt.run = 0

    def forget(self, prompt: Prompt) -> None:
        if prompt.state is State.DECIDED:
            self.log.tell(LogEvent.FORGOTTEN, prompt, prompt.outcome)
        _wipe_secret(prompt)
        self._end_offer(prompt)
        prompt.advance(Trigger.FORGET)
        self.index.remove(prompt)
        for claim in self._claims_on.pop(prompt.number, ()):
            del self._claims[claim]

    def make_room(self) -> None:
        """Forgets outcomes while more are kept than there is room for."""
        while prompt := self.index.too_many(self.settings.kept):
            self.forgotten += 1
            self.forget(prompt)

    def restore(
        self, prompts: Mapping[int, Prompt], claims: Mapping[str, ClaimRecord], order: Iterable[int]
    ) -> None:
        """Fills an empty ledger with what an earlier daemon left. `prompts`: by number, oldest
        first; `order`: the numbers of the open ones, in the order of the queue."""
        for prompt in prompts.values():
            self.index.add(prompt)
        for claim, record in claims.items():
            self._claims[claim] = self._claims_on[record.prompt.number][claim] = record
        self.queue += [prompts[number] for number in order]

    def lapse(self, prompt: Prompt) -> None:
        """Ends the offer of the prompt's outcome: it ended with the daemon that made it."""
        if prompt.state is State.DECIDED:
            for _, record in self.claims_on(prompt):
                if record.void is None:
                    record.void = lapsed()

    def _enqueue(self, prompt: Prompt) -> None:
        """Puts the prompt into the queue so that accounts take turns: before the first prompt that
        is further back in the line of its own account than this one is. So a flood from one account
        delays another's question by one dialog. Prompts that the person wanted to see, or had on
        the screen, stay before all others."""
        want = [other for other in self.queue if other.state is not State.PUT_OFF]
        turn = sum(other.account == prompt.account for other in want)
        turns = Counter[Account]()
        place = 0
        while place < len(want) and (want[place].wanted or turns[want[place].account] <= turn):
            turns[want[place].account] += 1
            place += 1
        self.queue.insert(place, prompt)

    def claims_on(self, prompt: Prompt) -> list[tuple[str, ClaimRecord]]:
        """The claims on this prompt, oldest first."""
        return list(self._claims_on.get(prompt.number, {}).items())

    def _lay_aside(self, prompt: Prompt) -> None:
        """Drops the words of a prompt that is over, and forgets the oldest of these prompts, so
        that a flood costs no memory."""
        prompt.forget_words()
        self.index.lay_aside(prompt)
        while oldest := self.index.too_old(self.settings.remembered):
            self.forget(oldest)

    def _finish(self, prompt: Prompt, outcome: Outcome, now: float) -> None:
        prompt.outcome = outcome
        prompt.keep_until = now + prompt.retention
        self.release(prompt, outcome)
        if prompt in self.queue:  # a prompt that was answered or not shown has left already
            self.queue.remove(prompt)
            self.close_dialog(prompt)

    # Ready, claim, committed

    def void_offer(self, prompt: Prompt, why: Superseded | OfferLapsed) -> None:
        """Ends the offer. A claim that still comes gets `why`."""
        if prompt.offer:
            self._claims[prompt.offer.claim].void = why
            self._end_offer(prompt)

    def claim(self, event: e.Claim, now: float) -> Outcome:
        """Spends the outcome and returns it; the process that spent it may repeat the claim.

        A secret is handed over to the caller, who wipes it, and is never returned again.

        Raises UnknownClaim, OfferLapsed, Expired.
        """
        record = self._claims.get(event.claim)
        if record is None or record.process != event.process:
            raise UnknownClaim(
                "nothing was offered to this process under this claim", field="claim"
            )
        if isinstance(record.void, OfferLapsed):
            raise record.void
        if record.void is not None:
            return record.void
        prompt = record.prompt
        if prompt.state is State.DECIDED:
            prompt.advance(Trigger.CLAIM)
            self._end_offer(prompt)
            memory = PLACE_MEMORY if prompt.place else self.settings.claim_memory
            prompt.keep_until = now + memory
            self.log.tell(LogEvent.COLLECTED, prompt, prompt.outcome)
            outcome, prompt.outcome = prompt.outcome, _without_secret(prompt.outcome)
            self._lay_aside(prompt)
            return outcome
        if prompt.request.question.secret and prompt.outcome.allowed:
            raise Expired("a secret is handed out once", field="claim", remedy="ask again")
        return prompt.outcome

    def number_if_from_place(self, claim: str) -> int:
        """The number of the question that the claim belongs to, if that comes from a place; else
        0."""
        record = self._claims.get(claim)
        return record.prompt.number if record and record.prompt.place else 0

    def log_unheard(self, number: int) -> None:
        """Logs that nobody knows whether the claimant of this question's answer received it."""
        prompt = self.index.by_number(number)
        if prompt is not None and prompt.state is State.SPENT:
            self.log.tell(LogEvent.RECEIPT_UNKNOWN, prompt, prompt.outcome)

    def _offer(self, prompt: Prompt, waiting: Waiting, now: float, *, kept: bool = False) -> None:
        """Offers the outcome to the call that waits. `kept`: the outcome was there before the
        call."""
        process = prompt.latest.requester
        prompt.waiting = None
        for claim, _ in self.claims_on(prompt)[:-1]:  # the claim of the last offer may still come
            del self._claims[claim], self._claims_on[prompt.number][claim]
        prompt.offer = Offered(waiting.call, waiting.claim, now + self.settings.offer)
        record = ClaimRecord(prompt, process)
        self._claims[waiting.claim] = self._claims_on[prompt.number][waiting.claim] = record
        kind = prompt.request.question.kind
        to = waiting.call, waiting.claim, prompt.ticket
        self.emit(e.Offer(*to, kind, prompt.bound, kept))

    def _end_offer(self, prompt: Prompt) -> None:
        if prompt.offer and prompt.bound:
            self.emit(e.Over(prompt.offer.call))
        prompt.offer = None


def _is_no(prompt: Prompt, outcome: Outcome) -> bool:
    """Whether the person does not want the question. All that they can do with a notice or a device
    code is to close it, so closing counts there."""
    only_tells = isinstance(prompt.request.question, Notice | DeviceCode)
    return isinstance(outcome, Denied) or (only_tells and isinstance(outcome, Dismissed))


def _is_log(effect: e.Effect) -> bool:
    return isinstance(effect, e.Log)


def _without_secret(outcome: Outcome) -> Outcome:
    return replace(outcome, secret=None) if isinstance(outcome, Answered) else outcome


def _wipe_secret(prompt: Prompt) -> None:
    if isinstance(prompt.outcome, Answered) and prompt.outcome.secret is not None:
        prompt.outcome.secret.wipe()
