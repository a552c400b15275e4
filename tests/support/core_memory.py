"""What the model of the contract remembers: questions, and offers of their outcomes."""

from dataclasses import dataclass
from math import inf

from sayso.core import events as e
from sayso.core.lineage import Process
from sayso.core.outcome import Outcome
from sayso.core.settings import Settings

OPEN = ("queued", "showing", "covered", "shown", "put off", "down")


@dataclass
class Asked:
    """A question that the daemon remembers."""

    number: int
    ticket: str
    request: e.Request
    agent: Process
    origin: Process
    owner: Process | None
    settings: Settings
    """The settings that held when the question was asked."""
    left: float
    """Seconds that the person still has to answer it."""
    due: float
    """When its phase ends by itself, unless `launch_due`, `last` or `limit` comes before."""
    phase: str = "queued"
    outcome: Outcome | None = None
    call: int = 0
    call_until: float = 0
    awaited: bool = False
    """Whether any call of it had time to wait."""
    left_at: float = -inf
    """When its latest call stopped waiting."""
    claim: str = ""
    requester: Process | None = None
    offer_until: float | None = None
    run: int = 0
    limit: float = inf
    """When its call, if bound, reaches its time limit."""
    offered: int = 0
    """The call to which its outcome was offered."""
    cancelled: bool = False
    """Whether its latest call hung up while it waited."""
    launch_due: float = inf
    """When a dialog that paints nothing is replaced."""
    last: float = inf
    """When the queue limit runs out, counted from when it was first put off."""
    back_at: float = 0
    ceiling: float = 0
    place_until: float = 0
    """Until when what replaces it takes over its place, though others wait."""
    told: tuple[object, ...] = ()
    """What its dialog was told last."""
    attempts: int = 0
    launches: int = 0
    crashes: int = 0
    wanted: bool = False
    """Whether the person asked for it, or it was on the screen and made room for another: then *do
    not disturb* does not hold it back."""

    asker: Process | None = None
    """The process that the dialog names."""
    by_hand: bool = False
    """Whether the person typed the command themselves."""

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
    """An offer, and why it is void; empty: it is not."""

    asked: Asked
    process: Process
    void: str = ""


def either(value: float | None, default: float) -> float:
    return default if value is None else value
