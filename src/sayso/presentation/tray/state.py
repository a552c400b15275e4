"""What the daemon tells of how all stands, as the tray works with it."""

from __future__ import annotations

from sayso.errors import ProtocolError
from sayso.values import Value, replace

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Prompt(Value):
    """A question that is open."""

    number: int
    title: str
    """One line, safe to draw; of a secret's it may be empty, and so may `asker`."""
    asker: str
    seconds_left: float | None
    """None: its deadline has not begun."""


class Quiet(Value):
    """A question that is refused for a while, because it was denied again and again."""

    number: int
    asker: str
    title: str
    """Empty where all that comes from there is refused; of a secret's it may be, too."""
    seconds_left: float


class Suggestion(Value):
    """A quiet period of all that comes from where this one asks, if the person wants it."""

    number: int
    asker: str
    seconds_left: float


class State(Value):
    """At one moment; seconds count from then."""

    prompts: tuple[Prompt, ...] = ()
    """In the order of the queue."""
    do_not_disturb: float | None = None
    """Seconds left; None: off."""
    quiet: tuple[Quiet, ...] = ()
    suggested: tuple[Suggestion, ...] = ()
    troubles: tuple[str, ...] = ()
    """A line each, safe to draw."""
    settings: Mapping[str, Any] = {}
    """In force, by name."""
    config: str = ""
    """The path of the configuration's file, which need not exist."""
    log: str = ""
    """The path of the log's directory."""
    version: str = ""


def read(params: Mapping[str, Any]) -> State:
    """Raises ProtocolError."""
    try:
        return State(
            prompts=tuple(
                Prompt(each["number"], each["title"], each["asker"], each["seconds_left"])
                for each in params["prompts"]
            ),
            do_not_disturb=params["do_not_disturb"],
            quiet=tuple(
                Quiet(each["number"], each["asker"], each["title"], each["seconds_left"])
                for each in params["quiet"]
            ),
            suggested=tuple(
                Suggestion(each["number"], each["asker"], each["seconds_left"])
                for each in params.get("suggested", ())
            ),
            troubles=tuple(params["troubles"]),
            settings=params["settings"],
            config=params["config"],
            log=params["log"],
            version=params["version"],
        )
    except (KeyError, TypeError) as error:
        raise ProtocolError(f"the daemon's state can't be read: {error!r}") from error


def minutes(seconds: float) -> int:
    """Begun ones count whole."""
    return max(1, -int(-seconds // 60))


def until_other_minute(state: State) -> float | None:
    """Seconds until `minutes` of some question is another number; None: of none."""
    left = [each.seconds_left for each in state.prompts if each.seconds_left is not None]
    return min((each - 60 * (minutes(each) - 1) for each in left if each > 60), default=None)


def later(state: State, seconds: float) -> State:
    """The same so many seconds on, if nothing else has happened."""

    def left(before: float | None) -> float | None:
        return None if before is None else max(0.0, before - seconds)

    return replace(
        state,
        prompts=tuple(replace(p, seconds_left=left(p.seconds_left)) for p in state.prompts),
        do_not_disturb=left(state.do_not_disturb),
        quiet=tuple(replace(q, seconds_left=left(q.seconds_left)) for q in state.quiet),
    )
