"""One prompt: its states and transitions as a table, and its clocks.

    queued ──show──▶ showing ──painted──▶ shown ──answered──▶ decided ──claim──▶ spent
      ▲                │ ▲                  │
      │            died│ │show          died│        decided also by the deadline, or by the
      │                ▼ │                  │        queue limit while queued
      │             relaunching ◀───────────┘
      └──retry── unseen ◀── never painted in time, or died too often

A dialog that nobody can see yet, as it lies wholly below another window, or waits for a pause in
what the person types, is covered: `showing` without a render budget. It is painted once something
of it is in sight; until then it waits, as one in the queue does.

A prompt that has the screen is recalled to the queue, its remaining time standing still, when the
person wants another one first, or is away and it shall wait. *Later* puts a shown prompt off:
hidden, its remaining time standing still, it goes back to the queue after a while. Some time after
it was first put off, or first made room for another one that the person wanted, it is decided
(`timed_out`), in whatever open state it is then. The time of a device code never stands still, once
it was painted: no other clock ends it, and it makes room for every other question. Any open prompt
can be ended (withdrawn, replaced, or no screen), and so can one that is decided or unseen, where
the same question for a secret replaces it. Decided, unseen, ended and spent prompts are forgotten
when their time is over. A bound prompt goes with its call: an open one is ended, one whose answer
was not claimed is forgotten. At its limit it is decided (`timed_out`), in whatever open state it
is. States only move along this table: a transition that it does not name is a fault of ours and
raises.

If the daemon dies, a successor takes its prompts over as `INHERITED` says, from records that a
keeper acknowledged before anything that followed from them was done. So what anybody saw or heard
has not gone back: a prompt that was open is open, what is decided is decided, what is spent is
spent. The calls that waited, the offers and the dialogs ended with the daemon.
"""

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from math import inf
from typing import Protocol

from sayso.core.behalf import Behalf, heads
from sayso.core.entry import Entry
from sayso.core.events import Request
from sayso.core.lineage import Account, Lineage, Process
from sayso.core.outcome import Outcome
from sayso.core.questions import DeviceCode, wordless


class State(Enum):
    QUEUED = "queued"
    SHOWING = "showing"
    """Sent to the screen, not painted yet."""
    COVERED = "covered"
    """Drawn, but wholly below another window: nobody has seen it yet."""
    SHOWN = "shown"
    PUT_OFF = "put_off"
    """Hidden for a while, because the person wants to answer later."""
    RELAUNCHING = "relaunching"
    """Its dialog process died; the next one starts in a moment."""
    DECIDED = "answered"
    """It has an outcome that is spent once; nobody has claimed it yet."""
    UNSEEN = "not_shown"
    ENDED = "ended"
    SPENT = "spent"
    FORGOTTEN = "forgotten"


class Trigger(Enum):
    SHOW = auto()
    COVERED = auto()
    PAINTED = auto()
    DIED = auto()
    DECIDE = auto()
    GIVE_UP = auto()
    END = auto()
    PUT_OFF = auto()
    RETURN = auto()
    RECALL = auto()
    RETRY = auto()
    CLAIM = auto()
    FORGET = auto()


TRANSITIONS: dict[State, dict[Trigger, State]] = {
    State.QUEUED: {
        Trigger.SHOW: State.SHOWING,
        Trigger.DECIDE: State.DECIDED,
        Trigger.END: State.ENDED,
    },
    State.SHOWING: {
        Trigger.RECALL: State.QUEUED,
        Trigger.COVERED: State.COVERED,
        Trigger.PAINTED: State.SHOWN,
        Trigger.DECIDE: State.DECIDED,
        Trigger.DIED: State.RELAUNCHING,
        Trigger.GIVE_UP: State.UNSEEN,
        Trigger.END: State.ENDED,
    },
    State.COVERED: {
        Trigger.RECALL: State.QUEUED,
        Trigger.PAINTED: State.SHOWN,
        Trigger.DECIDE: State.DECIDED,
        Trigger.DIED: State.RELAUNCHING,
        Trigger.GIVE_UP: State.UNSEEN,
        Trigger.END: State.ENDED,
    },
    State.SHOWN: {
        Trigger.RECALL: State.QUEUED,
        Trigger.DECIDE: State.DECIDED,
        Trigger.DIED: State.RELAUNCHING,
        Trigger.GIVE_UP: State.UNSEEN,
        Trigger.PUT_OFF: State.PUT_OFF,
        Trigger.END: State.ENDED,
    },
    State.PUT_OFF: {
        Trigger.RETURN: State.QUEUED,
        Trigger.DECIDE: State.DECIDED,
        Trigger.END: State.ENDED,
    },
    State.RELAUNCHING: {
        Trigger.RECALL: State.QUEUED,
        Trigger.SHOW: State.SHOWING,
        Trigger.DECIDE: State.DECIDED,
        Trigger.GIVE_UP: State.UNSEEN,
        Trigger.END: State.ENDED,
    },
    State.DECIDED: {
        Trigger.CLAIM: State.SPENT,
        Trigger.END: State.ENDED,
        Trigger.FORGET: State.FORGOTTEN,
    },
    State.UNSEEN: {
        Trigger.RETRY: State.QUEUED,
        Trigger.END: State.ENDED,
        Trigger.FORGET: State.FORGOTTEN,
    },
    State.ENDED: {Trigger.FORGET: State.FORGOTTEN},
    State.SPENT: {Trigger.FORGET: State.FORGOTTEN},
    State.FORGOTTEN: {},
}

INHERITED: dict[State, State] = {
    State.QUEUED: State.QUEUED,
    State.SHOWING: State.RELAUNCHING,  # at once, and within what is left of its render budget
    State.COVERED: State.RELAUNCHING,  # at once, with a render budget of its own
    State.SHOWN: State.RELAUNCHING,  # at once, with what is left until its deadline
    State.PUT_OFF: State.PUT_OFF,
    State.RELAUNCHING: State.RELAUNCHING,
    State.DECIDED: State.DECIDED,  # the offer has lapsed: the next call is offered it again
    State.UNSEEN: State.UNSEEN,
    State.ENDED: State.ENDED,
    State.SPENT: State.SPENT,  # its claim is repeated, to the process that made it
}
"""How each state comes back when a successor takes over. No dialog's end counts as a crash of
its own; but a question that was shown as one daemon after another died is given up at last. A
state without a line here has no record."""

OVER = frozenset({State.ENDED, State.SPENT})

DRAWN = frozenset({State.COVERED, State.SHOWN})
"""A dialog has drawn it."""

OPEN = frozenset({State.QUEUED, State.SHOWING, *DRAWN, State.PUT_OFF, State.RELAUNCHING})


@dataclass(frozen=True)
class Waiting:
    """The call that waits for a prompt's outcome."""

    call: int
    claim: str
    until: float
    heartbeat: float
    reported: tuple[str, int, int] | None = None
    """State, place and queue length last told to the call."""


@dataclass(frozen=True)
class Offered:
    """An outcome offered to this call under this claim, until it is claimed or void."""

    call: int
    claim: str
    until: float


RECENT_CALL = 60.0
"""Seconds after a call has left a prompt in which its asker is still taken to come back."""


class Watcher(Protocol):
    def changed(self, prompt: "Prompt", lasting: bool) -> None:
        """Something of it has another value. `lasting`: a successor must know."""


_FLEETING = frozenset(
    {
        "waiting",
        "cancelled",
        "is_out_of_reach",
        "run",
        "preferred",
        "told",
        "painted_at",
        "touched",
        "draft",
        "activation",
        "watcher",
    }
)
"""Fields of a prompt that end with the daemon."""


@dataclass(eq=False)  # each is itself alone
class Prompt:
    """A question on its way to its outcome. Times are on the broker's clock."""

    number: int
    ticket: str
    request: Request
    fingerprint: str
    opened_by: Lineage
    owner: Process | None
    seconds: float
    """Left of the deadline while no dialog is painted."""
    retention: float
    render_timeout: float
    max_retries: int
    queue_limit: float
    put_off: float
    hold: float
    opened_at: float
    queued_at: float
    outcome: Outcome
    """What is known by now: `pending` while it is open."""
    latest: Lineage
    """Who made the prompt's latest call, which arrived at `arrived`."""
    arrived: float
    state: State = State.QUEUED
    waiting: Waiting | None = None
    was_awaited: bool = True
    """Some call of it had time to wait, as far as is known: older records do not tell."""
    cancelled: bool = False
    """Its latest call hung up before it had an outcome, and before its wait was over."""
    is_out_of_reach: bool = False
    """Its latest call waits at a place that gives no sign of life."""
    recent_until: float = inf
    """Until then its latest call, which has left it, counts as recent; inf: one waits; 0: no call
    is recent. An open prompt without one makes way for those of its own origin that have one."""
    offer: Offered | None = None
    keep_until: float = 0
    """End of retention, or of the memory for a claim."""

    run: int = 0
    """Its dialog process, while one lives."""
    deadline: float = 0
    ceiling: float = 0
    """The deadline can't be held beyond this; 0: never painted."""
    told: tuple[float, int, int, float | None, bool] = (0, 0, 0, None, False)
    """Deadline, place, queue length, `kept_for` and whether its asker is out of reach, as its
    dialog knows them."""
    wanted: bool = False
    """It is shown though the person is not to be disturbed: they asked for it, or it was on the
    screen and had to make room."""
    preferred: bool = False
    """The person wants to see it before all others, and has not hidden it since."""
    painted_at: float = inf
    """Since when its dialog is on the screen, or was as it ended; inf: it is not, or was not."""
    touched: bool = False
    """The person did something in its dialog."""
    draft: tuple[Entry, ...] = field(default=(), repr=False)
    """What stood in its fields as it was on the screen last."""
    activation: str | None = None
    """Of the latest call that had one, until a dialog gets it: it is good once."""
    render_until: float = 0
    launch_until: float = inf
    """When the dialog process that has not painted is replaced."""
    relaunch_at: float = 0
    back_at: float = 0
    """When a put off prompt returns."""
    put_off_until: float = inf
    """When one that was put off, or made room for another one, ends, whatever happens."""
    attempts: int = 0
    """Of `not_shown`, counted without the first."""
    launches_failed: int = 0
    """Dialog processes of this attempt that died or hung before they drew anything."""
    crashes: int = 0
    """Dialog processes of this attempt that died after they had drawn it."""
    daemons_lost: int = 0
    """Daemons that died while a dialog had drawn it."""
    limit_at: float = inf
    """When the call of a bound one has lasted long enough."""

    expires_at: float = inf
    """When what it shows is good no longer, whatever becomes of its dialog; inf: it has no such
    time, or was never painted."""

    watcher: Watcher | None = field(default=None, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        """A change tells of itself: none can be forgotten to be told."""
        super().__setattr__(name, value)
        if self.watcher is not None:
            self.watcher.changed(self, name not in _FLEETING)

    def advance(self, trigger: Trigger) -> None:
        """Raises KeyError for a transition that the table does not have."""
        self.state = TRANSITIONS[self.state][trigger]
        if self.is_open:  # whoever has painted says so after this
            self.painted_at = inf

    def inherit(self, now: float) -> None:
        """It belongs to a successor of the daemon that had it."""
        self.state = INHERITED[self.state]
        if self.is_open and self.recent_until == inf:
            self.left(now)

    def left(self, now: float) -> None:
        """Its call waits no longer."""
        self.waiting = None
        self.is_out_of_reach = False
        self.recent_until = now + RECENT_CALL

    def forget_words(self) -> None:
        """What is over keeps its fingerprint alone: its words may be many."""
        self.request = replace(self.request, question=wordless(self.request.question))
        self.draft = ()

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def is_in_line(self) -> bool:
        """It waits for its origin's turn, and no wish of the person's has given it its place."""
        return self.state is State.QUEUED and not self.wanted

    def standing(self, now: float) -> State:
        """Its state for a new call: past retention it is gone, though an offer may run on."""
        gone = self.state is State.DECIDED and now >= self.keep_until
        return State.FORGOTTEN if gone else self.state

    @property
    def makes_room(self) -> bool:
        """For any other question, as nothing is answered in it."""
        return isinstance(self.request.question, DeviceCode) and not self.preferred

    @property
    def kept_for(self) -> float | None:
        """Seconds that its answer will be kept; None: somebody in reach waits for it, or none is
        given in its dialog."""
        no_answer = isinstance(self.request.question, DeviceCode)
        is_awaited = self.waiting and not self.is_out_of_reach
        return None if is_awaited or no_answer else self.retention

    @property
    def ends_by(self) -> float:
        """When it is over, in whatever open state it is."""
        return min(self.limit_at, self.expires_at)

    @property
    def bound(self) -> bool:
        """It lives no longer than its call."""
        return self.request.bound

    @property
    def calls(self) -> tuple[int, ...]:
        """The one that waits for its outcome, or was offered it."""
        return tuple(each.call for each in (self.waiting, self.offer) if each)

    @property
    def leans_on(self) -> tuple[Process, ...]:
        """Processes whose exit ends it, or (of a bound one) takes its unclaimed answer along."""
        if not (self.is_open or (self.bound and self.offer)):
            return ()
        named = (self.owner, self.request.behalf and self.request.behalf.process)
        others = tuple(process for process in named if process and not process.system)
        is_unseen = self.opened_by.container or self.opened_by.claimed
        if not self.bound or is_unseen:
            return others
        return (self.opened_by.requester, *others)

    def is_for(self, behalf: Behalf | None) -> bool:
        """It was asked for that process, or for nobody else either."""
        own = self.request.behalf
        return (own and own.identity) == (behalf and behalf.identity)

    @property
    def headed_by(self) -> Lineage:
        """Whose asker the dialog names first."""
        return heads(self.opened_by, self.request.behalf)

    @property
    def account(self) -> Account:
        return self.opened_by.account

    @property
    def place(self) -> str:
        """The other machine or container that it comes from; empty: this machine."""
        return self.opened_by.place

    @property
    def public_state(self) -> str:
        """The word for requesters: until it is painted it is a showing."""
        unpainted = self.state in (State.COVERED, State.RELAUNCHING)
        state = State.SHOWING if unpainted else self.state
        return str(state.value)

    def shown_for(self, now: float) -> float:
        """Seconds for which it has been on the screen without a break, until now or its end."""
        return max(0.0, now - self.painted_at)

    def seconds_left(self, now: float) -> float | None:
        return max(0.0, self.deadline - now) if self.state is State.SHOWN else None

    @property
    def due(self) -> float:
        """When something of it ends or begins by itself."""
        if self.state in OVER:
            return self.keep_until
        times = [self.state_ends_at]
        if self.is_open and self.recent_until:
            times.append(self.recent_until)
        if self.waiting:
            times += [self.waiting.until, self.waiting.heartbeat]
        if self.offer:
            times.append(self.offer.until)
        return min(times)

    @property
    def state_ends_at(self) -> float:
        """When this prompt's state ends by itself, unless something happens before."""
        return min(self._clock, self.ends_by) if self.is_open else self._clock

    @property
    def open_until(self) -> float:
        """When it ends though nobody brings it to the screen."""
        ends_at = self.put_off_until if self.state is State.PUT_OFF else self._clock
        return min(ends_at, self.ends_by)

    @property
    def _clock(self) -> float:
        """The same for a call without a limit, and but for the time that never stands still."""
        match self.state:
            case State.QUEUED | State.COVERED if self.expires_at < inf:
                return inf
            case State.QUEUED | State.COVERED:
                return min(self.queued_at + self.queue_limit, self.put_off_until)
            case State.SHOWING:
                return min(self.launch_until, self.render_until, self.put_off_until)
            case State.RELAUNCHING:
                return min(self.render_until, self.put_off_until)
            case State.SHOWN:
                return min(self.deadline, self.put_off_until)
            case State.PUT_OFF:
                return min(self.back_at, self.put_off_until)
            case State.DECIDED if self.offer is not None:
                return max(self.keep_until, self.offer.until)
            case _:
                return self.keep_until
