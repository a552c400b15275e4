"""One prompt: its states and transitions as a table, and its clocks.

    queued ──show──▶ showing ──painted──▶ shown ──answered──▶ decided ──claim──▶ spent
      ▲                │ ▲                  │
      │            died│ │show          died│        decided also by the deadline, or by the
      │                ▼ │                  │        queue limit while queued
      │             relaunching ◀───────────┘
      └──retry── unseen ◀── never painted in time, or died too often

A dialog that nobody can see yet is *covered*: it lies wholly below another window, or waits for a
pause in what the person types. Covered is like `showing`, but without a render budget. The dialog
counts as painted once something of it is in sight; until then it waits as a queued one does.

A prompt that has the screen is recalled to the queue when the person wants another one first, or
when they are away and it shall wait. *Later* puts off a prompt that is shown: it is hidden, and
goes back to the queue after a while. In both cases its remaining time stands still. But some time
after a prompt was first put off, or first made room for another one that the person wanted, it is
decided (`timed_out`), in whatever open state it is then. The time of a device code never stands
still once it was painted: no other clock ends it, and it makes room for every other question.

Any open prompt can be ended (withdrawn, replaced, or no screen). So can a decided or unseen prompt
for a secret, when the same question replaces it. Decided, unseen, ended and spent prompts are
forgotten when their time is over. A bound prompt goes with its call: an open one is ended, and one
whose answer was not claimed is forgotten. At its limit a bound prompt is decided (`timed_out`), in
whatever open state it is. States only move along this table: a transition that is not in the table
is a fault of ours and raises KeyError.

If the daemon dies, a successor takes over its prompts as `INHERITED` says, from records that a
keeper acknowledged before anything that followed from them was done. So nothing that anybody saw or
heard is undone: a prompt that was open is open, what is decided is decided, what is spent is spent.
The calls that waited, the offers and the dialogs ended with the daemon.
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
    """Sent to the screen, but not painted yet."""
    COVERED = "covered"
    """Drawn, but nobody can see it yet: it lies wholly below another window, or waits for a
    pause."""
    SHOWN = "shown"
    PUT_OFF = "put_off"
    """Hidden for a while, because the person wants to answer later."""
    RELAUNCHING = "relaunching"
    """The dialog process died or hung; the next one starts in a moment."""
    DECIDED = "answered"
    """The prompt has an outcome that is spent once; nobody has claimed it yet."""
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
"""How each state comes back when a successor takes over. A dialog that ends with its daemon does
not count as a crash of the dialog. But a question that was shown while one daemon after another
died is given up in the end. A state that is not in this table has no record."""

OVER = frozenset({State.ENDED, State.SPENT})

DRAWN = frozenset({State.COVERED, State.SHOWN})
"""States in which a dialog has drawn the prompt."""

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
"""Seconds after a call has left a prompt in which its asker is still expected to come back."""


class Watcher(Protocol):
    def changed(self, prompt: "Prompt", lasting: bool) -> None:
        """A field of the prompt has a new value. `lasting`: a successor must know of it."""


_FLEETING = frozenset(
    {
        "waiting",
        "cancelled",
        "is_logged",
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


@dataclass(eq=False)  # prompts are compared by identity
class Prompt:
    """A question on its way to its outcome. Times are on the broker's clock."""

    number: int
    ticket: str
    request: Request
    fingerprint: str
    opened_by: Lineage
    owner: Process | None
    seconds: float
    """Seconds left until the deadline while no dialog is painted."""
    retention: float
    render_timeout: float
    max_retries: int
    queue_limit: float
    put_off: float
    hold: float
    opened_at: float
    queued_at: float
    outcome: Outcome
    """What is known so far: `pending` while the prompt is open."""
    latest: Lineage
    """The lineage of the prompt's latest call, which arrived at `arrived`."""
    arrived: float
    state: State = State.QUEUED
    waiting: Waiting | None = None
    was_awaited: bool = True
    """Whether some call had time to wait for it, as far as is known: older records do not say."""
    cancelled: bool = False
    """Whether the latest call hung up before there was an outcome, and before its wait was over."""
    is_logged: bool = True
    """Whether the log has it: see `sayso.core.log_allowance`."""
    is_out_of_reach: bool = False
    """Whether the latest call waits at a place that gives no sign of life."""
    recent_until: float = inf
    """Until when its latest call, which no longer waits, counts as recent; inf: a call waits; 0: no
    call is recent. An open prompt without a recent call makes way for those of its own account that
    have one."""
    offer: Offered | None = None
    keep_until: float = 0
    """The end of its retention, or of the time in which its claim may be repeated."""

    run: int = 0
    """The dialog process that shows the prompt, while that lives; 0: there is none."""
    deadline: float = 0
    ceiling: float = 0
    """The latest time to which the deadline can be held; 0: it was never painted."""
    place_until: float = 0
    """Until when what replaces it takes over its place, though another account waits; 0: neither it
    nor what it has replaced ever had the screen."""
    told: tuple[float, int, int, float | None, bool] = (0, 0, 0, None, False)
    """What the prompt's dialog was told: deadline, place, queue length, `kept_for`, and whether its
    asker is out of reach."""
    wanted: bool = False
    """Whether it is shown even though the person is not to be disturbed: they asked for it, or it
    was on the screen and had to make room."""
    preferred: bool = False
    """Whether the person wants to see it before all others, and has not hidden it since."""
    painted_at: float = inf
    """Since when its dialog has been on the screen, kept if the prompt ended there; inf: its dialog
    is not on the screen, or was not at the end."""
    touched: bool = False
    """Whether the person did something in the prompt's dialog."""
    draft: tuple[Entry, ...] = field(default=(), repr=False)
    """What the fields of the dialog held when it was last on the screen."""
    activation: str | None = None
    """The activation token of the latest call that had one, until a dialog gets it: it is good
    once."""
    render_until: float = 0
    launch_until: float = inf
    """When a dialog process that has not painted is replaced."""
    relaunch_at: float = 0
    back_at: float = 0
    """When a prompt that was put off returns."""
    put_off_until: float = inf
    """When a prompt that was put off, or made room for another one, ends, whatever happens."""
    attempts: int = 0
    """How many attempts followed the first, which was `not_shown`."""
    launches_failed: int = 0
    """Dialog processes of this attempt that died or hung before they drew anything."""
    crashes: int = 0
    """Dialog processes of this attempt that died after they had drawn the prompt."""
    daemons_lost: int = 0
    """Daemons that died while a dialog had drawn the prompt."""
    limit_at: float = inf
    """When the limit of a bound prompt's call is over; inf: it has none."""

    expires_at: float = inf
    """When the device code that it shows is no longer good, whatever becomes of its dialog; inf: it
    shows none, or was never painted."""

    watcher: Watcher | None = field(default=None, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        """Tells the watcher of every change, so that none can be forgotten."""
        super().__setattr__(name, value)
        if self.watcher is not None:
            self.watcher.changed(self, name not in _FLEETING)

    def advance(self, trigger: Trigger) -> None:
        """Moves to the next state. Raises KeyError for a transition that the table does not
        have."""
        self.state = TRANSITIONS[self.state][trigger]
        if self.is_open:  # whoever painted sets painted_at after this
            self.painted_at = inf

    def inherit(self, now: float) -> None:
        """Changes to the state in which a successor of the prompt's daemon takes it over."""
        self.state = INHERITED[self.state]
        if self.is_open and self.recent_until == inf:
            self.left(now)

    def left(self, now: float) -> None:
        """Notes that its call waits no longer."""
        self.waiting = None
        self.is_out_of_reach = False
        self.recent_until = now + RECENT_CALL

    def forget_words(self) -> None:
        """Drops the question's words, which may be many: once the prompt is over, only its
        fingerprint is needed."""
        self.request = replace(self.request, question=wordless(self.request.question))
        self.draft = ()

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def is_in_line(self) -> bool:
        """Whether it waits for its account's turn, and no wish of the person's has given it its
        place."""
        return self.state is State.QUEUED and not self.wanted

    def standing(self, now: float) -> State:
        """The prompt's state for a new call: past retention it counts as forgotten, though an offer
        may still run."""
        gone = self.state is State.DECIDED and now >= self.keep_until
        return State.FORGOTTEN if gone else self.state

    @property
    def makes_room(self) -> bool:
        """Whether it makes room for any other question. A device code does, as nothing is answered
        in it, unless the person wants to see it."""
        return isinstance(self.request.question, DeviceCode) and not self.preferred

    @property
    def kept_for(self) -> float | None:
        """Seconds that its answer will be kept; None: somebody in reach waits for it, or nothing is
        answered in its dialog."""
        no_answer = isinstance(self.request.question, DeviceCode)
        is_awaited = self.waiting and not self.is_out_of_reach
        return None if is_awaited or no_answer else self.retention

    @property
    def ends_by(self) -> float:
        """When the prompt is over, in whatever open state it is; inf: nothing sets that."""
        return min(self.limit_at, self.expires_at)

    @property
    def bound(self) -> bool:
        """Whether it lives no longer than its call."""
        return self.request.bound

    @property
    def calls(self) -> tuple[int, ...]:
        """The call that waits for its outcome, and the call that was offered it."""
        return tuple(each.call for each in (self.waiting, self.offer) if each)

    @property
    def depends_on(self) -> tuple[Process, ...]:
        """Processes whose exit ends the prompt, or takes the unclaimed answer of a bound one
        along."""
        if not (self.is_open or (self.bound and self.offer)):
            return ()
        named = (self.owner, self.request.behalf and self.request.behalf.process)
        others = tuple(process for process in named if process and not process.system)
        is_unseen = self.opened_by.container or self.opened_by.claimed
        if not self.bound or is_unseen:
            return others
        return (self.opened_by.requester, *others)

    def is_for(self, behalf: Behalf | None) -> bool:
        """Whether it was asked for the same process as `behalf`, or both are for nobody else."""
        own = self.request.behalf
        return (own and own.identity) == (behalf and behalf.identity)

    @property
    def headed_by(self) -> Lineage:
        """The lineage whose asker the dialog names first."""
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
        """The name of its state for requesters: until it is painted, a prompt on its way to the
        screen is *showing*."""
        unpainted = self.state in (State.COVERED, State.RELAUNCHING)
        state = State.SHOWING if unpainted else self.state
        return str(state.value)

    def shown_for(self, now: float) -> float:
        """Seconds for which it has been on the screen without a break, until `now`; 0: it is not,
        or was not when it ended."""
        return max(0.0, now - self.painted_at)

    def seconds_left(self, now: float) -> float | None:
        return max(0.0, self.deadline - now) if self.state is State.SHOWN else None

    @property
    def due(self) -> float:
        """When something about the prompt ends or begins by itself."""
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
        """When the prompt ends if nobody brings it to the screen."""
        ends_at = self.put_off_until if self.state is State.PUT_OFF else self._clock
        return min(ends_at, self.ends_by)

    @property
    def _clock(self) -> float:
        """When the state ends by itself, but for the limit of the prompt's call and the expiry of
        what it shows."""
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
