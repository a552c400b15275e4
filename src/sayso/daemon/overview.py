"""Makes the overview that the tray shows: questions, do-not-disturb, quiet periods (also suggested
ones), places, troubles, settings.

Names and titles are made safe to show here, as one line each. For a question for a secret, only its
title is told, not its message.
"""

from dataclasses import dataclass
from math import inf

from sayso import __version__
from sayso.core.broker import Broker
from sayso.core.lineage import place_of
from sayso.core.log_subject import LogSubject
from sayso.core.outcome import NotShown, TimedOut
from sayso.core.overview import (
    COVERED,
    Overview,
    PlaceOverview,
    PromptOverview,
    QuietPeriod,
    QuietSuggestion,
    TimedOutPrompt,
)
from sayso.core.policy import ANY_QUESTION, Quiet
from sayso.core.prompt import Prompt, State
from sayso.core.text import shorten, visible_line

_CHARACTERS = 200
"""Most characters of a title or a name."""
_MOST_ASKERS = 4
"""Most programs that are named for one place, so that a flood of programs can't fill the menu."""


@dataclass(frozen=True)
class Surroundings:
    """The parts of the overview that the broker does not know."""

    pid: int
    config: str
    """The path of the person's configuration."""
    log: str
    """The directory of the log."""
    troubles: tuple[str, ...]
    """What is wrong just now, as our own sentences; texts of others in them are safe to show."""
    places: tuple[PlaceOverview, ...] = ()
    """Other machines and containers that may ask; texts of others in them are raw."""


def overview(broker: Broker, around: Surroundings, now: float) -> Overview:
    policy = broker.policy
    undisturbed = policy.undisturbed_until
    return Overview(
        prompts=tuple(_prompt(prompt, broker.public_state(prompt), now) for prompt in broker.queue),
        do_not_disturb=None if undisturbed is None else _left(undisturbed, now),
        away=broker.away,
        quiet=tuple(_quiet(each, now) for each in policy.quiet),
        suggested=tuple(
            QuietSuggestion(
                each.number, _line(each.asker), _left(each.until, now), place_of(each.origin)
            )
            for each in policy.suggested
        ),
        places=tuple(map(_place, around.places)),
        troubles=around.troubles,
        settings=broker.settings,
        config=around.config,
        log=around.log,
        version=__version__,
        pid=around.pid,
    )


def gist(broker: Broker, around: Surroundings) -> object:
    """A value to compare: equal as long as the overview stays the same, apart from times that run
    down."""
    policy = broker.policy
    return (
        [(p.number, broker.public_state(p), p.state, p.open_until) for p in broker.queue],
        policy.undisturbed_until,
        list(policy.quiet),
        list(policy.suggested),
        broker.away,
        broker.settings,
        around,
    )


def timed_out(prompt: Prompt, as_told: PromptOverview, now: float) -> TimedOutPrompt:
    """What the tray is told of a question that has just timed out. `as_told`: how the question was
    described while it was open."""
    return TimedOutPrompt(as_told, prompt.touched, round(prompt.shown_for(now), 3))


def has_timed_out(prompt: Prompt) -> bool:
    return isinstance(prompt.outcome, TimedOut)


def was_given_up(prompt: Prompt) -> bool:
    """Whether the screen did not show the question, and no further attempt is left."""
    return isinstance(prompt.outcome, NotShown) and not prompt.outcome.should_retry


def _prompt(prompt: Prompt, state: str, now: float) -> PromptOverview:
    question = prompt.request.question
    subject = LogSubject.of(prompt.request, prompt.opened_by, prompt.fingerprint)
    left = _seconds_left(prompt, now)
    return PromptOverview(
        number=prompt.number,
        kind=question.kind,
        title=_line(question.title if question.secret else subject.words),
        asker=_line(subject.asker),
        state=COVERED if prompt.state is State.COVERED else state,
        seconds_left=None if left is None else round(left, 3),
        place=prompt.place,
    )


def _quiet(quiet: Quiet, now: float) -> QuietPeriod:
    place = place_of(quiet.origin)
    is_all_of_it = place and quiet.fingerprint == ANY_QUESTION
    asker = "" if is_all_of_it else _line(quiet.asker)
    return QuietPeriod(quiet.number, asker, _line(quiet.title), _left(quiet.until, now), place)


def _place(place: PlaceOverview) -> PlaceOverview:
    askers = tuple(map(_line, place.askers[:_MOST_ASKERS]))
    return PlaceOverview(place.name, place.state, _line(place.why), askers)


def _seconds_left(prompt: Prompt, now: float) -> float | None:
    """Seconds until the question ends by itself. None: it is about to be shown, which takes a
    moment, or no time limit ends it."""
    if prompt.state in (State.SHOWING, State.RELAUNCHING) or prompt.open_until == inf:
        return None
    return max(0.0, prompt.open_until - now)


def _left(until: float, now: float) -> float:
    return round(max(0.0, until - now), 3)


def _line(text: str) -> str:
    return visible_line(shorten(text, _CHARACTERS))
