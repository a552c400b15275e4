"""The daemon's replies, except outcomes and errors, field by field.

`sayso schema` is made from these classes: the docstring below a field is the description of that
field. Durations are in seconds. Clients ignore fields that they do not know: a newer daemon may
send more.
"""

from typing import Literal, NotRequired, TypedDict

PromptState = Literal["queued", "unopened", "showing", "shown", "put_off", "answered", "not_shown"]


CarrierState = Literal["connecting", "up", "waiting", "stopped"]


class Greeting(TypedDict):
    """The daemon that answers, and what it can do."""

    protocol: int
    """Version of the protocol that the daemon speaks; this is 1."""
    version: str
    """Version of sayso."""
    pid: int
    """Pid of the daemon."""
    kinds: list[str]
    """Kinds of question that `ask` takes."""
    wait: NotRequired[float]
    """Seconds that a call waits if it does not say how long."""
    screen: NotRequired[bool]
    """Whether the daemon can show questions, as far as is known."""
    place: NotRequired[str]
    """The person's name for the other machine or the container that the request comes from:
    `introduce` says who asks there. Left out: the request comes from this machine."""
    daemon: NotRequired[str]
    """Identity of the daemon, told only to other machines and containers. A daemon's successors
    have the same one, daemons of other machines have others. A client whose connection broke goes
    on with that daemon alone."""
    fields: NotRequired[dict[str, list[str]]]
    """The parameters of each method; for `ask`, of each kind, as `ask.confirm`."""


class Ready(TypedDict):
    """There is an outcome for this call: claim it, within 10 s."""

    status: Literal["ready"]
    claim: str
    """To be passed to `claim`: 32 hexadecimal digits, good for the process that asked, on any
    connection."""
    ticket: str
    """To be passed to `collect`, should the claim come too late."""
    kind: str
    """Kind of the question. Raw bytes follow the answer to a password. Do not claim the outcome of
    a kind that you do not know."""


class Withdrew(TypedDict):
    """The questions named are withdrawn, and no dialog of theirs is on the screen."""

    status: Literal["withdrawn"]
    number: NotRequired[int]
    """Public number of the question, if a ticket or a number named it."""
    numbers: NotRequired[list[int]]
    """Public numbers of the questions, at least one, if a scope named them."""


class Finished(TypedDict):
    """The question about the sign-in is over."""

    status: Literal["finished"]


class Undisturbed(TypedDict):
    """The state of do-not-disturb, from now on."""

    seconds_left: float | None
    """Seconds until do-not-disturb ends; null: it is off."""


class Opened(TypedDict):
    """The next question is brought to the screen."""

    number: int | None
    """Public number of the question; null: none is open, or only questions of the program that
    sent this request."""


class MadeWay(TypedDict):
    """Whether this daemon ends now."""

    makes_way: bool
    """true: the daemon ends. false: it has a screen, or knows the one named and can't use it, or it
    holds something, or others wait."""


class PlaceInfo(TypedDict):
    """Another machine or a container that may ask."""

    name: str
    """The name that the person gave it."""
    socket: str
    """Path of the socket that this place alone uses."""
    container: bool
    """Whether it is a container, into which the directory of the socket is mounted."""
    uid: int | None
    """Id of the user who may use the socket; null: the person's own."""
    destination: str
    """The machine to which sayso's ssh carries the socket; empty: it carries it nowhere."""
    secrets: bool
    """Whether it may ask for passwords, sign-ins by a device code, and pages to be opened."""
    fault: str | None
    """Why the socket can't be served; null: it is served."""
    connections: int
    """Number of connections through the socket now."""
    open: int
    """Number of its open questions."""
    askers: list[str]
    """Names of the programs that use the socket now, as that place says."""
    carrier: NotRequired[CarrierState]
    """State of the ssh that carries the socket. `waiting`: it tries again by itself; `stopped`: it
    does not. Left out: no ssh of sayso's carries it."""
    carrier_why: NotRequired[str | None]
    """Why ssh does not carry the socket, in its own words; null: it does, or is connecting."""
    carrier_remedy: NotRequired[str | None]
    """What to do about `carrier_why`; null: nothing known."""


class Places(TypedDict):
    """All other machines and containers that may ask."""

    places: list[PlaceInfo]
    """In the order in which the person let them in."""


class PromptInfo(TypedDict):
    """One question, without its ticket, message and answer."""

    number: int
    """The question's public number. It can withdraw the question, but not collect the answer."""
    kind: str
    """Kind of the question."""
    title: str
    """Title of the question, else the beginning of its message."""
    asker: str
    """Name of the program that asks."""
    cwd: str | None
    """Working directory of the requester; null: it can't be read."""
    pid: int
    """Pid of the asker."""
    state: PromptState
    """`unopened`: the question waits for the person to open it, as they have set. `put_off`: the
    person hid it for a while. `answered` and `not_shown`: no longer open."""
    place: int | None
    """Position in the queue; 1 is on the screen. null: not open any more."""
    waiting: bool
    """Whether a call waits for the outcome."""
    from_place: NotRequired[str]
    """The other machine or container that the question comes from; left out: this machine."""
    bound: NotRequired[bool]
    """Whether the question ends with the call that asked it. A daemon that does not know bound
    questions leaves this out."""
    age: float
    """Seconds since the question was asked."""
    seconds_left: float | None
    """Seconds until the deadline; null: no clock runs."""


class PromptList(TypedDict):
    """Questions that are open or kept."""

    prompts: list[PromptInfo]
    """The questions, without their tickets."""
    more: NotRequired[bool]
    """true: there are more, with larger numbers: ask for those after the last number here."""


class DaemonStatus(TypedDict):
    """The state of the daemon."""

    pid: int
    """Pid of the daemon."""
    keeper: int | None
    """Pid of the keeper, the process that holds what must outlive the daemon; null: it is being
    replaced, or this is told to another machine or a container."""
    version: str
    """Version of sayso."""
    protocol: int
    """Version of the protocol that the daemon speaks."""
    place: NotRequired[str]
    """Told only to another machine or a container: its name. Then the numbers of questions and
    connections count that place's alone."""
    program: NotRequired[str]
    """Directory of the code that the daemon runs."""
    given_up: NotRequired[int | None]
    """Number of questions of the daemon before that this daemon could not go on with; null: not
    known."""
    given_up_reason: NotRequired[str | None]
    """Why it could not go on with them; null: it goes on with everything."""
    uptime: float
    """Seconds since the daemon started."""
    socket: str
    """Path of the daemon's socket."""
    screen: str | None
    """The screen where dialogs appear; null: there is none."""
    screen_reason: str | None
    """Why there is no screen; null: there is one."""
    screen_unguarded: NotRequired[str | None]
    """What a dialog on the screen is not guarded against; null: nothing known."""
    ends_with: NotRequired[str | None]
    """What the daemon belongs to and may end with: a terminal, a login, a program, by the system's
    name for it; null: nothing known."""
    log: NotRequired[str]
    """Directory of the log; left out by a daemon that keeps none."""
    log_fault: NotRequired[str | None]
    """Why the log can't be written now; null: it can."""
    config: NotRequired[str]
    """Path of the person's configuration; left out by a daemon that has none."""
    config_fault: NotRequired[str | None]
    """What is wrong with the configuration, with line and field; what was in force before stays in
    force. null: nothing."""
    tray: NotRequired[int | None]
    """Pid of the process that has the icon in the tray; null: there is none now."""
    tray_fault: NotRequired[str | None]
    """Why there can be no icon in the tray; null: nothing known."""
    do_not_disturb: NotRequired[float | None]
    """Seconds until do-not-disturb ends; null: it is off."""
    away: NotRequired[str | None]
    """Why the person can't be asked now: the screen is locked, for example; null: they can."""
    presence_fault: NotRequired[str | None]
    """Why it is not known whether the person is away; then questions are shown. null: it is
    known."""
    session_bus_fault: NotRequired[str | None]
    """Why there is no session bus; null: there is one."""
    open: int
    """Number of questions that are queued, shown or put off."""
    unopened: NotRequired[int]
    """Number of these that wait for the person to open them."""
    appear_fault: NotRequired[str | None]
    """Why questions appear by themselves, though the person wants them to wait until they are
    opened; null: nothing forces them to."""
    waiting: int
    """Number of open questions that a call waits for."""
    retained: int
    """Number of outcomes that are kept for a later caller."""
    forgotten: NotRequired[int]
    """Number of kept outcomes that the daemon forgot because there was no room for more."""
    connections: int
    """Number of open connections, this one included."""
    places: NotRequired[list[PlaceInfo]]
    """Other machines and containers that may ask; left out in a reply to one of them."""
    places_fault: NotRequired[str | None]
    """Why none of them may ask: the file that names them can't be read. null: nothing."""
