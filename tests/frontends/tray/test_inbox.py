"""Whether the person learns of what waits to be opened, and when the daemon is told."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from in_memory.notifications import MemoryNotifications
from sayso.core.settings import Settings
from sayso.frontends.tray.inbox import Inbox

WAITS = Settings(appear="when-asked")
SILENT = Settings(appear="when-asked", notifications=False)


@dataclass
class Panel:
    """As much of a tray as an inbox asks for; `answers` is what the test lets it say."""

    seen: bool = True
    is_slow: bool = False
    asked: list[Callable[[bool], None]] = field(default_factory=list)

    def is_seen(self, told: Callable[[bool], None]) -> None:
        self.asked.append(told)
        if not self.is_slow:
            told(self.seen)


class Place:
    def __init__(self) -> None:
        self.panel = Panel()
        self.notifications = MemoryNotifications()
        self.told: list[str | None] = []
        self.inbox = Inbox(self.panel, self.notifications, self.told.append)  # type: ignore[arg-type]  # it asks this alone of a tray


@pytest.fixture
def place() -> Place:
    return Place()


def test_an_icon_that_is_shown_is_enough(place: Place) -> None:
    place.notifications.trouble = "no server"
    place.inbox.look(WAITS)
    assert place.told == [None]


def test_so_is_a_notification(place: Place) -> None:
    place.panel.seen = False
    place.inbox.look(WAITS)
    assert place.told == [None]


def test_without_both_it_is_said_why(place: Place) -> None:
    place.panel.seen = False
    place.notifications.trouble = "no server"
    place.inbox.look(WAITS)
    assert place.told == ["no panel shows tray icons, and nothing shows notifications"]


def test_notifications_that_are_off_do_not_count(place: Place) -> None:
    place.panel.seen = False
    place.inbox.look(SILENT)
    assert place.told == ["no panel shows tray icons, and the setting notifications is off"]


def test_it_is_told_once_and_again_when_it_has_changed(place: Place) -> None:
    for _ in range(2):
        place.inbox.look(SILENT)
    place.panel.seen = False
    place.inbox.look(SILENT)
    place.panel.seen = True
    place.inbox.look(SILENT)
    assert [told is None for told in place.told] == [True, False, True]


def test_nothing_is_looked_at_where_questions_appear_at_once(place: Place) -> None:
    place.inbox.look(Settings())
    assert place.panel.asked == []


def test_one_look_at_a_time(place: Place) -> None:
    place.panel.is_slow = True
    for _ in range(3):
        place.inbox.look(WAITS)
    (answer,) = place.panel.asked
    answer(True)
    place.inbox.look(WAITS)
    assert len(place.panel.asked) == 2
