"""Types of what callers pass in and get back, beside outcomes and errors: for type checkers.

No short command loads this module.
"""

from collections.abc import Callable, Sequence
from socket import socket
from threading import Event
from typing import Literal, NotRequired, TypedDict

from sayso.core.action import Action as Action
from sayso.wire.progress import Progress as Progress
from sayso.wire.replies import DaemonStatus as DaemonStatus
from sayso.wire.replies import PlaceInfo as PlaceInfo
from sayso.wire.replies import PromptInfo as PromptInfo
from sayso.wire.replies import PromptState as PromptState


class PlainOptions(TypedDict, total=False):
    """Options of every kind of question. None or left out: the daemon's default.

    Durations are in seconds. The daemon checks the ranges: InvalidParams names the field.
    """

    title: str
    """At most 200 characters."""
    details: str
    """Longer plain text under the message, at most 256 KiB."""
    detail_kind: Literal["text", "command", "diff", "fields"]
    """What kind of text the details are: it decides how they are drawn. Left out: text."""
    wait: float | None
    """0-600: how long this call waits for the answer; then its outcome is Pending."""
    timeout: float | None
    """5-600, counted from the first painted frame: then the dialog closes, and the outcome is
    TimedOut."""
    retention: float | None
    """0-600: how long an answer is kept for a caller that has gone."""
    render_timeout: float | None
    """10-60: how long the dialog may take to appear on the screen."""
    max_retries: int | None
    """0-5: further attempts after NotShown."""
    scope: str | None
    """Tells sessions of the same requester apart."""
    slot: str | None
    """A newer prompt of the same slot replaces the older one on the screen."""
    owner: int | None
    """Pid of an ancestor of this process: the exit of that ancestor withdraws the prompt."""
    ticket: str | None
    """The ticket of an earlier Pending: names the question that this request repeats."""
    rewords: bool
    """This question replaces an open prompt of the same process, scope and slot whose call was
    cancelled: whose connection ended before the wait was over. A prompt for a secret is never
    replaced so."""
    tool_call: bool
    """An agent's tool call depends on this question: if it is denied, the log says that the tool
    call was denied, too."""
    says_it_is: str
    """What this program calls itself, at most 80 characters: the dialog shows it as a claim."""
    on_behalf: int | None
    """Pid of the process for which this is asked: the dialog names that process as a claim, with
    what the kernel says of it, and its exit withdraws the question."""
    on_behalf_socket: socket | None
    """Proof of `on_behalf`: a socket that a server of yours has accepted from that process, which
    still holds the other end. The kernel confirms this to the daemon, and the dialog names that
    process first. The socket is examined once, when the question is asked, and stays open. Linux
    only."""
    for_key: bool
    """A refusal would lock the person out of a key: so this is asked even if the same question was
    denied to other programs."""
    activation: str | None
    """The token that lets the dialog come to the front in place of this program. Left out: the
    value of XDG_ACTIVATION_TOKEN, which is removed from `os.environ`, as a token works only
    once."""
    bound: bool
    """The question lives no longer than this call, which waits for its outcome and is never
    Pending: when the connection ends, the dialog closes and nothing is kept. Not together with
    `wait`, `retention`, `slot`, `ticket` or `rewords`."""
    if_headless: Literal["deny"] | None
    """The outcome if nobody can be asked: Denied, decided by `headless`, instead of NoInteractor.
    An approval can't be requested in this way."""
    limit: float | None
    """5-86400, for a bound question: how long the call may take in all; then its outcome is
    TimedOut."""


class DeviceCodeOptions(PlainOptions, total=False):
    """Options of a device code. Its `timeout` is what the provider says, 60-1800 (left out: 900).
    The question is bound unless `bound` is False."""


class QuestionOptions(PlainOptions, total=False):
    """Options of a question with a control that approves."""

    approve: str
    """Label of the approving control, at most 40 characters."""


class NoticeOptions(QuestionOptions, total=False):
    """Options of a notice; `approve` is the label of its one button."""


class RefusableOptions(QuestionOptions, total=False):
    """Options of a question that the person may deny."""

    deny: str
    """Label of the control that denies, at most 40 characters."""


class ConfirmOptions(RefusableOptions, total=False):
    """Options of a confirm question."""

    destructive: bool
    """The dialog looks dangerous, and its default deadline is shorter."""
    cancel: str
    """Label of a third control, which dismisses the question, at most 40 characters."""
    check: str
    """Label of a check box, at first not checked; at most 40 characters. Its state is the outcome's
    `checked`."""
    deny_words: bool
    """The person may type one line to go along with a denial: the outcome's `words`."""
    action: Action | None
    """The command that the caller runs once this is approved: the dialog shows all of it."""
    address: str
    """A web page, https or on this machine, that approving opens; not together with `approve` or
    `action`."""


class PasswordOptions(RefusableOptions, total=False):
    """Options of a password question."""

    error: str
    """What was wrong with the password before: one line under the field, at most 200 characters."""
    user: str
    """Label of a field for a user name, at most 40 characters: the secret is then the name, a
    newline, and the password."""
    repeat: bool
    """The password is typed twice, and both must be the same."""
    check: str
    """Label of a check box, at first not checked; at most 40 characters. Its state is the outcome's
    `checked`."""
    action: Action | None
    """The command that the caller hands the password to, and nothing else: the dialog shows all of
    it."""


class TextOptions(RefusableOptions, total=False):
    """Options of a text question."""

    error: str
    """What was wrong with the text before: one line under the field, at most 200 characters."""
    default: str
    """Text that stands in the field at first, at most 16 KiB."""
    multiline: bool
    """The answer may have several lines."""


class SelectOptions(RefusableOptions, total=False):
    """Options of a select question."""

    error: str
    """What was wrong with the choice before: one line under the options, at most 200 characters."""
    multiple: bool
    """Any number of options may be chosen, even none; else exactly one."""
    custom: bool
    """The person may type text of their own instead of an option: the outcome's `custom`."""


class OptionField(TypedDict):
    """An option that the person may choose."""

    label: str
    """One line, at most 200 characters."""
    description: NotRequired[str]
    """One line under the label, at most 200 characters."""


class FormField(TypedDict):
    """One question of a form."""

    kind: Literal["text", "select", "confirm"]
    header: str
    """One line above the question, at most 30 characters."""
    message: NotRequired[str]
    """The question, at most 16 KiB."""
    required: NotRequired[bool]
    """The form can't be sent without an answer to this; left out: true."""
    default: NotRequired[str]
    """For a text: what stands in the field at first."""
    placeholder: NotRequired[str]
    """For a text: an example in the empty field, at most 200 characters."""
    multiline: NotRequired[bool]
    """For a text: it may have several lines."""
    min_length: NotRequired[int]
    """For a text: least number of characters, unless it is left empty."""
    max_length: NotRequired[int]
    """For a text: largest number of characters."""
    format: NotRequired[Literal["integer", "number", "email", "uri", "date", "date-time"]]
    """For a text: the form that it must have."""
    minimum: NotRequired[float]
    """For a text whose format is integer or number: the smallest value."""
    maximum: NotRequired[float]
    """For a text whose format is integer or number: the largest value."""
    options: NotRequired[Sequence[str | OptionField]]
    """For a selection: 2-32 options."""
    multiple: NotRequired[bool]
    """For a selection: any number of options may be chosen."""
    custom: NotRequired[bool]
    """For a selection: the person may type text of their own instead of an option."""


class FormOptions(RefusableOptions, total=False):
    """Options of a form."""

    error: str
    """What was wrong with the answers before: one line under the questions, at most 200
    characters."""


OnProgress = Callable[[Progress], None]
Poll = Callable[[Event], bool]
"""Asks the provider of a device code, as often as the provider allows, until the person has signed
in (True) or can't any more (False). Once the event is set, the result counts no longer, and the
function should return soon."""
Heard = Callable[[], bool]
"""Says whether anyone can still receive the answer; called right before the answer is claimed."""
OnKind = Callable[[str], None]
"""Gets the question's kind right before the answer is claimed, or once it is known that there is no
answer to claim. If it raises, the answer is not claimed."""
