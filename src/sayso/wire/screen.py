"""Messages between the daemon and a dialog process: JSON-RPC notifications over one inherited
socket.

    daemon → dialog    show · update · bring_forward · queue · recorded · not_recorded · finished
                       close · ping
    dialog → daemon    ready · unusable · covered · painted · answered · submitted · filled
                       drafted · activity · later · open_queue · bring_up · closed · done

A dialog process does this:

1. It loads its toolkit, opens the screen and says `ready`; or it says `unusable` with the reason,
   and ends.
2. It waits, warm, for its one `show`, and says `painted` once the first frame is really on the
   screen. While nobody can see the window, it says `covered` instead: the window lies wholly below
   another one, or waits for a pause in the person's input.
3. It says `answered` for each thing that the person does, `submitted` with a password as raw bytes
   after the line, or `filled` with a text, a choice or a form. The window stays until `recorded`
   (which it shows briefly), `not_recorded` (gives the controls back), `finished` (it shows briefly
   how the sign-in ended) or `close`.
4. It says `closed` when the window is gone, and ends. The end of the socket ends it, too.

If `show` has `lists_queue`, the process says `open_queue` when the person wants to see what else is
open, and `queue` follows. `bring_up` names the question that the person wants to see first: `close`
follows, or `queue` again if that question has ended.

After `ready` it says `done` for each order that is carried out, but for `show` as soon as it has
come, as `painted` follows. A process that does not is stuck, and is replaced.
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
    """The process that the asker claims to ask for, and what the kernel says of that process."""

    pid: int
    programs: tuple[str, ...] = ()
    """Name of that process, then of the programs that started it, nearest first. Empty: the process
    can't be seen."""
    cwd: str | None = None
    """Working directory of that process; None: unknown."""


class Asker(Value):
    """Who asks, as the dialog shows it. The texts are other programs', and raw: the dialog escapes
    them."""

    name: str
    command: str
    """Command line, its arguments joined by spaces; empty: unknown."""
    cwd: str
    """Working directory; empty: unknown."""
    pid: int
    lineage: tuple[str, ...] = ()
    """The requester and its ancestors, one line of text each, requester first. If `through` is not
    empty: the process that the requester asks for, and the ancestors of that process."""
    container: bool = False
    """Asked from another pid namespace; if `pid` is 0, from one that we can't see into."""
    host: str = ""
    """The person's name for the other machine or container that the question comes from; empty:
    this machine."""
    claimed: bool = False
    """True: `host` itself tells these facts, and our kernel can't check them, except
    `carrier_pid` and `carrier_command`."""
    carrier_pid: int = 0
    """Pid of the process on this machine that passes on what `host` sends. 0: our kernel sees the
    sender itself, or can't see that process."""
    carrier_command: str = ""
    """Command line of that process, or its name if the command line is unknown."""
    between: tuple[str, ...] = ()
    """Names of the programs between requester and asker, requester first. The heading leaves them
    out."""
    says_it_is: str | None = None
    """What the asker calls itself: a claim. None: nothing."""
    unproven: bool = False
    """The system can't tell for certain who asks: another program of this user's may have."""
    through: tuple[str, ...] = ()
    """Not empty if, by the kernel's word, another program asks on behalf of `name`: that program,
    the requester, and its ancestors, requester first, one line of text each."""
    speaker: str | None = None
    """Name of the program that asks on behalf of `name`: the words of the question are its words.
    None: `name` asks itself."""
    asks_for: AsksFor | None = None
    """The process that the asker claims to ask for. None: it asks for itself, or the kernel proves
    the claim, and then `name` is that process."""


class Show(Value):
    """Show this question."""

    number: int
    question: Question
    asker: Asker
    standing: PromptStatus
    arming: float
    """Seconds before the controls that approve are enabled."""
    accessibility_approval: bool = False
    """Assistive technology may use the controls that approve."""
    denied_to: str | None = None
    """Name of another asker, to whom the person has denied the same again and again; None: none."""
    draft: tuple[Entry, ...] = ()
    """Content of the fields when the question was last on the screen; empty: none."""
    lists_queue: bool = False
    """The daemon can tell what else is open. A daemon from before an upgrade can't."""
    activation: str | None = None
    """The system's token that lets the window come to the front in the asker's place, good once."""


class Update(Value):
    """The question's status has changed: its time, its place in the queue, or who waits for it."""

    standing: PromptStatus


class BringForward(Value):
    """Bring the window to the front: the person wants to see it now."""

    takes_keyboard: bool = True
    """Also gives the window the keyboard focus."""


class Queue(Value):
    """The other open questions, for the person to choose from."""

    rows: tuple[QueueRow, ...]


class Recorded(Value):
    """The answer is kept; say so, then close.

    `kept_for`: seconds for which the answer is kept, as nobody waits for it. None: a call waits.
    """

    kept_for: float | None = None


class NotRecorded(Value):
    """The answer did not count; say why and give the controls back."""

    reason: str


class Finished(Value):
    """The sign-in is over; say how, then close."""

    done: bool
    """False: the sign-in failed."""


class Close(Value):
    """Close at once; nothing is answered any more."""


class Ping(Value):
    """Say `done`, to show that you are not stuck."""


Order = Show | Update | BringForward | Queue | Recorded | NotRecorded | Finished | Close | Ping
"""What the daemon tells a dialog process."""


class Ready(Value):
    """The toolkit is loaded, and the screen is open."""

    screen: str
    """The screen's name, as the system names it (":0")."""
    unguarded: str | None = None
    """What a dialog on this screen is not guarded against, one line; None: nothing known."""


class Unusable(Value):
    """No window can be shown here, and why; the process ends."""

    reason: str


class Covered(Value):
    """Nobody can see the window yet: it lies wholly below another one, or waits for a pause in the
    person's input."""


class Painted(Value):
    """The first frame is on the screen."""


class Answer(Value):
    """What the person chose. `by`: None if a device of theirs did it; only an approval can be by
    anything else."""

    choice: Choice
    by: By | None = None
    checked: bool | None = None
    """Whether the check box is on; left out: there is none."""
    words: str | None = None
    """Words that the person typed to go along with a denial; left out: none."""


class Submitted(Value):
    """The person submitted this password, which follows the line as raw bytes."""

    secret: Secret
    by: By | None = None
    checked: bool | None = None
    """Whether the check box is on; left out: there is none."""


class Filled(Value):
    """The person submitted these entries, one for each field, in the order of the fields."""

    entries: tuple[Entry, ...]
    by: By | None = None


class Drafted(Value):
    """What the fields hold now, not yet submitted."""

    entries: tuple[Entry, ...]


class Activity(Value):
    """The person scrolls or types."""


class Later(Value):
    """The person wants to answer later."""


class OpenQueue(Value):
    """The person wants to see what else is open."""


class BringUp(Value):
    """The person wants to see another open question first: the one with this number."""

    number: int


class Closed(Value):
    """The window is gone."""


class Done(Value):
    """The oldest order not yet reported is carried out (for `show`: has come). One per order, in
    order."""


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
    """The message as a notification. The bytes of a submitted password must follow its line."""
    method = _METHODS[type(message)]
    params = _params(message)
    if isinstance(message, Submitted):
        params = params | {"secret_bytes": len(params.pop("secret"))}
    return rpc.notification(method, params)


def _params(value: Value) -> dict[str, Any]:
    """The members of a message or of a value in it. A member that older versions may not know is
    left out while it has its default, which means the same to them."""
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
