"""The person's word for what a page wants, by a dialog of the system's own.

No page can answer one.
"""

from __future__ import annotations

import os

from sayso import launcher
from sayso.core.text import visible_message
from sayso.errors import SaysoError
from sayso.platforms import select
from sayso.presentation.settings_page import words
from sayso.presentation.settings_page.rows import WrongValue
from sayso.values import Value

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.children import Ended

    Ask = Callable[["Question", Callable[[bool], None]], None]
    """Asks the person; what it is given hears whether they allow it."""

_ASKED_SECONDS = 2000.0
"""Longer than any question waits for its turn, and its dialog stays."""


class Question(Value):
    title: str
    message: str
    diff: str = ""
    """What changes in files, if any does."""
    is_destructive: bool = False


class Consent:
    """One question at a time, and none anew that the person said no to: a page that was taken over
    can't wear them down."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._denied: set[str] = set()
        self.is_asked = False
        """The person is, just now."""
        self.note = ""
        """What became of what they were asked."""

    def take(self, what: str, question: Question, act: Callable[[], str]) -> None:
        """`act` is called once they allow it, and tells what is left to do, if anything. `what`
        names it. Raises WrongValue: it is not asked for now."""
        if what in self._denied:
            raise WrongValue(words.ASK_ANEW())
        if self.is_asked:
            raise WrongValue(words.IS_AS_IT_WAS())

        def over(is_allowed: bool) -> None:
            self.is_asked = False
            self.note = self._done(act) if is_allowed else words.IS_AS_IT_WAS()
            if not is_allowed:
                self._denied.add(what)

        self.note = ""
        self.is_asked = True
        self._ask(question, over)

    def _done(self, act: Callable[[], str]) -> str:
        try:
            return act()
        except SaysoError as error:
            return said(error)


def ask_person(question: Question, over: Callable[[bool], None]) -> None:
    """The dialog is withdrawn when this process ends; nothing but the person's own approval lets it
    be. What changes is handed over unseen by other users: it may have the person's secrets."""

    def ended(how: Ended) -> None:
        over(how.succeeded)

    options = ["--bound", "--owner", str(os.getpid()), "--title", question.title]
    if question.is_destructive:
        options.append("--destructive")
    if question.diff:
        options += ["--detail-file", "-", "--detail-kind", "diff"]
    command = launcher.command("confirm", *options, question.message)
    given = question.diff.encode("utf-8", "backslashreplace")
    select.children().run(command, ended, _ASKED_SECONDS, given)


def said(error: SaysoError) -> str:
    return visible_message(f"{error.message}. {error.remedy}" if error.remedy else error.message)
