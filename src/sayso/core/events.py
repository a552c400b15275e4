"""What happens to the broker (events) and what the broker wants done (effects), as data.

`call` is the number of one request on one connection that waits for a reply; `run` is the number of
one dialog process. The shell around the broker draws the random `ticket` and `claim` (128 bits,
hex).
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
    """A question with its time limits. A field that is None was left out: the settings decide."""

    bound: ClassVar[bool] = False
    """Whether the question lives no longer than its call: see BoundRequest."""

    question: Question
    wait: float | None = None
    timeout: float | None = None
    retention: float | None = None
    render_timeout: float | None = None
    max_retries: int | None = None
    scope: str = ""
    slot: str = ""
    owner: int | None = None
    """Pid of a member of the requester's lineage, other than the requester. When that process
    exits, the question is withdrawn."""
    ticket: str = ""
    rewords: bool = False
    """Whether it takes the place of a question of the same process and scope whose call was
    cancelled."""
    tool_call: bool = False
    """Whether an agent's tool call waits for it: the log then has a record when that call is
    denied, too."""
    says_it_is: str = ""
    """What the program that asks calls itself: a claim, no part of the question."""
    activation: str | None = None
    """What lets a dialog come to the front in the asker's place; good for the next dialog alone."""
    behalf: Behalf | None = None
    """The process that it is asked for; None: it is for nobody else."""
    lends: bool = False
    """Whether a socket came along that is to prove for which process it is asked."""
    for_key: bool = False
    """Whether a refusal would lock the person out of a key: no quiet period that holds for
    everybody begins with this question, and none refuses it."""


@dataclass(frozen=True)
class BoundRequest(Request):
    """A request whose question lives no longer than its call.

    The call waits until there is an outcome. No other call joins the question, and nothing of it is
    kept: `wait`, `retention`, `slot`, `ticket` and `rewords` are left out.
    """

    bound: ClassVar[bool] = True

    limit: float | None = None
    """Seconds for the whole call, with its time in the queue and *Later*; None: as long as it
    takes."""


# Events from requesters


@dataclass(frozen=True)
class Ask:
    """A program asks. `exited`: those processes of `Broker.kin(request)` that have exited by
    now."""

    call: int
    request: Request
    lineage: Lineage
    exited: frozenset[Process]
    ticket: str
    """The ticket of the prompt, if this call opens one."""
    claim: str
    """The claim of the offer that may be made to this call."""
    obstacle: ServiceError | None = None
    """The error that keeps a question of this kind from being shown, if this call would open one;
    None: nothing does."""
    late: float = 0.0
    """Seconds since the request arrived: they count towards its limit."""
    withheld: bool = False
    """Whether the person does not let its place (another machine or a container) ask anything of
    this kind."""


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
    """Withdraws a question by its ticket, or (if that is empty) by its number. The reply waits
    until the dialog has gone."""

    call: int
    ticket: str = ""
    number: int = 0
    place: str = ""
    """Where the request comes from; empty: this machine. From another place, only that place's own
    questions are known."""


@dataclass(frozen=True)
class WithdrawScope:
    """Withdraws all open questions that the same asker has in this scope, which is not empty. Bound
    questions stay with their calls. The reply waits until the dialogs have gone. `exited`: those
    processes of `Broker.kin_in_scope(scope)` that have exited by now."""

    call: int
    scope: str
    lineage: Lineage
    exited: frozenset[Process]


@dataclass(frozen=True)
class Finish:
    """A sign-in by a device code is over. The question is named by its ticket, or (if that is
    empty) by its number. `process`: who says so; with a number, it must be the process that
    asked."""

    call: int
    process: Process
    done: bool
    """Whether it succeeded; False: it failed."""
    ticket: str = ""
    number: int = 0
    place: str = ""
    """Where the request comes from: see Withdraw."""


@dataclass(frozen=True)
class HangUp:
    """Nobody listens to this call any more. Its prompt stays, unless it is bound. For a bound
    prompt this may come after its Offer as well, until Over."""

    call: int


@dataclass(frozen=True)
class OwnerExited:
    process: Process


@dataclass(frozen=True)
class Reach:
    """Whether the asker that waits in this call still gives a sign of life."""

    call: int
    is_lost: bool


@dataclass(frozen=True)
class ReceiptUnknown:
    """The answer to this question was sent to a place, and the connection broke before anything
    from there showed that it was received."""

    number: int


@dataclass(frozen=True)
class PlaceClosed:
    """Nothing comes from this place any more, and nobody there receives an answer."""

    place: str
    only_with_permission: bool = False
    """True: only questions that need permission (`needs_permission`) are meant, as the place has
    that permission no more; it may still ask the others."""


# Events from the screen


@dataclass(frozen=True)
class Covered:
    """The dialog has drawn its first frame, wholly below another window. Painted follows once
    something of the dialog is in sight."""

    run: int


@dataclass(frozen=True)
class Painted:
    """The dialog's first frame is on the screen, where a person can see it."""

    run: int


@dataclass(frozen=True)
class Answered:
    """The person pressed something; it counts only if the broker records it. `by`: what they used;
    None: an input device."""

    run: int
    choice: Choice
    by: By | None = None
    checked: bool | None = None
    """Whether the check box was on, if there is one."""
    words: str = ""
    """Words that go along with a denial."""


@dataclass(frozen=True)
class Submitted:
    """The person submitted a password. It is wiped at once unless the broker records it."""

    run: int
    secret: Secret
    by: By | None = None
    checked: bool | None = None
    """Whether the check box was on, if there is one."""


@dataclass(frozen=True)
class Filled:
    """The person submitted what they filled in: an entry for each field, in their order."""

    run: int
    entries: tuple[Entry, ...]
    by: By | None = None


@dataclass(frozen=True)
class Drafted:
    """What stands in the fields by now: the next dialog of this question shows it again."""

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
    """The person wants to see the question with this number first."""

    run: int
    number: int


@dataclass(frozen=True)
class DialogEnded:
    """The dialog process is gone, whatever the cause. Follows every Show exactly once."""

    run: int
    unacknowledged: str = ""
    """What the dialog did not say, and in which time ("did not say closed within 1.5 s"), so that
    it was ended by force; empty: it was not ended by force."""


@dataclass(frozen=True)
class ScreenChanged:
    """Whether anybody can be asked. `absent`: the reason why not; None: somebody can."""

    absent: str | None


@dataclass(frozen=True)
class ScreenFailed:
    """A dialog could not be made just now. What is open ends; the next request tries anew."""

    reason: str


@dataclass(frozen=True)
class PersonAway:
    """Whether the person is away, as the screen is locked or another user is in front. `reason`:
    why; None: they are not away. The screen itself is there."""

    reason: str | None


# Events from the person, outside of dialogs


@dataclass(frozen=True)
class DoNotDisturb:
    """The person is not to be disturbed for so many seconds from now; 0: they may be disturbed
    again."""

    call: int
    seconds: float


@dataclass(frozen=True)
class BringForward:
    """The person wants to see this open prompt now."""

    call: int
    number: int


@dataclass(frozen=True)
class OpenNext:
    """The person wants to see the next question now. `by`: the program that says so for them; it
    opens no question of its own."""

    call: int
    by: Lineage


@dataclass(frozen=True)
class BeginQuiet:
    """The person lets the quiet period begin that is suggested under this number."""

    call: int
    number: int


@dataclass(frozen=True)
class EndQuiet:
    """The person ends this quiet period."""

    call: int
    number: int


# Events from the tray


@dataclass(frozen=True)
class InboxChanged:
    """Whether the person learns of questions that wait to be opened. `absent`: the reason why not;
    None: they do."""

    absent: str | None


# Events from the person's configuration


@dataclass(frozen=True)
class Configured:
    """These settings are in force from now on. Open questions keep their own time limits, and a
    limit that is lower now does not end them."""

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
    """Records for the keeper. The keeper must have them before any later effect is done, with one
    exception: an Offer of an outcome that was kept already is done once these records can't be lost
    on their way to the keeper.

    So nothing is shown, recorded, offered or handed out that a successor would not know of.
    """

    put: dict[str, dict[str, Any]]
    """Records by key, as plain data: see `sayso.core.records`."""
    drop: tuple[str, ...] = ()
    """Keys of records that are to be forgotten."""


# Effects for requesters: Reply, Offer, Withdrew, WithdrewScope, Opened, Done and Fail are each
# the last message to their call


@dataclass(frozen=True)
class Reply:
    """The outcome itself: a plain one, or (in reply to a Claim) a committed one."""

    call: int
    outcome: Outcome
    kind: str | None = None
    """The kind of the question, for a caller that has only its ticket. None in reply to a Claim, as
    its Offer told the kind."""
    to_place: int = 0
    """In reply to a Claim from a place: the number of the question, for ReceiptUnknown if the
    connection breaks. Else 0."""


@dataclass(frozen=True)
class Offer:
    """The reply `ready`: there is an outcome to claim, of a question of this kind."""

    call: int
    claim: str
    ticket: str
    kind: str
    bound: bool = False
    """Whether the outcome is lost with its call: HangUp must then be reported until Over."""
    kept: bool = False
    """Whether the outcome was reached before this call came."""


@dataclass(frozen=True)
class Over:
    """The outcome that was offered to this bound call has been claimed, or has gone."""

    call: int


@dataclass(frozen=True)
class Withdrew:
    """The prompt was withdrawn, and no dialog of it is left on the screen."""

    call: int
    number: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.number,)


@dataclass(frozen=True)
class WithdrewScope:
    """These prompts, at least one, were withdrawn, and no dialog of them is left on the screen."""

    call: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Opened:
    """This question was brought to the screen; None: there was none."""

    call: int
    number: int | None


@dataclass(frozen=True)
class Done:
    """What the call wanted has been done."""

    call: int


@dataclass(frozen=True)
class Fail:
    call: int
    error: RequestError | ServiceError


@dataclass(frozen=True)
class Progress:
    """Where a waiting call's prompt stands. `seconds_left` is None while it is not on the
    screen."""

    call: int
    number: int
    state: str
    place: int
    of: int
    seconds_left: float | None


Told = Reply | Offer | Over | Withdrew | WithdrewScope | Opened | Done | Fail | Progress
"""The messages that a call may get."""


# Effects for the screen


@dataclass(frozen=True)
class Show:
    """Start dialog process `run` for this question."""

    run: int
    number: int
    question: Question
    lineage: Lineage
    standing: PromptStatus
    arming: float
    """Seconds before the control that approves can be used."""
    accessibility_approval: bool = False
    """Whether assistive technology may use that control."""
    denied_to: str | None = None
    """The name of another asker to whom the person denied the same question again and again; None:
    there is none."""
    draft: tuple[Entry, ...] = ()
    """What its fields held when it was last on the screen; empty: nothing."""
    says_it_is: str = ""
    """What the asker calls itself: a claim."""
    activation: str | None = None
    """What lets the dialog come to the front in the asker's place; None: nothing."""
    behalf: Behalf | None = None
    """The process that it is asked for; None: it is for nobody else."""


@dataclass(frozen=True)
class BringDialogForward:
    """The person wants to see this dialog: it comes to the front."""

    run: int
    takes_keyboard: bool
    """True: it is known that the person's own hand did this. False: any program may have said so,
    and the dialog does not take the keyboard."""


@dataclass(frozen=True)
class Update:
    """Tells the dialog that its question stands differently now."""

    run: int
    standing: PromptStatus


@dataclass(frozen=True)
class ListQueue:
    """What else is open, for the person to choose from."""

    run: int
    rows: tuple[QueueRow, ...]


@dataclass(frozen=True)
class Recorded:
    """The answer is recorded. `kept_for`: seconds that it is kept, as no call waits; None: a call
    waits for it."""

    run: int
    kept_for: float | None


@dataclass(frozen=True)
class Finished:
    """How a sign-in has ended; the dialog shows it before it closes."""

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
    """The question was not asked: a limit or a quiet period, nobody can be asked, or no memory can
    be locked for a password."""
    NOT_SHOWN = "InteractionNotShown"
    COLLECTED = "AnswerCollected"
    FORGOTTEN = "AnswerForgotten"
    RECEIPT_UNKNOWN = "AnswerReceiptUnknown"
    """Another machine collected the answer, and the connection broke as it was sent there."""
    TOOL_CALL_DENIED = "ToolCallDenied"
    """Logged beside the event of the tool call's question: the person denied it, or a limit, a
    quiet period or do-not-disturb refused it."""


@dataclass(frozen=True)
class Log:
    """One record for the log. `number` is 0 where no prompt was opened."""

    event: LogEvent
    number: int
    topic: LogSubject
    verdict: LogOutcome | None = None
    """The outcome; None: nothing is decided yet."""
    ancestry: Ancestry = ()
    """The ancestry of the asker, where a question comes up first; empty: it was logged before."""
    left_out: int = 0
    """Earlier questions and refusals of the same account that the log does not have: see
    `sayso.core.log_allowance`."""


_Said = Recorded | NotRecorded | Finished
_ForScreen = Show | BringDialogForward | Update | ListQueue | _Said | Close
Effect = Keep | Told | _ForScreen | Log
