"""Notifications as plain data, and what they say."""

from __future__ import annotations

from sayso.core.text import shorten
from sayso.presentation import catalogue, place_words
from sayso.presentation import notification_words as words
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.overview import PromptOverview, QuietSuggestion

_NAME_LENGTH = 40
_TITLE_LENGTH = 120
_LINES = 4
"""Most lines of one notification about several questions."""

_PASSWORD = "password"  # noqa: S105 (a kind of question)


class Notification(Value):
    """A notification. All of it is plain text, and safe to draw: where it is sent, care is taken of
    whatever a server makes of markup and links."""

    summary: str
    """One line."""
    body: str
    """Several lines, or empty."""
    label: str
    """The words for what a click on the notification does."""
    lasting: bool
    """True: it stays until the person or we take it away. False: it stays as long as others do."""
    news: bool
    """True: it asks for attention. False: it replaces another one and only tells of less."""


def could_ask(names: Sequence[str]) -> Notification:
    """Tells of programs that could ask through sayso; at least one."""
    body = words.nothing_changed(shorten(", ".join(names), _TITLE_LENGTH))
    return Notification(words.COULD_ASK(), body, words.CHOOSE(), lasting=True, news=True)


def waiting(questions: Sequence[PromptOverview], *, lasting: bool, news: bool) -> Notification:
    """Tells of questions that wait; at least one."""
    if len(questions) == 1:
        summary, body = _heading(questions[0]), _title(questions[0])
    else:
        summary, body = words.questions_wait(len(questions)), _listed(questions)
    return Notification(summary, body, words.SHOW_QUESTION(), lasting=lasting, news=news)


def missed(questions: Sequence[PromptOverview]) -> Notification:
    """Tells of questions that timed out; at least one."""
    if len(questions) == 1:
        summary, body = words.no_answer_in_time(_name(questions[0])), _title(questions[0])
    else:
        summary, body = words.no_answers_in_time(len(questions)), _listed(questions)
    return Notification(summary, body, words.OPEN_HISTORY(), lasting=True, news=True)


def not_shown(questions: Sequence[PromptOverview]) -> Notification:
    """Tells of questions that could not be shown; at least one."""
    if len(questions) == 1:
        summary, body = words.could_not_be_shown(_name(questions[0])), _title(questions[0])
    else:
        summary, body = words.several_not_shown(len(questions)), _listed(questions)
    return Notification(summary, body, words.OPEN_HISTORY(), lasting=True, news=True)


def quiet(suggestion: QuietSuggestion, period: str) -> Notification:
    """Suggests a quiet period. `period`: how long it would last, spelt out."""
    place = suggestion.place
    summary = words.denied_many(place or shorten(suggestion.asker, _NAME_LENGTH))
    body = words.refuse_place_for(place, period) if place else words.refuse_all_for(period)
    return Notification(summary, body, words.REFUSE_THEM(), lasting=False, news=True)


def _listed(questions: Sequence[PromptOverview]) -> str:
    lines = [_line(each) for each in questions]
    if len(lines) > _LINES:
        lines[_LINES - 1 :] = [words.and_more(len(lines) - _LINES + 1)]
    return "\n".join(lines)


def _line(question: PromptOverview) -> str:
    heading, title = _heading(question), _title(question)
    return words.of_asker(heading, title) if title else heading


def _heading(question: PromptOverview) -> str:
    name = _name(question)
    return words.asks_for_password(name) if question.kind == _PASSWORD else catalogue.asks(name)


def _name(question: PromptOverview) -> str:
    return place_words.on_place(shorten(question.asker, _NAME_LENGTH), question.place)


def _title(question: PromptOverview) -> str:
    return shorten(question.title, _TITLE_LENGTH)
