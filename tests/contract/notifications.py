"""What every platform does with notifications. A backend's own test inherits this."""

from collections.abc import Callable

import pytest

from sayso.platforms.contract.notifications import Notifications
from sayso.presentation.notifications import Notification

Until = Callable[[Callable[[], bool]], None]

BUBBLE = Notification(
    summary="claude asks", body="Deploy?", label="Show it", lasting=False, news=True
)


class Reader:
    def __init__(self) -> None:
        self.told: list[str] = []
        self.failures: list[str] = []

    def clicked(self, key: str) -> None:
        self.told.append(f"clicked {key}")

    def closed(self, key: str) -> None:
        self.told.append(f"closed {key}")

    def failed(self, words: str) -> None:
        self.failures.append(words)


@pytest.mark.usefixtures("bounded")
class NotificationsContract:
    """What happens where no notification can be shown. Fixtures: `nowhere`, the notifications
    there; and `until`, which runs the main loop until a condition is true."""

    def test_it_is_said_why_and_what_was_to_be_seen_is_gone(
        self, nowhere: Notifications, until: Until
    ) -> None:
        reader = Reader()
        notifier = nowhere.notifier(reader)
        notifier.show("waiting", BUBBLE)
        until(lambda: bool(reader.told))
        assert reader.told == ["closed waiting"]
        (words,) = reader.failures
        assert words
        assert "\n" not in words
        notifier.close()

    def test_each_is_tried_anew(self, nowhere: Notifications, until: Until) -> None:
        reader = Reader()
        notifier = nowhere.notifier(reader)
        for key in ("one", "two"):
            notifier.show(key, BUBBLE)
            until(lambda key=key: f"closed {key}" in reader.told)  # type: ignore[misc]
        assert len(reader.failures) == 2
        notifier.close()

    def test_to_take_away_what_was_never_shown_is_harmless(self, nowhere: Notifications) -> None:
        reader = Reader()
        notifier = nowhere.notifier(reader)
        notifier.withdraw("waiting")
        notifier.close()
        assert (reader.told, reader.failures) == ([], [])
