"""Every word of our own that a notification shows, ready to be translated."""

from __future__ import annotations

from sayso.presentation.translation import Message, ngettext
from sayso.presentation.translation import gettext as _

SHOW_QUESTION = Message("Show the question")
OPEN_HISTORY = Message("Open the history")
REFUSE_THEM = Message("Refuse everything")
CHOOSE = Message("Choose")
COULD_ASK = Message("Programs on this machine could ask through sayso")


def nothing_changed(names: str) -> str:
    """`names`: the names of programs that could ask through sayso."""
    return _(
        "{names}. Nothing has been changed. You can choose now, or later in the tray's settings.",
        names=names,
    )


def denied_many(name: str) -> str:
    return _("You denied several questions from {name}", name=name)


def refuse_all_for(period: str) -> str:
    """`period`: a duration, spelt out."""
    return _(
        "Refuse everything from its terminal or application for {period}? "
        "You can end this from the tray.",
        period=period,
    )


def refuse_place_for(place: str, period: str) -> str:
    """`period`: a duration, spelt out."""
    return _(
        "Refuse everything from {place} for {period}? You can end this from the tray.",
        place=place,
        period=period,
    )


def asks_for_password(name: str) -> str:
    return _("{name} asks for a password", name=name)


def questions_wait(count: int) -> str:
    return ngettext("{count} question waits", "{count} questions wait", count)


def no_answer_in_time(name: str) -> str:
    return _("{name} got no answer in time", name=name)


def no_answers_in_time(count: int) -> str:
    """A hundred and more are not counted out: the text then says 99+."""
    return ngettext(
        "{number} question got no answer in time",
        "{number} questions got no answer in time",
        count,
        number=count if count < 100 else "99+",
    )


def could_not_be_shown(name: str) -> str:
    return _("A question from {name} could not be shown", name=name)


def several_not_shown(count: int) -> str:
    """A hundred and more are not counted out: the text then says 99+."""
    return ngettext(
        "{number} question could not be shown",
        "{number} questions could not be shown",
        count,
        number=count if count < 100 else "99+",
    )


def and_more(count: int) -> str:
    if count >= 97:
        return _("and many more")
    return ngettext("and {count} more", "and {count} more", count)


def of_asker(name: str, title: str) -> str:
    return _("{name}: {title}", name=name, title=title)
