"""What the tray shows of how all stands: its icon, a line about it, and the menu."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.core.overview import (
    CLOSED,
    CONNECTING,
    OPEN,
    STOPPED,
    UP,
    WAITING,
    Overview,
    PlaceOverview,
    PromptOverview,
    QuietPeriod,
    QuietSuggestion,
)
from sayso.core.settings import NAMES, Settings, is_allowed
from sayso.platforms import linux
from sayso.presentation.tray import menu, words
from sayso.presentation.tray.model import MenuItem, TrayModel
from sayso.values import replace

OVERVIEW = Overview(settings=Settings(sound=False, locked="wait"))
ASKED = PromptOverview(7, "confirm", "Deploy?", "claude", "shown", 93.2)
QUIET = QuietPeriod(number=3, asker="claude", title="Deploy?", seconds_left=512.0)

LONG = "x" * 5000

ICONS = Path(linux.__path__[0]) / "gtk" / "icons" / "hicolor"
SIZES = ("16x16", "22x22", "24x24", "32x32", "48x48", "64x64")


def clock(seconds: float) -> str:
    return f"in {seconds:g}"


LOGIN = menu.Login(False)


def tray_model(overview: Overview, login: menu.Login | None = LOGIN) -> TrayModel:
    return menu.tray_model(overview, clock, login)


def of(items: tuple[MenuItem, ...], key: str) -> MenuItem:
    return next(item for item in items if item.key == key)


def everything(items: tuple[MenuItem, ...]) -> Iterator[MenuItem]:
    for item in items:
        yield item
        yield from everything(item.items)


def asked(count: int) -> tuple[PromptOverview, ...]:
    return tuple(replace(ASKED, number=number) for number in range(1, count + 1))


def waiting(count: int) -> Overview:
    return replace(OVERVIEW, prompts=asked(count))


PAUSED = replace(OVERVIEW, do_not_disturb=1740.0)
TROUBLED = replace(OVERVIEW, troubles=("config.toml, line 3, wait: must be a number",))

SHOWN = {
    "idle": OVERVIEW,
    **{f"waiting-{count}": waiting(count) for count in range(1, 10)},
    "waiting-more": waiting(10),
    "paused": replace(PAUSED, prompts=asked(2), troubles=TROUBLED.troubles),
    "trouble": TROUBLED,
}


class TestIcon:
    @pytest.mark.parametrize("name", SHOWN)
    def test_tells_how_all_stands(self, name: str) -> None:
        assert tray_model(SHOWN[name]).icon == name

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("name", SHOWN)
    def test_is_shipped_for_each_panel(self, name: str, size: str) -> None:
        for colour in ("dark", "light"):
            picture = (ICONS / size / "status" / f"sayso-{name}-{colour}.png").read_bytes()
            assert picture.startswith(b"\x89PNG\r\n\x1a\n")
            wide, high = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
            assert f"{wide}x{high}" == size

    def test_nothing_else_is_shipped(self) -> None:
        names = {path.stem for path in ICONS.rglob("*.png")}
        assert names == {f"sayso-{name}-{colour}" for name in SHOWN for colour in ("dark", "light")}


class TestSummary:
    @pytest.mark.parametrize(
        ("overview", "words"),
        [
            (OVERVIEW, "sayso: No questions wait"),
            (waiting(1), "sayso: 1 question waits"),
            (waiting(12), "sayso: 12 questions wait"),
            (TROUBLED, "sayso: Something needs your attention"),
            (replace(TROUBLED, prompts=(ASKED,)), "sayso: 1 question waits"),
            (PAUSED, "sayso: Do not disturb: until in 1740. No questions wait"),
        ],
    )
    def test_says_what_the_icon_shows(self, overview: Overview, words: str) -> None:
        assert tray_model(overview).summary == words


class TestQuestions:
    def test_each_is_brought_to_the_front(self) -> None:
        items = tray_model(waiting(2)).items
        assert of(items, "prompt-1").command == menu.BringForward(1)
        assert of(items, "prompt-2").command == menu.BringForward(2)
        assert of(items, "prompt-2").label == "claude: Deploy? · 2 min left"

    @pytest.mark.parametrize(
        ("prompt", "label"),
        [
            (replace(ASKED, seconds_left=None), "claude: Deploy?"),
            (replace(ASKED, seconds_left=60.0), "claude: Deploy? · less than 1 min left"),
            (replace(ASKED, seconds_left=60.5), "claude: Deploy? · 2 min left"),
            (replace(ASKED, title="", seconds_left=None), "claude"),
            (replace(ASKED, place="lab", seconds_left=None), "claude on lab: Deploy?"),
            (
                replace(ASKED, place="lab", asker="", seconds_left=None),
                "An unknown program on lab: Deploy?",
            ),
            (replace(ASKED, state="covered"), "claude: Deploy? · 2 min left"),
            (replace(ASKED, state="queued"), "claude: Deploy? · waits for its turn · 2 min left"),
            (replace(ASKED, state="put_off"), "claude: Deploy? · put off · 2 min left"),
            (replace(ASKED, state="unopened"), "claude: Deploy? · not opened yet · 2 min left"),
        ],
    )
    def test_how_they_are_called(self, prompt: PromptOverview, label: str) -> None:
        items = tray_model(replace(OVERVIEW, prompts=(prompt,))).items
        assert of(items, "prompt-7").label == label

    def test_where_there_is_none_a_line_says_so(self) -> None:
        nothing = of(tray_model(OVERVIEW).items, "no-prompt")
        assert (nothing.label, nothing.command, nothing.items) == ("No questions wait", None, ())

    def test_a_flood_fills_no_screen(self) -> None:
        keys = [item.key for item in tray_model(waiting(64)).items]
        assert [key for key in keys if key.startswith("prompt-")] == [
            f"prompt-{number}" for number in range(1, 21)
        ]


class TestTextOfOthers:
    @pytest.mark.parametrize(
        "text",
        [LONG, "\\u{ad}" * 400],
        ids=["long", "nothing to see"],
    )
    def test_is_short(self, text: str) -> None:
        overview = replace(
            OVERVIEW,
            prompts=(replace(ASKED, asker=text, title=text),),
            quiet=(replace(QUIET, asker=text, title=text),),
            troubles=(text,),
        )
        for item in everything(tray_model(overview).items):
            assert len(item.label) < 150

    def test_the_whole_trouble_is_told(self) -> None:
        told = of(tray_model(replace(OVERVIEW, troubles=(LONG,))).items, "trouble-0")
        assert told.command == menu.Tell(LONG)


class TestTroubles:
    def test_come_first(self) -> None:
        items = tray_model(replace(TROUBLED, prompts=(ASKED,))).items
        assert [item.key for item in items[:3]] == ["trouble-0", "below-troubles", "prompt-7"]
        assert items[0].command == menu.Tell(TROUBLED.troubles[0])

    def test_are_bounded(self) -> None:
        items = tray_model(replace(OVERVIEW, troubles=("no",) * 300)).items
        assert len([item for item in items if item.key.startswith("trouble-")]) == 20


class TestDoNotDisturb:
    def test_is_off(self) -> None:
        pause = of(tray_model(OVERVIEW).items, "pause")
        assert pause.label == "Do not disturb: off"
        told = [(item.label, item.command, item.checked) for item in pause.items]
        assert told == [
            ("For 30 minutes", menu.Pause(1800), None),
            ("For 1 hour", menu.Pause(3600), None),
            ("Until tomorrow", menu.Pause(None), None),
            ("Off", menu.Pause(0), True),
        ]

    def test_is_on(self) -> None:
        pause = of(tray_model(PAUSED).items, "pause")
        assert pause.label == "Do not disturb: until in 1740"
        on = pause.items[0]
        assert (on.label, on.command, on.checked) == ("On until in 1740", None, True)
        assert of(pause.items, "pause-off").checked is False
        assert of(pause.items, "pause-off").command == menu.Pause(0)


class TestQuietPeriods:
    def test_each_can_be_ended(self) -> None:
        quiet = of(tray_model(replace(OVERVIEW, quiet=(QUIET,))).items, "quiet")
        [end] = quiet.items
        assert (end.label, end.command) == (
            "End now: claude: Deploy? (otherwise at in 512)",
            menu.EndQuiet(3),
        )

    def test_their_number_is_told(self) -> None:
        for count, label in ((1, "1 quiet period"), (25, "25 quiet periods")):
            periods = tuple(replace(QUIET, number=number) for number in range(count))
            quiet = of(tray_model(replace(OVERVIEW, quiet=periods)).items, "quiet")
            assert quiet.label == label

    def test_one_that_is_suggested_can_be_begun(self) -> None:
        suggested = QuietSuggestion(number=4, asker="claude", seconds_left=512.0)
        begin = of(tray_model(replace(OVERVIEW, suggested=(suggested,))).items, "suggested-4")
        assert begin.label == "Refuse everything from claude for 10 minutes"
        assert begin.command == menu.BeginQuiet(4)

    def test_one_of_all_questions_can_be_ended(self) -> None:
        of_all = replace(QUIET, title="")
        [end] = of(tray_model(replace(OVERVIEW, quiet=(of_all,))).items, "quiet").items
        assert end.label == "End now: claude (otherwise at in 512)"

    def test_one_of_a_place_names_it(self) -> None:
        """All of it counts as one: another program's questions are refused as well."""
        there = replace(QUIET, place="build-7")
        quiet = (there, replace(there, number=4, asker="", title=""))
        ends = of(tray_model(replace(OVERVIEW, quiet=quiet)).items, "quiet").items
        assert [each.label for each in ends] == [
            "End now: claude on build-7: Deploy? (otherwise at in 512)",
            "End now: build-7 (otherwise at in 512)",
        ]
        suggested = QuietSuggestion(4, "claude", 512.0, "build-7")
        begin = of(tray_model(replace(OVERVIEW, suggested=(suggested,))).items, "suggested-4")
        assert begin.label == "Refuse everything from build-7 for 10 minutes"

    def test_where_there_is_none_nothing_is_said(self) -> None:
        assert "quiet" not in [item.key for item in tray_model(OVERVIEW).items]

    def test_are_bounded(self) -> None:
        periods = tuple(replace(QUIET, number=number) for number in range(1, 100))
        assert len(of(tray_model(replace(OVERVIEW, quiet=periods)).items, "quiet").items) == 20


class TestPlaces:
    @pytest.mark.parametrize(
        ("place", "label"),
        [
            (
                PlaceOverview("lab", UP, "", ("claude", "make")),
                "lab: connected · used by claude, make",
            ),
            (PlaceOverview("lab", OPEN, "", ()), "lab: may ask"),
            (PlaceOverview("lab", CONNECTING, "", ()), "lab: connecting"),
            (
                PlaceOverview("lab", WAITING, "no route to host", ()),
                "lab: tries to connect again · no route to host",
            ),
            (PlaceOverview("lab", STOPPED, "wrong key", ()), "lab: not connected · wrong key"),
            (PlaceOverview("lab", CLOSED, "no room", ()), "lab: closed · no room"),
        ],
    )
    def test_each_says_how_it_is_and_who_uses_it(self, place: PlaceOverview, label: str) -> None:
        places = of(tray_model(replace(OVERVIEW, places=(place,))).items, "places")
        assert places.label == "Other machines"
        (shown,) = places.items
        assert shown.label == label
        (close,) = shown.items
        assert close.command == menu.ClosePlace("lab")
        assert close.label == "Let it ask no more (withdraws its questions)"

    def test_where_there_is_none_nothing_is_said(self) -> None:
        assert "places" not in [item.key for item in tray_model(OVERVIEW).items]

    def test_are_bounded_and_so_is_what_is_said_of_each(self) -> None:
        place = PlaceOverview("lab", STOPPED, LONG, (LONG, LONG))
        overview = replace(OVERVIEW, places=tuple(replace(place, name=f"{n}") for n in range(99)))
        items = of(tray_model(overview).items, "places").items
        assert len(items) == 20
        assert max(len(each.label) for each in items) < 200


def setting(name: str, **changes: object) -> MenuItem:
    overview = replace(OVERVIEW, settings=replace(OVERVIEW.settings, **changes))
    return of(of(tray_model(overview).items, "settings").items, name)


class TestSettings:
    @pytest.mark.parametrize(
        ("name", "marked"),
        [
            ("wait", "45 s"),
            ("timeout", "2 min"),
            ("timeout_destructive", "1 min"),
            ("timeout_form", "5 min"),
            ("do_not_disturb", "They are refused"),
            ("locked", "They wait"),
            ("appear", "They appear at once"),
        ],
    )
    def test_what_is_in_force_is_marked(self, name: str, marked: str) -> None:
        items = setting(name).items
        assert [item.label for item in items if item.checked] == [marked]
        assert all(item.is_radio for item in items)

    @pytest.mark.parametrize(("value", "label"), [(90, "90 s"), (2.5, "2.5 s"), (480, "8 min")])
    def test_also_one_that_the_menu_does_not_offer(self, value: float, label: str) -> None:
        items = setting("wait", wait=value).items
        [marked] = [item for item in items if item.checked]
        assert (marked.label, marked.command) == (label, menu.Configure("wait", value))
        values = [item.command.value for item in items if isinstance(item.command, menu.Configure)]
        assert values == sorted({15, 30, 45, 60, 120, 300, 600, value})

    def test_each_choice_sets_it(self) -> None:
        assert [item.command for item in setting("locked").items] == [
            menu.Configure("locked", "refuse"),
            menu.Configure("locked", "wait"),
        ]

    @pytest.mark.parametrize(
        ("name", "value", "label"),
        [
            ("wait", 45.0, "Programs wait for an answer: 45 s"),
            ("timeout", 120.0, "Dialogs stay: 2 min"),
            ("timeout", 90.0, "Dialogs stay: 90 s"),
            ("timeout_destructive", 60.0, "Dialogs about destructive actions stay: 1 min"),
            ("timeout_form", 7200.0, "Dialogs to fill in stay: 2 h"),
            ("do_not_disturb", "refuse", "During do not disturb, questions are refused"),
            ("do_not_disturb", "wait", "During do not disturb, questions wait"),
            ("locked", "refuse", "While the screen is locked, questions are refused"),
            ("locked", "wait", "While the screen is locked, questions wait"),
            ("appear", "at-once", "Questions appear at once"),
            ("appear", "when-asked", "Questions wait until you open them"),
        ],
    )
    def test_each_is_a_sentence_with_its_value(
        self, name: str, value: float | str, label: str
    ) -> None:
        assert setting(name, **{name: value}).label == label

    def test_what_is_not_to_wait_can_be_excepted(self) -> None:
        items = setting("appear", appear="when-asked", by_hand_at_once=True).items
        assert [(item.label, item.checked, item.command) for item in items] == [
            ("They appear at once", False, menu.Configure("appear", "at-once")),
            ("They wait until you open them", True, menu.Configure("appear", "when-asked")),
            ("", None, None),
            ("Except passwords", False, menu.Configure("passwords_at_once", True)),
            (
                "Except commands that you type in a terminal",
                True,
                menu.Configure("by_hand_at_once", False),
            ),
        ]

    @pytest.mark.parametrize("name", ["notifications", "sound"])
    @pytest.mark.parametrize("is_on", [True, False])
    def test_a_switch_is_turned(self, name: str, is_on: bool) -> None:
        switch = setting(name, **{name: is_on})
        assert switch.checked is is_on
        assert switch.command == menu.Configure(name, not is_on)

    def test_all_are_there_but_those_that_guard_the_person(self) -> None:
        """What makes approving easier, or lets programs ask more, is no matter of one click."""
        settings = replace(OVERVIEW.settings, appear="when-asked", notify_command=("to-phone",))
        overview = replace(OVERVIEW, settings=settings)
        commands = [item.command for item in everything(tray_model(overview).items)]
        names = {each.name for each in commands if isinstance(each, menu.Configure)}
        assert {*NAMES} - names == {
            "accessibility_approval",
            "arming",
            "connections",
            "denial_window",
            "denials",
            "notify_command",
            "prompts",
            "prompts_per_origin",
            "quiet_period",
            "retention",
        }

    def test_each_offers_only_what_may_be(self) -> None:
        commands = [item.command for item in everything(tray_model(OVERVIEW).items)]
        offered = [each for each in commands if isinstance(each, menu.Configure)]
        assert all(is_allowed(each.name, each.value) for each in offered)

    def test_those_that_are_seldom_changed_say_how_they_are(self) -> None:
        (more,) = [item for item in everything(tray_model(OVERVIEW).items) if item.key == "more"]
        assert [item.label for item in more.items] == [
            "Reading and typing keep it for at least: 30 s",
            "Later hides a dialog for: 1 min",
            "A question waits for its turn for: 10 min",
            "A waiting program hears how it stands every: 15 s",
            "To show a dialog the screen has: 30 s",
            "More attempts after that: 3",
            "Show an icon in the tray",
        ]


class TestBelow:
    @pytest.mark.parametrize("enabled", [True, False])
    def test_start_at_login_is_turned(self, enabled: bool) -> None:
        login = of(tray_model(OVERVIEW, menu.Login(enabled)).items, "login")
        assert (login.checked, login.command) == (enabled, menu.StartAtLogin(not enabled))

    @pytest.mark.parametrize("enabled", [True, False])
    def test_while_that_is_done_it_is_not_turned_again(self, enabled: bool) -> None:
        login = of(tray_model(OVERVIEW, menu.Login(enabled, changing=True)).items, "login")
        assert (login.checked, login.command) == (enabled, None)

    def test_where_that_is_not_known_it_is_not_offered(self) -> None:
        assert "login" not in [item.key for item in tray_model(OVERVIEW, None).items]

    def test_the_rest(self) -> None:
        items = tray_model(OVERVIEW).items
        assert of(items, "configuration").command == menu.OpenConfiguration()
        assert of(items, "history").command == menu.OpenHistory()
        assert of(of(items, "settings").items, "all-settings").command == menu.OpenSettings()
        assert of(items, "about").command == menu.About()
        assert items[-1].command == menu.Quit()

    def test_each_line_is_told_from_those_beside_it(self) -> None:
        shown = tray_model(replace(PAUSED, prompts=asked(3), quiet=(QUIET,), troubles=("a", "a")))
        for items in (shown.items, *(item.items for item in everything(shown.items))):
            keys = [item.key for item in items]
            assert len(keys) == len(set(keys))


def test_the_words_for_what_can_not_be_made_are_one_safe_line() -> None:
    assert words.not_made("/home/a\n\u202eb") == "/home/a\\u{a}\\u{202e}b could not be made"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(45.5, "45.5 s"), (90, "90 s"), (60, "1 minute"), (1800, "30 minutes"), (7200, "2 hours")],
)
def test_a_duration_is_spelt_out(seconds: float, said: str) -> None:
    assert words.spelt(seconds) == said
