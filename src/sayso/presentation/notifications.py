"""Notifications as plain data, and what they say."""

from __future__ import annotations

from sayso.core.text import shorten
from sayso.presentation import catalogue as words
from sayso.values import Value

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_NAME_LENGTH = 40
_TITLE_LENGTH = 120
_LINES = 4
"""Of several questions in one notification."""

_PASSWORD = "password"  # noqa: S105 (a kind of question)


class Notification(Value):
    """A notification. All of it is plain text, and safe to draw: whatever a server makes of markup
    and of links is taken care of where it is sent."""

    summary: str
    """One line."""
    body: str
    """Of several lines, or empty."""
    label: str
    """What a click on it does."""
    lasting: bool
    """It stays until the person or we take it away; else as long as others do."""
    news: bool
    """It asks for attention; else it only tells of less than the one that it replaces."""


class Asked(Value):
    """A question, as the daemon tells of it: its texts are safe to draw, a line each."""

    number: int
    kind: str
    asker: str
    title: str
    """Of a password only what the asker gave as a title; of others, else, the message's begin."""

    @property
    def heading(self) -> str:
        name = shorten(self.asker, _NAME_LENGTH)
        if self.kind == _PASSWORD:
            return words.asks_for_password(name)
        return words.asks(name)

    @property
    def line(self) -> str:
        return words.of_asker(self.heading, self.what) if self.what else self.heading

    @property
    def what(self) -> str:
        return shorten(self.title, _TITLE_LENGTH)


def asked(told: Mapping[str, Any]) -> Asked:
    return Asked(told["number"], told["kind"], told["asker"], told["title"])


def waiting(questions: Sequence[Asked], *, lasting: bool, news: bool) -> Notification:
    """At least one question."""
    if len(questions) == 1:
        summary, body = questions[0].heading, questions[0].what
    else:
        summary, body = words.questions_wait(len(questions)), _listed(questions)
    return Notification(summary, body, words.SHOW_QUESTION, lasting=lasting, news=news)


def missed(questions: Sequence[Asked]) -> Notification:
    """At least one question."""
    if len(questions) == 1:
        name = shorten(questions[0].asker, _NAME_LENGTH)
        summary, body = words.no_answer_in_time(name), questions[0].what
    else:
        summary, body = words.no_answers_in_time(len(questions)), _listed(questions)
    return Notification(summary, body, words.OPEN_LOG, lasting=True, news=True)


def quiet(name: str, period: str) -> Notification:
    """`name`: of the one who was denied. `period`: how long it would be quiet, spelt out."""
    summary = words.denied_many(shorten(name, _NAME_LENGTH))
    body = words.refuse_all_for(period)
    return Notification(summary, body, words.REFUSE_THEM, lasting=False, news=True)


def _listed(questions: Sequence[Asked]) -> str:
    lines = [each.line for each in questions]
    if len(lines) > _LINES:
        lines[_LINES - 1 :] = [words.and_more(len(lines) - _LINES + 1)]
    return "\n".join(lines)
