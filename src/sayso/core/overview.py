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
    """The title that the asker gave; without one, how the message begins. Empty for a question for
    a secret that has no title."""
    asker: str
    """The asker's name; may be empty."""
    state: str
    seconds_left: float | None
    """Seconds until it ends by itself: on the screen until its deadline, else as long as it may
    wait. None: it is about to be shown, or has no such time."""
    place: str = ""
    """The other machine or container that the question comes from; empty: this machine."""


class TimedOutPrompt(Value):
    """A question that nobody answered in time."""

    prompt: PromptOverview
    """The question, as it was while it was open."""
    touched: bool
    """Whether the person did something in its dialog."""
    shown_for: float
    """Seconds for which it was on the screen without a break when it timed out; 0: it was not
    there."""


class QuietPeriod(Value):
    """A time in which one question, or every question of one account, is refused."""

    number: int
    asker: str
    """Empty where the period is for a whole place."""
    title: str
    """Empty where every question is refused; it may be empty for a question for a secret, too."""
    seconds_left: float
    place: str = ""
    """The place that it is for; empty: this machine."""


class QuietSuggestion(Value):
    """A quiet period for every question of this asker's account, which the person may begin."""

    number: int
    asker: str
    seconds_left: float
    place: str = ""
    """The place that the account stands for; empty: the account is on this machine."""


OPEN, CLOSED = "open", "closed"
CONNECTING, UP, WAITING, STOPPED = "connecting", "up", "waiting", "stopped"
"""States of a place. *open*: it has its socket, and nothing of ours carries it there; *closed*: it
has none. The others are states of our ssh, where that carries the socket: *waiting*: ssh tries
again by itself; *stopped*: it does not."""


class PlaceOverview(Value):
    """Another machine, or a container, that may ask."""

    name: str
    """The name that the person gave it."""
    state: str
    why: str
    """Why the place can't ask just now; empty: it can, as far as is known."""
    askers: tuple[str, ...]
    """Names of the programs there that use it now, as that place says."""


class Overview(Value):
    """The state at one moment."""

    prompts: tuple[PromptOverview, ...] = ()
    """The open questions, in the order of the queue."""
    do_not_disturb: float | None = None
    """Seconds left of do-not-disturb; None: it is off."""
    away: str | None = None
    """Why nobody can see a dialog; None: somebody may."""
    quiet: tuple[QuietPeriod, ...] = ()
    suggested: tuple[QuietSuggestion, ...] = ()
    places: tuple[PlaceOverview, ...] = ()
    """All places, in the order in which they were let in."""
    troubles: tuple[str, ...] = ()
    """What is wrong just now."""
    settings: Settings = Settings()
    """The settings in force."""
    config: str = ""
    """The path of the configuration file, which need not exist."""
    log: str = ""
    """The path of the log's directory."""
    version: str = ""
    """The daemon's version."""
    pid: int = 0
    """The daemon's pid."""
