"""Notifications on Windows: the balloon of the tray's icon; tests/under_wine has a real one."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

import pytest

from contract.notifications import BUBBLE, Reader
from sayso.platforms.windows import backend, tray
from sayso.platforms.windows.native.notify_icon import IconEvent
from sayso.values import replace

LASTING = replace(BUBBLE, lasting=True)


class PlayedIcon:
    """What the taskbar does is told by the test."""

    def __init__(self) -> None:
        self.balloon_told: Callable[[IconEvent], None] = print
        self.is_there = True
        self.balloon: tuple[str, str] | None = None

    def show_balloon(self, title: str, body: str) -> bool:
        self.balloon = title, body
        return self.is_there

    def withdraw_balloon(self) -> None:
        self.balloon = None


@pytest.fixture
def icon(monkeypatch: pytest.MonkeyPatch) -> PlayedIcon:
    made = PlayedIcon()
    monkeypatch.setattr(tray, "icon", lambda: made)
    return made


class TestABalloon:
    def test_says_what_the_notification_does(self, icon: PlayedIcon) -> None:
        backend.notifications().notifier(Reader()).show("waiting", BUBBLE)
        assert icon.balloon == (BUBBLE.summary, f"{BUBBLE.body}\n▸ {BUBBLE.label}")

    @pytest.mark.parametrize("letter", ["a", "🦀"])
    def test_what_is_too_long_loses_its_middle_and_no_line(
        self, icon: PlayedIcon, letter: str
    ) -> None:
        long = replace(
            BUBBLE,
            summary=f"{letter * 80} asks for a password",
            body="\n".join([letter * 120] * 4 + ["and 3 more"]),
        )
        backend.notifications().notifier(Reader()).show("waiting", long)
        assert icon.balloon
        title, body = icon.balloon
        assert title.endswith(" asks for a password")
        assert len(title.encode("utf-16-le")) <= 2 * 63
        assert body.endswith(f"\nand 3 more\n▸ {BUBBLE.label}")
        assert len(body.encode("utf-16-le")) <= 2 * 255

    def test_what_is_told_of_an_earlier_one_is_not_of_this(self, icon: PlayedIcon) -> None:
        reader = Reader()
        notifier = backend.notifications().notifier(reader)
        notifier.show("waiting", BUBBLE)
        notifier.show("quiet", BUBBLE)
        for told in (IconEvent.BALLOON_GONE, IconEvent.BALLOON_CLICKED):
            icon.balloon_told(told)
        assert reader.told == []

    def test_a_click_is_told_and_that_it_is_gone(self, icon: PlayedIcon) -> None:
        reader = Reader()
        backend.notifications().notifier(reader).show("missed", LASTING)
        icon.balloon_told(IconEvent.BALLOON_UP)
        icon.balloon_told(IconEvent.BALLOON_CLICKED)
        assert reader.told == ["clicked missed", "closed missed"]

    @pytest.mark.parametrize("told", [IconEvent.BALLOON_GONE, IconEvent.BALLOON_TIMED_OUT])
    def test_its_end_is_told_once(self, icon: PlayedIcon, told: IconEvent) -> None:
        reader = Reader()
        backend.notifications().notifier(reader).show("waiting", BUBBLE)
        for each in (IconEvent.BALLOON_UP, told, told):
            icon.balloon_told(each)
        assert reader.told == ["closed waiting"]

    def test_whoever_is_away_has_not_read_what_is_to_last(self, icon: PlayedIcon) -> None:
        reader = Reader()
        backend.notifications().notifier(reader).show("missed", LASTING)
        icon.balloon_told(IconEvent.BALLOON_UP)
        icon.balloon_told(IconEvent.BALLOON_TIMED_OUT)
        assert reader.told == []

    def test_it_is_withdrawn_and_no_other_in_its_place(self, icon: PlayedIcon) -> None:
        notifier = backend.notifications().notifier(Reader())
        notifier.show("waiting", BUBBLE)
        notifier.show("quiet", replace(BUBBLE, summary="Too many?"))
        notifier.withdraw("waiting")
        assert icon.balloon
        assert icon.balloon[0] == "Too many?"
        notifier.withdraw("quiet")
        assert icon.balloon is None

    def test_after_its_close_nothing_is_told(self, icon: PlayedIcon) -> None:
        reader = Reader()
        notifier = backend.notifications().notifier(reader)
        notifier.show("waiting", BUBBLE)
        notifier.close()
        icon.balloon_told(IconEvent.BALLOON_UP)
        icon.balloon_told(IconEvent.BALLOON_CLICKED)
        assert reader.told == []


@pytest.mark.parametrize("is_there", [True, False])
def test_they_are_shown_where_the_icon_is(icon: PlayedIcon, is_there: bool) -> None:
    icon.is_there = is_there
    told: list[bool] = []
    backend.notifications().are_shown(told.append)
    assert told == [is_there]


def test_without_an_icon_there_are_none() -> None:
    told: list[bool] = []
    backend.notifications().are_shown(told.append)
    assert told == [False]
