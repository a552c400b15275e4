"""The broker makes every decision about prompts, calls and answers. It is pure: events go in,
effects come out.

    broker = Broker(Settings())
    effects = broker.handle(event, now)      # `now`: seconds on a clock that runs through suspend
    broker.next_due()                        # when to come back with a Tick

Clocks are checked before each event, so that a late timer never lets a late click count. Effects
must be done in their order. If one of them is a Keep, it comes first, and the others wait until a
keeper has acknowledged it. Effects for the log come last.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import assert_never

from sayso.core import events as e
from sayso.core import retry
from sayso.core.dialog_scheduler import DialogScheduler
from sayso.core.ledger import Ledger, lapsed
from sayso.core.lineage import Lineage, Process
from sayso.core.opening import given, new_prompt, owner_of
from sayso.core.outcome import (
    NoInteractor,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.overview import UNOPENED
from sayso.core.policy import Policy
from sayso.core.prompt import OVER, Prompt, State
from sayso.core.questions import DeviceCode
from sayso.core.records import Recorder, Records, read
from sayso.core.remote_place import needs_permission
from sayso.core.retry import BY_REQUEST, BY_TICKET, Action
from sayso.core.settings import REFUSE, Settings
from sayso.errors import (
    Expired,
    InvalidParams,
    Mismatch,
    NotOpen,
    RequestError,
    ServiceError,
    UnknownPrompt,
)

_Steered = e.DoNotDisturb | e.BringForward | e.OpenNext | e.BeginQuiet | e.EndQuiet
_Requested = e.Ask | e.Collect | e.Claim | e.Withdraw | e.WithdrawScope | e.Finish | _Steered
_Gone = e.HangUp | e.Reach | e.ReceiptUnknown | e.PlaceClosed | e.OwnerExited
_Listed = e.QueueOpened | e.BroughtUp
_Seen = e.Covered | e.Painted | e.Activity | e.PutOff | e.DialogEnded | _Listed
_Reported = _Seen | e.Answered | e.Submitted | e.Filled | e.Drafted


class Broker:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._policy = Policy(settings)
        self._ledger = Ledger(settings, self._policy)
        self._scheduler = DialogScheduler(settings, self._ledger, self._policy)
        self._recorder = Recorder()
        self._screenless: str | None = None
        """Why there is no screen; None: there is one."""
        self._opened = 0

    def restore(self, records: Records, now: float) -> None:
        """Takes over what an earlier daemon left. To be called before the first event; a Tick then
        goes on from there.

        What happens to each prompt: `sayso.core.prompt.INHERITED`. The time that has passed
        meanwhile counts. Raises KeyError, TypeError or ValueError (OtherVersion is one) for records
        that no daemon of this version wrote; nothing is taken over then.
        """
        kept = read(records, self._settings)
        self._settings = kept.settings
        self._policy, self._ledger, self._recorder = kept.policy, kept.ledger, kept.recorder
        self._scheduler = DialogScheduler(self._settings, self._ledger, self._policy)
        self._opened = kept.opened
        self._elapse(now)
        for prompt in self.prompts:
            self._scheduler.lost(prompt, now)
            self._ledger.lapse(prompt)
            prompt.inherit(now)

    def everything(self) -> e.Keep:
        """All records, for a keeper that has none yet. Later changes are told to that keeper."""
        self._recorder = Recorder()
        self._ledger.index.tell_again()
        return self._changes() or e.Keep({})

    def _changes(self) -> e.Keep | None:
        return self._recorder.changes(self._ledger, self._policy, self._settings, self._opened)

    # What the shell asks

    @property
    def prompts(self) -> Iterable[Prompt]:
        """All prompts that are remembered, oldest first; they may be many. Not to be changed."""
        return self._ledger.index.prompts

    @property
    def queue(self) -> Sequence[Prompt]:
        """The open prompts in their order: the first has the screen, or is next to have it. Not to
        be changed."""
        return self._ledger.queue

    @property
    def kept(self) -> int:
        """The number of outcomes that nobody has collected."""
        return self._ledger.index.kept

    @property
    def forgotten(self) -> int:
        """The number of such outcomes that were forgotten because there was no room for more."""
        return self._ledger.forgotten

    def holds_nothing(self, now: float) -> bool:
        """Whether there are no questions, no answers (spent ones included), and nothing that the
        person has set."""
        return not self._ledger.index.prompts and self._policy.holds_nothing(now)

    @property
    def policy(self) -> Policy:
        """The policy, not to be changed."""
        return self._policy

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    @property
    def away(self) -> str | None:
        """Why the person is not at the screen, as was last reported; None: they are."""
        return self._policy.away

    @property
    def inbox_absent(self) -> str | None:
        """Why no question waits to be opened, whatever the settings say: nobody would learn of it.
        None: questions may wait."""
        return self._scheduler.inbox_absent

    def public_state(self, prompt: Prompt) -> str:
        """The name of the prompt's state for requesters."""
        is_unopened = self._scheduler.is_unopened(prompt)
        return UNOPENED if is_unopened else prompt.public_state

    @property
    def default_wait(self) -> float:
        """Seconds that a call waits if it does not say how long."""
        return self._settings.wait

    @property
    def owners(self) -> frozenset[Process]:
        """Processes whose exit must be reported to the broker."""
        dependent = self._ledger.dependent
        return frozenset(process for prompt in dependent for process in prompt.depends_on)

    def place(self, prompt: Prompt) -> int | None:
        """The prompt's place in the queue; 1 has the screen, or is next to have it. None: the
        prompt is not open."""
        queue = self._ledger.queue
        return queue.index(prompt) + 1 if prompt in queue else None

    def kin(self, request: e.Request, by: Lineage) -> frozenset[Process]:
        """The processes that matter for an Ask of this request: its caller finds out which of them
        have exited."""
        in_its_slot = [
            prompt
            for prompt in self._ledger.queue
            if retry.same_slot(prompt, request) and prompt.place == by.place
        ]
        return retry.kin((*self._ledger.index.alike(request, by.place), *in_its_slot), by)

    def kin_in_scope(self, scope: str, by: Lineage) -> frozenset[Process]:
        """Like `kin`, but for a WithdrawScope."""
        return retry.kin(
            (
                each
                for each in self._ledger.queue
                if each.request.scope == scope and each.place == by.place
            ),
            by,
        )

    def next_due(self) -> float | None:
        """The earliest time at which something ends or begins by itself; None: nothing does."""
        relaunch = self._scheduler.relaunch_at
        times = [self._ledger.index.next_due(), self._policy.next_due()]
        due = min(times if relaunch is None else [*times, relaunch])
        return None if due == inf else due

    # Events

    def handle(self, event: e.Event, now: float) -> list[e.Effect]:
        self._elapse(now)
        self._dispatch(event, now)
        self._end_all(self._absent, now)
        self._elapse(now)
        self._ledger.make_room()
        self._hold_back(now)
        self._ledger.arrange()
        self._scheduler.yield_screen(now)
        self._scheduler.fill(now)
        self._scheduler.report(now)
        self._report(now)
        effects = self._ledger.take_effects()
        changes = self._changes()
        return [changes, *effects] if changes else effects

    def _dispatch(self, event: e.Event, now: float) -> None:
        match event:
            case (
                e.Ask()
                | e.Collect()
                | e.Claim()
                | e.Withdraw()
                | e.WithdrawScope()
                | e.Finish()
                | e.DoNotDisturb()
                | e.BringForward()
                | e.OpenNext()
                | e.BeginQuiet()
                | e.EndQuiet()
            ):
                try:
                    self._requested(event, now)
                except RequestError as error:
                    self._ledger.emit(e.Fail(event.call, error))
            case (
                e.Covered()
                | e.Painted()
                | e.Answered()
                | e.Submitted()
                | e.Filled()
                | e.Drafted()
                | e.Activity()
                | e.PutOff()
                | e.QueueOpened()
                | e.BroughtUp()
                | e.DialogEnded()
            ):
                self._reported(event, now)
            case e.HangUp() | e.Reach() | e.ReceiptUnknown() | e.PlaceClosed() | e.OwnerExited():
                self._requester_changed(event, now)
            case e.ScreenChanged(absent):
                self._screenless = absent
            case e.PersonAway(reason):
                self._policy.away = reason
            case e.ScreenFailed(reason):
                self._end_all(reason, now)
            case e.InboxChanged(absent):
                self._scheduler.inbox_absent = absent
            case e.Configured(settings):
                self._configure(settings)
            case e.Tick():
                pass
            case _:
                assert_never(event)

    def _requester_changed(self, event: _Gone, now: float) -> None:
        match event:
            case e.HangUp(call):
                self._hang_up(call, now)
            case e.Reach(call, is_lost):
                self._reach(call, is_lost)
            case e.ReceiptUnknown(number):
                self._ledger.log_unheard(number)
            case e.PlaceClosed():
                self._close_place(event, now)
            case e.OwnerExited(process):
                self._exited(process, now)
            case _:
                assert_never(event)

    def _hang_up(self, call: int, now: float) -> None:
        for prompt in self._ledger.dependent:
            if call not in prompt.calls:
                continue
            prompt.left(now)
            prompt.cancelled = True
            if prompt.bound:
                self._ledger.let_go(prompt, Withdrawn("caller_gone"), now)

    def _reach(self, call: int, is_lost: bool) -> None:
        for prompt in self._ledger.queue:
            if call in prompt.calls:
                prompt.is_out_of_reach = is_lost

    def _close_place(self, event: e.PlaceClosed, now: float) -> None:
        why = Withdrawn("not_from_place" if event.only_with_permission else "place_closed")
        for prompt in self._ledger.index.prompts:
            if prompt.place != event.place or prompt.state in OVER | {State.FORGOTTEN}:
                continue  # each that ends here may have an older one forgotten
            if not event.only_with_permission or needs_permission(prompt.request.question):
                self._ledger.let_go(prompt, why, now)

    def _exited(self, process: Process, now: float) -> None:
        for prompt in self._ledger.dependent:
            if process in prompt.depends_on:
                is_owner = prompt.owner == process
                why = Withdrawn("owner_exited" if is_owner else "caller_gone")
                self._ledger.let_go(prompt, why, now)

    def _configure(self, settings: Settings) -> None:
        self._settings = settings
        for part in (self._policy, self._ledger, self._scheduler):
            part.settings = settings

    def _requested(self, event: _Requested, now: float) -> None:
        match event:
            case e.Ask():
                self._ask(event, now)
            case e.Collect():
                prompt = self._ledger.by_ticket(event.ticket, event.lineage.place)
                self._resume(BY_TICKET[prompt.standing(now)], prompt, event, event.wait, now)
            case e.Claim():
                outcome = self._ledger.claim(event, now)
                to_place = self._ledger.number_if_from_place(event.claim)
                self._ledger.emit(e.Reply(event.call, outcome, to_place=to_place))
            case e.Withdraw():
                self._withdraw(event, now)
            case e.WithdrawScope():
                self._withdraw_scope(event, now)
            case e.Finish():
                self._finish(event, now)
            case e.DoNotDisturb() | e.BringForward() | e.OpenNext() | e.BeginQuiet() | e.EndQuiet():
                self._steer(event, now)
            case _:
                assert_never(event)

    def _reported(self, event: _Reported, now: float) -> None:
        match event:
            case e.Covered(run):
                self._scheduler.covered(run, now)
            case e.Painted(run):
                self._scheduler.painted(run, now)
            case e.Answered():
                self._scheduler.answered(event, now)
            case e.Submitted():
                self._scheduler.submitted(event, now)
            case e.Filled(run, entries, by):
                self._scheduler.filled(run, entries, by, now)
            case e.Drafted(run, entries):
                self._scheduler.drafted(run, entries)
            case e.Activity(run):
                self._scheduler.hold(run, now)
            case e.PutOff(run):
                self._scheduler.put_off(run, now)
            case e.QueueOpened(run):
                self._scheduler.list_queue(run, now)
            case e.BroughtUp(run, number):
                self._scheduler.bring_up(run, number, now)
            case e.DialogEnded(run, unacknowledged):
                self._scheduler.ended(run, unacknowledged, now)
            case _:
                assert_never(event)

    def _steer(self, event: _Steered, now: float) -> None:
        match event:
            case e.DoNotDisturb(_, seconds):
                self._policy.undisturbed_until = now + seconds if seconds else None
            case e.BringForward(_, number):
                prompt = self._ledger.by_number(number)
                if not prompt.is_open:
                    raise NotOpen(f"prompt {number} is not open any more")
                self._scheduler.bring_forward(prompt, now)
            case e.OpenNext(call, by):
                self._ledger.emit(e.Opened(call, self._scheduler.open_next(by, now)))
                return
            case e.BeginQuiet(_, number):
                self._policy.begin_quiet(number, now)
            case e.EndQuiet(_, number):
                self._policy.end_quiet(number)
            case _:
                assert_never(event)
        self._ledger.emit(e.Done(event.call))

    @property
    def _absent(self) -> str | None:
        """Why nobody can be asked; None: somebody can, or will come."""
        refused = self._policy.away if self._settings.locked == REFUSE else None
        return self._screenless or refused

    def _hold_back(self, now: float) -> None:
        """Shows nothing while the person is away, and nothing new while they are not to be
        disturbed."""
        self._scheduler.is_closed = self._policy.away is not None
        self._scheduler.is_quiet = self._policy.undisturbed_until is not None
        if self._scheduler.is_closed:
            self._scheduler.clear(now)

    def _end_all(self, reason: str | None, now: float) -> None:
        if reason is not None:
            for prompt in list(self._ledger.queue):
                self._ledger.end(prompt, NoInteractor(reason), now)

    # Asking, and asking again

    def _ask(self, event: e.Ask, now: float) -> None:
        request = event.request
        owner = owner_of(request, event.lineage)
        if request.ticket:
            prompt = self._ledger.by_ticket(request.ticket, event.lineage.place)
            if prompt.fingerprint != request.question.fingerprint:
                raise Mismatch("this ticket belongs to a question with other words", field="ticket")
            if not prompt.is_for(request.behalf):
                why = "this ticket belongs to a question that was asked for another process"
                raise Mismatch(why, field="on_behalf", remedy="leave out the ticket to ask anew")
            self._resume(BY_TICKET[prompt.standing(now)], prompt, event, request.wait, now)
            return
        alike = self._ledger.index.alike(request, event.lineage.place)
        match = retry.find(alike, request, event.lineage, event.exited, now)
        if match:
            self._resume(BY_REQUEST[match.state], match, event, request.wait, now)
        else:
            self._open(event, owner, now)

    def _resume(
        self,
        action: Action,
        prompt: Prompt,
        event: e.Ask | e.Collect,
        wait: float | None,
        now: float,
    ) -> None:
        if action is Action.EXPIRED:
            raise Expired("this ticket's answer was collected, or its time is over", field="ticket")
        spent = action is Action.ATTEMPT and prompt.attempts >= prompt.max_retries
        if action is Action.STATUS or spent:
            kind = prompt.request.question.kind
            self._ledger.emit(e.Reply(event.call, prompt.outcome, kind))
            return
        if action is Action.ATTEMPT:
            self._ledger.reopen(prompt, now)
        self._attach(prompt, event, wait, now)

    def _attach(
        self, prompt: Prompt, event: e.Ask | e.Collect, wait: float | None, now: float
    ) -> None:
        self._ledger.attach(prompt, event, now + given(wait, self._settings.wait), now)

    def _open(self, event: e.Ask, owner: Process | None, now: float) -> None:
        request, lineage = event.request, event.lineage
        if event.withheld:  # first: such a caller is not to learn whether the person is away
            self._refuse(event, Refused("not_from_place"), now)
            return
        if self._absent is not None:
            self._refuse(event, NoInteractor(self._absent), now)
            return
        if event.obstacle is not None:
            self._refuse(event, event.obstacle, now)
            return
        queue = self._ledger.queue
        alike = self._ledger.index.alike(request, lineage.place)
        repeated = retry.find_secret(alike, request, lineage, event.exited)
        attempts = 0
        if repeated and repeated.state is State.UNSEEN:
            attempts = repeated.attempts + 1
            if attempts > repeated.max_retries:
                kind = request.question.kind
                self._ledger.emit(e.Reply(event.call, repeated.outcome, kind))
                return
        in_slot = retry.find_slot(queue, request, lineage, event.exited)
        replaces = repeated or in_slot or retry.find_reworded(queue, request, lineage)
        others = [prompt for prompt in queue if prompt is not replaces]
        fingerprint = request.question.fingerprint
        counts_everywhere = not request.for_key
        refusal = self._policy.refusal(
            lineage.account, fingerprint, others, now, counts_everywhere=counts_everywhere
        )
        if refusal is None and repeated is None:
            refusal = self._policy.do_not_disturb(now)
        if refusal is not None:
            self._refuse(event, refusal, now)
            return
        self._opened += 1
        prompt = new_prompt(event, self._opened, owner, self._settings, now)
        prompt.attempts = attempts
        why = Superseded("newer_call" if repeated else "slot" if in_slot else "reworded")
        self._ledger.open(prompt, replaces, why, now)
        self._scheduler.came(prompt)
        self._attach(prompt, event, inf if request.bound else request.wait, now)

    def _refuse(self, event: e.Ask, why: NoInteractor | Refused | ServiceError, now: float) -> None:
        """Opens no prompt, and replies why."""
        self._ledger.log.refused(event, why, now)
        if isinstance(why, ServiceError):
            self._ledger.emit(e.Fail(event.call, why))
        else:
            self._ledger.emit(e.Reply(event.call, why, event.request.question.kind))

    def _withdraw(self, event: e.Withdraw, now: float) -> None:
        ledger = self._ledger
        if event.ticket:
            prompt = ledger.by_ticket(event.ticket, event.place)
        else:
            prompt = ledger.by_number(event.number, event.place)
        if not prompt.is_open:
            raise NotOpen(f"prompt {prompt.number} is not open any more")
        ledger.end(prompt, Withdrawn("requester"), now)
        self._scheduler.withdrew(e.Withdrew(event.call, prompt.number))

    def _withdraw_scope(self, event: e.WithdrawScope, now: float) -> None:
        prompts = retry.find_scope(self._ledger.queue, event)
        for prompt in prompts:
            self._ledger.end(prompt, Withdrawn("requester"), now)
        numbers = tuple(sorted(prompt.number for prompt in prompts))
        self._scheduler.withdrew(e.WithdrewScope(event.call, numbers))

    def _finish(self, event: e.Finish, now: float) -> None:
        index = self._ledger.index
        if event.ticket:
            prompt = index.by_ticket(event.ticket)
        else:
            prompt = index.by_number(event.number)
            is_others = prompt is not None and prompt.latest.requester != event.process
            is_unseen = bool(event.place) and (prompt is None or prompt.place != event.place)
            if is_others or is_unseen or event.number > self._opened:
                why = f"this process has not asked question {event.number}"
                raise UnknownPrompt(why, field="number")
        if prompt is None or not prompt.is_open or prompt.place != event.place:
            raise NotOpen("this question is not open any more", remedy="there is nothing to do")
        if not isinstance(prompt.request.question, DeviceCode):
            field = "ticket" if event.ticket else "number"
            raise InvalidParams(f"{field}: this question is not a device code", field=field)
        self._scheduler.finish(prompt, event.done, now)
        self._ledger.emit(e.Done(event.call))

    # Clocks

    def _elapse(self, now: float) -> None:
        due = self.next_due()
        if due is None or due > now:
            return
        self._policy.elapse(now)
        for prompt in self._ledger.index.take_due(now):
            if prompt.offer and prompt.offer.until <= now:
                self._ledger.void_offer(prompt, lapsed())
            if prompt.state_ends_at <= now:
                self._state_ends(prompt, now)
            if prompt.waiting and prompt.waiting.until <= now:
                unopened = self._scheduler.is_unopened(prompt)
                self._ledger.release(prompt, Pending(prompt.ticket, unopened=unopened))
                prompt.left(now)
            if 0 < prompt.recent_until <= now:
                prompt.recent_until = 0

    def _state_ends(self, prompt: Prompt, now: float) -> None:
        if prompt.is_open and now >= prompt.ends_by:
            self._ledger.close_dialog(prompt)
            late = now >= prompt.limit_at
            self._ledger.decide(prompt, TimedOut("limit" if late else "deadline"), now)
            return
        match prompt.state:
            case State.QUEUED | State.COVERED:
                self._ledger.close_dialog(prompt)
                why = TimedOut("unopened" if self._scheduler.is_unopened(prompt) else "queue")
                self._ledger.decide(prompt, why, now)
            case State.SHOWING | State.RELAUNCHING | State.PUT_OFF if now >= prompt.put_off_until:
                self._ledger.close_dialog(prompt)
                self._ledger.decide(prompt, TimedOut("queue"), now)
            case State.SHOWING if now < prompt.render_until:
                self._scheduler.give_up_launch(prompt, now)
            case State.SHOWING | State.RELAUNCHING:
                reason = f"nothing was painted within {prompt.render_timeout:g} s"
                self._ledger.give_up(prompt, reason, now)
            case State.SHOWN:
                self._ledger.close_dialog(prompt)
                late = now >= prompt.deadline
                self._ledger.decide(prompt, TimedOut("deadline" if late else "queue"), now)
            case State.PUT_OFF:
                self._ledger.put_back(prompt, now)
            case _:
                self._ledger.forget(prompt)

    def _report(self, now: float) -> None:
        """Tells waiting calls where their prompts stand: at each change, and at regular
        intervals."""
        for place, prompt in enumerate(self._ledger.queue, 1):
            waiting = prompt.waiting
            if not waiting:
                continue
            standing = (self.public_state(prompt), place, len(self._ledger.queue))
            if standing == waiting.reported and now < waiting.heartbeat:
                continue
            heartbeat = now + self._settings.heartbeat
            prompt.waiting = replace(waiting, reported=standing, heartbeat=heartbeat)
            left = prompt.seconds_left(now)
            self._ledger.emit(e.Progress(waiting.call, prompt.number, *standing, left))
