"""What the daemon says, beside outcomes and errors, field by field.

The docstring under a field is its description in `sayso schema`, which is made of these classes.
Durations are seconds. Whoever reads them passes over fields that it does not know: a newer daemon
may say more.
"""

from typing import Literal, NotRequired, TypedDict

PromptState = Literal["queued", "unopened", "showing", "shown", "put_off", "answered", "not_shown"]


CarrierState = Literal["connecting", "up", "waiting", "stopped"]


class Greeting(TypedDict):
    """Who answers, and what it knows."""

    protocol: int
    """Which protocol it speaks; this is 1."""
    version: str
    """Of sayso."""
    pid: int
    """Of the daemon."""
    kinds: list[str]
    """Of question, that `ask` takes."""
    wait: NotRequired[float]
    """Seconds that a call waits which says none."""
    screen: NotRequired[bool]
    """Whether questions can be shown there, as far as is known."""
    place: NotRequired[str]
    """Where the request comes from, by the name that the person gave that machine or container:
    `introduce` says who asks there. Left out: it comes from this machine."""
    daemon: NotRequired[str]
    """Told to a place as well: the same for one daemon and its successors, another one for those of
    other machines. A client whose line broke goes on with that one alone."""
    fields: NotRequired[dict[str, list[str]]]
    """The parameters of each method; those of `ask` by its kind, as `ask.confirm`."""


class Ready(TypedDict):
    """There is an outcome for this call: claim it, within 10 s."""

    status: Literal["ready"]
    claim: str
    """For `claim`: 32 hexadecimal digits, good for the process that asked, on any connection."""
    ticket: str
    """For `collect`, should the claim come too late."""
    kind: str
    """Of the question; a password's answer is followed by raw bytes. Leave one that you do not know
    unclaimed."""


class Withdrew(TypedDict):
    """What was named is withdrawn, and no dialog of it is on the screen."""

    status: Literal["withdrawn"]
    number: NotRequired[int]
    """Of the question that a ticket or a number named: its public number."""
    numbers: NotRequired[list[int]]
    """Of the questions that a scope named, at least one: their public numbers."""


class Finished(TypedDict):
    """The question is over, as was said."""

    status: Literal["finished"]


class Undisturbed(TypedDict):
    """Do-not-disturb, from now on."""

    seconds_left: float | None
    """null: it is off."""


class Opened(TypedDict):
    """The next question is brought to the screen."""

    number: int | None
    """Its public number; null: none is open, or only such as this very program asked."""


class MadeWay(TypedDict):
    """Whether this daemon ends now."""

    makes_way: bool
    """false: it has a screen, or this very one, which it can't use; or it holds something."""


class PlaceInfo(TypedDict):
    """Another machine or a container that may ask."""

    name: str
    """As the person gave it."""
    socket: str
    """The path of its own socket."""
    container: bool
    """Its directory is mounted there."""
    uid: int | None
    """Of the user who may use it; null: the person's own."""
    destination: str
    """The machine that ssh carries it to; empty: nothing of ours carries it."""
    secrets: bool
    """It may ask for passwords, sign-ins by a device code, and pages to be opened."""
    fault: str | None
    """Why its socket can't be served; null: it is."""
    connections: int
    """Open through it just now."""
    open: int
    """Its questions that are open."""
    askers: list[str]
    """Names of the programs that use it just now, as that place says."""
    carrier: NotRequired[CarrierState]
    """What ssh does just now, where it carries the socket. `waiting`: it tries again by itself;
    `stopped`: it does not."""
    carrier_why: NotRequired[str | None]
    """Why it does not carry it, in its own words."""
    carrier_remedy: NotRequired[str | None]
    """What to do about that; null: nothing that is known."""


class Places(TypedDict):
    """All other machines and containers that may ask."""

    places: list[PlaceInfo]
    """In the order in which they were let in."""


class PromptInfo(TypedDict):
    """One question: never its ticket, message or answer."""

    number: int
    """Its public number, good for withdrawing it alone."""
    kind: str
    """Of the question."""
    title: str
    """Its title, else the beginning of its message."""
    asker: str
    """The program's name."""
    cwd: str | None
    """The requester's working directory; null: it can't be read."""
    pid: int
    """Of the asker."""
    state: PromptState
    """`unopened`: it waits for the person to open it, as they have set. `put_off`: they hid it for
    a while. The last two are no longer open."""
    place: int | None
    """Place in the queue, 1 is on the screen; null: not open any more."""
    waiting: bool
    """A call waits for it."""
    from_place: NotRequired[str]
    """The other machine or container that it comes from; left out: this machine."""
    bound: NotRequired[bool]
    """It goes with that call; left out by a daemon that does not know of it."""
    age: float
    """Seconds since it was asked."""
    seconds_left: float | None
    """Until the deadline; null: no clock runs."""


class PromptList(TypedDict):
    """Questions that are open or kept."""

    prompts: list[PromptInfo]
    """None of them tells its ticket."""
    more: NotRequired[bool]
    """There are others, with larger numbers: ask for those after the last one."""


class DaemonStatus(TypedDict):
    """The daemon, as it sees itself."""

    pid: int
    """Of the daemon."""
    keeper: int | None
    """Pid of the process beside it that holds what must outlive it; null: just being replaced."""
    version: str
    """Of sayso."""
    protocol: int
    """Which protocol it speaks."""
    place: NotRequired[str]
    """Where the request comes from, told to another machine or a container: then all else is of its
    own questions."""
    program: NotRequired[str]
    """The directory of the code that it runs."""
    given_up: NotRequired[int | None]
    """How many questions of the daemon before it could not go on with; null: it is not known."""
    given_up_reason: NotRequired[str | None]
    """Why it could not; null: it goes on with everything."""
    uptime: float
    """Seconds since it started."""
    socket: str
    """Its path."""
    screen: str | None
    """The screen where dialogs appear; null: there is none."""
    screen_reason: str | None
    """Why there is none."""
    screen_unguarded: NotRequired[str | None]
    """What a dialog is not guarded against there; null: nothing that is known."""
    ends_with: NotRequired[str | None]
    """The scope or service that it is in, and would end with: a terminal's, a login's; null:
    nothing that is known."""
    log: NotRequired[str]
    """The directory of the log; left out by a daemon that keeps none."""
    log_fault: NotRequired[str | None]
    """Why the log can't be written just now."""
    config: NotRequired[str]
    """The path of the person's configuration; left out by a daemon that has none."""
    config_fault: NotRequired[str | None]
    """What is wrong with it, with line and field; what was in force before stays so."""
    tray: NotRequired[int | None]
    """Pid of the process that has the icon in the tray; null: there is none just now."""
    tray_fault: NotRequired[str | None]
    """Why there can be none."""
    do_not_disturb: NotRequired[float | None]
    """Seconds until it ends; null: it is off."""
    away: NotRequired[str | None]
    """Why the person can't be asked just now: the screen is locked, say; null: they can."""
    presence_fault: NotRequired[str | None]
    """Why that is not known; then nothing is against showing one."""
    session_bus_fault: NotRequired[str | None]
    """Why there is no session bus."""
    open: int
    """Questions that are queued, shown or put off."""
    unopened: NotRequired[int]
    """Of these, how many wait for the person to open them."""
    appear_fault: NotRequired[str | None]
    """Why questions appear by themselves, though they are to wait until they are opened."""
    waiting: int
    """Calls that wait."""
    retained: int
    """Outcomes kept for a caller to come."""
    forgotten: NotRequired[int]
    """Of these, how many it forgot because there was no room for more."""
    connections: int
    """Open just now, this one included."""
    places: NotRequired[list[PlaceInfo]]
    """Other machines and containers that may ask; left out where it is told to one of them."""
