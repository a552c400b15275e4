"""A snapshot of the daemon's state, which it sends to the tray for its menu.

Texts are one line each and safe to draw. Seconds count from the moment of the overview.
"""

from __future__ import annotations

from sayso.core.settings import Settings
from sayso.values import Value

SHOWN, COVERED, SHOWING, QUEUED, PUT_OFF = "shown", "covered", "showing", "queued", "put_off"
UNOPENED = "unopened"
"""States of an open question. *covered*: its dialog is drawn, but wholly hidden by something
else, or waits until the person pauses; requesters see *showing*. *showing*: it is not painted
yet. *unopened*: it waits for the person to open it."""


class PromptOverview(Value):
    """A question that is open."""

    number: int
    kind: str
    title: str
    """As the asker gave it. Without one: how the message begins, but of a secret's nothing."""
    asker: str
    """May be empty."""
    state: str
    seconds_left: float | None
    """Until it ends by itself: on the screen its deadline, else as long as it may wait. None: it is
    about to be shown, or has no such time."""
    place: str = ""
    """The other machine or container that it comes from; empty: this machine."""


class TimedOutPrompt(Value):
    """A question that nobody answered in time."""

    prompt: PromptOverview
    """While it was open."""
    touched: bool
    """The person did something to its dialog."""
    shown_for: float
    """Seconds for which it was on the screen without a break when it timed out; 0: it was not."""


class QuietPeriod(Value):
    """A time in which one question, or every question of one account, is refused."""

    number: int
    asker: str
    """Empty where it is all of a place."""
    title: str
    """Empty where every question is refused; of a secret's it may be, too."""
    seconds_left: float
    place: str = ""
    """The one that it is for; empty: it is for this machine."""


class QuietSuggestion(Value):
    """A quiet period for every question of this asker's account, which the person may begin."""

    number: int
    asker: str
    seconds_left: float
    place: str = ""
    """The one that is the account; empty: it is of this machine."""


OPEN, CLOSED = "open", "closed"
CONNECTING, UP, WAITING, STOPPED = "connecting", "up", "waiting", "stopped"
"""States of a place. *open*: it has its socket, which nothing of ours carries; *closed*: it has
none. The others are those of our ssh, where that carries it: *waiting*: it tries again by itself;
*stopped*: it does not."""


class PlaceOverview(Value):
    """Another machine, or a container, that may ask."""

    name: str
    """As the person gave it."""
    state: str
    why: str
    """Why it can't ask just now; empty: it can, as far as is known."""
    askers: tuple[str, ...]
    """Names of the programs that use it now, as that place says."""


class Overview(Value):
    """The state at one moment."""

    prompts: tuple[PromptOverview, ...] = ()
    """In the order of the queue."""
    do_not_disturb: float | None = None
    """Seconds left; None: off."""
    away: str | None = None
    """Why nobody can see a dialog; None: somebody may."""
    quiet: tuple[QuietPeriod, ...] = ()
    suggested: tuple[QuietSuggestion, ...] = ()
    places: tuple[PlaceOverview, ...] = ()
    """In the order in which they were let in."""
    troubles: tuple[str, ...] = ()
    """What is wrong just now."""
    settings: Settings = Settings()
    """In force."""
    config: str = ""
    """The path of the configuration's file, which need not exist."""
    log: str = ""
    """The path of the log's directory."""
    version: str = ""
    """The daemon's."""
    pid: int = 0
    """The daemon's."""
