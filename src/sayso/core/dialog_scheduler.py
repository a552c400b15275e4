"""The screen, as the core sees it: one dialog is visible, and each has a dialog process of its own.

A dialog process is a `run`. Its place on the screen is free again when the process has ended, not
before. Reports of a run count only while it is the current run of an open prompt.
"""

from collections.abc import Sequence
from math import inf

from sayso.core import answers
from sayso.core import events as e
from sayso.core.answers import fields_of
from sayso.core.entry import Entry
from sayso.core.events import LogEvent
from sayso.core.ledger import Ledger
from sayso.core.lineage import Lineage
from sayso.core.log_subject import LogSubject
from sayso.core.outcome import Answered, By, Decider, Decision, Withdrawn
from sayso.core.policy import Policy
from sayso.core.prompt import DRAWN, Prompt, State, Trigger
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import DeviceCode
from sayso.core.queue_row import QueueRow
from sayso.core.settings import QUEUE_LIMIT, TIMEOUT, WHEN_ASKED, Settings
from sayso.errors import NotAcknowledged

DAEMONS = 25
"""How many daemons may die, one after another, while a question is on the screen: a minute's worth
of them. Then the question is given up, as it may be what ends them."""


PLACE_SECONDS = 120.0
"""Seconds since a prompt, or one that it has replaced, first got the screen. After these, what
replaces it goes to its own turn if another account waits."""

RAISED_EVERY = 10.0
"""Seconds between two times that programs bring the same dialog to the front."""

MOST_ROWS = 64
"""Most rows in the list of what else is open."""


class DialogScheduler:
    def __init__(self, settings: Settings, ledger: Ledger, policy: Policy) -> None:
        self.settings = settings
        """The settings in force; the broker replaces them."""
        self._ledger = ledger
        self._policy = policy
        self._run = 0
        """The dialog process that has the screen; 0: none."""
        self._number = 0
        """The number of the prompt that this process was started for; the prompt may have ended
        since."""
        self._withdrawal: e.Withdrew | e.WithdrewScope | None = None
        """The reply to be sent once the dialog has gone; there is one at most, as a prompt is
        withdrawn once."""
        self._runs = 0
        self._raised = 0, -inf
        """The dialog process that a program last brought to the front, and when."""
        self.is_closed = False
        """Nothing is shown: the person is away, and questions wait."""
        self.is_quiet = False
        """Nothing new is shown, except what the person wants to see."""
        self.inbox_absent: str | None = None
        """Why the person would not learn of a question that waits to be opened, so that none waits;
        None: they would."""

    def fill(self, now: float) -> None:
        """Shows the next prompt of the queue, once the dialog before it has gone."""
        prompt = self._next()
        if prompt is None or (prompt.state is State.RELAUNCHING and now < prompt.relaunch_at):
            return
        if prompt.state is State.QUEUED:
            prompt.render_until = now + prompt.render_timeout
        if not prompt.place_until:  # not when it is painted: what is replaced sooner never is
            prompt.place_until = now + PLACE_SECONDS
        prompt.launch_until = now + self._share(prompt, now)
        prompt.seconds = min(prompt.seconds, prompt.ends_by - now)
        prompt.advance(Trigger.SHOW)
        self._runs += 1
        self._run = prompt.run = self._runs
        self._number = prompt.number
        question, lineage = prompt.request.question, prompt.opened_by
        standing = self._standing(prompt, prompt.seconds)
        self._ledger.emit(
            e.Show(
                self._run, prompt.number, question, lineage, standing,
                self.settings.arming, self.settings.accessibility_approval,
                self._policy.denied_elsewhere(prompt), prompt.draft,
                prompt.request.says_it_is, prompt.activation,
                prompt.request.behalf,
            )
        )  # fmt: skip
        prompt.activation = None
        prompt.told = self._knowledge(prompt)

    def _share(self, prompt: Prompt, now: float) -> float:
        """Seconds of the render budget for this launch: each launch that may follow gets as many.

        Where the delays between the launches no longer fit, this launch is the last one.
        """
        left = prompt.render_until - now
        delays = self.settings.relaunch_delays[prompt.launches_failed :]
        to_share = left - sum(delays)
        return to_share / (len(delays) + 1) if to_share > 0 else left

    def report(self, now: float) -> None:
        """Tells the dialog on the screen how its question stands, when that has changed."""
        prompt = self._of(self._run)
        if prompt is None or self._knowledge(prompt) == prompt.told:
            return
        seconds = prompt.deadline - now if prompt.state is State.SHOWN else prompt.seconds
        self._ledger.emit(e.Update(self._run, self._standing(prompt, seconds)))
        prompt.told = self._knowledge(prompt)

    @property
    def relaunch_at(self) -> float | None:
        """When the next prompt of the queue gets its next dialog process; None: there is nothing to
        wait for."""
        prompt = self._next()
        return prompt.relaunch_at if prompt and prompt.state is State.RELAUNCHING else None

    def covered(self, run: int, now: float) -> None:
        """The dialog was drawn in time, but where nobody can see it: the prompt waits as if for its
        turn."""
        prompt = self._of(run)
        if prompt is not None and prompt.state is State.SHOWING:
            prompt.advance(Trigger.COVERED)
            prompt.queued_at = now

    def painted(self, run: int, now: float) -> None:
        prompt = self._of(run)
        if prompt is None or prompt.state not in (State.SHOWING, State.COVERED):
            return
        prompt.advance(Trigger.PAINTED)
        prompt.painted_at = now
        prompt.deadline = min(now + prompt.seconds, prompt.ends_by)
        prompt.told = (now + prompt.seconds, *prompt.told[1:])  # the dialog itself counts down
        if not prompt.ceiling:
            prompt.ceiling = now + TIMEOUT.high
            if isinstance(prompt.request.question, DeviceCode):
                prompt.expires_at = now + prompt.seconds
            self._ledger.log.tell(LogEvent.SHOWN, prompt)

    def answered(self, event: e.Answered, now: float) -> None:
        """The person pressed something. A click counts when it is recorded, and only a painted,
        open question records one."""
        prompt = self._of(event.run)
        pressed = event.choice, event.by, event.checked, event.words
        outcome = None if prompt is None else answers.choose(prompt.request.question, *pressed)
        self._record(event.run, outcome, now)

    def submitted(self, event: e.Submitted, now: float) -> None:
        """The person submitted a password. It counts when it is recorded; otherwise it is wiped."""
        outcome = Answered(secret=event.secret, by=event.by, checked=event.checked)
        if not self._record(event.run, outcome, now):
            event.secret.wipe()

    def filled(self, run: int, entries: tuple[Entry, ...], by: By | None, now: float) -> None:
        """The person submitted what they filled in. It counts when it is recorded, if it is an
        answer to the question."""
        prompt = self._of(run)
        answer = None if prompt is None else answers.read(prompt.request.question, entries, by)
        self._record(run, answer, now)

    def drafted(self, run: int, entries: tuple[Entry, ...]) -> None:
        """Keeps what stands in the dialog's fields as long as the question is open, in memory
        alone."""
        prompt = self._of(run)
        if prompt is not None and len(entries) == fields_of(prompt.request.question):
            prompt.draft = entries

    def _record(self, run: int, outcome: Decision | None, now: float) -> bool:
        """Records the outcome and tells the dialog. Returns whether it was recorded. `outcome`:
        None: questions of this kind have no such answer."""
        prompt = self._of(run)
        if prompt is None:
            self._ledger.emit(e.NotRecorded(run, "this question has ended"))
        elif prompt.state is not State.SHOWN:
            self._ledger.emit(e.NotRecorded(run, "the dialog was not on the screen yet"))
        elif outcome is None or not answers.fits(prompt.request.question, outcome):
            self._ledger.emit(e.NotRecorded(run, "this is not an answer to this kind of question"))
        else:
            kept_for = prompt.kept_for
            self._ledger.decide(prompt, outcome, now)
            # the caller is told first: once told, the dialog draws at once, which delays the rest
            self._ledger.emit(e.Recorded(run, kept_for))
            return True
        return False

    def hold(self, run: int, now: float) -> None:
        """Keeps some time until the deadline while the person reads or types, up to the ceiling."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        prompt.touched = True
        held = min(now + prompt.hold, prompt.ceiling, prompt.ends_by)
        prompt.deadline = max(held, prompt.deadline)

    def put_off(self, run: int, now: float) -> None:
        """Hides the dialog. Its question comes back, armed anew, with the time that was left."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        prompt.touched, prompt.wanted, prompt.preferred = True, False, False
        prompt.seconds = prompt.deadline - now
        prompt.back_at = now + prompt.put_off
        self._limit_absence(prompt, now, prompt.put_off + prompt.render_timeout + prompt.seconds)
        self._ledger.put_off(prompt)

    def list_queue(self, run: int, now: float) -> None:
        """Tells the dialog on the screen what else is open."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        prompt.touched = True
        others = [other for other in self._ledger.queue if other is not prompt]
        rows = tuple(_row(other, now) for other in others[:MOST_ROWS])
        self._ledger.emit(e.ListQueue(run, rows))

    def bring_up(self, run: int, number: int, now: float) -> None:
        """The person wants to see another prompt before this dialog's. If that one has ended, they
        see what else is open by now."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        others = [other for other in self._ledger.queue if other is not prompt]
        wanted = next((other for other in others if other.number == number), None)
        if wanted is None:
            self.list_queue(run, now)
        else:
            prompt.touched = True
            self.bring_forward(wanted, now)

    def clear(self, now: float) -> None:
        """Takes off the screen what is on it, or about to be. The prompt keeps its place in the
        queue."""
        for prompt in self._ledger.queue:
            self._recall(prompt, now)

    def bring_forward(self, prompt: Prompt, now: float, *, takes_keyboard: bool = True) -> None:
        """The person wants to see this prompt: what is on the screen makes room, and comes next."""
        prompt.wanted = prompt.preferred = True
        if prompt.run:
            self._ledger.emit(e.BringDialogForward(prompt.run, takes_keyboard))
            return
        if prompt.state is State.PUT_OFF:
            self._ledger.put_back(prompt, now)
        for other in self._ledger.queue:
            if other is not prompt:
                self._make_room(other, now)
        self._ledger.put_first(prompt)

    def open_next(self, by: Lineage, now: float) -> int | None:
        """Brings up the prompt that is on the screen, else the first that is to be shown, and
        returns its number. None: nothing is open, or only what the calling program asked itself;
        or that is on the screen, where it stays.

        Any program may cause this by way of another one, so the dialog does not take the keyboard:
        what the person types stays where it goes.
        """
        queue = self._ledger.queue
        allowed = [prompt for prompt in queue if _may_open(by, prompt)]
        wanted = next((p for p in allowed if not p.makes_room), next(iter(allowed), None))
        if wanted is None or any(_stays(prompt, wanted) for prompt in queue):
            return None
        run, before = self._raised
        if wanted.run and wanted.run == run and now < before + RAISED_EVERY:
            return wanted.number  # it is at the front, and is armed anew each time that it comes
        self.bring_forward(wanted, now, takes_keyboard=False)
        self._raised = wanted.run, now
        return wanted.number

    def came(self, prompt: Prompt) -> None:
        """A new question came: device codes make room for it, whatever the person wanted before."""
        if not isinstance(prompt.request.question, DeviceCode):
            for other in self._ledger.queue:
                other.preferred = False

    def yield_screen(self, now: float) -> None:
        """Sorts the queue: device codes come after all other questions that may be shown now, and
        questions that are held back come after those that are not."""
        queue = self._ledger.queue
        queue.sort(key=self._rank)
        for prompt in queue[1:]:
            if prompt.makes_room:
                self._recall(prompt, now)

    def _rank(self, prompt: Prompt) -> int:
        if prompt.state is State.PUT_OFF:
            return 3
        if self._is_held_back(prompt):
            return 2
        return 1 if prompt.makes_room else 0

    def _make_room(self, prompt: Prompt, now: float) -> None:
        if self._recall(prompt, now) and prompt.ceiling:
            self._limit_absence(prompt, now)

    def _limit_absence(self, prompt: Prompt, now: float, at_least: float = 0) -> None:
        """Sets when a prompt that was hidden ends: its deadline does not stand still for ever,
        however often it makes room. `at_least`: seconds that it gets even where the queue limit is
        shorter, up to the longest one that can be set."""
        if prompt.expires_at == inf:
            limit = max(prompt.queue_limit, min(at_least, QUEUE_LIMIT.high))
            prompt.put_off_until = min(prompt.put_off_until, now + limit)

    def _recall(self, prompt: Prompt, now: float) -> bool:
        """Takes the prompt off the screen. Returns whether it had the screen, or was about to have
        it."""
        if prompt.state not in (State.SHOWING, *DRAWN, State.RELAUNCHING):
            return False
        if prompt.state is State.SHOWN:
            prompt.seconds = prompt.deadline - now
        prompt.advance(Trigger.RECALL)
        prompt.wanted, prompt.preferred = True, False
        prompt.queued_at = now
        self._ledger.close_dialog(prompt)
        return True

    def finish(self, prompt: Prompt, done: bool, now: float) -> None:
        """The asker of a device code says how the sign-in ended. If its dialog can be seen, the
        dialog shows that before it closes."""
        if prompt.state is State.SHOWN:
            self._ledger.emit(e.Finished(prompt.run, done))
            prompt.run = 0
        self._ledger.close_dialog(prompt)
        if done:
            self._ledger.decide(prompt, Answered(Decider.REQUESTER), now)
        else:
            self._ledger.end(prompt, Withdrawn("requester"), now)

    def give_up_launch(self, prompt: Prompt, now: float) -> None:
        """Gives up a dialog process that painted nothing: another one may."""
        self._ledger.close_dialog(prompt)
        self._relaunch(prompt, prompt.launches_failed, now)
        prompt.launches_failed += 1

    def withdrew(self, withdrawal: e.Withdrew | e.WithdrewScope) -> None:
        """Sends the reply once no dialog of these prompts is on the screen any more."""
        if self._run and self._number in withdrawal.numbers:
            self._withdrawal = withdrawal
        else:
            self._ledger.emit(withdrawal)

    def ended(self, run: int, unacknowledged: str, now: float) -> None:
        """The dialog process has gone; if its question is still open, another process will show it.
        `unacknowledged`: what the process did not say in time; empty: it was not ended by force."""
        if run == self._run:
            self._run = 0
            self._say_withdrawn(unacknowledged)
        prompt = self._of(run)
        if prompt is None:
            return
        prompt.run = 0
        if prompt.state in DRAWN:
            deaths, prompt.crashes = prompt.crashes, prompt.crashes + 1
            self._unpaint(prompt, now)
        else:
            deaths, prompt.launches_failed = prompt.launches_failed, prompt.launches_failed + 1
        if prompt.crashes > prompt.max_retries:
            self._ledger.give_up(prompt, "its dialog ended by itself again and again", now)
            return
        self._relaunch(prompt, deaths, now)

    def lost(self, prompt: Prompt, now: float) -> None:
        """The prompt's daemon ended, and its dialog, if it had one, with it: the next dialog comes
        at once."""
        if prompt.state in DRAWN:
            prompt.daemons_lost += 1
            if prompt.daemons_lost >= DAEMONS:
                reason = f"{DAEMONS} daemons ended while it was shown"
                self._ledger.give_up(prompt, reason, now, for_good=True)
                return
            self._unpaint(prompt, now)
        if prompt.state in (State.SHOWING, *DRAWN):
            prompt.relaunch_at = now

    def _unpaint(self, prompt: Prompt, now: float) -> None:
        """Stops the deadline until the next dialog has painted, and gives that a new render
        budget."""
        if prompt.state is State.SHOWN:
            prompt.seconds = prompt.deadline - now
        prompt.render_until = now + prompt.render_timeout

    def _say_withdrawn(self, unacknowledged: str) -> None:
        withdrawal, self._withdrawal = self._withdrawal, None
        if withdrawal and unacknowledged:
            error = NotAcknowledged(
                f"its dialog {unacknowledged} and was ended by force; "
                f"{_named(withdrawal.numbers)} withdrawn all the same"
            )
            self._ledger.emit(e.Fail(withdrawal.call, error))
        elif withdrawal:
            self._ledger.emit(withdrawal)

    def _relaunch(self, prompt: Prompt, deaths: int, now: float) -> None:
        prompt.advance(Trigger.DIED)
        delays = self.settings.relaunch_delays
        prompt.relaunch_at = now + delays[min(deaths, len(delays) - 1)]

    def _next(self) -> Prompt | None:
        """The prompt that gets the screen; None: the screen is taken, or no prompt wants it or may
        have it."""
        queue = self._ledger.queue
        if self._run or self.is_closed or not queue or queue[0].state is State.PUT_OFF:
            return None
        return None if self._is_held_back(queue[0]) else queue[0]

    def is_unopened(self, prompt: Prompt) -> bool:
        """Whether it waits for the person to open it. A prompt that was seen before waits for its
        turn, as others do."""
        settings, secret = self.settings, prompt.request.question.secret
        return (
            settings.appear == WHEN_ASKED
            and prompt.is_in_line
            and not prompt.ceiling
            and self.inbox_absent is None
            and not (settings.passwords_at_once and secret)
            and not (settings.by_hand_at_once and prompt.opened_by.is_by_hand)
        )

    def _is_held_back(self, prompt: Prompt) -> bool:
        return (self.is_quiet and prompt.is_in_line) or self.is_unopened(prompt)

    def _standing(self, prompt: Prompt, seconds: float) -> PromptStatus:
        _, place, of, kept_for, is_lost = self._knowledge(prompt)
        return PromptStatus(seconds, place, of, kept_for, prompt.was_awaited, is_lost)

    def _knowledge(self, prompt: Prompt) -> tuple[float, int, int, float | None, bool]:
        queue = self._ledger.queue
        place, is_lost = queue.index(prompt) + 1, prompt.is_out_of_reach
        return prompt.deadline, place, len(queue), prompt.kept_for, is_lost

    def _of(self, run: int) -> Prompt | None:
        """The open prompt that this run shows; None: there is none. A prompt without a dialog has
        run 0, which is nobody's."""
        return next((prompt for prompt in self._ledger.queue if run and prompt.run == run), None)


def _named(numbers: Sequence[int]) -> str:
    several = ", ".join(map(str, numbers))
    return f"question {several} is" if len(numbers) == 1 else f"questions {several} are"


def _may_open(by: Lineage, prompt: Prompt) -> bool:
    """Whether `by` may bring up this prompt. No program hurries a person to its own question; a
    person who types the command may bring up any."""
    own = (prompt.opened_by.asker.process, prompt.headed_by.asker.process)
    return by.is_by_hand or set(own).isdisjoint(by.processes)


def _stays(prompt: Prompt, wanted: Prompt) -> bool:
    """Whether the prompt is on the screen and stays there, whatever program wants another one: two
    programs that take each other's off would leave nothing to be answered."""
    gives_way = prompt.makes_room and not wanted.makes_room
    return bool(prompt.run) and prompt is not wanted and not gives_way


def _row(prompt: Prompt, now: float) -> QueueRow:
    subject = LogSubject.of(prompt.request, prompt.opened_by, prompt.fingerprint)
    seconds = max(0.0, min(prompt.seconds, prompt.open_until - now))
    return QueueRow(prompt.number, subject.asker, subject.words, seconds, prompt.place)
