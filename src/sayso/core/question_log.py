"""What the log is told of questions: when one was asked for, what became of it, and what was
refused."""

from collections.abc import Callable

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.log_allowance import LogAllowance
from sayso.core.log_subject import LogOutcome, LogSubject, ancestry
from sayso.core.outcome import Outcome, Refused
from sayso.core.prompt import Prompt
from sayso.errors import ServiceError


class QuestionLog:
    """Of an account that asks without end it leaves out what the person does not answer."""

    def __init__(self, emit: Callable[[e.Log], None]) -> None:
        self._emit = emit
        self._allowance = LogAllowance()

    def opened(self, prompt: Prompt, now: float) -> None:
        left_out = self._allowance.take(prompt.account, now)
        prompt.is_logged = left_out is not None
        if left_out is not None:
            self._tell_request(prompt, left_out)

    def tell(self, event: LogEvent, prompt: Prompt, outcome: Outcome | None = None) -> None:
        """Tells what became of the prompt, unless it was left out. The person's answer is told in
        any case, and so is all that follows."""
        if event is LogEvent.ANSWERED and not prompt.is_logged:
            prompt.is_logged = True
            self._tell_request(prompt)
        if prompt.is_logged:
            verdict = None if outcome is None else LogOutcome.of(outcome)
            self._emit(e.Log(event, prompt.number, _subject(prompt), verdict))

    def refused(self, event: e.Ask, why: Outcome | ServiceError, now: float) -> None:
        """Tells that no prompt was opened."""
        request, lineage = event.request, event.lineage
        left_out = self._allowance.take(lineage.account, now)
        if left_out is None:
            return
        subject = LogSubject.of(request, lineage, request.question.fingerprint)
        verdict = LogOutcome.of(why)
        self._emit(e.Log(LogEvent.REFUSED, 0, subject, verdict, ancestry(lineage), left_out))
        if request.tool_call and isinstance(why, Refused):
            self._emit(e.Log(LogEvent.TOOL_CALL_DENIED, 0, subject, verdict))

    def _tell_request(self, prompt: Prompt, left_out: int = 0) -> None:
        told = ancestry(prompt.opened_by)
        self._emit(e.Log(LogEvent.REQUESTED, prompt.number, _subject(prompt), None, told, left_out))


def _subject(prompt: Prompt) -> LogSubject:
    return LogSubject.of(prompt.request, prompt.opened_by, prompt.fingerprint)
