"""What happens to the broker (events) and what it wants done (effects), as data.

`call` numbers one request on one connection that waits for a reply; `run` numbers one dialog
process. The shell around the broker draws the random `ticket` and `claim` (128 bits, hex).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from sayso.core.behalf import Behalf
from sayso.core.entry import Entry
from sayso.core.lineage import Lineage, Process
from sayso.core.log_subject import Ancestry, LogOutcome, LogSubject
from sayso.core.outcome import By, Outcome
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Question
from sayso.core.queue_row import QueueRow
from sayso.core.secret import Secret
from sayso.core.settings import Settings
from sayso.errors import RequestError, ServiceError


@dataclass(frozen=True)
class Request:
    """A question with its clocks; None: left out, the settings decide."""

    bound: ClassVar[bool] = False
    """It lives no longer than its call: see BoundRequest."""

    question: Question
    wait: float | None = None
    timeout: float | None = None
    retention: float | None = None
    render_timeout: float | None = None
    max_retries: int | None = None
    scope: str = ""
    slot: str = ""
    owner: int | None = None
    """Pid of a member of the requester's lineage, other than the requester."""
    ticket: str = ""
    rewords: bool = False
    """It takes the place of a question of the same process and scope whose call was cancelled."""
    tool_call: bool = False
    """An agent's tool call waits for it: the log says of that, too, that it was denied."""
    says_it_is: str = ""
    """What the program that asks calls itself: a claim, no part of the question."""
    activation: str | None = None
    """What lets a dialog come to the front in the asker's place: for the next one alone."""
    behalf: Behalf | None = None
    """For which process it is asked; None: for nobody else."""
    lends: bool = False
    """A socket came along that is to prove it."""
    for_key: bool = False
    """To refuse it would lock the person out of a key: no quiet period for everybody begins with
    it, and none is for it."""


@dataclass(frozen=True)
class BoundRequest(Request):
    """One whose question lives no longer than its call.

    The call waits to its outcome. No other call joins the question, and nothing of it is kept:
    `wait`, `retention`, `slot`, `ticket` and `rewords` are left out.
    """

    bound: ClassVar[bool] = True

    limit: float | None = None
    """Seconds for the whole call, the queue and *Later* included; None: as long as it takes."""


# Events from requesters


@dataclass(frozen=True)
class Ask:
    """`exited`: those of `Broker.kin(request)` that are gone by now."""

    call: int
    request: Request
    lineage: Lineage
    exited: frozenset[Process]
    ticket: str
    """For the prompt, should this open one."""
    claim: str
    """For the offer that may be made to this call."""
    obstacle: ServiceError | None = None
    """What keeps a question of this kind from being shown, should this open one."""
    late: float = 0.0
    """Seconds since the request arrived: they count towards its limit."""
    withheld: bool = False
    """The person lets its place ask for nothing of the kind."""


@dataclass(frozen=True)
class Collect:
    call: int
    ticket: str
    wait: float | None
    lineage: Lineage
    claim: str


@dataclass(frozen=True)
class Claim:
    call: int
    claim: str
    process: Process


@dataclass(frozen=True)
class Withdraw:
    """By ticket, or (ticket empty) by number. Its reply waits until the dialog has gone."""

    call: int
    ticket: str = ""
    number: int = 0
    place: str = ""
    """Where the request comes from: elsewhere than here its own questions alone are known."""


@dataclass(frozen=True)
class WithdrawScope:
    """All open questions that the same asker has in this scope, which is not empty; bound ones stay
    with their calls. Its reply waits until their dialogs have gone. `exited`: those of
    `Broker.kin_in_scope(scope)` that are gone by now."""

    call: int
    scope: str
    lineage: Lineage
    exited: frozenset[Process]


@dataclass(frozen=True)
class Finish:
    """A sign-in by a device code is over, by its ticket or (ticket empty) its number. `process`:
    who says so; by number it must be the one that asked."""

    call: int
    process: Process
    done: bool
    """False: it failed."""
    ticket: str = ""
    number: int = 0
    place: str = ""
    """Where the request comes from: see Withdraw."""


@dataclass(frozen=True)
class HangUp:
    """Nobody listens to this call any more. The prompt stays, unless it is bound; of such a one,
    this may come as well after its Offer, until Over."""

    call: int


@dataclass(frozen=True)
class OwnerExited:
    process: Process


@dataclass(frozen=True)
class Reach:
    """Whether the one that waits in this call still gives a sign of life."""

    call: int
    is_lost: bool


@dataclass(frozen=True)
class ReceiptUnknown:
    """The answer to this question was sent to a place, and the line broke before anything came from
    there that shows that it was heard."""

    number: int


@dataclass(frozen=True)
class PlaceClosed:
    """Nothing comes from this place any more, and nobody there hears an answer."""

    place: str
    only_with_permission: bool = False
    """It goes on, but for what `needs_permission`: that, it has no more."""


# Events from the screen


@dataclass(frozen=True)
class Covered:
    """It has drawn its first frame, wholly below another window. Painted follows once something of
    it is in sight."""

    run: int


@dataclass(frozen=True)
class Painted:
    """Its first frame is on the screen, where a person can see it."""

    run: int


@dataclass(frozen=True)
class Answered:
    """The person did this; it counts only if the broker records it. `by`: None, by a device."""

    run: int
    choice: Choice
    by: By | None = None
    checked: bool | None = None
    """Whether the check box was on, if there is one."""
    words: str = ""
    """That go along with a denial."""


@dataclass(frozen=True)
class Submitted:
    """The person submitted a password; wiped at once unless the broker records it."""

    run: int
    secret: Secret
    by: By | None = None
    checked: bool | None = None
    """Whether the check box was on, if there is one."""


@dataclass(frozen=True)
class Filled:
    """The person submitted this: an entry for each field, in their order."""

    run: int
    entries: tuple[Entry, ...]
    by: By | None = None


@dataclass(frozen=True)
class Drafted:
    """This stands in the fields by now: a dialog that follows shows it again."""

    run: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Activity:
    """The person scrolls or types."""

    run: int


@dataclass(frozen=True)
class PutOff:
    """The person wants to answer later."""

    run: int


@dataclass(frozen=True)
class QueueOpened:
    """The person wants to see what else is open."""

    run: int


@dataclass(frozen=True)
class BroughtUp:
    """The person wants to see this one of the others first."""

    run: int
    number: int


@dataclass(frozen=True)
class DialogEnded:
    """The dialog process is gone, whatever the cause. Follows every Show exactly once."""

    run: int
    unacknowledged: str = ""
    """What it did not say, and in which time ("did not say closed within 1.5 s"), so that it was
    ended by force; empty: it was not."""


@dataclass(frozen=True)
class ScreenChanged:
    """Whether anybody can be asked: the reason why not, or None."""

    absent: str | None


@dataclass(frozen=True)
class ScreenFailed:
    """A dialog could not be made just now; what is open ends, the next request tries anew."""

    reason: str


@dataclass(frozen=True)
class PersonAway:
    """The screen is locked, or another user is in front: the reason, or None. The screen itself
    is there."""

    reason: str | None


# Events from the person, outside of dialogs


@dataclass(frozen=True)
class DoNotDisturb:
    """For so many seconds from now; 0: not any more."""

    call: int
    seconds: float


@dataclass(frozen=True)
class BringForward:
    """The person wants to see this open prompt now."""

    call: int
    number: int


@dataclass(frozen=True)
class OpenNext:
    """The person wants to see the next question now. `by`: who says so for them; a program opens
    none of its own."""

    call: int
    by: Lineage


@dataclass(frozen=True)
class BeginQuiet:
    """The quiet period that is suggested under this number begins."""

    call: int
    number: int


@dataclass(frozen=True)
class EndQuiet:
    """This quiet period is over."""

    call: int
    number: int


# Events from the tray


@dataclass(frozen=True)
class InboxChanged:
    """Whether the person learns of what waits to be opened: the reason why not, or None."""

    absent: str | None


# Events from the person's configuration


@dataclass(frozen=True)
class Configured:
    """These settings are in force from now on. What is open keeps its own clocks, and is not ended
    by a limit that is lower now."""

    settings: Settings


# Events from the clock


@dataclass(frozen=True)
class Tick:
    """Time has passed; nothing else."""


Event = (
    Ask
    | Collect
    | Claim
    | Withdraw
    | WithdrawScope
    | Finish
    | HangUp
    | OwnerExited
    | Reach
    | ReceiptUnknown
    | PlaceClosed
    | Covered
    | Painted
    | Answered
    | Submitted
    | Filled
    | Drafted
    | Activity
    | PutOff
    | QueueOpened
    | BroughtUp
    | DialogEnded
    | ScreenChanged
    | ScreenFailed
    | PersonAway
    | DoNotDisturb
    | BringForward
    | OpenNext
    | BeginQuiet
    | EndQuiet
    | InboxChanged
    | Configured
    | Tick
)


# The effect for the keeper


@dataclass(frozen=True)
class Keep:
    """The keeper has this before any effect that comes after it is done, but for one: an Offer of
    what was kept already is done once this can't be lost on its way to the keeper.

    So nothing is shown, recorded, offered or handed out that a successor would not know of.
    """

    put: dict[str, dict[str, Any]]
    """Records by key, of plain data: see `sayso.core.records`."""
    drop: tuple[str, ...] = ()
    """Keys of records that are to be forgotten."""


# Effects for requesters: Reply, Offer, Withdrew, WithdrewScope, Opened, Done and Fail each are
# their call's last word


@dataclass(frozen=True)
class Reply:
    """The outcome itself: plain, or (to a Claim) committed."""

    call: int
    outcome: Outcome
    kind: str | None = None
    """Of the question, for who has its ticket alone; None: to a Claim, whose Offer told it."""
    to_place: int = 0
    """To a Claim from a place: the question's number. A broken line says of it ReceiptUnknown."""


@dataclass(frozen=True)
class Offer:
    """`ready`: there is an outcome to claim, of a question of this kind."""

    call: int
    claim: str
    ticket: str
    kind: str
    bound: bool = False
    """The outcome goes with its call: HangUp is to be told until Over."""
    kept: bool = False
    """The outcome was reached before this call came."""


@dataclass(frozen=True)
class Over:
    """What this bound call was offered is claimed by now, or gone."""

    call: int


@dataclass(frozen=True)
class Withdrew:
    """No dialog of that prompt is left on the screen."""

    call: int
    number: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.number,)


@dataclass(frozen=True)
class WithdrewScope:
    """No dialog of these prompts is left on the screen. There is at least one."""

    call: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Opened:
    """This question is brought to the screen; None: there is none."""

    call: int
    number: int | None


@dataclass(frozen=True)
class Done:
    """What the call wanted is so from now on."""

    call: int


@dataclass(frozen=True)
class Fail:
    call: int
    error: RequestError | ServiceError


@dataclass(frozen=True)
class Progress:
    """Where a waiting call's prompt stands; `seconds_left` is None until it is painted."""

    call: int
    number: int
    state: str
    place: int
    of: int
    seconds_left: float | None


Told = Reply | Offer | Over | Withdrew | WithdrewScope | Opened | Done | Fail | Progress
"""What a call may hear."""


# Effects for the screen


@dataclass(frozen=True)
class Show:
    """Start dialog `run`."""

    run: int
    number: int
    question: Question
    lineage: Lineage
    standing: PromptStatus
    arming: float
    """Seconds before its approving control comes alive."""
    accessibility_approval: bool = False
    """That control may be used by assistive technology."""
    denied_to: str | None = None
    """The name of another one, to whom the person has denied the same again and again."""
    draft: tuple[Entry, ...] = ()
    """What stood in its fields as it was there last; empty: nothing did."""
    says_it_is: str = ""
    """What the asker calls itself: a claim."""
    activation: str | None = None
    """What lets it come to the front in the asker's place."""
    behalf: Behalf | None = None
    """For which process it is asked; None: for nobody else."""


@dataclass(frozen=True)
class BringDialogForward:
    """The person wants to see this dialog: it comes to the front."""

    run: int
    takes_keyboard: bool
    """Known to be by the person's own hand; any program may say the other."""


@dataclass(frozen=True)
class Update:
    """The standing has changed."""

    run: int
    standing: PromptStatus


@dataclass(frozen=True)
class ListQueue:
    """What else is open, for the person to choose from."""

    run: int
    rows: tuple[QueueRow, ...]


@dataclass(frozen=True)
class Recorded:
    """The answer is kept: for the call that waits, or (nobody waits) for so many seconds."""

    run: int
    kept_for: float | None


@dataclass(frozen=True)
class Finished:
    """How a sign-in has ended, for the dialog to say before it goes."""

    run: int
    done: bool


@dataclass(frozen=True)
class NotRecorded:
    run: int
    reason: str


@dataclass(frozen=True)
class Close:
    run: int


# Effect for the log


class LogEvent(StrEnum):
    REQUESTED = "InteractionRequested"
    SHOWN = "InteractionShown"
    ANSWERED = "InteractionAnswered"
    TIMED_OUT = "InteractionTimedOut"
    SUPERSEDED = "InteractionSuperseded"
    WITHDRAWN = "InteractionWithdrawn"
    REFUSED = "InteractionRefused"
    """A limit, a quiet period, nobody can be asked, or no memory can be locked for a password."""
    NOT_SHOWN = "InteractionNotShown"
    COLLECTED = "AnswerCollected"
    FORGOTTEN = "AnswerForgotten"
    RECEIPT_UNKNOWN = "AnswerReceiptUnknown"
    """It was collected by another machine, and the line broke as it was sent there."""
    TOOL_CALL_DENIED = "ToolCallDenied"
    """Beside that of its question: the person denied it, or a limit, a quiet period or
    do-not-disturb refused it."""


@dataclass(frozen=True)
class Log:
    """`number` is 0 where no prompt was opened."""

    event: LogEvent
    number: int
    topic: LogSubject
    verdict: LogOutcome | None = None
    """None: nothing is decided yet."""
    ancestry: Ancestry = ()
    """Where a question comes up first; empty: it was told before."""


_Said = Recorded | NotRecorded | Finished
_ForScreen = Show | BringDialogForward | Update | ListQueue | _Said | Close
Effect = Keep | Told | _ForScreen | Log
