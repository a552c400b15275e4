"""What the tray shows: questions, do-not-disturb, quiet periods (suggested ones as well), troubles,
settings.

Names and titles are made visible here, one line each. Of a question for a secret nothing is told
but its title.
"""

from dataclasses import dataclass
from typing import Any

from sayso import __version__
from sayso.core.broker import Broker
from sayso.core.log_subject import LogSubject
from sayso.core.outcome import TimedOut
from sayso.core.prompt import Prompt
from sayso.core.prompt import State as PromptState
from sayso.core.settings import NAMES
from sayso.core.text import shorten, visible_line

State = dict[str, Any]

_COVERED = "covered"
"""A state that requesters are not told: for them it is a showing."""

_CHARACTERS = 200
"""Of a title or a name."""


@dataclass(frozen=True)
class Surroundings:
    """What the broker does not know."""

    pid: int
    config: str
    """The path of the person's configuration."""
    log: str
    """The directory of the log."""
    troubles: tuple[str, ...]
    """What is wrong just now, in words of ours: texts of others in them are visible already."""


def overview(broker: Broker, around: Surroundings, now: float) -> State:
    """Seconds are those left from now on."""
    policy = broker.policy
    undisturbed = policy.undisturbed_until
    return {
        "prompts": [_prompt(prompt, now) for prompt in broker.queue],
        "do_not_disturb": None if undisturbed is None else _left(undisturbed, now),
        "away": broker.away,
        "quiet": [
            {
                "number": quiet.number,
                "asker": _line(quiet.asker),
                "title": _line(quiet.title),
                "seconds_left": _left(quiet.until, now),
            }
            for quiet in policy.quiet
        ],
        "suggested": [
            {
                "number": each.number,
                "asker": _line(each.asker),
                "seconds_left": _left(each.until, now),
            }
            for each in policy.suggested
        ],
        "troubles": list(around.troubles),
        "settings": {name: getattr(broker.settings, name) for name in NAMES},
        "config": around.config,
        "log": around.log,
        "version": __version__,
        "pid": around.pid,
    }


def gist(broker: Broker, around: Surroundings) -> object:
    """What the overview says, with times that stand still: the same as long as nothing happens."""
    policy = broker.policy
    return (
        [(prompt.number, prompt.state, prompt.deadline) for prompt in broker.queue],
        policy.undisturbed_until,
        list(policy.quiet),
        list(policy.suggested),
        broker.away,
        broker.settings,
        around,
    )


def timed_out(prompt: Prompt, as_told: State, now: float) -> State:
    """What is said of a question that ended so just now, `as_told` while it was open. It was on the
    screen for the last `shown_for` seconds; 0: it waited, as one that never had its turn does."""
    told = {name: as_told[name] for name in ("number", "kind", "title", "asker")}
    return told | {"seen": prompt.touched, "shown_for": round(prompt.shown_for(now), 3)}


def has_timed_out(prompt: Prompt) -> bool:
    return isinstance(prompt.outcome, TimedOut)


def _prompt(prompt: Prompt, now: float) -> State:
    question = prompt.request.question
    topic = LogSubject.of(question, prompt.opened_by, prompt.fingerprint)
    left = prompt.seconds_left(now)
    return {
        "number": prompt.number,
        "kind": question.kind,
        "title": _line(question.title if question.secret else topic.words),
        "asker": _line(topic.asker),
        "state": _COVERED if prompt.state is PromptState.COVERED else prompt.public_state,
        "seconds_left": None if left is None else round(left, 3),
    }


def _left(until: float, now: float) -> float:
    return round(max(0.0, until - now), 3)


def _line(text: str) -> str:
    return visible_line(shorten(text, _CHARACTERS))
