"""The person's word for what a page wants, by a dialog of the system's own.

No page can answer one.
"""

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
    """Asks the person; what it is given hears what became of that."""

APPROVED, DENIED, DISMISSED = "approved", "denied", "dismissed"

_MOST = 3
"""Times that the same is asked for in one window."""
_ASKED_SECONDS = 2000.0
"""Longer than any question waits for its turn, and its dialog stays."""


class Question(Value):
    title: str
    message: str
    diff: str = ""
    """What changes in files, if any does."""
    is_destructive: bool = False


class Answer(Value):
    """`status`: as sayso's own commands have it."""

    status: str
    reason: str = ""
    """Why there is none, in words."""

    @property
    def is_yes(self) -> bool:
        return self.status == APPROVED

    @property
    def is_no(self) -> bool:
        """The person saw it, and did not want it."""
        return self.status in (DENIED, DISMISSED)


class Consent:
    """One question at a time, and none anew that the person said no to: a page that was taken over
    can't wear them down. What they did not answer may be asked for a few times."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._denied: set[str] = set()
        self._times = Counter[str]()
        self.is_asked = False
        """The person is, just now."""
        self.note = ""
        """What became of what they were asked."""

    def take(self, what: str, question: Question, act: Callable[[], str]) -> None:
        """`act` is called once they allow it, and tells what is left to do, if anything. `what`
        names it. Raises WrongValue: it is not asked for now."""
        if what in self._denied or self._times[what] >= _MOST:
            raise WrongValue(words.ASK_ANEW())
        if self.is_asked:
            raise WrongValue(words.ANSWER_FIRST())

        def over(answer: Answer) -> None:
            self.is_asked = False
            if answer.is_yes:
                self.note = self._done(act)
            elif answer.is_no:
                self._denied.add(what)
                self.note = words.IS_AS_IT_WAS()
            else:
                self.note = words.not_answered(answer.reason)

        self.note = ""
        self.is_asked = True
        self._times[what] += 1
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
    """The dialog is withdrawn when this process ends; nothing but the person's own approval lets it
    be. What changes is handed over unseen by other users: it may have the person's secrets."""

    def ended(how: Ended) -> None:
        status, _, _ = how.output.decode("ascii", "replace").partition("\n")
        # its exit status counts as well: no answer is never an approval
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
