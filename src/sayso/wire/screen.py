"""What daemon and dialog process say: JSON-RPC notifications over one inherited socket.

    daemon → dialog    show · update · bring_forward · queue · recorded · not_recorded · finished
                       close · ping
    dialog → daemon    ready · unusable · covered · painted · answered · submitted · filled
                       drafted · activity · later · open_queue · bring_up · closed · done

A dialog process starts, loads its toolkit, opens the screen and says `ready` (or `unusable`, with
the reason, and ends). It then waits, warm, for its one `show`; says `painted` when the first frame
is really on the screen (before that `covered`, where it lies wholly below another window, or comes
up in a pause of the person's alone: `painted` follows once something of it is in sight); says
`answered` for each thing that the person does, or `submitted` with a password as raw bytes after
the line, or `filled` with a text, a choice or a form, and keeps the window until it hears
`recorded` (shows that briefly), `not_recorded` (gives the controls back) or `close`. Where `show`
allows that it says `open_queue` when the person wants to see what else is open, and hears `queue`;
`bring_up` names the one that they want to see first, and `close` follows, or `queue` again where
that one has ended. After `finished` the window says how a sign-in ended, and goes by itself. It
says `closed` when the window is gone, and ends. The end of the socket ends it, too. After `ready`
it says `done` for every order that it has carried out, and for `show` as soon as that has come, as
`painted` follows: one that does not is stuck, and is replaced.
"""

from __future__ import annotations

from sayso.core.action import Action, read_action
from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import (
    Choice,
    Confirm,
    DetailKind,
    DeviceCode,
    Form,
    FormConfirm,
    FormQuestion,
    FormSelect,
    FormText,
    Notice,
    Option,
    Password,
    Question,
    Select,
    Severity,
    Text,
)
from sayso.core.queue_row import QueueRow
from sayso.core.secret import Secret
from sayso.errors import ProtocolError
from sayso.values import Value, fields
from sayso.wire import rpc
from sayso.wire.codec import Message

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any


class AsksFor(Value):
    """A process that the asker says it asks for, and what the kernel says of it."""

    pid: int
    programs: tuple[str, ...] = ()
    """Its name, and those of the programs that started it, nearest first. Empty: it can't be
    seen."""
    cwd: str | None = None
    """Its working directory; None: unknown."""


class Asker(Value):
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
    """Asked from another pid namespace: with `pid` 0 from one that we can't see into."""
    host: str = ""
    """The other machine or container that it asks from, by the person's name for it; empty: this
    machine."""
    claimed: bool = False
    """All else that is said of it is that place's word, but for `carrier_pid` and
    `carrier_command`."""
    carrier_pid: int = 0
    """Of the process here that brings what the place sends; 0: our kernel sees who sends it, or
    can't see that either."""
    carrier_command: str = ""
    """And its command line."""
    between: tuple[str, ...] = ()
    """Names of those through which it asks, which the heading passes over: requester first."""
    says_it_is: str | None = None
    """What it calls itself: a claim."""
    unproven: bool = False
    """It may be another program of the same user's: the system can't tell for certain."""
    through: tuple[str, ...] = ()
    """The kernel says that it has another one ask for it, which is the requester: that one and the
    others that `lineage` has not, requester first, one line of text each."""
    speaker: str | None = None
    """And its name: what is said to be the asker's are its words. None: they are of `name`."""
    asks_for: AsksFor | None = None
    """Whom the asker says that it asks for; None: nobody else, or a fact, which `name` tells."""


class Show(Value):
    """Show this question."""

    number: int
    question: Question
    asker: Asker
    standing: PromptStatus
    arming: float
    """Seconds before controls that approve come alive."""
    accessibility_approval: bool = False
    """These may be used by assistive technology."""
    denied_to: str | None = None
    """The name of another one, to whom the person has denied the same again and again."""
    draft: tuple[Entry, ...] = ()
    """What stood in its fields as it was there last; empty: nothing did."""
    lists_queue: bool = False
    """The daemon tells what else is open. One from before an upgrade does not."""
    activation: str | None = None
    """What lets it come to the front in the asker's place; good once."""


class Update(Value):
    """The standing has changed."""

    standing: PromptStatus


class BringForward(Value):
    """The person wants to see it now: to the front."""

    takes_keyboard: bool = True
    """As well."""


class Queue(Value):
    """What else is open, for the person to choose from."""

    rows: tuple[QueueRow, ...]


class Recorded(Value):
    """The answer is kept; say so, then close.

    `kept_for`: nobody waits for it just now, and it is kept for these seconds.
    """

    kept_for: float | None = None


class NotRecorded(Value):
    """The answer did not count; say why and give the controls back."""

    reason: str


class Finished(Value):
    """The sign-in is over; say how, then close."""

    done: bool
    """False: it failed."""


class Close(Value):
    """Close at once; nothing is answered any more."""


class Ping(Value):
    """Say `done`, to show that you are not stuck."""


Order = Show | Update | BringForward | Queue | Recorded | NotRecorded | Finished | Close | Ping
"""What the daemon tells a dialog process."""


class Ready(Value):
    """Toolkit loaded, screen open."""

    screen: str
    """The screen's name, as the system names it (":0")."""
    unguarded: str | None = None
    """What a dialog is not guarded against there, one line."""


class Unusable(Value):
    """No window can be shown here, and why; the process ends."""

    reason: str


class Covered(Value):
    """It is drawn wholly below another window, or waits for the person to pause: nobody can see it
    yet."""


class Painted(Value):
    """The first frame is on the screen."""


class Answer(Value):
    """The person did this. `by`: None, by a device; only what approves can be by anything else."""

    choice: Choice
    by: By | None = None
    checked: bool | None = None
    """Whether the check box is on; left out: there is none."""
    words: str | None = None
    """Typed to go along with a denial; left out: none."""


class Submitted(Value):
    """The person submitted this; it goes as raw bytes after the line."""

    secret: Secret
    by: By | None = None
    checked: bool | None = None
    """Whether the check box is on; left out: there is none."""


class Filled(Value):
    """The person submitted this: an entry for each field, in their order."""

    entries: tuple[Entry, ...]
    by: By | None = None


class Drafted(Value):
    """This stands in the fields by now."""

    entries: tuple[Entry, ...]


class Activity(Value):
    """The person scrolls or types."""


class Later(Value):
    """The person wants to answer later."""


class OpenQueue(Value):
    """The person wants to see what else is open."""


class BringUp(Value):
    """The person wants to see this one of the others first."""

    number: int


class Closed(Value):
    """The window is gone."""


class Done(Value):
    """The next order was carried out, in their turn; a `show` has come."""


_Seen = Covered | Painted | Activity | Later | OpenQueue | BringUp | Closed
Report = Ready | Unusable | _Seen | Answer | Submitted | Filled | Drafted | Done
"""What a dialog process tells the daemon."""

_METHODS: dict[type[Order | Report], str] = {
    Show: "show",
    Update: "update",
    BringForward: "bring_forward",
    Queue: "queue",
    Recorded: "recorded",
    NotRecorded: "not_recorded",
    Finished: "finished",
    Close: "close",
    Ping: "ping",
    Ready: "ready",
    Unusable: "unusable",
    Covered: "covered",
    Painted: "painted",
    Answer: "answered",
    Submitted: "submitted",
    Filled: "filled",
    Drafted: "drafted",
    Activity: "activity",
    Later: "later",
    OpenQueue: "open_queue",
    BringUp: "bring_up",
    Closed: "closed",
    Done: "done",
}
_KINDS = {method: kind for kind, method in _METHODS.items()}


_NEW = (
    "by", "denied_to", "checked", "words", "draft", "says_it_is", "lists_queue", "activation",
    "aside", "takes_keyboard", "was_awaited", "detail_kind", "through",
    "speaker", "asks_for", "is_out_of_reach", "claimed", "carrier_pid", "carrier_command",
    "from_place",
)  # fmt: skip


def write(message: Order | Report) -> Message:
    """The notification that carries it; the bytes of what was submitted follow its line."""
    method = _METHODS[type(message)]
    params = _params(message)
    if isinstance(message, Submitted):
        params = params | {"secret_bytes": len(params.pop("secret"))}
    return rpc.notification(method, params)


def _params(value: Value) -> dict[str, Any]:
    """What other versions may not know is left out where it is as if it were not known."""
    params = {
        name: _plain(member)
        for name, member in fields(value).items()
        if name not in _NEW or member != getattr(type(value), name)
    }
    return params | {"kind": value.kind} if isinstance(value, Question | FormQuestion) else params


def _plain(member: object) -> object:
    if isinstance(member, tuple):
        return [_plain(each) for each in member]
    return _params(member) if isinstance(member, Value) else member


def read(message: Message) -> Order | Report:
    """The order or report in a notification; raises ProtocolError."""
    try:
        kind = _KINDS[message["method"]]
        return _build(kind, message["params"])
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"not a message between daemon and dialog: {error!r}") from error


def _build(kind: type[Order | Report], params: dict[str, Any]) -> Order | Report:
    if kind is Show:
        return Show(
            **params
            | {
                "question": _read_question(dict(params["question"])),
                "asker": _read_asker(**params["asker"]),
                "standing": PromptStatus(**params["standing"]),
                "draft": _read_entries(params.get("draft", [])),
            }
        )
    if kind is Update:
        return Update(PromptStatus(**params["standing"]))
    if kind is Drafted:
        return Drafted(_read_entries(**params))
    if kind is Queue:
        return _read_queue(**params)
    if kind in (Answer, Submitted, Filled):
        return _build_answer(kind, **params)
    if kind is BringForward:
        return _read_bring_forward(**params)
    return kind(**params)


def _read_bring_forward(takes_keyboard: Any = True) -> BringForward:
    if not isinstance(takes_keyboard, bool):
        raise TypeError("the keyboard is taken or not")
    return BringForward(takes_keyboard)


def _read_queue(rows: Any) -> Queue:
    return Queue(tuple(QueueRow(**row) for row in rows))


def _read_asker(
    lineage: Any, between: Any = (), through: Any = (), asks_for: Any = None, **fields: Any
) -> Asker:
    return Asker(
        **fields,
        lineage=tuple(lineage),
        between=tuple(between),
        through=tuple(through),
        asks_for=asks_for and _read_asks_for(**asks_for),
    )


def _read_asks_for(pid: Any, programs: Any, cwd: Any) -> AsksFor:
    return AsksFor(pid, tuple(programs), cwd)


def _build_answer(kind: type[Order | Report], by: Any = None, **params: Any) -> Order | Report:
    by = None if by is None else By(by)
    if kind is Answer:
        return _read_press(**params, by=by)
    if kind is Filled:
        return Filled(_read_entries(**params), by)
    return _read_submitted(**params, by=by)


def _read_submitted(secret: Any, checked: Any = None, by: By | None = None) -> Submitted:
    if not isinstance(secret, Secret) or not isinstance(checked, bool | None):
        raise TypeError("a secret comes as raw bytes, and a check box is on or off")
    return Submitted(secret, by, checked)


def _read_press(
    choice: Any, checked: Any = None, words: Any = None, by: By | None = None
) -> Answer:
    if not isinstance(checked, bool | None) or not isinstance(words, str | None):
        raise TypeError("a check box is on or off, and words are a text")
    return Answer(Choice(choice), by, checked, words)


def _read_entries(entries: Any) -> tuple[Entry, ...]:
    if not isinstance(entries, list):
        raise TypeError("what was filled in is a list")
    return tuple(_read_entry(**entry) for entry in entries)


def _read_entry(text: Any, places: Any, aside: Any = "") -> Entry:
    is_right = isinstance(text, str) and isinstance(places, list) and isinstance(aside, str)
    if not is_right or not all(type(place) is int for place in places):
        raise TypeError("an entry is a text, a list of places and a text aside")
    return Entry(text, tuple(places), aside)


def _read_question(fields: dict[str, Any]) -> Question:
    fields |= {"detail_kind": DetailKind(fields.get("detail_kind", DetailKind.TEXT))}
    match fields.pop("kind"):
        case "confirm":
            told = {"severity": Severity(fields["severity"]), "action": _read_action(fields)}
            return Confirm(**fields | told)
        case "notice":
            return Notice(**fields)
        case "device_code":
            return DeviceCode(**fields)
        case "password":
            return Password(**fields | {"action": _read_action(fields)})
        case "text":
            return Text(**fields)
        case "select":
            return Select(**fields | {"options": _read_options(fields)})
        case "form":
            questions = tuple(_read_form_question(dict(each)) for each in fields["questions"])
            return Form(**fields | {"questions": questions})
        case kind:
            raise ValueError(f"unknown kind {kind!r}")


def _read_action(fields: dict[str, Any]) -> Action | None:
    action = fields["action"]
    return action and read_action(action)


def _read_options(fields: dict[str, Any]) -> tuple[Option, ...]:
    return tuple(Option(**option) for option in fields["options"])


def _read_form_question(fields: dict[str, Any]) -> FormQuestion:
    match fields.pop("kind"):
        case "text":
            return FormText(**fields)
        case "select":
            return FormSelect(**fields | {"options": _read_options(fields)})
        case "confirm":
            return FormConfirm(**fields)
        case kind:
            raise ValueError(f"unknown kind of question in a form {kind!r}")
