"""Gets the person's approval for what a page wants, in a native dialog that no page can answer."""

from __future__ import annotations

import os
from collections import Counter

from sayso import launcher
from sayso.core.text import visible_message
from sayso.errors import SaysoError
from sayso.platforms import select
from sayso.presentation.settings_page import words
from sayso.presentation.settings_page.rows import WrongValue
from sayso.presentation.translation import without_isolates
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.children import Ended

    Ask = Callable[["Question", Callable[["Answer"], None]], None]
    """Asks the person, and calls its second argument with the answer."""

APPROVED, DENIED, DISMISSED = "approved", "denied", "dismissed"

_MOST = 3
"""Most times in a row that the same thing is asked in one window while nobody answers."""
_ASKED_SECONDS = 2000.0
"""Seconds for one question: longer than any question waits for its turn and then stays open."""


class Question(Value):
    title: str
    message: str
    diff: str = ""
    """What changes in files; empty: nothing does."""
    is_destructive: bool = False


class Answer(Value):
    """What became of a question. `status`: as sayso's own commands tell it; empty: not known."""

    status: str
    reason: str = ""
    """Why there is no answer, in words."""

    @property
    def is_yes(self) -> bool:
        return self.status == APPROVED

    @property
    def is_no(self) -> bool:
        """Whether the person saw the question and did not approve."""
        return self.status in (DENIED, DISMISSED)


class Consent:
    """Asks one question at a time, and never again what the person said no to, so that a page under
    an attacker's control can't wear them down. What they did not answer may be asked a few times.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._denied: set[str] = set()
        self._unanswered = Counter[str]()
        self.is_asked = False
        """Whether the person is being asked now."""
        self.note = ""
        """What became of the last question, in words for the page."""

    def take(self, what: str, question: Question, act: Callable[[], str]) -> None:
        """Asks the person, and calls `act` once they approve; it returns what is left to do, or an
        empty text. `what`: identifies what is asked. Raises WrongValue: it is not asked now."""
        if what in self._denied:
            raise WrongValue(words.ASK_ANEW())
        if self._unanswered[what] >= _MOST:
            raise WrongValue(words.not_answered(words.ANEW()))
        if self.is_asked:
            raise WrongValue(words.ANSWER_FIRST())

        def over(answer: Answer) -> None:
            self.is_asked = False
            if answer.is_yes:
                del self._unanswered[what]
                self.note = self._done(act)
            elif answer.is_no:
                self._denied.add(what)
                self.note = words.IS_AS_IT_WAS()
            else:
                self.note = words.not_answered(answer.reason)

        self.note = ""
        self.is_asked = True
        self._unanswered[what] += 1
        try:
            self._ask(question, over)
        except BaseException:
            self.is_asked = False
            raise

    def _done(self, act: Callable[[], str]) -> str:
        try:
            return act()
        except SaysoError as error:
            return said(error)
        except OSError as error:
            return visible_message(str(error))


def ask_person(question: Question, over: Callable[[Answer], None]) -> None:
    """Asks the person in a dialog, by the command `sayso confirm`. Only the person's own approval
    counts as a yes. The dialog is withdrawn when this process ends. The diff goes over standard
    input, where other users can't see it: it may hold the person's secrets."""

    def ended(how: Ended) -> None:
        status, _, _ = how.output.decode("ascii", "replace").partition("\n")
        # the exit status has to agree: a missing answer is never an approval
        is_sure = how.succeeded is (status == APPROVED)
        over(Answer(status if is_sure else "", how.complaint))

    title, message = map(without_isolates, (question.title, question.message))
    options = ["--bound", "--owner", str(os.getpid()), "--title", title]
    if question.is_destructive:
        options.append("--destructive")
    if question.diff:
        options += ["--detail-file", "-", "--detail-kind", "diff"]
    command = launcher.command("confirm", *options, message)
    given = question.diff.encode("utf-8", "backslashreplace")
    select.children().run(command, ended, _ASKED_SECONDS, given)


def said(error: SaysoError) -> str:
    return visible_message(f"{error.message}. {error.remedy}" if error.remedy else error.message)
