"""What daemon and dialog process say: JSON-RPC notifications over one inherited socket.

    daemon → dialog    show · update · recorded · not_recorded · close · ping
    dialog → daemon    ready · unusable · painted · answered · submitted · activity · later
                       closed · done

A dialog process starts, loads its toolkit, opens the screen and says `ready` (or `unusable`,
with the reason, and ends). It then waits, warm, for its one `show`; says `painted` when the
first frame is really on the screen; says `answered` for each thing that the person does, or
`submitted` with a password as raw bytes after the line, and keeps the window until it hears
`recorded` (shows that briefly), `not_recorded` (gives the controls back) or `close`. It says
`closed` when the window is gone, and ends. The end of the socket ends it, too. After `ready` it
says `done` for every order that it has carried out, and for `show` as soon as that has come, as
`painted` follows: one that does not is stuck, and is replaced.
"""

from dataclasses import asdict, dataclass
from typing import Any

from sayso.core.questions import Choice, Confirm, Password, Question, Severity
from sayso.core.secret import Secret
from sayso.errors import ProtocolError
from sayso.wire import rpc
from sayso.wire.codec import Message


@dataclass(frozen=True)
class Asker:
    """Who asks, as the dialog shows it: raw text of others, for the dialog to escape."""

    name: str
    command: str
    """Command line, its arguments joined by spaces; empty: unknown."""
    cwd: str
    """Working directory; empty: unknown."""
    pid: int
    lineage: tuple[str, ...] = ()
    """The other processes, requester first: one line of text each."""
    container: bool = False
    """Asked from a pid namespace that we can't see into."""
    host: str = ""
    """The other machine that it asks from; empty: this one."""


@dataclass(frozen=True)
class Standing:
    """How the question stands: its time, its place in the queue, whether a call waits for it."""

    seconds: float
    """Left until the deadline, counted from the first painted frame."""
    place: int = 1
    of: int = 1
    kept_for: float | None = None
    """The asker has stopped waiting; an answer is kept for these seconds. None: it waits."""


@dataclass(frozen=True)
class Show:
    """Show this question."""

    number: int
    question: Question
    asker: Asker
    standing: Standing
    arming: float
    """Seconds before controls that approve come alive."""


@dataclass(frozen=True)
class Update:
    """The standing has changed."""

    standing: Standing


@dataclass(frozen=True)
class Recorded:
    """The answer is kept; say so, then close.

    `kept_for`: nobody waits for it just now, and it is kept for these seconds.
    """

    kept_for: float | None = None


@dataclass(frozen=True)
class NotRecorded:
    """The answer did not count; say why and give the controls back."""

    reason: str


@dataclass(frozen=True)
class Close:
    """Close at once; nothing is answered any more."""


@dataclass(frozen=True)
class Ping:
    """Say `done`, to show that you are not stuck."""


Order = Show | Update | Recorded | NotRecorded | Close | Ping
"""What the daemon tells a dialog process."""


@dataclass(frozen=True)
class Ready:
    """Toolkit loaded, screen open."""

    screen: str
    """The screen's name, as the system names it (":0")."""


@dataclass(frozen=True)
class Unusable:
    """No window can be shown here, and why; the process ends."""

    reason: str


@dataclass(frozen=True)
class Painted:
    """The first frame is on the screen."""


@dataclass(frozen=True)
class Answer:
    """The person did this."""

    choice: Choice


@dataclass(frozen=True)
class Submitted:
    """The person submitted this; it goes as raw bytes after the line."""

    secret: Secret


@dataclass(frozen=True)
class Activity:
    """The person scrolls or types."""


@dataclass(frozen=True)
class Later:
    """The person wants to answer later."""


@dataclass(frozen=True)
class Closed:
    """The window is gone."""


@dataclass(frozen=True)
class Done:
    """The next order was carried out, in their turn; a `show` has come."""


Report = Ready | Unusable | Painted | Answer | Submitted | Activity | Later | Closed | Done
"""What a dialog process tells the daemon."""

_METHODS: dict[type[Order | Report], str] = {
    Show: "show",
    Update: "update",
    Recorded: "recorded",
    NotRecorded: "not_recorded",
    Close: "close",
    Ping: "ping",
    Ready: "ready",
    Unusable: "unusable",
    Painted: "painted",
    Answer: "answered",
    Submitted: "submitted",
    Activity: "activity",
    Later: "later",
    Closed: "closed",
    Done: "done",
}
_KINDS = {method: kind for kind, method in _METHODS.items()}


def write(message: Order | Report) -> Message:
    """The notification that carries it; the bytes of what was submitted follow its line."""
    method = _METHODS[type(message)]
    if isinstance(message, Submitted):
        return rpc.notification(method, {"secret_bytes": len(message.secret)})
    params = asdict(message)
    if isinstance(message, Show):
        params["question"]["kind"] = message.question.kind
    return rpc.notification(method, params)


def read(message: Message) -> Order | Report:
    """The order or report in a notification; raises ProtocolError."""
    try:
        kind = _KINDS[message["method"]]
        return _build(kind, message["params"])
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"not a message between daemon and dialog: {error!r}") from error


def _build(kind: type[Order | Report], params: dict[str, Any]) -> Order | Report:
    if kind is Show:
        asker = params["asker"]
        return Show(
            **params
            | {
                "question": _read_question(dict(params["question"])),
                "asker": Asker(**asker | {"lineage": tuple(asker["lineage"])}),
                "standing": Standing(**params["standing"]),
            }
        )
    if kind is Update:
        return Update(Standing(**params["standing"]))
    if kind is Answer:
        return Answer(Choice(params["choice"]))
    if kind is Submitted and not isinstance(params["secret"], Secret):
        raise TypeError("a secret comes as raw bytes")
    return kind(**params)


def _read_question(fields: dict[str, Any]) -> Question:
    match fields.pop("kind"):
        case "confirm":
            return Confirm(**fields | {"severity": Severity(fields["severity"])})
        case "password":
            return Password(**fields)
        case kind:
            raise ValueError(f"unknown kind {kind!r}")
