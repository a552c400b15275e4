"""From what the daemon says to what a window shows: words chosen, others' text made safe."""

import os

from sayso.core import catalogue
from sayso.core.questions import Password, Question, Severity
from sayso.core.text import visible, visible_line
from sayso.platforms.base import Button, Card, SecretField, Standing
from sayso.wire import screen


def card(show: screen.Show, home: str) -> Card:
    """`home` is the person's own directory: it is shown as "~"."""
    question = show.question
    name = visible_line(show.asker.name) or catalogue.UNKNOWN_PROGRAM
    field = _field(question)
    deed = catalogue.SUBMIT if field else catalogue.APPROVE
    return Card(
        name=name,
        heading=catalogue.asks(name),
        where=_where(show.asker, home),
        lineage=tuple(visible_line(line) for line in show.asker.lineage),
        title=visible_line(question.title),
        message=visible(question.message),
        details=visible(question.details),
        approve=_button(question.approve, deed.name),
        deny=_button(question.deny, catalogue.DENY),
        destructive=question.severity is Severity.DESTRUCTIVE,
        host=visible_line(show.asker.host),
        standing=standing(show.standing),
        arming=show.arming,
        deed=deed,
        field=field,
    )


def standing(told: screen.Standing) -> Standing:
    """How the question stands, for a window."""
    return Standing(told.seconds, told.place, told.of, told.kept_for)


def _field(question: Question) -> SecretField | None:
    if not isinstance(question, Password):
        return None
    return SecretField(visible_line(question.error), question.repeat)


def _button(label: str, meaning: str) -> Button:
    return Button(visible_line(label) or meaning, meaning)


def _where(asker: screen.Asker, home: str) -> str:
    parts = [
        catalogue.in_directory(visible_line(_at_home(asker.cwd, home)))
        if asker.cwd
        else catalogue.UNKNOWN_CWD,
        visible_line(asker.command) or catalogue.UNKNOWN_COMMAND,
        catalogue.CONTAINER if asker.container else str(asker.pid),
    ]
    return " · ".join(parts)


def _at_home(path: str, home: str) -> str:
    """A directory that begins with "/" is never taken for the "~" that stands for home."""
    home = home.rstrip(os.sep)
    beyond = path.removeprefix(home)
    return f"~{beyond}" if home and beyond != path and beyond[:1] in ("", os.sep) else path
