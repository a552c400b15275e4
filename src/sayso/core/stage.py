"""The screen, as the core sees it: one dialog visible, each by a dialog process of its own.

A dialog process is a `run`. Its place on the screen is free again when the process has
ended, not before. Reports of a run that is not an open prompt's current one are void.
"""

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.ledger import Ledger
from sayso.core.outcome import Answered, Approved, Decision, Denied, Dismissed
from sayso.core.prompt import Prompt, State, Trigger
from sayso.core.questions import Choice
from sayso.core.secret import Secret
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
        """Shows the next of the queue, once the dialog before it has gone."""
        prompt = self._next()
        if prompt is None or (prompt.state is State.RELAUNCHING and now < prompt.relaunch_at):
            return
        if prompt.state is State.QUEUED:
            prompt.render_until = now + prompt.render_timeout
        prompt.launch_until = now + prompt.render_timeout / self._settings.launches
        prompt.advance(Trigger.SHOW)
        self._runs += 1
        self._run = prompt.run = self._runs
        question, lineage = prompt.request.question, prompt.opened_by
        standing = self._standing(prompt, prompt.seconds)
        self._ledger.emit(e.Show(self._run, prompt.number, question, lineage, standing))
        prompt.told = self._knowledge(prompt)

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
        """When the next of the queue gets its next dialog process; None: nothing to wait for."""
        prompt = self._next()
        return prompt.relaunch_at if prompt and prompt.state is State.RELAUNCHING else None

    def painted(self, run: int, now: float) -> None:
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWING:
            return
        prompt.advance(Trigger.PAINTED)
        prompt.deadline = now + prompt.seconds
        prompt.told = (prompt.deadline, *prompt.told[1:])  # it counts down from here by itself
        if not prompt.ceiling:
            prompt.ceiling = now + TIMEOUT.high
            self._ledger.log(LogEvent.SHOWN, prompt)

    def answered(self, run: int, choice: Choice, now: float) -> None:
        """A click counts when it is recorded; only a painted, open question records one."""
        self._record(run, CHOICES[choice], now)

    def submitted(self, run: int, secret: Secret, now: float) -> None:
        """So does a password; one that is not recorded is wiped."""
        if not self._record(run, Answered(secret=secret), now):
            secret.wipe()

    def _record(self, run: int, outcome: Decision, now: float) -> bool:
        prompt = self._of(run)
        if prompt is None:
            self._ledger.emit(e.NotRecorded(run, "this question has ended"))
        elif prompt.state is not State.SHOWN:
            self._ledger.emit(e.NotRecorded(run, "the dialog was not on the screen yet"))
        elif outcome.allowed and isinstance(outcome, Answered) != prompt.request.question.secret:
            self._ledger.emit(e.NotRecorded(run, "this is no answer to this kind of question"))
        else:
            kept_for = None if prompt.waiting else prompt.retention
            self._ledger.emit(e.Recorded(run, kept_for))
            self._ledger.decide(prompt, outcome, now)
            return True
        return False

    def hold(self, run: int, now: float) -> None:
        """Reading and typing keep some time on the deadline, up to the ceiling."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        held = min(now + self._settings.hold, prompt.ceiling)
        prompt.deadline = max(held, prompt.deadline)

    def put_off(self, run: int, now: float) -> None:
        """Hides the dialog; its question comes back, armed anew, with the time that was left."""
        prompt = self._of(run)
        if prompt is None or prompt.state is not State.SHOWN:
            return
        prompt.seconds = prompt.deadline - now
        prompt.back_at = now + self._settings.put_off
        prompt.put_off_until = min(prompt.put_off_until, now + self._settings.queue_limit)
        self._ledger.put_off(prompt)

    def give_up_launch(self, prompt: Prompt, now: float) -> None:
        """Its dialog process painted nothing: another one may."""
        self._ledger.close_dialog(prompt)
        self._relaunch(prompt, prompt.launches_failed, now)
        prompt.launches_failed += 1

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
        self._relaunch(prompt, deaths, now)

    def _relaunch(self, prompt: Prompt, deaths: int, now: float) -> None:
        prompt.advance(Trigger.DIED)
        delays = self._settings.relaunch_delays
        prompt.relaunch_at = now + delays[min(deaths, len(delays) - 1)]

    def _next(self) -> Prompt | None:
        """Who gets the screen; None while it is taken, or when nobody wants it."""
        queue = self._ledger.queue
        wanted = bool(queue) and queue[0].state is not State.PUT_OFF
        return queue[0] if wanted and not self._run else None

    def _standing(self, prompt: Prompt, seconds: float) -> e.Standing:
        _, place, of, kept_for = self._knowledge(prompt)
        return e.Standing(seconds, place, of, kept_for)

    def _knowledge(self, prompt: Prompt) -> tuple[float, int, int, float | None]:
        queue = self._ledger.queue
        kept_for = None if prompt.waiting else prompt.retention
        return prompt.deadline, queue.index(prompt) + 1, len(queue), kept_for

    def _of(self, run: int) -> Prompt | None:
        """Whose dialog it is; 0 is nobody's, though a prompt without a dialog has it."""
        return next((prompt for prompt in self._ledger.queue if run and prompt.run == run), None)
