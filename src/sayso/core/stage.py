"""The screen, as the core sees it: one dialog visible, each by a dialog process of its own.

A dialog process is a `run`. Its place on the screen is free again when the process has
ended, not before. Reports of a run that is not an open prompt's current one are void.
"""

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.ledger import Ledger
from sayso.core.outcome import Approved, Decision, Denied, Dismissed
from sayso.core.prompt import Prompt, State, Trigger
from sayso.core.questions import Choice
from sayso.core.settings import TIMEOUT, Settings

CHOICES: dict[Choice, Decision] = {
    Choice.APPROVE: Approved(),
    Choice.DENY: Denied(),
    Choice.DISMISS: Dismissed(),
}


class Stage:
    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._run = 0
        """The dialog process that has the screen; 0: none."""
        self._runs = 0

    def fill(self, now: float) -> None:
        """Shows the first of the queue, once the dialog before it has gone."""
        if self.relaunch_at is not None and now < self.relaunch_at:
            return
        if self._run or not self._ledger.queue:
            return
        prompt = self._ledger.queue[0]
        if prompt.state is State.QUEUED:
            prompt.render_until = now + prompt.render_timeout
        prompt.advance(Trigger.SHOW)
        self._runs += 1
        self._run = prompt.run = self._runs
        question, lineage = prompt.request.question, prompt.opened_by
        self._ledger.emit(e.Show(self._run, prompt.number, question, lineage, prompt.seconds))

    @property
    def relaunch_at(self) -> float | None:
        """When the first of the queue gets its next dialog process; None: nothing to wait for."""
        queue = self._ledger.queue
        if queue and not self._run and queue[0].state is State.RELAUNCHING:
            return queue[0].relaunch_at
        return None

    def painted(self, run: int, now: float) -> None:
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWING:
            return
        prompt.advance(Trigger.PAINTED)
        prompt.deadline = now + prompt.seconds
        if not prompt.ceiling:
            prompt.ceiling = now + TIMEOUT.high
            self._ledger.log(LogEvent.SHOWN, prompt.number)

    def answered(self, run: int, choice: Choice, now: float) -> None:
        """A click counts when it is recorded; only a painted, open question records one."""
        prompt = self._of(run)
        if prompt is None:
            self._ledger.emit(e.NotRecorded(run, "this question has ended"))
        elif prompt.state is not State.SHOWN:
            self._ledger.emit(e.NotRecorded(run, "the dialog was not on the screen yet"))
        else:
            self._ledger.emit(e.Recorded(run))
            prompt.run = 0
            self._ledger.decide(prompt, CHOICES[choice], now)

    def hold(self, run: int, now: float) -> None:
        """Reading and typing keep some time on the deadline, up to the ceiling."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        held = min(now + self._settings.hold, prompt.ceiling)
        if held > prompt.deadline:
            prompt.deadline = held
            self._ledger.emit(e.ChangeDeadline(run, held - now))

    def ended(self, run: int, now: float) -> None:
        """The process has gone; if its question is still open, another will show it."""
        if run == self._run:
            self._run = 0
        prompt = self._of(run)
        if prompt is None:
            return
        prompt.run = 0
        if prompt.state is State.SHOWN:
            deaths, prompt.crashes = prompt.crashes, prompt.crashes + 1
            prompt.seconds = prompt.deadline - now
            prompt.render_until = now + prompt.render_timeout
        else:
            deaths, prompt.launches_failed = prompt.launches_failed, prompt.launches_failed + 1
        if prompt.crashes > prompt.max_retries:
            self._ledger.give_up(prompt, "its dialog ended by itself again and again", now)
            return
        prompt.advance(Trigger.DIED)
        delays = self._settings.relaunch_delays
        prompt.relaunch_at = now + delays[min(deaths, len(delays) - 1)]

    def _of(self, run: int) -> Prompt | None:
        return next((prompt for prompt in self._ledger.queue if prompt.run == run), None)
