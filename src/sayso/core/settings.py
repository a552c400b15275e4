"""Clocks and limits: the bounds that hold for everyone, and the defaults that a person may change.

All durations are seconds. Every default is finite, and no setting can approve anything.
"""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Final


class Bounds(Value):
    """Smallest and largest value allowed, both included."""

    low: float
    high: float


WAIT: Final = Bounds(0, 600)
TIMEOUT: Final = Bounds(5, 600)
RETENTION: Final = Bounds(0, 600)
RENDER_TIMEOUT: Final = Bounds(10, 60)
MAX_RETRIES: Final = Bounds(0, 5)
QUEUE_LIMIT: Final = Bounds(300, 600)
DEVICE_CODE_TIMEOUT: Final = Bounds(60, 1800)
"""The timeout of a device code: as long as its provider says, whatever the person has set."""
LIMIT: Final = Bounds(5, 86400)
"""The limit of a bound call: a program passes on the time limit that it has itself. There is no
default."""

MESSAGE_BYTES: Final = 16 << 10
DETAILS_BYTES: Final = 256 << 10
TITLE_CHARACTERS: Final = 200
LABEL_CHARACTERS: Final = 40
ERROR_CHARACTERS: Final = 200
OPTION_CHARACTERS: Final = 200
CLAIM_CHARACTERS: Final = 80
OPTIONS: Final = Bounds(2, 32)
"""How many options there are to choose from."""
DESCRIPTION_CHARACTERS: Final = 200
"""Characters in the description of an option."""
QUESTIONS: Final = Bounds(1, 10)
"""How many questions a form has."""
HEADER_CHARACTERS: Final = 30
"""Characters in the header of a form's question."""
ANSWER_BYTES: Final = 16 << 10
"""Bytes of a text that is typed."""
ADDRESS_BYTES: Final = 2 << 10
PLACE_MEMORY: Final = 600.0
"""Seconds that an answer to a question from another machine is kept, where its asker does not say;
also the seconds in which a claim of it may be repeated. A connection may be broken for long."""
PLACES_SHARE: Final = 2
"""All places together may use at most this fraction (one half) of what there is room for."""
PLACE_CHARACTERS: Final = 32
"""Characters in the name of a place."""
CODE_CHARACTERS: Final = 64
WORDS_BYTES: Final = 1 << 10
"""Bytes of the words that go along with a denial."""
ARGUMENTS: Final = 256
"""Arguments of a command, its name included."""
VARIABLES: Final = 64
COMMAND_BYTES: Final = 64 << 10
"""Bytes of a command's arguments and its changes of the environment together."""
PATH_BYTES: Final = 4096
DESCRIPTOR: Final = Bounds(3, 9)
"""File descriptors that are not standard streams."""
PROGRAMS: Final = 6
"""Programs that one command may execute: a script may be read by a script, and the kernel follows
five of them."""
NAME_CHARACTERS: Final = 200
"""Characters of a scope or a slot."""
ACTIVATION_CHARACTERS: Final = 512
"""Characters of an activation token: several times what compositors give."""


class Settings(Value):
    """The defaults of the contract. For a clock: what starts it → what its end brings."""

    wait: float = 45
    """The call arrives → it gets `pending`."""
    render_timeout: float = 30
    """The prompt is sent to the screen → the call ends as `not_shown`."""
    max_retries: int = 3
    """Further attempts after `not_shown`; also how often the dialog process may die after it
    painted."""
    timeout: float = 120
    """The first painted frame → `timed_out`."""
    timeout_destructive: float = 60
    timeout_form: float = 300
    """Like `timeout`, where something is filled in."""
    retention: float = 60
    """An outcome is reached → it is forgotten."""
    queue_limit: float = 600
    """The prompt is queued, or first put off, or first made room for another → `timed_out`."""
    put_off: float = 60
    """How long *Later* hides a dialog."""
    heartbeat: float = 15
    arming: float = 1
    offer: float = 10
    """An outcome is offered to a call → the offer is void."""
    claim_memory: float = 60
    """How long the process that claimed may repeat its claim."""
    hold: float = 30
    """Reading and typing keep at least this much time until the deadline."""
    relaunch_delays: tuple[float, ...] = (0.2, 1, 3)
    """Delays before a dialog process that died or hung is replaced: the first time, the second, all
    later times. These delays and the launches, one more than there are delays, share the render
    budget."""
    prompts_per_origin: int = 8
    prompts: int = 64
    remembered: int = 256
    """Prompts that are over, kept for their tickets and repeated claims; the oldest go first."""
    kept: int = 100_000
    """Outcomes that nobody has collected. Beyond this number, the account that has most of them
    loses the one that it has had for longest."""
    connections: int = 256
    denials: int = 3
    """The number of denials of one fingerprint within `denial_window` that start a quiet period."""
    denial_window: float = 60
    quiet_period: float = 600
    do_not_disturb: str = "refuse"
    """What becomes of new questions while the person is not to be disturbed: one of CHOICES, as are
    the next two settings."""
    locked: str = "refuse"
    """What becomes of questions while the person is away, for example while the screen is
    locked."""
    appear: str = "at-once"
    """When a question is shown: one of CHOICES."""
    passwords_at_once: bool = False
    """Questions for passwords appear at once, where other questions wait to be opened."""
    by_hand_at_once: bool = False
    """Questions that the person caused by hand appear at once, where other questions wait to be
    opened. See `Lineage.is_by_hand`."""
    accessibility_approval: bool = False
    """Assistive technology may press *Approve*."""
    tray: bool = True
    notifications: bool = True
    sound: bool = False
    notify_command: tuple[str, ...] = ()
    """A program of the person's, with its arguments, that informs them wherever they are; empty:
    none."""
    notify_waiting: bool = False
    """Whether `notify_command` is also told of questions that wait for the person."""


REFUSE: Final = "refuse"
LET_WAIT: Final = "wait"
AT_ONCE: Final = "at-once"
WHEN_ASKED: Final = "when-asked"


class CommandBounds(Value):
    """Bounds of a program with its arguments: how many words, and how long each may be."""

    words: int
    characters: int


class Adjustable(Value):
    """A setting that the person may change."""

    says: str
    """What it decides, in one line."""
    allowed: Bounds | CommandBounds | tuple[str, ...] | tuple[bool, ...]
    """The bounds of its value; or all possible values, the default first."""


ADJUSTABLE: Final = {
    "wait": Adjustable(
        "a call waits so long for the answer, then it is pending; the dialog stays", WAIT
    ),
    "timeout": Adjustable("a dialog stays so long, from its first painted frame", TIMEOUT),
    "timeout_destructive": Adjustable("the same for a destructive question", TIMEOUT),
    "timeout_form": Adjustable("the same where words are typed or chosen from", TIMEOUT),
    "retention": Adjustable("an answer that nobody has collected is kept so long", RETENTION),
    "render_timeout": Adjustable("the screen has so long to show a dialog", RENDER_TIMEOUT),
    "max_retries": Adjustable("so many more attempts when the screen did not show it", MAX_RETRIES),
    "hold": Adjustable("reading and typing keep at least so long on the deadline", Bounds(30, 300)),
    "put_off": Adjustable("*Later* hides a dialog for so long", Bounds(60, 300)),
    "queue_limit": Adjustable(
        "a question waits so long for its turn, or since it was first put off or made room",
        QUEUE_LIMIT,
    ),
    "heartbeat": Adjustable("a waiting call hears how it stands so often", Bounds(5, 15)),
    "arming": Adjustable(
        "*Approve* comes alive so long after a dialog appears",
        Bounds(1, 3),  # the shortest deadline, 5 s, leaves time to approve
    ),
    "prompts_per_origin": Adjustable(
        "so many open questions of one terminal or application", Bounds(1, 8)
    ),
    "prompts": Adjustable("so many open questions in all", Bounds(1, 64)),
    "connections": Adjustable(
        "so many programs connected at once, a quarter of them from one place", Bounds(16, 1024)
    ),
    "denials": Adjustable(
        "so many denials of one question start a quiet period, in which it is refused", Bounds(1, 3)
    ),
    "denial_window": Adjustable("they count when they come within so long", Bounds(60, 3600)),
    "quiet_period": Adjustable("a quiet period lasts so long", Bounds(600, 86400)),
    "do_not_disturb": Adjustable(
        "during it a question is refused, or waits until it ends", (REFUSE, LET_WAIT)
    ),
    "locked": Adjustable(
        "the same while the screen is locked or another user is in front", (REFUSE, LET_WAIT)
    ),
    "appear": Adjustable(
        "a question appears at once, or waits in the tray until you open it (`sayso next`)",
        (AT_ONCE, WHEN_ASKED),
    ),
    "passwords_at_once": Adjustable(
        "with `when-asked`, one for a password appears at once all the same", (False, True)
    ),
    "by_hand_at_once": Adjustable(
        "so does what you type into the shell of a terminal yourself", (False, True)
    ),
    "accessibility_approval": Adjustable("assistive technology may press *Approve*", (False, True)),
    "tray": Adjustable("an icon in the tray; without it no notifications, no sound", (True, False)),
    "notifications": Adjustable(
        "a notification when a question comes while you are away or busy", (True, False)
    ),
    "sound": Adjustable("a sound when a question comes", (False, True)),
    "notify_command": Adjustable(
        "a program of yours that hears of what timed out unseen, as on your phone; set in the file",
        CommandBounds(words=32, characters=1000),
    ),
    "notify_waiting": Adjustable(
        "it hears as well of what comes and waits while you are away", (False, True)
    ),
}
"""What the person may change, and how far. Every clock stays finite, and what protects them from
haste and from being asked again and again can be made stricter, never weaker. The other settings
are promises to programs (`offer`, `claim_memory`), or our own affair."""

NAMES: Final = tuple(ADJUSTABLE)

CONFIGURABLE: Final = {
    name: each.allowed for name, each in ADJUSTABLE.items() if isinstance(each.allowed, Bounds)
}
"""The settings among these that are numbers, with their bounds."""

CHOICES: Final = {
    name: each.allowed for name, each in ADJUSTABLE.items() if isinstance(each.allowed, tuple)
}
"""The settings among these that are chosen from a list, with the values of each."""

COMMANDS: Final = {
    name: each.allowed
    for name, each in ADJUSTABLE.items()
    if isinstance(each.allowed, CommandBounds)
}
"""The other settings among these: commands. The person sets them in the file themselves, as no verb
of ours does, and no window. Their words may be secrets, so they are in no log."""


RECORDED_SECONDS: Final = 0.6
"""Seconds for which a dialog shows that the answer was recorded, before it closes."""

FINISHED_SECONDS: Final = 2.0
"""Seconds for which a dialog shows how a sign-in by a device code has ended."""

SPARE_SECONDS: Final = 0.2
"""Seconds after a dialog is painted before a process for the next one is started beside it."""

DEVICE_CODE_SECONDS: Final = 900.0
"""Seconds for which a device code is taken to be good where its asker does not say: what providers
usually give."""


DO_NOT_DISTURB: Final = Bounds(0, 36 * 3600)
"""Seconds of one do-not-disturb; it always ends by itself."""

REQUESTED: Final = {
    "wait": WAIT,
    "timeout": TIMEOUT,
    "retention": RETENTION,
    "render_timeout": RENDER_TIMEOUT,
    "max_retries": MAX_RETRIES,
    "limit": LIMIT,
    "descriptor": DESCRIPTOR,
    "seconds": DO_NOT_DISTURB,
}
"""The bounds of what a request may name, by its field."""


def is_whole(name: str) -> bool:
    """Whether the setting of this name is a whole number."""
    hint: str = Settings.__annotations__[name]
    return hint == "int"


Setting = float | str | bool | tuple[str, ...]


def plain_value(value: Setting) -> Setting:
    """The value as people write it: 30, not 30.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def written(value: Setting) -> str:
    """The value as a line of the configuration file has it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, str):
        import json  # no short command writes one

        return json.dumps(value, ensure_ascii=False)  # a TOML string, too, if printable
    return str(plain_value(value)).lower()


def is_allowed(name: str, value: object) -> bool:
    """Whether the person may set the setting of this name to `value`."""
    if choices := CHOICES.get(name):
        return any(type(value) is type(each) and value == each for each in choices)
    if name in COMMANDS:
        return _is_command(value, COMMANDS[name])
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    bounds = CONFIGURABLE[name]
    is_fraction = is_whole(name) and not isinstance(value, int)
    return bounds.low <= value <= bounds.high and not is_fraction


def _is_command(value: object, bounds: CommandBounds) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) <= bounds.words
        and all(
            isinstance(word, str) and word.isprintable() and 0 < len(word) <= bounds.characters
            for word in value
        )
    )


def allowed(name: str) -> str:
    """The values that the person may choose for the setting of this name, in words."""
    if choices := CHOICES.get(name):
        return " or ".join(written(value).strip('"') for value in choices)
    if name in COMMANDS:
        return '["program", "argument", …]'
    bounds = CONFIGURABLE[name]
    return f"{bounds.low:g} to {bounds.high:g}"
