"""Every word of our own that the tray shows, in one place, ready to be translated.

The daemon has made the texts of others visible (daemon/overview.py); labels shorten them.
"""

from __future__ import annotations

from sayso.core.text import shorten, visible_path

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.core.overview import PromptOverview, QuietPeriod, QuietSuggestion

NAME = "sayso"
NOTHING_WAITS = "No questions wait"
DO_NOT_DISTURB = "Do not disturb"
OFF = "Off"
UNTIL_TOMORROW = "Until tomorrow"
QUIET_PERIODS = "Quiet periods"
SETTINGS = "Settings"
WAIT = "Programs wait for an answer"
TIMEOUT = "A dialog stays"
TIMEOUT_DESTRUCTIVE = "A destructive one stays"
TIMEOUT_FORM = "One to fill in stays"
SOUND = "Sound"
NOTIFICATIONS = "Notifications"
DURING_DO_NOT_DISTURB = "Do not disturb means"
LOCKED = "Locked screen means"
REFUSE = "Questions are refused"
LET_WAIT = "Questions wait"
OPEN_CONFIGURATION = "Open configuration"
OPEN_LOG = "Open log"
START_AT_LOGIN = "Start at login"
ABOUT = "About sayso"
QUIT = "Quit"
LICENCE = "MIT licence"
COMMENT = "Programs ask, and nothing happens without your say-so."
TROUBLE = "Something needs your attention"
NOT_SWITCHED = "Start at login was not switched"

_ASKER = 30
"""Characters of it that a label shows; so are those below."""
_TITLE = 50
_TROUBLE = 80


def asked(prompt: PromptOverview) -> str:
    """One that waits."""
    left = "" if prompt.seconds_left is None else f" · {_left(prompt.seconds_left)}"
    return _of(prompt.asker, prompt.title) + left


def begin_quiet(suggestion: QuietSuggestion, seconds: float) -> str:
    return f"Refuse all from {shorten(suggestion.asker, _ASKER)} for {spelt(seconds)}"


def end_quiet(quiet: QuietPeriod, until: str) -> str:
    return f"End for {_of(quiet.asker, quiet.title)} · until {until}"


def _of(asker: str, title: str) -> str:
    who = shorten(asker, _ASKER)
    return f"{who}: {shorten(title, _TITLE)}" if title else who


def _left(seconds: float) -> str:
    from sayso.presentation.tray.time_left import minutes

    return f"{minutes(seconds)} min left" if seconds > 60 else "less than 1 min left"


def trouble(words: str) -> str:
    return shorten(words, _TROUBLE)


def not_made(path: str) -> str:
    return f"{visible_path(path)} can't be made"


def for_so_long(seconds: float) -> str:
    return f"For {spelt(seconds)}"


def on_until(when: str) -> str:
    return f"On until {when}"


def not_disturbed_until(when: str) -> str:
    return f"{DO_NOT_DISTURB}: until {when}"


def spelt(seconds: float) -> str:
    """A duration: "45 s", "30 minutes"; what is neither whole minutes nor hours, in seconds."""
    for unit, name in ((3600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            count = int(seconds // unit)
            return f"{count} {name}{'s' if count > 1 else ''}"
    return f"{seconds:g} s"


def waiting(count: int) -> str:
    return "1 question waits" if count == 1 else f"{count} questions wait"


def and_more(count: int) -> str:
    return f"and {count} more"


def summary(part: str) -> str:
    """Of the icon, for who can't see it or points at it."""
    return f"{NAME}: {part}"
