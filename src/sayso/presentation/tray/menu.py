"""Makes what the tray shows of an overview: an icon, a line about it, and the menu."""

from __future__ import annotations

from sayso.core.settings import AT_ONCE, LET_WAIT, REFUSE, WHEN_ASKED
from sayso.presentation import place_words
from sayso.presentation.settings_page import words as page_words
from sayso.presentation.tray import words
from sayso.presentation.tray.model import MenuItem, TrayModel
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sayso.core.overview import Overview
    from sayso.core.settings import Settings
    from sayso.presentation.translation import Message

    Clock = Callable[[float], str]
    """Gives the time of day so many seconds from now, as the person reads it."""

MOST_COUNTED = 9
"""The most questions that the icon counts: it shows all higher numbers alike."""

_MOST_LISTED = 20
"""Most questions, quiet periods, places and troubles in the menu: so many of each."""

_MINUTES = (60, 120, 300, 600)
_CHOICES = {
    "wait": (words.programs_wait, (15, 30, 45, *_MINUTES)),
    "timeout": (words.dialogs_stay, (30, *_MINUTES)),
    "timeout_destructive": (words.destructive_ones_stay, (30, *_MINUTES)),
    "timeout_form": (words.forms_stay, _MINUTES),
}
"""For settings that are durations: the words for the line, and the seconds to choose from."""

_TREATMENTS = {
    "do_not_disturb": {REFUSE: words.DISTURB_REFUSE, LET_WAIT: words.DISTURB_WAIT},
    "locked": {REFUSE: words.LOCKED_REFUSE, LET_WAIT: words.LOCKED_WAIT},
}
"""For settings that say what becomes of questions: each choice as a sentence."""
_APPEAR = {AT_ONCE: words.APPEAR_AT_ONCE, WHEN_ASKED: words.APPEAR_WHEN_ASKED}
_EXCEPT = {
    "passwords_at_once": words.PASSWORDS_AT_ONCE,
    "by_hand_at_once": words.BY_HAND_AT_ONCE,
}
_SWITCHES = {"notifications": words.NOTIFICATIONS, "sound": words.SOUND}
_SELDOM = {
    "hold": (30, *_MINUTES[:3]),
    "put_off": _MINUTES[:3],
    "queue_limit": (300, 600),
    "heartbeat": (5, 10, 15),
    "render_timeout": (10, 30, 60),
}
"""Durations that hardly anybody changes. What guards the person from haste, or from being asked
again and again, is in no menu: a slip would be enough."""
_ATTEMPTS = tuple(range(6))

_PAUSES = (1800, 3600)


class BringForward(Value):
    """Brings the question to the front. This and the next classes are what a line of the menu can
    do."""

    number: int


class Pause(Value):
    """Begins do-not-disturb for so many seconds; None: until tomorrow; 0: ends it."""

    seconds: float | None


class BeginQuiet(Value):
    """Begins the quiet period that is suggested under this number."""

    number: int


class EndQuiet(Value):
    number: int


class ClosePlace(Value):
    """Lets another machine or container ask no more."""

    name: str


class Configure(Value):
    name: str
    value: float | str | bool


class Tell(Value):
    """Shows the whole of a trouble, which the menu shortens."""

    trouble: str


class OpenSettings(Value):
    """Opens the window of all settings."""


class OpenIntegrations(Value):
    """Opens the list of what can ask through sayso, in the same window."""


class OpenConfiguration(Value):
    """Opens the configuration file in the program that the person uses for such files."""


class OpenHistory(Value):
    """Opens the history of what was asked and what became of it."""


class StartAtLogin(Value):
    wanted: bool


class About(Value):
    """Shows what this program is."""


class Quit(Value):
    """Ends sayso until somebody asks again."""


class Login(Value):
    """Whether sayso starts at login."""

    enabled: bool
    changing: bool = False
    """Whether that is just being changed: nothing can be chosen until the change is done."""


Command = (
    BringForward
    | Pause
    | BeginQuiet
    | EndQuiet
    | ClosePlace
    | Configure
    | Tell
    | OpenConfiguration
    | OpenSettings
    | OpenIntegrations
    | OpenHistory
    | StartAtLogin
    | About
    | Quit
)


def tray_model(overview: Overview, clock: Clock, login: Login | None) -> TrayModel:
    """What the tray shows. `login`: None where that can't be known."""
    return TrayModel(
        _icon(overview), words.summary(_summary(overview, clock)), _menu(overview, clock, login)
    )


def _icon(overview: Overview) -> str:
    """The name of a drawing in `assets/tray.svg`."""
    if overview.do_not_disturb is not None:
        return "paused"
    if overview.prompts:
        count = len(overview.prompts)
        return f"waiting-{count}" if count <= MOST_COUNTED else "waiting-more"
    return "trouble" if overview.troubles else "idle"


def _summary(overview: Overview, clock: Clock) -> str:
    waits = words.waiting(len(overview.prompts)) if overview.prompts else words.NOTHING_WAITS()
    if overview.do_not_disturb is not None:
        return words.both(words.not_disturbed_until(clock(overview.do_not_disturb)), waits)
    if overview.troubles and not overview.prompts:
        return words.TROUBLE()
    return waits


def _menu(overview: Overview, clock: Clock, login: Login | None) -> tuple[MenuItem, ...]:
    return (
        *_troubles(overview),
        *_prompts(overview),
        MenuItem("below-prompts"),
        MenuItem("history", words.HISTORY(), OpenHistory()),
        _do_not_disturb(overview, clock),
        *_quiet(overview, clock),
        *_places(overview),
        MenuItem("settings", words.SETTINGS(), items=tuple(_settings(overview))),
        MenuItem("below-settings"),
        MenuItem("configuration", words.OPEN_CONFIGURATION(), OpenConfiguration()),
        *_at_login(login),
        MenuItem("about", words.ABOUT(), About()),
        MenuItem("above-quit"),
        MenuItem("quit", words.QUIT(), Quit()),
    )


def _troubles(overview: Overview) -> Iterator[MenuItem]:
    for place, trouble in enumerate(overview.troubles[:_MOST_LISTED]):
        yield MenuItem(f"trouble-{place}", words.trouble(trouble), Tell(trouble))
    if overview.troubles:
        yield MenuItem("below-troubles")


def _prompts(overview: Overview) -> Iterator[MenuItem]:
    for prompt in overview.prompts[:_MOST_LISTED]:
        yield MenuItem(f"prompt-{prompt.number}", words.asked(prompt), BringForward(prompt.number))
    if len(overview.prompts) > _MOST_LISTED:
        yield MenuItem("more-prompts", words.and_more(len(overview.prompts) - _MOST_LISTED))
    if not overview.prompts:
        yield MenuItem("no-prompt", words.NOTHING_WAITS())


def _do_not_disturb(overview: Overview, clock: Clock) -> MenuItem:
    left = overview.do_not_disturb
    lasting = [
        MenuItem(f"pause-{seconds}", words.for_so_long(seconds), Pause(seconds))
        for seconds in _PAUSES
    ]
    off = MenuItem("pause-off", words.OFF(), Pause(0), checked=left is None, is_radio=True)
    choices = (*lasting, MenuItem("pause-tomorrow", words.UNTIL_TOMORROW(), Pause(None)), off)
    if left is None:
        return MenuItem("pause", words.DO_NOT_DISTURB_OFF(), items=choices)
    until = clock(left)
    on = MenuItem("pause-on", words.on_until(until), checked=True, is_radio=True)
    return MenuItem("pause", words.not_disturbed_until(until), items=(on, *choices))


def _quiet(overview: Overview, clock: Clock) -> Iterator[MenuItem]:
    seconds = overview.settings.quiet_period
    for each in overview.suggested[:_MOST_LISTED]:
        label = words.begin_quiet(each, seconds)
        yield MenuItem(f"suggested-{each.number}", label, BeginQuiet(each.number))
    ends = tuple(
        MenuItem(
            f"quiet-{each.number}",
            words.end_quiet(each, clock(each.seconds_left)),
            EndQuiet(each.number),
        )
        for each in overview.quiet[:_MOST_LISTED]
    )
    if ends:
        yield MenuItem("quiet", words.quiet_periods(len(overview.quiet)), items=ends)


def _places(overview: Overview) -> Iterator[MenuItem]:
    places = tuple(
        MenuItem(
            f"place-{each.name}",
            words.at_place(each),
            items=(MenuItem("close", place_words.LET_ASK_NO_MORE(), ClosePlace(each.name)),),
        )
        for each in overview.places[:_MOST_LISTED]
    )
    if places:
        yield MenuItem("places", place_words.OTHER_MACHINES(), items=places)


def _at_login(login: Login | None) -> Iterator[MenuItem]:
    if login:
        command = None if login.changing else StartAtLogin(not login.enabled)
        yield MenuItem("login", words.START_AT_LOGIN(), command, checked=login.enabled)


def _settings(overview: Overview) -> Iterator[MenuItem]:
    settings = overview.settings
    yield _appear(settings)
    for name, (says, durations) in _CHOICES.items():
        value = getattr(settings, name)
        offered = [(each, words.short(each)) for each in sorted({*durations, value})]
        yield MenuItem(name, says(value), items=_one_of(name, value, offered))
    treatments = [(REFUSE, words.REFUSE()), (LET_WAIT, words.LET_WAIT())]
    for name, sentences in _TREATMENTS.items():
        value = getattr(settings, name)
        yield MenuItem(name, sentences[value](), items=_one_of(name, value, treatments))
    yield from _switches(settings, _SWITCHES)
    yield MenuItem("more", words.MORE(), items=tuple(_seldom(settings)))
    yield MenuItem("below-switches")
    yield MenuItem("integrations", page_words.GO_TO_INTEGRATIONS(), OpenIntegrations())
    yield MenuItem("all-settings", words.ALL_SETTINGS(), OpenSettings())


def _seldom(settings: Settings) -> Iterator[MenuItem]:
    """Settings that the window of all settings has as well, for people who have no such window."""
    for name, durations in _SELDOM.items():
        value = getattr(settings, name)
        offered = [(each, words.short(each)) for each in sorted({*durations, value})]
        yield _set_to(name, words.short(value), _one_of(name, value, offered))
    count = settings.max_retries
    attempts = [(each, str(each)) for each in _ATTEMPTS]
    yield _set_to("max_retries", str(count), _one_of("max_retries", count, attempts))
    names = ("notify_waiting", "tray") if settings.notify_command else ("tray",)
    yield from _switches(settings, {name: page_words.LABELS[name] for name in names})


def _set_to(name: str, value: str, items: tuple[MenuItem, ...]) -> MenuItem:
    return MenuItem(name, words.setting(page_words.LABELS[name](), value), items=items)


def _appear(settings: Settings) -> MenuItem:
    """The line for when questions appear, with the exceptions where there is something to except
    from."""
    choices = [(AT_ONCE, words.AT_ONCE()), (WHEN_ASKED, words.WHEN_ASKED())]
    items = _one_of("appear", settings.appear, choices)
    if settings.appear == WHEN_ASKED:
        items = (*items, MenuItem("above-exceptions"), *_switches(settings, _EXCEPT))
    return MenuItem("appear", _APPEAR[settings.appear](), items=items)


def _switches(settings: Settings, which: Mapping[str, Message]) -> Iterator[MenuItem]:
    for name, label in which.items():
        is_on = getattr(settings, name)
        yield MenuItem(name, label(), Configure(name, not is_on), checked=is_on)


def _one_of(
    name: str, value: float | str, offered: Sequence[tuple[float | str, str]]
) -> tuple[MenuItem, ...]:
    """A line for each offered value with its label; the value in force is checked."""
    return tuple(
        MenuItem(
            f"{name}-{each_label}",
            each_label,
            Configure(name, each),
            checked=each == value,
            is_radio=True,
        )
        for each, each_label in offered
    )
