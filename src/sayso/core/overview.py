"""How all stands, for the person: what the tray shows, from the daemon to the menu.

Texts are one line each and safe to draw. Seconds count from the moment of the overview.
"""

from __future__ import annotations

from sayso.core.settings import Settings
from sayso.values import Value

SHOWN, COVERED, SHOWING, QUEUED, PUT_OFF = "shown", "covered", "showing", "queued", "put_off"
"""States of an open question. *covered*: it has the screen, but something lies over all of it;
requesters are not told. *showing*: it is not painted yet."""


class PromptOverview(Value):
    """A question that is open."""

    number: int
    kind: str
    title: str
    """Of a secret's what the asker gave as a title alone: it may be empty, and so may `asker`. Of
    others, else, how the message begins."""
    asker: str
    state: str
    seconds_left: float | None
    """None: its deadline has not begun."""


class TimedOutPrompt(Value):
    """A question that nobody answered in time."""

    prompt: PromptOverview
    """While it was open."""
    seen: bool
    """The person did something to it."""
    shown_for: float
    """Seconds for which it was on the screen at last; 0: it waited."""


class QuietPeriod(Value):
    """A question that is refused for a while, because it was denied again and again."""

    number: int
    asker: str
    title: str
    """Empty where all that comes from there is refused; of a secret's it may be, too."""
    seconds_left: float


class QuietSuggestion(Value):
    """A quiet period of all that comes from where this one asks, if the person wants it."""

    number: int
    asker: str
    seconds_left: float


class Overview(Value):
    """At one moment."""

    prompts: tuple[PromptOverview, ...] = ()
    """In the order of the queue."""
    do_not_disturb: float | None = None
    """Seconds left; None: off."""
    away: str | None = None
    """Why nobody can see a dialog; None: somebody may."""
    quiet: tuple[QuietPeriod, ...] = ()
    suggested: tuple[QuietSuggestion, ...] = ()
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
