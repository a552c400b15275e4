"""The shapes of what callers hand in and get back, beside outcomes and errors: for type checkers.

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

    Durations are seconds. The bounds are the daemon's to check: InvalidParams names the field.
    """

    title: str
    """At most 200 characters."""
    details: str
    """Longer plain text under the message, at most 256 KiB."""
    detail_kind: Literal["text", "command", "diff", "fields"]
    """What the details are, which says how they are drawn; text where it is left out."""
    wait: float | None
    """0-600: how long this call waits before it ends as pending."""
    timeout: float | None
    """5-600, from the first painted frame: then the dialog closes as timed out."""
    retention: float | None
    """0-600: how long an answer is kept for a caller who has gone."""
    render_timeout: float | None
    """10-60: how long the dialog may take to be on the screen."""
    max_retries: int | None
    """0-5 further attempts after not_shown."""
    scope: str | None
    """Tells sessions of one requester apart."""
    slot: str | None
    """A newer prompt of the same slot replaces the older one on the screen."""
    owner: int | None
    """Pid of an ancestor of this process, whose exit withdraws the prompt."""
    ticket: str | None
    """Of an earlier `pending`: the question that this request repeats."""
    rewords: bool
    """It takes the place of an open prompt of this process, scope and slot whose call was
    cancelled: its connection ended before its wait was over. Never that of a secret."""
    tool_call: bool
    """A tool call of an agent waits for it: the log says of that, too, that it was denied."""
    says_it_is: str
    """What this program calls itself, at most 80 characters: the dialog shows it as a claim."""
    on_behalf: int | None
    """Pid of the process that this is asked for: the dialog names it as a claim, with what the
    kernel says of it, and its exit withdraws the question."""
    on_behalf_socket: socket | None
    """Beside `on_behalf`: the socket that a server of yours has accepted from that process, which
    still holds its other end. The kernel says so to the daemon, and that process heads the dialog.
    It is looked at as the question is asked, and stays open. On Linux alone."""
    for_key: bool
    """To refuse it would lock the person out of a key: where others were denied the same, it is
    asked all the same."""
    activation: str | None
    """The token by which the dialog may come to the front in this program's place. Left out:
    what XDG_ACTIVATION_TOKEN holds, which is taken out of `os.environ`, as it is good once."""
    bound: bool
    """The question lives no longer than this call, which waits to its outcome and is never
    Pending: where the connection ends, the dialog goes and nothing is kept. Not beside `wait`,
    `retention`, `slot`, `ticket` and `rewords`."""
    if_headless: Literal["deny"] | None
    """What it means that nobody can be asked: Denied, decided by `headless`, instead of
    NoInteractor. An approval can't be declared."""
    limit: float | None
    """5-86400, of a bound question: how long the call may take in all; then it is timed out."""


class DeviceCodeOptions(PlainOptions, total=False):
    """Options of a device code. Its `timeout` is what its provider says, 60-1800, and 900 where it
    is left out; it is `bound` unless that is False."""


class QuestionOptions(PlainOptions, total=False):
    """Options of what has a control that approves."""

    approve: str
    """Label of that control, at most 40 characters."""


class NoticeOptions(QuestionOptions, total=False):
    """Options of a notice; `approve` is the label of its one button."""


class RefusableOptions(QuestionOptions, total=False):
    """Options of what may be denied."""

    deny: str
    """Label of the control that denies, at most 40 characters."""


class ConfirmOptions(RefusableOptions, total=False):
    """Options of a confirm question."""

    destructive: bool
    """Looks it, and has the shorter default deadline."""
    cancel: str
    """Label of a third control, which dismisses, at most 40 characters."""
    check: str
    """Label of a check box, off at first, at most 40 characters: the outcome's `checked`."""
    deny_words: bool
    """The person may type one line to go along with a denial: the outcome's `words`."""
    action: Action | None
    """What the caller is to run once this is approved: the dialog shows all of it."""
    address: str
    """A web page, https or on this machine, that approving opens; not beside `approve` or
    `action`."""


class PasswordOptions(RefusableOptions, total=False):
    """Options of a password question."""

    error: str
    """What was wrong with the one before: one line under the field, at most 200 characters."""
    user: str
    """Label of a field for a name, at most 40 characters: the secret is then the name, a newline,
    and the password."""
    repeat: bool
    """It is typed twice, and both must be the same."""
    check: str
    """Label of a check box, off at first, at most 40 characters: the outcome's `checked`."""
    action: Action | None
    """What the caller is to hand it to, and to nothing else: the dialog shows all of it."""


class TextOptions(RefusableOptions, total=False):
    """Options of a text question."""

    error: str
    """What was wrong with the one before: one line under the field, at most 200 characters."""
    default: str
    """Stands in the field at first, at most 16 KiB."""
    multiline: bool
    """The answer may have several lines."""


class SelectOptions(RefusableOptions, total=False):
    """Options of a select question."""

    error: str
    """What was wrong with the choice before: one line under it, at most 200 characters."""
    multiple: bool
    """Any number may be chosen, none as well; else exactly one."""
    custom: bool
    """Words of the person's own may stand instead of an option: the outcome's `custom`."""


class OptionField(TypedDict):
    """What may be chosen."""

    label: str
    """One line, at most 200 characters."""
    description: NotRequired[str]
    """A line under it, at most 200 characters."""


class FormField(TypedDict):
    """One question of a form."""

    kind: Literal["text", "select", "confirm"]
    header: str
    """One line above it, at most 30 characters."""
    message: NotRequired[str]
    """The question, at most 16 KiB."""
    required: NotRequired[bool]
    """The form is not sent without it; true where it is left out."""
    default: NotRequired[str]
    """Of a text: stands in the field at first."""
    placeholder: NotRequired[str]
    """Of a text: an example in the empty field, at most 200 characters."""
    multiline: NotRequired[bool]
    """Of a text: it may have several lines."""
    min_length: NotRequired[int]
    """Of a text: characters, unless it is left empty."""
    max_length: NotRequired[int]
    """Of a text: characters."""
    format: NotRequired[Literal["integer", "number", "email", "uri", "date", "date-time"]]
    """Of a text: what it has to be."""
    minimum: NotRequired[float]
    """Of an integer or number."""
    maximum: NotRequired[float]
    """Of an integer or number."""
    options: NotRequired[Sequence[str | OptionField]]
    """Of a selection: 2-32."""
    multiple: NotRequired[bool]
    """Of a selection: any number may be chosen."""
    custom: NotRequired[bool]
    """Of a selection: words of the person's own may stand instead."""


class FormOptions(RefusableOptions, total=False):
    """Options of a form."""

    error: str
    """What was wrong with the answers before: one line under them, at most 200 characters."""


OnProgress = Callable[[Progress], None]
Poll = Callable[[Event], bool]
"""Asks the provider of a device code, as often as that allows, until the person has signed in
(True) or can't any more (False). Once the event is set its answer counts no longer: it is to return
soon."""
Heard = Callable[[], bool]
"""Whether someone can still hear the answer: asked right before it is claimed."""
OnKind = Callable[[str], None]
"""Told the question's kind right before its answer is claimed, or once it is known that there is
none; what it raises leaves an answer where it is."""
