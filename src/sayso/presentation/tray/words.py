"""Every word of our own that the tray shows, in one place, ready to be translated.

The daemon has made the texts of others visible (daemon/overview.py); labels shorten them.
"""

from __future__ import annotations

from sayso.core.overview import (
    CLOSED,
    CONNECTING,
    OPEN,
    PUT_OFF,
    QUEUED,
    STOPPED,
    UNOPENED,
    UP,
    WAITING,
)
from sayso.core.text import shorten, visible_path
from sayso.presentation import place_words
from sayso.presentation.translation import Message, ngettext
from sayso.presentation.translation import gettext as _

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.overview import PlaceOverview, PromptOverview, QuietPeriod, QuietSuggestion

NAME = "sayso"
NOTHING_WAITS = Message("No questions wait")
DO_NOT_DISTURB_OFF = Message("Do not disturb: off")
OFF = Message("Off")
UNTIL_TOMORROW = Message("Until tomorrow")
SETTINGS = Message("Settings")
SOUND = Message("Play a sound")
NOTIFICATIONS = Message("Show notifications")
APPEAR_AT_ONCE = Message("Questions appear at once")
APPEAR_WHEN_ASKED = Message("Questions wait until you open them")
AT_ONCE = Message("They appear at once")
WHEN_ASKED = Message("They wait until you open them")
PASSWORDS_AT_ONCE = Message("Except passwords")
BY_HAND_AT_ONCE = Message("Except commands that you type in a terminal")
DISTURB_REFUSE = Message("During do not disturb, questions are refused")
DISTURB_WAIT = Message("During do not disturb, questions wait")
LOCKED_REFUSE = Message("While the screen is locked, questions are refused")
LOCKED_WAIT = Message("While the screen is locked, questions wait")
REFUSE = Message("They are refused")
LET_WAIT = Message("They wait")
ALL_SETTINGS = Message("All settings")
MORE = Message("More")
OPEN_CONFIGURATION = Message("Open the configuration file")
HISTORY = Message("History")
NO_HISTORY = Message("The history can't be shown")
NO_SETTINGS = Message("The settings can't be shown")
START_AT_LOGIN = Message("Start at login")
ABOUT = Message("About sayso")
QUIT = Message("Quit")
OK = Message("OK")
LICENCE = Message("MIT licence")
COMMENT = Message("Programs ask, and nothing happens without your say-so.")
TROUBLE = Message("Something needs your attention")
NOT_SWITCHED = Message("Start at login could not be changed")

_ASKER = 30
"""Characters of a name that a label shows; below, those of a title and of a trouble."""
_TITLE = 50
_TROUBLE = 80


def asked(prompt: PromptOverview) -> str:
    """The label of an open question: what it waits for, unless it is on the screen, and the time
    left."""
    parts = [_of(_name(prompt), prompt.title)]
    if prompt.state in _WAITS:
        parts.append(_WAITS[prompt.state]())
    if prompt.seconds_left is not None:
        parts.append(_left(prompt.seconds_left))
    return " · ".join(parts)


_WAITS = {
    UNOPENED: Message("not opened yet"),
    QUEUED: Message("waits for its turn"),
    PUT_OFF: Message("put off"),
}


def programs_wait(seconds: float) -> str:
    return _("Programs wait for an answer: {period}", period=short(seconds))


def dialogs_stay(seconds: float) -> str:
    return _("Dialogs stay: {period}", period=short(seconds))


def destructive_ones_stay(seconds: float) -> str:
    return _("Dialogs about destructive actions stay: {period}", period=short(seconds))


def forms_stay(seconds: float) -> str:
    return _("Dialogs to fill in stay: {period}", period=short(seconds))


def setting(label: str, value: str) -> str:
    return _("{name}: {title}", name=label, title=value)


def quiet_periods(count: int) -> str:
    return ngettext("{count} quiet period", "{count} quiet periods", count)


def begin_quiet(suggestion: QuietSuggestion, seconds: float) -> str:
    name = suggestion.place or shorten(suggestion.asker, _ASKER)
    return _("Refuse everything from {name} for {period}", name=name, period=spelt(seconds))


def end_quiet(quiet: QuietPeriod, until: str) -> str:
    which = _of(_name(quiet) if quiet.asker else quiet.place, quiet.title)
    return _("End now: {which} (otherwise at {time})", which=which, time=until)


def _of(who: str, title: str) -> str:
    return _("{name}: {title}", name=who, title=shorten(title, _TITLE)) if title else who


def _name(of: PromptOverview | QuietPeriod) -> str:
    return place_words.on_place(shorten(of.asker, _ASKER), of.place)


def at_place(place: PlaceOverview) -> str:
    """The label of a place: how it stands, and who uses it now."""
    parts = [_("{name}: {title}", name=place.name, title=_AT_PLACE[place.state]())]
    if place.why:
        parts.append(shorten(place.why, _TROUBLE))
    if place.askers:
        parts.append(place_words.used_by(tuple(shorten(each, _ASKER) for each in place.askers)))
    return " · ".join(parts)


_AT_PLACE = {
    OPEN: Message("may ask"),
    CONNECTING: Message("connecting"),
    UP: Message("connected"),
    WAITING: Message("tries to connect again"),
    STOPPED: Message("not connected"),
    CLOSED: Message("closed"),
}


def _left(seconds: float) -> str:
    from sayso.presentation.tray.time_left import minutes

    if seconds <= 60:
        return _("less than 1 min left")
    return ngettext("{count} min left", "{count} min left", minutes(seconds))


def trouble(words: str) -> str:
    return shorten(words, _TROUBLE)


def not_made(path: str) -> str:
    return _("{path} could not be made", path=visible_path(path))


def for_so_long(seconds: float) -> str:
    return _("For {period}", period=spelt(seconds))


def on_day(weekday: int, time: str) -> str:
    """`weekday`: 0 is Monday. `time`: the time of day."""
    day = _WEEKDAYS[weekday]()
    return _("{day} {time}", day=day, time=time)


_WEEKDAYS = (
    Message("Monday"),
    Message("Tuesday"),
    Message("Wednesday"),
    Message("Thursday"),
    Message("Friday"),
    Message("Saturday"),
    Message("Sunday"),
)


def on_until(when: str) -> str:
    return _("On until {time}", time=when)


def not_disturbed_until(when: str) -> str:
    return _("Do not disturb: until {time}", time=when)


def both(first: str, second: str) -> str:
    """Both sentences, the first given without its full stop."""
    return _("{first}. {second}", first=first, second=second)


def short(seconds: float) -> str:
    """A duration in brief: "45 s", "2 min", "1 h"."""
    if seconds >= 3600 and seconds % 3600 == 0:
        return ngettext("{count} h", "{count} h", int(seconds // 3600))
    if seconds >= 60 and seconds % 60 == 0:
        return ngettext("{count} min", "{count} min", int(seconds // 60))
    return _seconds(seconds)


def spelt(seconds: float) -> str:
    """A duration spelt out: "45 s", "30 minutes"; what is neither whole minutes nor hours, in
    seconds."""
    if seconds >= 3600 and seconds % 3600 == 0:
        return ngettext("{count} hour", "{count} hours", int(seconds // 3600))
    if seconds >= 60 and seconds % 60 == 0:
        return ngettext("{count} minute", "{count} minutes", int(seconds // 60))
    return _seconds(seconds)


def _seconds(seconds: float) -> str:
    number = f"{seconds:g}"
    return _("{seconds} s", seconds=number)


def waiting(count: int) -> str:
    return ngettext("{count} question waits", "{count} questions wait", count)


def and_more(count: int) -> str:
    return ngettext("and {count} more", "and {count} more", count)


def summary(part: str) -> str:
    """The text of the icon, for a person who can't see it or points at it."""
    return _("{name}: {title}", name=NAME, title=part)
