"""What the model of the contract remembers: one question, and one offer of its outcome."""

from dataclasses import dataclass
from math import inf

from sayso.core import events as e
from sayso.core.lineage import Process
from sayso.core.outcome import Outcome
from sayso.core.settings import Settings

OPEN = ("queued", "showing", "covered", "shown", "put off", "down")


@dataclass
class Asked:
    """One question that the daemon remembers."""

    number: int
    ticket: str
    request: e.Request
    agent: Process
    origin: Process
    owner: Process | None
    settings: Settings
    """Those in force when it was asked."""
    left: float
    """Seconds that a dialog still has."""
    due: float
    """When its phase ends by itself, unless `launch_due` or `last` come before."""
    phase: str = "queued"
    outcome: Outcome | None = None
    call: int = 0
    call_until: float = 0
    awaited: bool = False
    """A call had time to wait for it."""
    left_at: float = -inf
    """When its latest call left it."""
    claim: str = ""
    requester: Process | None = None
    offer_until: float | None = None
    run: int = 0
    limit: float = inf
    """When its call, if it is bound, has lasted long enough."""
    offered: int = 0
    """The call that its outcome was offered to."""
    cancelled: bool = False
    """Its latest call hung up while it was waiting."""
    launch_due: float = inf
    """When a dialog that paints nothing is replaced."""
    last: float = inf
    """The queue limit after it was first put off."""
    back_at: float = 0
    ceiling: float = 0
    told: tuple[object, ...] = ()
    """What its dialog knows."""
    attempts: int = 0
    launches: int = 0
    crashes: int = 0
    wanted: bool = False
    """The person asked for it, or it made room: then it does not disturb."""

    asker: Process | None = None
    """Who is named in the dialog."""
    by_hand: bool = False
    """The person typed it."""

    @property
    def is_open(self) -> bool:
        return self.phase in OPEN

    @property
    def bound(self) -> bool:
        return self.request.bound

    @property
    def next_due(self) -> float:
        if self.phase == "showing":
            return min(self.due, self.launch_due, self.last, self.limit)
        return min(self.due, self.last, self.limit) if self.is_open else self.due


@dataclass
class Ready:
    """What became of one offer."""

    asked: Asked
    process: Process
    void: str = ""


def either(value: float | None, default: float) -> float:
    return default if value is None else value
